import { daysBetween } from '../../tools/calendar.ts';
import { median } from '../../tools/statistics.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** Days from ordering feed to its delivery: the median of the orders delivered, else the usual ones. */
export function feedLeadDays({ feedOrders, thresholds }: FarmSnapshot<'feedOrders'>): number {
  const days = feedOrders.flatMap(({ orderDate, deliveredAt }) =>
    orderDate === null || deliveredAt === null ? [] : [daysBetween(orderDate, deliveredAt)],
  );
  return median(days.filter((count) => count >= 0)) ?? thresholds.feedLeadDays;
}
