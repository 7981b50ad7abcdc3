import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { cumulativeMortalityPct } from '../metrics/cumulative-mortality-pct.ts';

/** Share of the days up to an age that must be recorded for the deaths up to it to be known. */
const ENOUGH_RECORDED = 0.6;

/**
 * Birds of a flock found dead up to and including a day of age, in % of those placed. Null when it
 * did not reach that age, when its records are impossible, or when too few days tell of deaths.
 */
export function mortalityAtAge(record: FlockRecord, ageDays: number): number | null {
  const { flock, placed, isImpossible } = record;
  if (isImpossible || record.ageDays === null || record.ageDays < ageDays) return null;
  const recorded = record.days.filter(
    (day) => day.ageDays <= ageDays && (day.log?.mortality ?? null) !== null,
  );
  const span = ageDays - (flock.arrivalAgeDays ?? 0);
  if (span < 0 || recorded.length < span * ENOUGH_RECORDED) return null;
  return cumulativeMortalityPct(sum(recorded.map(({ log }) => log?.mortality)), placed);
}
