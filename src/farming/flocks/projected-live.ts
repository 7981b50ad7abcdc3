import type { CalendarDay } from '../../tools/calendar.ts';
import { ageDays } from '../metrics/age-days.ts';
import { expectedCumulativeMortalityPct } from '../standards/expected-mortality-pct.ts';
import type { FlockRecord } from './flock-record.ts';
import { knownLive } from './known-live.ts';

/**
 * Birds of a flock still alive on a later day when no more die than the mortality curve of their
 * kind says, not rounded; those alive now for a day that is not later, null when that is unknown.
 */
export function projectedLive(record: FlockRecord, day: CalendarDay): number | null {
  const live = knownLive(record);
  if (live === null || record.ageDays === null) return null;
  const later = Math.max(record.ageDays, ageDays(record.flock, day));
  const now = survivingPct(record, record.ageDays);
  return (live * survivingPct(record, later)) / now;
}

function survivingPct({ kind }: FlockRecord, age: number): number {
  // Hens are never kept as long as it takes the curve to reach 100 %.
  return Math.max(1, 100 - expectedCumulativeMortalityPct(kind, age));
}
