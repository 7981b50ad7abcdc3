import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockDay, FlockRecord } from './flock-record.ts';

/** What is recorded of a flock on a day; undefined without a log or a sale. */
export function findFlockDay({ days }: FlockRecord, day: CalendarDay): FlockDay | undefined {
  // Figures of every day ask for the days before it: of hens there are hundreds, in their order.
  let low = 0;
  let high = days.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = days[middle];
    if (found === undefined || found.day === day) return found;
    if (found.day < day) low = middle + 1;
    else high = middle - 1;
  }
  return undefined;
}
