import { daysBetween } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { knownLive } from '../flocks/known-live.ts';
import { cumulativeMortalityPct } from '../metrics/cumulative-mortality-pct.ts';
import { densityKgM2 } from '../metrics/density-kg-m2.ts';
import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import { weightDeviationPct } from '../metrics/weight-deviation-pct.ts';
import { hasDeathsRecorded } from '../mortality/has-deaths-recorded.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { ContextFlock } from './context.ts';
import { shownRow } from './shown-row.ts';

type LiveSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

const GRAMS_PER_KG = 1000;

/** The flocks that are inside, the oldest placement first. */
export function contextFlocks(snapshot: LiveSnapshot): ContextFlock[] {
  return liveFlocksOf(snapshot).map((record) => contextFlock(record, snapshot));
}

function contextFlock(record: FlockRecord, { today, liveLogs }: LiveSnapshot): ContextFlock {
  const { flock, weight, totals, placed, isImpossible } = record;
  const lastId = record.days.findLast(({ log }) => log !== null)?.log?.id;
  const lastLog = liveLogs.findLast(({ id }) => id === lastId) ?? null;
  const standard = weight && standardWeightOn(flock, weight.day);
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
    cumMortalityPct:
      isImpossible || !hasDeathsRecorded(record)
        ? null
        : figure('pct', cumulativeMortalityPct(totals.mortality, placed)),
    weight: weight && {
      g: figure('grams', weight.g),
      source: weight.source,
      date: weight.day,
    },
    standardG: figure('grams', standardWeightOn(flock, today)),
    deviationPct: figure('pct', weightDeviationPct(weight?.g ?? null, standard)),
    lastLog: lastLog && shownRow('daily-logs', lastLog),
    daysSinceLog: lastLog && daysBetween(lastLog.date, today),
    densityKgM2: figure('kg', densityKgM2(liveKg(record), record.barn?.areaSqm ?? null)),
  };
}

/** The weight of all birds of a flock, kg; null when they were not counted or weighed. */
export function liveKg(record: FlockRecord): number | null {
  const live = knownLive(record);
  if (live === null || record.weight === null) return null;
  return (live * record.weight.g) / GRAMS_PER_KG;
}
