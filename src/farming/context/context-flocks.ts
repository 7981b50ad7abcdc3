import { daysBetween } from '../../tools/calendar.ts';
import { figure } from '../figure.ts';
import { barnStatesOf, type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { weightNow } from '../flocks/projections.ts';
import { cumulativeMortalityPct } from '../metrics/cumulative-mortality-pct.ts';
import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import { hasDeathsRecorded } from '../mortality/has-deaths-recorded.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { weightBasisOn } from '../standards/standard-basis.ts';
import type { ContextFlock } from './context.ts';
import { shownRow } from './shown-row.ts';

type LiveSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

/** The flocks that are inside, the oldest placement first. */
export function contextFlocks(snapshot: LiveSnapshot): ContextFlock[] {
  return liveFlocksOf(snapshot).map((record) => contextFlock(record, snapshot));
}

function contextFlock(record: FlockRecord, snapshot: LiveSnapshot): ContextFlock {
  const { today, liveLogs } = snapshot;
  const { flock, weight, totals, placed, isImpossible } = record;
  const lastId = record.days.findLast(({ log }) => log !== null)?.log?.id;
  const lastLog = liveLogs.findLast(({ id }) => id === lastId) ?? null;
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
    cumMortalityPct:
      isImpossible || !hasDeathsRecorded(record)
        ? null
        : figure('pct', cumulativeMortalityPct(totals.mortality, placed)),
    weight: weight && {
      g: figure('grams', weight.g),
      source: weight.source,
      date: weight.day,
      uncalibrated: weight.uncalibrated,
      standardG: figure('grams', standardWeightOn(flock, weight.day)),
    },
    weightG: figure('grams', now.g),
    standardG: figure('grams', now.standardG),
    standardBasis: weightBasisOn(flock, today),
    deviationPct: figure('pct', now.deviationPct),
    weightDate: now.weightDate,
    weightUncalibrated: now.weightUncalibrated,
    weightReason: now.reason,
    lastLog: lastLog && shownRow('daily-logs', lastLog),
    daysSinceLog: lastLog && daysBetween(lastLog.date, today),
    densityKgM2: figure('kg', barnStatesOf(snapshot).get(flock.barnId)?.densityKgM2),
  };
}
