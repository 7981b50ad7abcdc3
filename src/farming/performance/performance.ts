import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { sum, sumOrUnknown } from '../../tools/statistics.ts';
import { weightRatio } from '../core/barn-state.ts';
import { type Certainty, certaintyOf } from '../core/figure.ts';
import { deathDaysOf } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import {
  epef,
  type FeedConversion,
  feedConversionRatio,
  mortalityAdjustedFeedConversionRatio,
} from '../metrics/feed-and-water.ts';
import { areDeathsKnown, livabilityPct } from '../metrics/mortality.ts';
import { lifetimeGainG } from '../metrics/weight.ts';
import {
  standardCumulativeFeedG,
  standardFcr,
  standardWeightG,
} from '../standards/standard-values.ts';
import { feedEaten, feedEatenBy } from './feed-eaten.ts';

/**
 * Age below which birds have eaten little and still live on their yolk, so that ratios of feed,
 * weight and age are meaningless.
 */
export const YOUNGEST_DAYS = 7;

/** The performance of a flock up to a day; unrounded. */
export interface Performance {
  readonly day: CalendarDay;
  /** For a flock that was sold, the mean age of its birds at sale. */
  readonly ageDays: number;
  readonly weightG: number | null;
  /** Over the whole life. */
  readonly adgG: number | null;
  /** Null, like `epef`, when deaths are logged on too few days. */
  readonly livabilityPct: number | null;
  /** Of `fcr` and `epef`, from the days without logged deaths or feed. */
  readonly certainty: { readonly fcr: Certainty; readonly epef: Certainty };
  /** Null for hens, which are not kept for meat. */
  readonly fcr: number | null;
  /** Whether `fcr` is certainly too high because it includes feed that is still in the silo. */
  readonly isFcrUpperBound: boolean;
  /** Whether `fcr` may be too high or too low, such as with interpolated feed of unlogged days. */
  readonly isFcrEstimated: boolean;
  /** Whether `fcr` is certainly not too high: unlogged deaths leave fewer birds for the same feed. */
  readonly isFcrLowerBound: boolean;
  /** Includes the birds that died at their standard weight. */
  readonly fcrMortalityAdjusted: number | null;
  readonly epef: number | null;
  /** Whether feed is known from deliveries only, and they are far too small for the birds. */
  readonly areDeliveriesTooLittle: boolean;
  /** Why `fcr` is null; null when it is known. */
  readonly unknown: UnknownFcr | null;
  /** The sums behind the figures, used to combine several flocks; null when `fcr` is. */
  readonly sums: PerformanceSums | null;
}

/**
 * Why there is no feed conversion: birds in their first week, a sale without a plausible weight,
 * number of birds unknown, not weighed, weighed too long ago, feed neither logged nor (fully)
 * delivered, hens.
 */
export type UnknownFcr =
  | 'too_young'
  | 'sale_weight_missing'
  | 'no_birds_placed'
  | 'no_weight'
  | 'weighing_stale'
  | 'no_feed'
  | 'not_for_hens';

/** The sums behind the ratios of a flock. */
export interface PerformanceSums {
  readonly feedKg: number;
  /** Sold and alive. */
  readonly kg: number;
  readonly placed: number;
  /** Neither died nor culled. */
  readonly survived: number;
}

/** Inputs of the performance other than the records of a flock. */
export interface PerformanceBasis {
  /** The deliveries for the flock, used when its feed was not logged. */
  readonly deliveries: readonly StoredOf<'feed-deliveries'>[];
  readonly thresholds: Pick<Thresholds, 'feedCoveragePct'>;
}

/** The birds of a flock on a day: their age, the weight of one, and the number alive. */
export interface WeighedBirds {
  readonly day: CalendarDay;
  readonly ageDays: number;
  readonly weightG: number | null;
  readonly liveKg: number | null;
}

