import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import type { FlockDay, FlockRecord } from './flock-record.ts';

/** The recorded days of a flock among the last `count` calendar days up to and including a day. */
export function recentDays(
  record: FlockRecord,
  until: CalendarDay,
  count: number,
): readonly FlockDay[] {
  const before = addDays(until, -count);
  return record.days.filter(({ day }) => day > before && day <= until);
}
