import type { CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { saleAmount } from './sale-amount.ts';

/**
 * What the sales of a flock brought up to a day; null without a sale, and when the amount of one
 * is not known.
 */
export function flockRevenue({ sales }: FlockRecord, until: CalendarDay): number | null {
  const amounts = sales.filter(({ date }) => date <= until).map(saleAmount);
  return amounts.length === 0 || amounts.includes(null) ? null : sum(amounts);
}
