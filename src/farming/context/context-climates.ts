import { dayInZone, formatInstant, parseInstant } from '../../tools/calendar.ts';
import {
  type CurrentClimate,
  climateAt,
  currentClimate,
  currentMillis,
  currentThi,
  spreadOf,
} from '../climate/barn-climate.ts';
import { figure } from '../figure.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ageDays } from '../metrics/age-days.ts';
import { climateRange, type Range } from '../metrics/climate-range.ts';
import { type ClimateReading, outOfRangeMeasures } from '../metrics/out-of-range-measures.ts';
import { readingsOfBarn } from '../snapshot/barn-readings.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { ContextClimate } from './context.ts';

type ClimateSnapshot = FarmSnapshot<
  (typeof LIVE_FLOCK_PARTS)[number] | 'readings' | 'newestReadings'
>;

const MINUTE_MILLIS = 60_000;

/** The current climate of every barn that was ever measured, against what its birds need. */
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
  const guest = liveFlocksOf(snapshot).findLast(
    ({ flock }) => flock.barnId === barnId && flock.placementDate <= day,
  );
  const range = guest ? rangeFor(guest, day) : null;
  const reading = shownClimate(current);
  const outOfRange = range ? outOfRangeMeasures(reading, range) : [];
  return {
    barnId,
    ts: formatInstant(at),
    ...reading,
    thi: figure('celsius', currentThi(current)),
    tempSpreadC: figure('celsius', spreadOf(current.temp)),
    status: statusOf({ isStale: last !== null, isEmpty: !guest, isOut: outOfRange.length > 0 }),
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

/** The climate at the time of the newest reading, however old. */
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
    humidity: figure('pct', humidity?.value),
    co2: figure('score', co2?.value),
    nh3: figure('time', nh3?.value),
  };
}

function rangeFor({ flock, kind }: FlockRecord, day: string) {
  return climateRange(kind, ageDays(flock, day));
}

function rounded({ min, max }: Range): Range {
  return { min: figure('celsius', min) ?? min, max: figure('celsius', max) ?? max };
}
