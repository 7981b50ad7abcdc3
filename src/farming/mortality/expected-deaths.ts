import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { ageDays } from '../metrics/age-days.ts';
import { expectedMortalityPct } from '../standards/expected-mortality-pct.ts';

/**
 * Birds of a flock that the mortality curve of their kind expects to die on a day, not rounded;
 * the day of placement counts as the first day. Null when it is not known how many were placed.
 */
export function expectedDeaths(record: FlockRecord, day: CalendarDay): number | null {
  const age = Math.max(1, ageDays(record.flock, day));
  return record.placed === null
    ? null
    : (expectedMortalityPct(record.kind, age) / 100) * record.placed;
}
