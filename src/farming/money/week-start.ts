import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';

const A_SUNDAY: CalendarDay = '1899-12-31';

/** The first day of the week a day lies in, of weeks that begin on a weekday: 0 Sunday, 1 Monday. */
export function weekStart(day: CalendarDay, firstWeekday: number): CalendarDay {
  const weekday = (daysBetween(A_SUNDAY, day) % 7) + 7;
  return addDays(day, -((weekday - firstWeekday) % 7));
}
