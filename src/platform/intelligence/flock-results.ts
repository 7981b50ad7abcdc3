import { lastDayInside } from '../../farming/metrics/last-day-inside.ts';
import type { FlockResult } from '../../farming/snapshot/flock-result.ts';
import type { FlockResultRow } from '../../storage/snapshot/flock-results.ts';
import { parseInstant } from '../../tools/calendar.ts';
import { createDayLookup } from '../computed/day-lookup.ts';

/** The results of closed flocks, each with its last day by the calendar of its farm. */
export function flockResults(
  rows: readonly FlockResultRow[],
  zoneOf: (row: FlockResultRow) => string,
): FlockResult[] {
  const dayOf = createDayLookup();
  return rows.map((row) => {
    const { latitude, longitude, closedAt, lastLogDate, lastSaleDate, ...result } = row;
    const closed = closedAt === null ? undefined : parseInstant(closedAt);
    const closedDay = closed === undefined ? null : dayOf(closed, zoneOf(row));
    return { ...result, lastDay: lastDayInside({ closedDay, lastLogDate, lastSaleDate }) };
  });
}
