import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';

const FIRST_DAY = '1970-01-01';

/** A day as a number by which days can be compared: how many lie between it and 1970. */
export function dayNumber(day: CalendarDay): number {
  return daysBetween(FIRST_DAY, day);
}
