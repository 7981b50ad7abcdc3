import { dayInZone, formatInstant, MINUTE_MILLIS, parseInstant } from '../../tools/calendar.ts';
import {
  type CurrentClimate,
  climateAt,
  currentClimate,
  currentMillis,
  currentThi,
  readingsOfBarn,
  spreadOf,
} from '../climate/barn-climate.ts';
import { clearSuspects } from '../core/build-flock-record.ts';
import { barnStatesOf, type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { daysWithoutLog, lastLoggedDay } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { weightFigures, weightNow } from '../core/projections.ts';
import { findMissingLogs } from '../gaps/flock-gaps.ts';
import { cumulativeMortality } from '../health/mortality.ts';
import {
  type ClimateReading,
  climateRange,
  outOfRangeMeasures,
  type Range,
} from '../metrics/climate-limits.ts';
import { ageDays } from '../metrics/dates.ts';
import { weightBasisOn } from '../metrics/standard-basis.ts';
import { standardWeightOn } from '../metrics/weight.ts';
import {
  type ContextBarn,
  type ContextClimate,
  type ContextFlock,
  shownRow,
} from './context-records.ts';

/** The barns, each with its occupancy and density. */
export function contextBarns(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): ContextBarn[] {
  const states = barnStatesOf(snapshot);
  return snapshot.barns.map((barn) => {
    const state = states.get(barn.id);
    return {
      ...shownRow('barns', barn),
      occupied: state !== undefined && state.flocks.length > 0,
      flock: state?.flocks.at(-1)?.flockId ?? null,
      densityKgM2: figure('kg', state?.densityKgM2),
      densityEstimated: state?.densityEstimated ?? null,
      densityReason: state?.reason ?? null,
    };
  });
}

type LiveSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

/** The live flocks, oldest placement first; a flock without a log of today has a fix. */
export function contextFlocks(snapshot: LiveSnapshot): ContextFlock[] {
  const fixes = new Map(findMissingLogs(snapshot).map(({ subject, fix }) => [subject, fix]));
  return liveFlocksOf(snapshot).map((record) => {
    const fix = fixes.get(record.flock.id);
    return { ...contextFlock(record, snapshot), ...(fix ? { fix } : {}) };
  });
}

function contextFlock(record: FlockRecord, snapshot: LiveSnapshot): ContextFlock {
  const { today, liveLogs } = snapshot;
  const { flock, weight, totals } = record;
  const dead = cumulativeMortality(record);
  const logged = lastLoggedDay(record);
  const last = liveLogs.findLast(({ flockId, date }) => flockId === flock.id && date === logged);
  const [lastLog = null] = clearSuspects(last ? [last] : [], record.suspects);
  const now = weightNow(record);
  return {
    id: flock.id,
    code: flock.code,
    breed: flock.breed,
    barnId: flock.barnId,
    status: flock.status,
    placementDate: flock.placementDate,
    plannedMarketDate: flock.plannedMarketDate,
    ageDays: record.ageDays,
    live: record.live,
    cumMortality: totals.mortality,
    ...dead,
    cumMortalityPct: figure('pct', dead.cumMortalityPct),
    weight: weight && {
      g: figure('grams', weight.g),
      source: weight.source,
      date: weight.day,
      uncalibrated: weight.uncalibrated,
      standardG: figure('grams', standardWeightOn(flock, weight.day)),
      standardBasis: weightBasisOn(flock, weight.day),
    },
    weightG: figure('grams', now.g),
    standardG: figure('grams', now.standardG),
    standardBasis: weightBasisOn(flock, today),
    ...weightFigures(record),
    lastLog: lastLog && shownRow('daily-logs', lastLog),
    daysSinceLog: lastLog && daysWithoutLog(record, today),
    densityKgM2: figure('kg', barnStatesOf(snapshot).get(flock.barnId)?.densityKgM2),
  };
}

type ClimateSnapshot = FarmSnapshot<
  (typeof LIVE_FLOCK_PARTS)[number] | 'readings' | 'newestReadings'
>;

/**
 * The current climate of every barn that was ever measured, compared with the birds' requirements.
 */
export function contextClimates(snapshot: ClimateSnapshot): ContextClimate[] {
  return snapshot.barns.flatMap(({ id }) => contextClimate(id, snapshot) ?? []);
}

function contextClimate(barnId: string, snapshot: ClimateSnapshot): ContextClimate | undefined {
  const current = currentClimate(barnId, snapshot);
  const newest = Math.max(...Object.values(current).map((measure) => measure?.at ?? 0));
  const last = newest > 0 ? null : lastClimate(barnId, snapshot);
  const at = last?.at ?? newest;
  if (at === 0) return undefined;
  const day = dayInZone(at, snapshot.zone);
  const barnFlock = liveFlocksOf(snapshot).findLast(
    ({ flock }) => flock.barnId === barnId && flock.placementDate <= day,
  );
  const range = barnFlock ? rangeFor(barnFlock, day) : null;
  const reading = shownClimate(current);
  const outOfRange = range ? outOfRangeMeasures(reading, range) : [];
  return {
    barnId,
    ts: formatInstant(at),
    ...reading,
    thi: figure('celsius', currentThi(current)),
    tempSpreadC: figure('celsius', spreadOf(current.temp)),
    status: statusOf({ isStale: last !== null, isEmpty: !barnFlock, isOut: outOfRange.length > 0 }),
    outOfRange,
    range: range && { ...range, temp: rounded(range.temp) },
    ageMinutes: Math.max(0, Math.floor((snapshot.now - at) / MINUTE_MILLIS)),
    last: last && shownClimate(last.climate),
  };
}

function statusOf(signs: {
  readonly isStale: boolean;
  readonly isEmpty: boolean;
  readonly isOut: boolean;
}): ContextClimate['status'] {
  if (signs.isStale) return 'stale';
  if (signs.isEmpty) return 'no_birds';
  return signs.isOut ? 'out_of_range' : 'ok';
}

/** The climate at the time of the newest reading of any age. */
function lastClimate(
  barnId: string,
  snapshot: ClimateSnapshot,
): { readonly at: number; readonly climate: CurrentClimate } | null {
  const reading = snapshot.newestReadings.find((one) => one.barnId === barnId);
  const at = parseInstant(reading?.ts ?? '');
  if (!reading || at === undefined) return null;
  const recent = readingsOfBarn(barnId, snapshot);
  const readings = recent.length > 0 ? recent : [{ at, reading }];
  return { at, climate: climateAt(readings, { at, windowMillis: currentMillis(snapshot) }) };
}

function shownClimate({ temp, humidity, co2, nh3 }: CurrentClimate): ClimateReading {
  return {
    temp: figure('celsius', temp?.value),
    humidity: figure('humidity', humidity?.value),
    co2: figure('co2', co2?.value),
    nh3: figure('nh3', nh3?.value),
  };
}

function rangeFor({ flock, kind }: FlockRecord, day: string) {
  return climateRange(kind, ageDays(flock, day));
}

function rounded({ min, max }: Range): Range {
  return { min: figure('celsius', min) ?? min, max: figure('celsius', max) ?? max };
}
