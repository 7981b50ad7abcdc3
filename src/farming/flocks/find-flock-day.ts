import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockDay, FlockRecord } from './flock-record.ts';

/** What is recorded of a flock on a day; undefined without a log or a sale. */
export function findFlockDay(record: FlockRecord, day: CalendarDay): FlockDay | undefined {
  // The days asked for are mostly the newest.
  return record.days.findLast((recorded) => recorded.day === day);
}
