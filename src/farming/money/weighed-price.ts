import type { CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { ratioOf } from '../metrics/ratio-of.ts';

/** Something bought or sold by weight on a day. */
export interface Weighed {
  readonly day: CalendarDay;
  readonly amount: number;
  readonly kg: number;
}

/** The mean price of a kilogram, each deal by its weight; null of none. */
export function pricePerKg(deals: readonly Weighed[]): number | null {
  return ratioOf(sum(deals.map(({ amount }) => amount)), sum(deals.map(({ kg }) => kg)));
}
