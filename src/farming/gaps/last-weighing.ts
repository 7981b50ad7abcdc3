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

/** By then the hens of every breed are in lay. */
const GROWN_HEN_DAYS = 140;
const GROWN_HEN_WEIGHING_DAYS = 28;

/** Whether a flock is one of hens in lay, whose weight hardly changes. */
export function isGrownHen({ kind, ageDays }: Pick<FlockRecord, 'kind' | 'ageDays'>): boolean {
  return kind === 'layer' && (ageDays ?? 0) >= GROWN_HEN_DAYS;
}

/** Whether a flock that was weighed so many days ago should be weighed again: hens in lay after 28. */
export function isWeighingDue(
  record: Pick<FlockRecord, 'kind' | 'ageDays'>,
  daysAgo: number,
  weighingDays: number,
): boolean {
  const allowed = isGrownHen(record)
    ? Math.max(weighingDays, GROWN_HEN_WEIGHING_DAYS)
    : weighingDays;
  return daysAgo >= allowed;
}
