import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { findFlockDay } from '../flocks/find-flock-day.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { eggDropRatio } from '../metrics/egg-drop-ratio.ts';

const RECENT = [0, 1] as const;
const BEFORE = [2, 3, 4, 5, 6, 7, 8] as const;

/**
 * Eggs a day of a flock on a day and the one before, by those of the seven days before these; null
 * when too few of them were recorded.
 */
export function eggDropOn(record: FlockRecord, day: CalendarDay): number | null {
  const eggs = (daysAgo: number) => findFlockDay(record, addDays(day, -daysAgo))?.log?.eggs ?? null;
  return eggDropRatio(RECENT.map(eggs), BEFORE.map(eggs));
}
