import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { mean } from '../../tools/statistics.ts';
import { findFlockDay } from '../flocks/find-flock-day.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { recentDays } from '../flocks/recent-days.ts';
import { ratioOf } from '../metrics/ratio-of.ts';

const DAYS_BEFORE = 7;
const FEWEST_DAYS = 3;

/**
 * Eggs of a flock on one day by the mean of the seven days before it; null when the day or all but
 * two of the seven were not recorded.
 */
export function eggDropOfDay(record: FlockRecord, day: CalendarDay): number | null {
  const eggs = findFlockDay(record, day)?.log?.eggs ?? null;
  const before = recentDays(record, addDays(day, -1), DAYS_BEFORE)
    .map(({ log }) => log?.eggs ?? null)
    .filter((count) => count !== null);
  return before.length < FEWEST_DAYS ? null : ratioOf(eggs, mean(before));
}
