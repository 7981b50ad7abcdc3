import { median, sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { cumulativeMortalityPct } from '../metrics/mortality.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import { expectedCumulativeMortalityPct } from '../standards/standard-values.ts';

/**
 * The standard of deaths, in % of the birds placed: the mortality curve of their kind from arrival
 * up to a day of age. Charts, comparisons and scores all use it.
 */
export function standardMortalityPct(
  { kind, arrivalAgeDays }: { readonly kind: BirdKind; readonly arrivalAgeDays: number | null },
  ageDays: number,
): number {
  const [from, to] = [arrivalAgeDays ?? 0, ageDays].map((age) =>
    expectedCumulativeMortalityPct(kind, age),
  );
  return Math.max(0, (to ?? 0) - (from ?? 0));
}

/** How many birds usually die on a farm, in % of those placed, and the source of the figure. */
export interface UsualMortality {
  readonly pct: number;
  /** The closed flocks of the farm, or the standard. */
  readonly basis: 'farm' | 'curve';
}

/** Birds of another flock that came this much older or younger lived through something else. */
const SAME_ARRIVAL_DAYS = 7;

/**
 * The deaths that are usual on a farm from arrival up to a day of age: the median of its closed
 * flocks at that age when there are enough that came at the same age, else the standard.
 */
export function usualMortality(
  record: FlockRecord,
  ageDays: number,
  known: { readonly history: readonly FlockRecord[]; readonly flocksNeeded: number },
): UsualMortality {
  const arrival = record.flock.arrivalAgeDays ?? 0;
  const values = known.history
    .filter(({ flock }) => Math.abs((flock.arrivalAgeDays ?? 0) - arrival) <= SAME_ARRIVAL_DAYS)
    .map((closed) => mortalityAtAge(closed, ageDays))
    .filter((pct) => pct !== null);
  const middle = values.length < known.flocksNeeded ? null : median(values);
  if (middle !== null) return { pct: middle, basis: 'farm' };
  return {
    pct: standardMortalityPct({ kind: record.kind, arrivalAgeDays: arrival }, ageDays),
    basis: 'curve',
  };
}

/** Share of the days up to an age that must be recorded for the deaths up to it to be known. */
const ENOUGH_RECORDED = 0.6;

/**
 * Birds of a flock found dead up to and including a day of age, in % of those placed. Null when it
 * did not reach that age, when its records are impossible, or when too few days tell of deaths.
 */
export function mortalityAtAge(record: FlockRecord, ageDays: number): number | null {
  const { flock, placed, isImpossible } = record;
  if (isImpossible || record.ageDays === null || record.ageDays < ageDays) return null;
  const recorded = record.days.filter(
    (day) => day.ageDays <= ageDays && (day.log?.mortality ?? null) !== null,
  );
  const span = ageDays - (flock.arrivalAgeDays ?? 0);
  if (span < 0 || recorded.length < span * ENOUGH_RECORDED) return null;
  return cumulativeMortalityPct(sum(recorded.map(({ log }) => log?.mortality)), placed);
}

/** Whether anybody ever recorded how many birds of a flock died, be it none. */
export function hasDeathsRecorded({ days }: FlockRecord): boolean {
  return days.some(({ log }) => log?.mortality != null);
}
