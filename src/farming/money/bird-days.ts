import { addDays } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';

/**
 * Birds that began each day in the barn, added up by month, `2026-11`, from placement to the last
 * day of the flock. Empty when it is not known how many were placed or when the flock ended.
 */
export function birdDaysByMonth({
  flock,
  placed,
  lastDay,
  days,
}: FlockRecord): ReadonlyMap<string, number> {
  const byMonth = new Map<string, number>();
  if (placed === null || lastDay === null) return byMonth;
  const removed = new Map(
    days.map(({ day, log, soldBirds }) => [
      day,
      (log?.mortality ?? 0) + (log?.culls ?? 0) + soldBirds,
    ]),
  );
  let birds = placed;
  for (let day = flock.placementDate; day <= lastDay; day = addDays(day, 1)) {
    const month = day.slice(0, 7);
    byMonth.set(month, (byMonth.get(month) ?? 0) + birds);
    birds = Math.max(0, birds - (removed.get(day) ?? 0));
  }
  return byMonth;
}
