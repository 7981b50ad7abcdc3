import type { ComputedOf, ResourceName, StoredOf } from '../../model/resources/registry.ts';
import type { Connection } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import { type CalendarDay, dayInZone, endOfDay, startOfDay } from '../../tools/calendar.ts';

/** What the computed fields of a page of rows depend on besides the rows. */
export interface ComputeContext {
  readonly scope: Scope;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The zone of a farm of the page; of the organisation for null. */
  readonly zoneOf: (farmId: string | null) => string;
}

/** The context of one page, with where its neighbours are read. */
export interface PageContext extends ComputeContext {
  readonly connection: Connection;
  /** What day it is on a farm. */
  readonly todayOf: (farmId: string | null) => CalendarDay;
}

/**
 * Computes the fields of a page of rows, in their order. However many rows there are, it makes the
 * same small number of queries.
 */
export type Compute<N extends ResourceName> = (
  rows: readonly StoredOf<N>[],
  page: PageContext,
) => Promise<ComputedOf<N>[]>;

/** Makes a computation of one that needs nothing but the row and what day it is on its farm. */
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
 * Makes a function from an instant and a zone to the calendar day. It is fast for instants that
 * come in order, as those of a page do: within the day it looked up last it only compares.
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
