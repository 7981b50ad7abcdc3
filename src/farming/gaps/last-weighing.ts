import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';

/** The last time a flock was weighed by hand; null when it never was. */
export function lastWeighing({
  days,
}: FlockRecord): { readonly day: CalendarDay; readonly g: number } | null {
  const weighed = days.findLast(({ log }) => (log?.avgWeightGr ?? 0) > 0);
  const g = weighed?.log?.avgWeightGr ?? null;
  return weighed && g !== null ? { day: weighed.day, g } : null;
}

/** Days since a flock was last weighed by hand; where it never was, since it came. */
export function daysSinceWeighing(record: FlockRecord, today: CalendarDay): number {
  return daysBetween(lastWeighing(record)?.day ?? record.flock.placementDate, today);
}
