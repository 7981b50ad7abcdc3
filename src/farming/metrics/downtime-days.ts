import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';

/**
 * Days a barn stood empty between the last birds of a flock and the placement of the next; null
 * when the two overlap.
 */
export function downtimeDays(
  lastDayInside: CalendarDay,
  nextPlacement: CalendarDay,
): number | null {
  const days = daysBetween(lastDayInside, nextPlacement);
  return days < 0 ? null : days;
}
