import type { ComputedOf, ResourceName, StoredOf } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { type CalendarDay, dayInZone, endOfDay, startOfDay } from '../../tools/calendar.ts';

/** Inputs of the computed fields of a page besides its rows. */
export interface ComputeContext {
  readonly scope: Scope;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The zone of a farm; for null, that of the organisation. */
  readonly zoneOf: (farmId: string | null) => string;
}

/** The context of one page, with the connection for reading related rows. */
export interface PageContext extends ComputeContext {
  readonly connection: Connection;
  /** The current day of a farm. */
  readonly todayOf: (farmId: string | null) => CalendarDay;
}

/**
 * Computes the fields of a page of rows, in order. The number of queries is small and does not
 * depend on the number of rows.
 */
export type Compute<N extends ResourceName> = (
  rows: readonly StoredOf<N>[],
  page: PageContext,
) => Promise<ComputedOf<N>[]>;

/** Makes a page computation from a function of a row and the current day of its farm. */
export function perRow<N extends ResourceName>(
  computeRow: (row: StoredOf<N>, today: CalendarDay) => ComputedOf<N>,
): Compute<N> {
  return async (rows, page) => rows.map((row) => computeRow(row, page.todayOf(row.farmId)));
}

interface KnownDay {
  readonly day: CalendarDay;
  readonly from: number;
  readonly to: number;
}

/**
 * Creates a function that converts an instant and a zone to the calendar day. Optimised for
 * ascending instants, as on a page: within the last day looked up it only compares.
 */
export function createDayLookup(): (millis: number, zone: string) => CalendarDay {
  const lastByZone = new Map<string, KnownDay>();
  return (millis, zone) => {
    const last = lastByZone.get(zone);
    if (last && millis >= last.from && millis <= last.to) return last.day;
    const day = dayInZone(millis, zone);
    lastByZone.set(zone, { day, from: startOfDay(day, zone), to: endOfDay(day, zone) });
    return day;
  };
}
