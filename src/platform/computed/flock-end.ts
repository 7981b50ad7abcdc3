import { lastDayInside } from '../../farming/metrics/last-day-inside.ts';
import type { FlockTotals } from '../../storage/records/flock-totals.ts';
import { type CalendarDay, dayInZone, parseInstant } from '../../tools/calendar.ts';

/** The last day on which birds of a closed flock were in the barn, by the calendar of its farm. */
export function flockEnd(
  closedAt: string | null,
  totals: FlockTotals | undefined,
  zone: string,
): CalendarDay | null {
  const closed = closedAt === null ? undefined : parseInstant(closedAt);
  return lastDayInside({
    closedDay: closed === undefined ? null : dayInZone(closed, zone),
    lastLogDate: totals?.lastLogDate ?? null,
    lastSaleDate: totals?.lastSaleDate ?? null,
  });
}
