import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { ratioOf } from './ratio-of.ts';

/** What a bird weighed on a day. */
export interface WeightOnDay {
  readonly day: CalendarDay;
  readonly g: number;
}

/** Weight gained a day between two weighings, in g; null when they are not of two days in order. */
export function dailyGainG(from: WeightOnDay, to: WeightOnDay): number | null {
  const days = daysBetween(from.day, to.day);
  return days <= 0 ? null : (to.g - from.g) / days;
}

/** Weight by age, in g a day: the gain over the whole life, that of the chick included. */
export function lifetimeGainG(weightG: number | null, ageDays: number): number | null {
  return ratioOf(weightG, ageDays);
}
