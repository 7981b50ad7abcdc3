import { median } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { expectedCumulativeMortalityPct } from '../standards/expected-mortality-pct.ts';
import { mortalityAtAge } from './mortality-at-age.ts';

/** How many birds should have died, in % of those placed, and what says so. */
export interface ExpectedMortality {
  readonly pct: number;
  /** The closed flocks of the farm, or the mortality curve of the kind. */
  readonly basis: 'farm' | 'curve';
}

/** Birds of another flock that came this much older or younger lived through something else. */
const SAME_ARRIVAL_DAYS = 7;

/**
 * What a flock should have lost from its arrival up to a day of age: the median of the closed
 * flocks of the farm at that age when there are enough that came at the same age, else the
 * mortality curve of their kind.
 */
export function expectedMortality(
  record: FlockRecord,
  ageDays: number,
  known: { readonly history: readonly FlockRecord[]; readonly flocksNeeded: number },
): ExpectedMortality {
  const arrival = record.flock.arrivalAgeDays ?? 0;
  const values = known.history
    .filter(({ flock }) => Math.abs((flock.arrivalAgeDays ?? 0) - arrival) <= SAME_ARRIVAL_DAYS)
    .map((closed) => mortalityAtAge(closed, ageDays))
    .filter((pct) => pct !== null);
  const middle = values.length < known.flocksNeeded ? null : median(values);
  if (middle !== null) return { pct: middle, basis: 'farm' };
  const [from, to] = [arrival, ageDays].map((age) =>
    expectedCumulativeMortalityPct(record.kind, age),
  );
  return { pct: Math.max(0, (to ?? 0) - (from ?? 0)), basis: 'curve' };
}
