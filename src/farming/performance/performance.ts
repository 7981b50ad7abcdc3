import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { percentOf, sum, sumOrUnknown } from '../../tools/statistics.ts';
import { weightRatio } from '../core/barn-state.ts';
import { type Certainty, certaintyOf } from '../core/figure.ts';
import { deathDaysOf, findFlockDay } from '../core/flock-days.ts';
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
  /** Whether feed was interpolated for `day` or earlier days without logged feed. */
  readonly isFcrEstimated: boolean;
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
  return {
    areDeliveriesTooLittle: isIncomplete,
    day,
    ageDays,
    weightG,
    adgG: lifetimeGainG(weightG, ageDays),
    livabilityPct: livability,
    certainty: certaintiesOf(feed, deathDays.unlogged > 0),
    fcr,
    isFcrUpperBound: fcr !== null && feed.isUpperBound,
    isFcrEstimated: fcr !== null && feed.isEstimated,
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

/** Unlogged deaths lower the livability; feed is interpolated, or includes what is in the silo. */
function certaintiesOf({ isUpperBound, isEstimated }: KnownFeed, areDeathsUnlogged: boolean) {
  const fcr = { higher: isEstimated, lower: isEstimated || isUpperBound };
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
  const gone = record.days.filter(({ soldBirds }) => soldBirds > 0);
  const groups = [{ birds: live, ageDays: age }].concat(
    gone.map(({ soldBirds, ageDays }) => ({ birds: soldBirds, ageDays })),
  );
  const grams = groups.map(({ birds, ageDays }) => {
    const each = birds === 0 ? 0 : eatenG(ageDays);
    return each === null ? null : birds * each;
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
  const eaten = hasLeft ? feedEatenBy(record, day) : feedEaten(record, day);
  const coverage = eaten.coveragePct ?? 0;
  if (coverage >= thresholds.feedCoveragePct)
    return { kg: eaten.kg, isUpperBound: false, isEstimated: coverage < 100 };
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

/** Feed of a day, with the number of days since placement. */
interface FedDay {
  readonly at: number;
  readonly kg: number;
}

/** Feed eaten by a flock up to a day. */
export interface FeedEaten {
  /** As recorded. */
  readonly recordedKg: number;
  /** Days without a record are interpolated; null when none was recorded. */
  readonly kg: number | null;
  /** Logged days in % of the days after placement; null on the day of placement. */
  readonly coveragePct: number | null;
}

/**
 * The feed eaten by a flock by a day; that day counts once its feed is logged, because it is not
 * over before.
 */
export function feedEatenBy(record: FlockRecord, day: CalendarDay): FeedEaten {
  const isLogged = findFlockDay(record, day)?.log?.feedKg != null;
  return feedEaten(record, isLogged ? day : addDays(day, -1));
}

/** Whether the feed eaten by a flock by a day contains interpolated days. */
export function isEatenEstimated(record: FlockRecord, day: CalendarDay): boolean {
  return (feedEatenBy(record, day).coveragePct ?? 100) < 100;
}

/**
 * Feed in kg eaten by a flock by a day, for its stock and cost; null when feed was logged on too
 * few days.
 */
export function knownFeedKg(
  record: FlockRecord,
  day: CalendarDay,
  { feedCoveragePct }: Pick<Thresholds, 'feedCoveragePct'>,
): number | null {
  const { recordedKg, kg, coveragePct } = feedEatenBy(record, day);
  // On the day of arrival no log is due.
  if (coveragePct === null) return recordedKg;
  return coveragePct < feedCoveragePct ? null : kg;
}

/**
 * Sums the feed of a flock from placement up to and including a day. Unrecorded days are
 * interpolated linearly between the recorded neighbours, of which the later one may be after that
 * day, starting with 0 on the day of placement; after the last recorded day, the remaining birds
 * eat as much as on that day.
 */
export function feedEaten(record: FlockRecord, until: CalendarDay): FeedEaten {
  const { placementDate: start, arrivalAgeDays } = record.flock;
  const all = record.days.flatMap(({ ageDays, log }): readonly FedDay[] => {
    const at = ageDays - (arrivalAgeDays ?? 0);
    return log?.feedKg == null || at < 0 ? [] : [{ at, kg: log.feedKg }];
  });
  const daysAfterPlacement = daysBetween(start, until);
  const fed = all.filter(({ at }) => at <= daysAfterPlacement);
  const recordedKg = sum(fed.map(({ kg }) => kg));
  const last = fed.at(-1);
  const next = all[fed.length];
  const kgAfterLast = () => {
    if (!last) return 0;
    return next
      ? kgTowards(last, next, daysAfterPlacement)
      : kgAfter(record, last, daysAfterPlacement);
  };
  return {
    recordedKg,
    kg: last ? recordedKg + kgBetween(fed) + kgAfterLast() : null,
    coveragePct: percentOf(fed.filter(({ at }) => at > 0).length, daysAfterPlacement),
  };
}

/** The feed of the days after the last logged one, each for the birds alive that morning. */
function kgAfter({ days, flock }: FlockRecord, last: FedDay, until: number): number {
  const placedAt = (ageDays: number) => ageDays - (flock.arrivalAgeDays ?? 0);
  const fedOn = days.find(({ ageDays }) => placedAt(ageDays) === last.at);
  if (!fedOn?.opening || fedOn.closing === null) return (until - last.at) * last.kg;
  let [birdDays, birds, counted] = [0, fedOn.closing, last.at];
  for (const { ageDays, closing } of days) {
    const at = placedAt(ageDays);
    if (at <= last.at || at > until) continue;
    birdDays += birds * (at - counted);
    [birds, counted] = [closing ?? birds, at];
  }
  return (last.kg * (birdDays + birds * (until - counted))) / fedOn.opening;
}

/** The feed of the days after a recorded one, up to a day before the next recorded one. */
function kgTowards(last: FedDay, next: FedDay, until: number): number {
  const days = until - last.at;
  const step = (next.kg - last.kg) / (next.at - last.at);
  return days * last.kg + (step * days * (days + 1)) / 2;
}

/** The feed of the days between the recorded ones. */
function kgBetween(fed: readonly FedDay[]): number {
  let before: FedDay = { at: 0, kg: 0 };
  let total = 0;
  for (const point of fed) {
    total += (Math.max(0, point.at - before.at - 1) * (before.kg + point.kg)) / 2;
    before = point;
  }
  return total;
}
