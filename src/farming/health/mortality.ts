import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { median, sum } from '../../tools/statistics.ts';
import { type Certainty, certaintyOf } from '../core/figure.ts';
import { deathDaysOf, findFlockDay } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { areDeathsKnown, cumulativeMortalityPct, livabilityPct } from '../metrics/mortality.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';
import { expectedCumulativeMortalityPct } from '../standards/standard-values.ts';

/**
 * The mortality standard, in % of the birds placed: the mortality curve of the kind from arrival up
 * to an age. Charts, comparisons and scores all use it.
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

/** The usual mortality of a farm, in % of the birds placed, and its source. */
export interface UsualMortality {
  readonly pct: number;
  /** The closed flocks of the farm, or the standard. */
  readonly basis: 'farm' | 'curve';
}

/**
 * Maximum difference in arrival age for a comparison: birds that arrived older or younger had a
 * different history.
 */
const SAME_ARRIVAL_DAYS = 7;

/**
 * The usual mortality of a farm from arrival up to an age: the median of its closed flocks with a
 * similar arrival age if there are enough, else the standard.
 */
export function usualMortality(
  record: FlockRecord,
  ageDays: number,
  reference: { readonly history: readonly FlockRecord[]; readonly flocksNeeded: number },
): UsualMortality {
  const arrival = record.flock.arrivalAgeDays ?? 0;
  const values = reference.history
    .filter(({ flock }) => Math.abs((flock.arrivalAgeDays ?? 0) - arrival) <= SAME_ARRIVAL_DAYS)
    .map((closed) => mortalityAtAge(closed, ageDays))
    .filter((pct) => pct !== null);
  const middle = values.length < reference.flocksNeeded ? null : median(values);
  if (middle !== null) return { pct: middle, basis: 'farm' };
  return {
    pct: standardMortalityPct({ kind: record.kind, arrivalAgeDays: arrival }, ageDays),
    basis: 'curve',
  };
}

/** Deaths of a flock since placement. */
export interface CumulativeMortality {
  /** In % of the birds placed; null without any log of deaths, and when records are impossible. */
  readonly cumMortalityPct: number | null;
  readonly mortalityDays: number;
  /** When above 0, the deaths are a lower bound. */
  readonly mortalityDaysUnlogged: number;
}

/**
 * Whether a flock may have fewer birds than recorded because deaths of some days are not logged.
 */
export function isLiveUpperBound(record: FlockRecord): boolean {
  return record.live !== null && record.live > 0 && deathDaysOf(record).unlogged > 0;
}

/** Certainty of the livability of a flock: unlogged deaths can only lower it. */
export function livabilityCertainty(record: FlockRecord): Certainty {
  return certaintyOf({ lower: deathDaysOf(record).unlogged > 0 });
}

/**
 * Certainty of a figure per live bird up to a day: with unlogged deaths there are fewer birds, so
 * that each ate, drank or laid more. On a day of a sale it may also be lower: birds that left were
 * there for an unknown part of the day.
 */
export function perBirdCertainty(record: FlockRecord, day: CalendarDay): Certainty {
  const isSaleDay = (findFlockDay(record, day)?.soldBirds ?? 0) > 0;
  const { unlogged } = deathDaysOf(record, { until: day });
  return certaintyOf({ higher: isSaleDay || unlogged > 0, lower: isSaleDay });
}

/** Birds of a flock found dead since placement, with the number of unlogged days. */
export function cumulativeMortality(record: FlockRecord): CumulativeMortality {
  const { isImpossible, placed, totals } = record;
  const { due, unlogged } = deathDaysOf(record);
  const isKnown = hasDeathsRecorded(record) && !isImpossible;
  return {
    cumMortalityPct: isKnown ? cumulativeMortalityPct(totals.mortality, placed) : null,
    mortalityDays: due,
    mortalityDaysUnlogged: unlogged,
  };
}

/**
 * Birds of a flock found dead up to and including an age, in % of the birds placed. Null when it
 * did not reach that age, its records are impossible, or deaths are logged on too few days.
 */
export function mortalityAtAge(record: FlockRecord, ageDays: number): number | null {
  const { flock, placed, isImpossible } = record;
  const daysInBarn = ageDays - (flock.arrivalAgeDays ?? 0);
  if (isImpossible || record.ageDays === null || record.ageDays < ageDays || daysInBarn < 0)
    return null;
  if (!areDeathsKnown(deathDaysOf(record, { until: addDays(flock.placementDate, daysInBarn) })))
    return null;
  const recorded = record.days.filter((day) => day.ageDays <= ageDays);
  return cumulativeMortalityPct(sum(recorded.map(({ log }) => log?.mortality)), placed);
}

/**
 * Birds of a flock that neither died nor were culled by its last day, in % of those placed. Null
 * when deaths are logged on too few days, because unlogged deaths are not survivors.
 */
export function flockLivabilityPct(record: FlockRecord): number | null {
  const { isImpossible, placed, totals } = record;
  if (!hasDeathsRecorded(record) || !areDeathsKnown(deathDaysOf(record))) return null;
  return livabilityPct(isImpossible ? null : placed, totals);
}

/** Whether deaths of a flock were ever recorded, including zero. */
export function hasDeathsRecorded({ days, totals }: FlockRecord): boolean {
  return totals.mortality > 0 || days.some(({ log }) => log?.mortality != null);
}
