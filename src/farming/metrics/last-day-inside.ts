import type { CalendarDay } from '../../tools/calendar.ts';

/** The last traces of a flock that is closed. */
export interface FlockEnd {
  readonly closedDay: CalendarDay | null;
  readonly lastLogDate: CalendarDay | null;
  readonly lastSaleDate: CalendarDay | null;
}

/**
 * The last day on which birds of a closed flock were in the barn: that of the last sale or log,
 * since a flock is often closed on paper days after the birds left, but no later than the closing.
 */
export function lastDayInside(end: FlockEnd): CalendarDay | null {
  const traces = [end.lastLogDate, end.lastSaleDate].filter((day) => day !== null);
  const trace = traces.toSorted().at(-1) ?? null;
  const bounds = [trace, end.closedDay].filter((day) => day !== null);
  return bounds.toSorted()[0] ?? null;
}
