import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { mean, ratioOf, sum } from '../../tools/statistics.ts';
import { weightRatio } from '../core/barn-state.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { findFlockDay, recentDays } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { projectedLive, standardFeedG } from '../core/projections.ts';

import { feedEatenBy, isEatenEstimated, knownFeedKg } from '../performance/feed-eaten.ts';

/** The future feed of a flock; every figure about future feed uses it. */
export interface FeedForecast {
  /** The first day not in the feed log: tomorrow, or today while it is not logged. */
  readonly from: CalendarDay;
  /** The breed standard; without one, the recent consumption; null without either. */
  readonly basis: 'standard' | 'recent' | null;
  /** The recent consumption divided by the standard, 0.7 to 1.3; null without a standard. */
  readonly ratio: number | null;
  /** Feed of one day, in kg. */
  readonly kgOn: (day: CalendarDay) => number | null;
  /** Feed for a number of days from `from` on, in kg; null when any day is unknown. */
  readonly kgOf: (days: number) => number | null;
  /** Feed from `from` up to and including a day; 0 when the day is earlier. */
  readonly kgUntil: (day: CalendarDay) => number | null;
  /** Days from `from` on that an amount of feed lasts, at most 366; null when unknown. */
  readonly daysOf: (kg: number) => number | null;
}

const RECENT_DAYS = 7;
/** Exponent of feed by weight: fitted to the tables of the breeders. */
const FEED_BY_WEIGHT = 0.68;
/** Maximum planning horizon in days. */
export const LONGEST_DAYS = 366;
const LOWEST_RATIO = 0.7;
const HIGHEST_RATIO = 1.3;

/**
 * The future feed of a flock: projected live birds × standard feed of the day × last week's
 * consumption relative to the standard.
 */
export function feedForecast(record: FlockRecord, today: CalendarDay): FeedForecast {
  const from = findFlockDay(record, today)?.log?.feedKg == null ? today : addDays(today, 1);
  const isStandardKnown =
    projectedLive(record, from) !== null && standardFeedG(record, from) !== null;
  const ratio = isStandardKnown ? ownByStandard(record, today) : null;
  const recentKg = isStandardKnown ? null : meanRecentKg(record, today);
  const kgOn = (day: CalendarDay): number | null => {
    if (ratio === null) return recentKg;
    const [live, standardG] = [projectedLive(record, day), standardFeedG(record, day)];
    return standardG === null || live === null ? null : (live * standardG * ratio) / 1000;
  };
  const kgOf = (days: number): number | null => {
    const count = Math.max(0, days);
    if (ratio === null) return count === 0 ? 0 : recentKg === null ? null : count * recentKg;
    const dailyKg: number[] = [];
    // The breed table ends, and a planned day may be centuries after its end.
    for (let offset = 0; offset < count; offset++) {
      const kg = kgOn(addDays(from, offset));
      if (kg === null) return null;
      dailyKg.push(kg);
    }
    return sum(dailyKg);
  };
  return {
    from,
    basis: isStandardKnown ? 'standard' : recentKg === null ? null : 'recent',
    ratio,
    kgOn,
    kgOf,
    kgUntil: (day) => kgOf(daysBetween(from, day) + 1),
    daysOf: (kg) => daysFed(kg, (offset) => kgOn(addDays(from, offset))),
  };
}

/**
 * Day by day, because birds eat more each day; beyond the breed table, the last day's value is
 * used.
 */
function daysFed(kg: number, kgAhead: (offset: number) => number | null): number | null {
  let daily = kgAhead(0);
  if (daily === null || daily <= 0) return null;
  let remainingKg = kg;
  for (let days = 0; days < LONGEST_DAYS; days++) {
    daily = kgAhead(days) ?? daily;
    if (remainingKg <= daily) return days + Math.max(0, remainingKg) / daily;
    remainingKg -= daily;
  }
  return LONGEST_DAYS;
}

/**
 * Last week's feed divided by its standard; without logged feed, derived from the weight of the
 * birds.
 */
