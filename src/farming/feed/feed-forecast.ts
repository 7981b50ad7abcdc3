import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { mean, sum } from '../../tools/statistics.ts';
import { weightRatio } from '../core/barn-state.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { findFlockDay, recentDays } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { projectedLive, standardFeedG } from '../core/projections.ts';
import { ratioOf } from '../metrics/ratio.ts';
import { knownFeedKg } from '../performance/performance.ts';

/** The feed that a flock will eat; every figure about feed to come is computed from it. */
export interface FeedForecast {
  /** The first day whose feed is not in the log: tomorrow, or today while it is not logged. */
  readonly from: CalendarDay;
  /** The standard of the breed, the recent consumption where there is none, or neither. */
  readonly basis: 'standard' | 'recent' | null;
  /** The recent consumption by the standard, 0.7 to 1.3; null without a standard. */
  readonly ratio: number | null;
  /** Feed of one day, in kg. */
  readonly kgOn: (day: CalendarDay) => number | null;
  /** Feed of so many days from `from` on, in kg; null when that of one day is unknown. */
  readonly kgOf: (days: number) => number | null;
  /** Feed from `from` up to and including a day; 0 when the day lies before. */
  readonly kgUntil: (day: CalendarDay) => number | null;
  /** For how many days from `from` on an amount of feed lasts, 366 at most; null when unknown. */
  readonly daysOf: (kg: number) => number | null;
}

const RECENT_DAYS = 7;
/** Feed grows with weight to this power: fitted to the tables of the breeders. */
const FEED_BY_WEIGHT = 0.68;
/** What lies further ahead than this is not planned. */
export const LONGEST_DAYS = 366;
const LOWEST_RATIO = 0.7;
const HIGHEST_RATIO = 1.3;

/**
 * The feed that a flock will eat: the birds projected to be alive times the standard feed of the
 * day times the consumption of its last week by the standard.
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
    const each: number[] = [];
    // The table of the breed ends; a planned day may lie centuries after its end.
    for (let ahead = 0; ahead < count; ahead++) {
      const kg = kgOn(addDays(from, ahead));
      if (kg === null) return null;
      each.push(kg);
    }
    return sum(each);
  };
  return {
    from,
    basis: isStandardKnown ? 'standard' : recentKg === null ? null : 'recent',
    ratio,
    kgOn,
    kgOf,
    kgUntil: (day) => kgOf(daysBetween(from, day) + 1),
    daysOf: (kg) => daysFed(kg, (ahead) => kgOn(addDays(from, ahead))),
  };
}

/** Day by day, as birds eat more each day; beyond the table of the breed as on its last day. */
function daysFed(kg: number, kgAhead: (ahead: number) => number | null): number | null {
  let daily = kgAhead(0);
  if (daily === null || daily <= 0) return null;
  let left = kg;
  for (let days = 0; days < LONGEST_DAYS; days++) {
    daily = kgAhead(days) ?? daily;
    if (left <= daily) return days + Math.max(0, left) / daily;
    left -= daily;
  }
  return LONGEST_DAYS;
}

/** Feed of the last week by its standard; where none of it was logged, by the weight of the birds. */
function ownByStandard(record: FlockRecord, today: CalendarDay): number {
  const days = recentDays(record, today, RECENT_DAYS).flatMap(({ day, log, average }) => {
    const standardG = standardFeedG(record, day);
    const feedKg = log?.feedKg ?? null;
    if (feedKg === null || average === null || standardG === null) return [];
    return [{ feedKg, standardKg: (average * standardG) / 1000 }];
  });
  const own = sum(days.map(({ feedKg }) => feedKg));
  const logged = ratioOf(own, sum(days.map(({ standardKg }) => standardKg)));
  const ratio = logged ?? (weightRatio(record) ?? 1) ** FEED_BY_WEIGHT;
  return Math.min(HIGHEST_RATIO, Math.max(LOWEST_RATIO, ratio));
}

function meanRecentKg(record: FlockRecord, today: CalendarDay): number | null {
  const fed = recentDays(record, today, RECENT_DAYS).map(({ log }) => log?.feedKg ?? null);
  return mean(fed.filter((feedKg) => feedKg !== null));
}

/** The parts of a snapshot that tell what lies in the silo of a flock. */
export type FeedStockParts = (typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries';

/** Feed that came for a flock and what is left of it, in kg. */
export interface FeedStock {
  /** Null without a delivery. */
  readonly deliveredKg: number | null;
  /** Null as well when too little feed is logged, or more than was delivered. */
  readonly stockKg: number | null;
}

/** Weighbridge and silo scales differ; more eaten than this above what came is a delivery not recorded. */
const TOLERATED_EXCESS = 0.02;

/** Whether more was eaten than came, so that a delivery must be missing from the records. */
export function isDeliveryMissing(eatenKg: number, deliveredKg: number): boolean {
  return eatenKg > deliveredKg * (1 + TOLERATED_EXCESS);
}

/** Feed in kg that came and was not eaten; none where scales alone may make the difference. */
export function uneatenKg(eatenKg: number, deliveredKg: number): number {
  const leftKg = deliveredKg - eatenKg;
  return leftKg > deliveredKg * TOLERATED_EXCESS ? leftKg : 0;
}

/** What lies in the silo of a flock by the deliveries and the log, before it eats what is not logged. */
export function feedStock(record: FlockRecord, snapshot: FarmSnapshot<FeedStockParts>): FeedStock {
  const deliveries = flockDeliveries(record, snapshot);
  if (deliveries.length === 0) return { deliveredKg: null, stockKg: null };
  const deliveredKg = sum(deliveries.map(({ quantityKg }) => quantityKg));
  // Of a flock that is gone its days inside count.
  const until = record.isLive ? snapshot.today : (record.lastDay ?? snapshot.today);
  const eatenKg = knownFeedKg(record, until, snapshot.thresholds);
  if (eatenKg === null || isDeliveryMissing(eatenKg, deliveredKg))
    return { deliveredKg, stockKg: null };
  return { deliveredKg, stockKg: Math.max(0, deliveredKg - eatenKg) };
}

/** Whether feed of a flock is left that it will not eat, since it is gone. */
export function hasLeftFeed(record: FlockRecord, snapshot: FarmSnapshot<FeedStockParts>): boolean {
  const { deliveredKg, stockKg } = feedStock(record, snapshot);
  if (record.isLive || deliveredKg === null || stockKg === null) return false;
  return uneatenKg(deliveredKg - stockKg, deliveredKg) > 0;
}

type FlockSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

/** The first feed is delivered before the chicks come. */
const DELIVERED_AHEAD_DAYS = 7;
const ON_THE_WAY: readonly (string | null)[] = ['ordered', 'confirmed', 'in_transit'];

/**
 * The deliveries of feed for a flock up to today: those that name it and, when it is the only one
 * on the farm, those since a week before its placement that name none.
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

/** Feed that was ordered for a flock and has not come, in kg; shared as the deliveries are. */
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

/** Whether feed is ordered and has not come. */
export function isOnTheWay({ status }: StoredOf<'feed-orders'>): boolean {
  return ON_THE_WAY.includes(status);
}

/** Tells the orders of feed for a flock; shared as the deliveries are. */
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
 * Days for which the feed in the silo of a flock, and feed still to come, last at what it will eat
 * day by day; null when the stock or the need is not known.
 */
export function feedDaysLeft(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts>,
  comingKg = 0,
): number | null {
  const { stockKg } = feedStock(record, snapshot);
  return stockKg === null ? null : feedForecast(record, snapshot.today).daysOf(stockKg + comingKg);
}
