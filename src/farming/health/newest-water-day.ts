import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { recentDays } from '../flocks/recent-days.ts';

const NEWEST_DAYS = 2;

/** Today or yesterday, whichever tells of the water last; a drop of last week is over. */
export function newestWaterDay(record: FlockRecord, today: CalendarDay): CalendarDay {
  const measured = recentDays(record, today, NEWEST_DAYS).filter(({ log }) => log?.waterL != null);
  return measured.at(-1)?.day ?? today;
}