function ownByStandard(record: FlockRecord, today: CalendarDay): number {
  const days = recentDays(record, today, RECENT_DAYS).flatMap(({ day, log, average }) => {
    const standardG = standardFeedG(record, day);
    const feedKg = log?.feedKg ?? null;
    if (feedKg === null || average === null || standardG === null) return [];
    return [{ feedKg, standardKg: (average * standardG) / 1000 }];
  });
  const loggedKg = sum(days.map(({ feedKg }) => feedKg));
  const logged = ratioOf(loggedKg, sum(days.map(({ standardKg }) => standardKg)));
  const ratio = logged ?? (weightRatio(record) ?? 1) ** FEED_BY_WEIGHT;
  return Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, ratio));
}

function meanRecentKg(record: FlockRecord, today: CalendarDay): number | null {
  const recentFeed = recentDays(record, today, RECENT_DAYS).map(({ log }) => log?.feedKg ?? null);
  return mean(recentFeed.filter((feedKg) => feedKg !== null));
}

/** Snapshot parts needed for the feed stock of a flock. */
export type FeedStockParts = (typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries';

/** Feed delivered for a flock and the remaining stock, in kg. */
export interface FeedStock {
  /** Null without a delivery. */
  readonly deliveredKg: number | null;
  /** Also null if too little feed is logged, more was eaten than delivered, or a delivery is late. */
  readonly stockKg: number | null;
  /** The day of the first delivery if the flock had eaten before it; else null. */
  readonly lateDelivery: CalendarDay | null;
  /** Whether the feed eaten on unlogged days is interpolated. */
  readonly isEatenEstimated: boolean;
  /** Whether the logged feed alone does not exceed the deliveries. */
  readonly isExcessEstimated: boolean;
}

/**
 * Weighbridge and silo scales differ; consumption above deliveries by more than this means an
 * unrecorded delivery.
 */
const TOLERATED_EXCESS = 0.02;

/** Whether consumption exceeds deliveries, so that a delivery must be missing from the records. */
export function isDeliveryMissing(eatenKg: number, deliveredKg: number): boolean {
  return eatenKg > deliveredKg * (1 + TOLERATED_EXCESS);
}

/**
 * Whether consumption by a day can exceed deliveries only because of the feed interpolated for
 * unlogged days.
 */
export function isExcessEstimated(
  record: FlockRecord,
  day: CalendarDay,
  deliveredKg: number,
): boolean {
  return !isDeliveryMissing(feedEatenBy(record, day).recordedKg, deliveredKg);
}

/** Days by which the date of a delivery may be recorded too late. */
const RECORDED_LATE_DAYS = 3;

/**
 * The day of the first recorded delivery if the flock had eaten before it, so that an earlier
 * delivery must be missing; else null. Amounts within the tolerance of scales do not count. A
 * later missing delivery is not detected: the stock is then too low, and its alert is early.
 */
export function lateDeliveryDay(
  record: FlockRecord,
  deliveries: readonly StoredOf<'feed-deliveries'>[],
  thresholds: Pick<Thresholds, 'feedCoveragePct'>,
): CalendarDay | null {
  const date = deliveries.map((delivery) => delivery.date).toSorted()[0];
  if (date === undefined) return null;
  const day = addDays(date, -1 - RECORDED_LATE_DAYS);
  if (day < record.flock.placementDate) return null;
  const eatenKg = knownFeedKg(record, day, thresholds) ?? feedEatenBy(record, day).recordedKg;
  const toleratedKg = sum(deliveries.map(({ quantityKg }) => quantityKg)) * TOLERATED_EXCESS;
  return eatenKg > toleratedKg ? date : null;
}

/** Feed delivered and not eaten, in kg; 0 when the difference is within the tolerance of scales. */
export function uneatenKg(eatenKg: number, deliveredKg: number): number {
  const leftKg = deliveredKg - eatenKg;
  return leftKg > deliveredKg * TOLERATED_EXCESS ? leftKg : 0;
}

const NO_STOCK: FeedStock = {
  deliveredKg: null,
  stockKg: null,
  lateDelivery: null,
  isEatenEstimated: false,
  isExcessEstimated: false,
};

/** The feed stock of a flock from deliveries and the log, before unlogged consumption. */
export function feedStock(record: FlockRecord, snapshot: FarmSnapshot<FeedStockParts>): FeedStock {
  const deliveries = flockDeliveries(record, snapshot);
  if (deliveries.length === 0) return NO_STOCK;
  const deliveredKg = sum(deliveries.map(({ quantityKg }) => quantityKg));
  // For a flock that has left, its days inside count.
  const until = record.isLive ? snapshot.today : (record.lastDay ?? snapshot.today);
  const eatenKg = knownFeedKg(record, until, snapshot.thresholds);
  const lateDelivery = lateDeliveryDay(record, deliveries, snapshot.thresholds);
  const isUnknown =
    eatenKg === null || lateDelivery !== null || isDeliveryMissing(eatenKg, deliveredKg);
  return {
    deliveredKg,
    stockKg: isUnknown ? null : Math.max(0, deliveredKg - eatenKg),
    lateDelivery,
    isEatenEstimated: isEatenEstimated(record, until),
    isExcessEstimated: isExcessEstimated(record, until, deliveredKg),
  };
}

/** Whether feed of a flock that has left remains. */
export function hasLeftFeed(record: FlockRecord, snapshot: FarmSnapshot<FeedStockParts>): boolean {
  const { deliveredKg, stockKg } = feedStock(record, snapshot);
  if (record.isLive || deliveredKg === null || stockKg === null) return false;
  return uneatenKg(deliveredKg - stockKg, deliveredKg) > 0;
}

type FlockSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

/** The first feed is delivered before the chicks arrive. */
const DELIVERED_AHEAD_DAYS = 7;
const ON_THE_WAY: readonly (string | null)[] = ['ordered', 'confirmed', 'in_transit'];

/**
 * The feed deliveries for a flock up to today: those that name it and, when it is the only flock on
 * the farm, those since a week before its placement that name none.
 */
export function flockDeliveries(
  record: FlockRecord,
  snapshot: FlockSnapshot & FarmSnapshot<'feedDeliveries'>,
): readonly StoredOf<'feed-deliveries'>[] {
  const since = addDays(record.flock.placementDate, -DELIVERED_AHEAD_DAYS);
  const isOnly = isOnlyFlock(record, snapshot);
  return snapshot.feedDeliveries.filter(
    ({ flockId, date }) =>
      date <= snapshot.today &&
      (flockId === record.flock.id || (flockId === null && isOnly && date >= since)),
  );
}

/** Feed ordered for a flock and not yet delivered, in kg; attributed like deliveries. */
export function feedOnOrderKg(
  record: FlockRecord,
  snapshot: FlockSnapshot & FarmSnapshot<'feedOrders'>,
): number {
  return sum(
    snapshot.feedOrders
      .filter(isOnTheWay)
      .filter(isOrderOf(record, snapshot))
      .map(({ quantityKg }) => quantityKg),
  );
}

/** Whether a feed order is placed and not yet delivered. */
export function isOnTheWay({ status }: StoredOf<'feed-orders'>): boolean {
  return ON_THE_WAY.includes(status);
}

/** Returns a function that tests whether an order is for a flock; attributed like deliveries. */
export function isOrderOf(
  record: FlockRecord,
  snapshot: FlockSnapshot,
): (order: Pick<StoredOf<'feed-orders'>, 'flockId'>) => boolean {
  const isOnly = isOnlyFlock(record, snapshot);
  return ({ flockId }) => flockId === record.flock.id || (flockId === null && isOnly);
}

function isOnlyFlock({ flock }: FlockRecord, snapshot: FlockSnapshot): boolean {
  const live = liveFlocksOf(snapshot);
  return live.length === 1 && live[0]?.flock.id === flock.id;
}

/**
 * Days that the feed stock of a flock and the feed on order last at its forecast consumption; null
 * when stock or consumption is unknown.
 */
export function feedDaysLeft(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts>,
  comingKg = 0,
): number | null {
  const { stockKg } = feedStock(record, snapshot);
  return stockKg === null ? null : feedForecast(record, snapshot.today).daysOf(stockKg + comingKg);
}
