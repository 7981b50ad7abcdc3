import { addDays } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

const DAYS = 90;

/**
 * What an occupied barn costs a day beside feed, in the farm's currency: the expenses of the last
 * 90 days that are not of one flock, by days and by the barns that hold birds.
 */
export function fixedCostPerDay(
  { expenses, today }: FarmSnapshot<'expenses'>,
  live: readonly FlockRecord[],
): number {
  const since = addDays(today, -DAYS);
  const shared = expenses.filter(
    ({ flockId, date }) => flockId === null && since < date && date <= today,
  );
  const barns = new Set(live.map(({ flock }) => flock.barnId)).size;
  return sum(shared.map(({ amount }) => amount)) / DAYS / Math.max(1, barns);
}
