import { addDays, daysBetween } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

const COST_DAYS = 30;
const SALES_DAYS = 365;

/** What work cost, in the farm's currency. */
export interface LaborCost {
  /** Over the last 30 days. */
  readonly cost: number | null;
  /** Since labour is recorded, at most a year, by what was sold in that time. */
  readonly perKg: number | null;
  readonly perBird: number | null;
}

/**
 * What work cost by the expenses of category `labor`; null without any. Per kg and bird it takes a
 * year, since wages are paid by the month and birds are sold by the flock; null while labour is
 * recorded for less than 30 days.
 */
export function laborCost({
  expenses,
  sales,
  today,
}: FarmSnapshot<'expenses' | 'sales'>): LaborCost {
  const yearAgo = addDays(today, -SALES_DAYS);
  const wages = expenses.filter(
    ({ category, date }) => category === 'labor' && yearAgo < date && date <= today,
  );
  const monthAgo = addDays(today, -COST_DAYS);
  const recent = wages.filter(({ date }) => date > monthAgo);
  const since = wages.map(({ date }) => date).toSorted()[0];
  const isLong = since !== undefined && daysBetween(since, today) >= COST_DAYS;
  const sold = isLong ? sales.filter(({ date }) => since <= date && date <= today) : [];
  const total = sum(wages.map(({ amount }) => amount));
  return {
    cost: recent.length === 0 ? null : sum(recent.map(({ amount }) => amount)),
    perKg: ratioOf(total, sum(sold.map(({ totalWeightKg }) => totalWeightKg))),
    perBird: ratioOf(total, sum(sold.map(({ birdsCount }) => birdsCount))),
  };
}