/** The performance of a flock up to a day, given the weight of its birds. */
export function performanceOf(
  record: FlockRecord,
  birds: WeighedBirds,
  basis: PerformanceBasis,
): Performance {
  const { day, ageDays, weightG, liveKg } = birds;
  const state = flockStateOn(record, day);
  const deathDays = deathDaysOf(record, { until: day });
  const areLossesKnown = !record.isImpossible && areDeathsKnown(deathDays);
  const livability = livabilityPct(areLossesKnown ? record.placed : null, state);
  const feed = feedOf(record, day, basis);
  const unknown = unknownFcr(record, { ...birds, soldKg: state.soldKg, feedKg: feed.kg });
  const feedKg = unknown === null ? feed.kg : null;
  const conversion = { feedKg, liveKg, soldKg: state.soldKg };
  const computed = feedConversionRatio(conversion);
  const isIncomplete = feed.isUpperBound && isImplausiblyLow(record, ageDays, computed);
  const fcr = isIncomplete ? null : computed;
  const certainty = certaintiesOf(feed, deathDays.unlogged > 0, liveKg);
  return {
    areDeliveriesTooLittle: isIncomplete,
    day,
    ageDays,
    weightG,
    adgG: lifetimeGainG(weightG, ageDays),
    livabilityPct: livability,
    certainty,
    fcr,
    ...(fcr === null ? NO_MARKS : marksOf(feed, certainty.fcr)),
    fcrMortalityAdjusted: mortalityAdjustedFeedConversionRatio(conversion, deadKg(record, day)),
    epef: epef({
      livabilityPct: livability,
      weightKg: weightG === null ? null : weightG / 1000,
      ageDays,
      fcr,
    }),
    unknown: fcr === null ? (isIncomplete ? 'no_feed' : (unknown ?? 'no_weight')) : null,
    sums: fcr === null || feedKg === null ? null : sumsOf(record, state, { feedKg, fcr }),
  };
}

const NO_MARKS = { isFcrUpperBound: false, isFcrEstimated: false, isFcrLowerBound: false };

function marksOf({ isUpperBound }: KnownFeed, certainty: Certainty): typeof NO_MARKS {
  return {
    isFcrUpperBound: isUpperBound,
    isFcrEstimated: certainty === 'estimated',
    isFcrLowerBound: certainty === 'at_least',
  };
}

/**
 * Unlogged deaths lower the livability and the weight of the flock; feed is interpolated, or includes
 * what is in the silo.
 */
function certaintiesOf(
  { isUpperBound, isEstimated }: KnownFeed,
  areDeathsUnlogged: boolean,
  liveKg: number | null,
) {
  // The weight of sold birds was measured; unlogged deaths only lower that of the live ones.
  const isWeightAtMost = areDeathsUnlogged && liveKg !== null && liveKg > 0;
  const fcr = { higher: isEstimated || isWeightAtMost, lower: isEstimated || isUpperBound };
  const epef = { higher: fcr.lower, lower: fcr.higher || areDeathsUnlogged };
  return { fcr: certaintyOf(fcr), epef: certaintyOf(epef) };
}

/**
 * Minimum feed for the weight of a flock, as a share of the breed standard; with less, deliveries
 * are missing.
 */
const LEAST_OF_STANDARD = 0.8;

function isImplausiblyLow({ breed }: FlockRecord, ageDays: number, fcr: number | null): boolean {
  const standard = breed ? standardFcr(breed, ageDays) : null;
  return fcr !== null && standard !== null && fcr < standard * LEAST_OF_STANDARD;
}

/**
 * Whether deliveries are far below the feed that the birds of a flock have eaten by the breed
 * standard, not counting birds that died. For a flock without a weight, whose growth is unknown.
 */
export function isFarBelowStandardFeed(record: FlockRecord, deliveredKg: number): boolean {
  const { breed, flock, ageDays: age, live, placed, isImpossible } = record;
  if (!breed || age === null || age < YOUNGEST_DAYS || live === null) return false;
  if (placed === null || isImpossible) return false;
  const arrival = flock.arrivalAgeDays ?? 0;
  const eatenG = (ageDays: number) => {
    const before = arrival === 0 ? 0 : standardCumulativeFeedG(breed, arrival);
    const until = standardCumulativeFeedG(breed, ageDays);
    return before === null || until === null ? null : until - before;
  };
  const saleDays = record.days.filter(({ soldBirds }) => soldBirds > 0);
  const groups = [{ birds: live, ageDays: age }].concat(
    saleDays.map(({ soldBirds, ageDays }) => ({ birds: soldBirds, ageDays })),
  );
  const grams = groups.map(({ birds, ageDays }) => {
    const eatenPerBirdG = birds === 0 ? 0 : eatenG(ageDays);
    return eatenPerBirdG === null ? null : birds * eatenPerBirdG;
  });
  const neededKg = grams.includes(null) ? null : sum(grams) / 1000;
  return neededKg !== null && deliveredKg < neededKg * LEAST_OF_STANDARD;
}

