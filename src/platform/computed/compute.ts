import type { ComputedOf, ResourceName, StoredOf } from '../../model/registry.ts';
import type { Connection } from '../../storage/database.ts';
import type { Scope } from '../../storage/records/scope.ts';
import type { CalendarDay } from '../../tools/calendar.ts';

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
