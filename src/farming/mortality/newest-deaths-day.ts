import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { recentDays } from '../flocks/recent-days.ts';

const RECENT_DAYS = 7;

/**
 * The newest day of the last seven, today included, on which deaths of a flock were recorded; null
 * when there is none: what is older says nothing of today.
 */
export function newestDeathsDay(record: FlockRecord, today: CalendarDay): CalendarDay | null {
  const recent = recentDays(record, today, RECENT_DAYS);
  return recent.findLast(({ log }) => log?.mortality != null)?.day ?? null;
}