function unknownFcr(
  { kind, isImpossible, placed }: FlockRecord,
  { ageDays, liveKg, soldKg, feedKg }: WeighedBirds & Pick<FeedConversion, 'feedKg' | 'soldKg'>,
): UnknownFcr | null {
  if (kind === 'layer') return 'not_for_hens';
  if (placed === null || isImpossible) return 'no_birds_placed';
  if (ageDays < YOUNGEST_DAYS) return 'too_young';
  if (soldKg === null) return 'sale_weight_missing';
  if (liveKg === null) return 'no_weight';
  return feedKg === null ? 'no_feed' : null;
}

function sumsOf(
  { placed }: FlockRecord,
  { mortality, culls }: FlockState,
  { feedKg, fcr }: { readonly feedKg: number; readonly fcr: number },
): PerformanceSums | null {
  if (placed === null) return null;
  return { feedKg, kg: feedKg / fcr, placed, survived: placed - mortality - culls };
}

/** Feed eaten by a day, and its certainty. */
interface KnownFeed {
  readonly kg: number | null;
  readonly isUpperBound: boolean;
  readonly isEstimated: boolean;
}

/**
 * The feed behind the weight of a day: as logged with missing days interpolated, else at most the
 * amount delivered. The day itself counts in full, like its weight, except for birds that left on
 * it and were no longer fed.
 */
function feedOf(
  record: FlockRecord,
  day: CalendarDay,
  { deliveries, thresholds }: PerformanceBasis,
): KnownFeed {
  const hasLeft = !record.isLive && day === record.lastDay;
  const eatenKg = hasLeft ? feedEatenBy(record, day) : feedEaten(record, day);
  const coverage = eatenKg.coveragePct ?? 0;
  if (coverage >= thresholds.feedCoveragePct)
    return { kg: eatenKg.kg, isUpperBound: false, isEstimated: coverage < 100 };
  const delivered = deliveries.filter(({ date }) => date <= day);
  const kg = delivered.length === 0 ? null : sum(delivered.map(({ quantityKg }) => quantityKg));
  return { kg, isUpperBound: kg !== null, isEstimated: false };
}

/**
 * Total weight of the birds that died by a day: the standard of their day, scaled by the growth of
 * this flock.
 */
function deadKg(record: FlockRecord, day: CalendarDay): number | null {
  const { breed } = record;
  const ratio = weightRatio(record);
  if (ratio === null || !breed) return null;
  const grams = record.days
    .filter((recorded) => recorded.day <= day)
    .map(({ ageDays, log }) => (log?.mortality ?? 0) * (standardWeightG(breed, ageDays) ?? 0));
  return (sum(grams) * ratio) / 1000;
}

export interface FlockState {
  readonly mortality: number;
  readonly culls: number;
  /** Null when a sale was not weighed. */
  readonly soldKg: number | null;
  /** From the records. Null when the number placed is unknown or exceeded by the birds removed. */
  readonly live: number | null;
}

/** The state of a flock at the end of a day. */
export function flockStateOn(record: FlockRecord, day: CalendarDay): FlockState {
  let [mortality, culls, sold] = [0, 0, 0];
  let soldKg: number | null = 0;
  for (const recorded of record.days) {
    if (recorded.day > day) continue;
    mortality += recorded.log?.mortality ?? 0;
    culls += recorded.log?.culls ?? 0;
    sold += recorded.soldBirds;
    soldKg = sumOrUnknown([soldKg, recorded.soldKg]);
  }
  const live = record.placed === null ? null : record.placed - mortality - culls - sold;
  return { mortality, culls, soldKg, live: live === null || live < 0 ? null : live };
}

/**
 * Birds of a flock in its barn at the end of a day, from its records; 0 from the last day of a
 * closed flock on. Null like `live` of `FlockState`.
 */
export function birdsInsideOn(record: FlockRecord, day: CalendarDay): number | null {
  const { isLive, lastDay } = record;
  const isGone = !isLive && lastDay !== null && day >= lastDay;
  return isGone ? 0 : flockStateOn(record, day).live;
}
