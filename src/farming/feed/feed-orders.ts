import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { median, sum } from '../../tools/statistics.ts';
import { marketDay } from '../accounting/market-projection.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import type { Severity } from '../core/open-items.ts';
import { ageDays } from '../metrics/dates.ts';
import {
  type FeedStockParts,
  feedDaysLeft,
  feedForecast,
  feedOnOrderKg,
  feedStock,
  isOnTheWay,
  isOrderOf,
  LONGEST_DAYS,
} from './feed-forecast.ts';

/** The next feed order for a flock. */
export interface NextFeedOrder {
  /**
   * The last day to order, taking into account feed on order; today when that day has passed. Null
   * when the remaining days are unknown, when stock and feed on order last until the sale, and when
   * the feed runs out before that day unless an overdue order arrives.
   */
  readonly by: CalendarDay | null;
  /** 0 when nothing is needed; null when the stock or the need is unknown. */
  readonly kg: number | null;
  /** Ordered and not yet delivered. */
  readonly onOrderKg: number;
}

const SAFETY_DAYS = 1;
const RESERVE_DAYS = 7;
const ORDER_STEP_KG = 1000;
/** The last order of a flock is rounded to this amount. */
const LAST_ORDER_STEP_KG = 10;

export type LateOrder = StoredOf<'feed-orders'> & { readonly dueDate: CalendarDay };

/** The overdue feed orders, earliest due first. */
export function lateOrders({
  feedOrders,
  today,
}: FarmSnapshot<'feedOrders'>): readonly LateOrder[] {
  const isLate = (order: StoredOf<'feed-orders'>): order is LateOrder =>
    isOnTheWay(order) &&
    order.deliveredAt === null &&
    order.dueDate !== null &&
    order.dueDate < today;
  return feedOrders
    .filter(isLate)
    .toSorted((left, right) => (left.dueDate < right.dueDate ? -1 : 1));
}

/**
 * When to order feed for a flock, and how much: its need until a week after the delivery, rounded
 * up to a ton, but at most its need until the sale, rounded up to 10 kg; minus the stock and the
 * feed on order.
 */
export function nextFeedOrder(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts | 'feedOrders'>,
): NextFeedOrder {
  const leadDays = feedLeadDays(snapshot);
  const onOrderKg = feedOnOrderKg(record, snapshot);
  const daysCovered = feedDaysLeft(record, snapshot, onOrderKg);
  const kg = orderKg(record, snapshot, { leadDays, onOrderKg });
  const { from } = feedForecast(record, snapshot.today);
  const daysToSale = daysUntilSale(record, snapshot, from) ?? Number.POSITIVE_INFINITY;
  const isEnough = kg === 0 && daysCovered !== null && daysCovered >= daysToSale;
  return {
    by:
      daysCovered === null || isEnough
        ? null
        : orderDay(record, snapshot, { daysToSpare: daysCovered - leadDays, leadDays }),
    kg,
    onOrderKg,
  };
}

/**
 * The day to order when all feed on order arrives, unless the silo is empty earlier: then the day
 * follows from the orders that arrive in time, and it is null if one is overdue.
 */
function orderDay(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts | 'feedOrders'>,
  { daysToSpare, leadDays }: { readonly daysToSpare: number; readonly leadDays: number },
): CalendarDay | null {
  const { today } = snapshot;
  const by = lastDayToOrder(today, daysToSpare);
  // Orders without a date may arrive in time.
  const { days } = coverFrom(record, snapshot, undatedKg(record, snapshot));
  if (days === null) return by;
  const { from } = feedForecast(record, today);
  if (by <= addDays(from, Math.floor(days))) return by;
  const isLate = lateOrdersOf(record, snapshot).length > 0;
  return isLate ? null : lastDayToOrder(today, days - leadDays);
}

function undatedKg(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts | 'feedOrders'>,
): number {
  return sum(
    snapshot.feedOrders
      .filter(isOnTheWay)
      .filter(isOrderOf(record, snapshot))
      .filter(({ dueDate }) => dueDate === null)
      .map(({ quantityKg }) => quantityKg),
  );
}

/** The feed of a flock up to the day its silo is empty. */
export interface FeedCover {
  /** Due before the silo is empty. */
  readonly comingKg: number;
  /** Days that the stock and `comingKg` last; null when the stock or the need is unknown. */
  readonly days: number | null;
}

/**
 * How long the feed of a flock lasts with the orders that are due before its silo is empty. Overdue
 * orders and orders without a date are excluded, because they may not arrive in time.
 */
export function feedCover(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts | 'feedOrders'>,
): FeedCover {
  return coverFrom(record, snapshot, 0);
}

/** The feed with an amount that is there in any case. */
function coverFrom(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts | 'feedOrders'>,
  certainKg: number,
): FeedCover {
  const { today, feedOrders } = snapshot;
  const { from } = feedForecast(record, today);
  const due = feedOrders
    .filter(isOnTheWay)
    .filter(isOrderOf(record, snapshot))
    .flatMap(({ dueDate, quantityKg }) =>
      dueDate === null || dueDate < today ? [] : [{ dueDate, quantityKg }],
    )
    .toSorted((left, right) => (left.dueDate < right.dueDate ? -1 : 1));
  let comingKg = certainKg;
  let days = feedDaysLeft(record, snapshot, comingKg);
  for (const { dueDate, quantityKg } of due) {
    if (days === null || daysBetween(from, dueDate) > days) break;
    comingKg += quantityKg;
    days = feedDaysLeft(record, snapshot, comingKg);
  }
  return { comingKg, days };
}

/** The overdue orders for a flock, earliest due first. */
export function lateOrdersOf(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts | 'feedOrders'>,
): readonly LateOrder[] {
  return lateOrders(snapshot).filter(isOrderOf(record, snapshot));
}

export function lateOrderMessage(
  flock: string | Message,
  { quantityKg, dueDate }: LateOrder,
): Message {
  return message('feed.order_late', {
    flock,
    amount: { quantity: quantityKg, unit: 'kg' },
    day: { day: dueDate },
  });
}

function lastDayToOrder(today: CalendarDay, daysToSpare: number): CalendarDay {
  return addDays(today, Math.max(0, Math.floor(Math.min(LONGEST_DAYS, daysToSpare) - SAFETY_DAYS)));
}

function orderKg(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts>,
  { leadDays, onOrderKg }: { readonly leadDays: number; readonly onOrderKg: number },
): number | null {
  const { stockKg } = feedStock(record, snapshot);
  const forecast = feedForecast(record, snapshot.today);
  const daysToSale = daysUntilSale(record, snapshot, forecast.from);
  const coverDays = Math.ceil(leadDays) + RESERVE_DAYS;
  const needKg = forecast.kgOf(Math.min(coverDays, daysToSale ?? coverDays));
  if (stockKg === null || needKg === null) return null;
  const shortKg = Math.max(0, needKg - stockKg - onOrderKg);
  const roundedKg = roundUp(shortKg, ORDER_STEP_KG);
  const toSaleKg = daysToSale === null ? null : forecast.kgOf(daysToSale);
  if (toSaleKg === null) return roundedKg;
  const leftKg = Math.max(0, toSaleKg - stockKg - onOrderKg);
  return Math.min(roundedKg, roundUp(leftKg, LAST_ORDER_STEP_KG));
}

function roundUp(kg: number, stepKg: number): number {
  return Math.ceil(kg / stepKg) * stepKg;
}

/**
 * Days up to and including the sale; null when its day is unknown, has passed or is far in the
 * future.
 */
function daysUntilSale(record: FlockRecord, snapshot: FarmFrame, from: CalendarDay): number | null {
  const sale = marketDay(record, snapshot);
  if (sale === null || sale.day < snapshot.today) return null;
  const days = daysBetween(from, sale.day) + 1;
  return days > LONGEST_DAYS ? null : Math.max(0, days);
}

/** Days from order to delivery of feed: the median of delivered orders, else the default. */
export function feedLeadDays(snapshot: FarmSnapshot<'feedOrders'>): number {
  return measuredLeadDays(snapshot) ?? snapshot.thresholds.feedLeadDays;
}

/** The median days from order to delivery; null without a delivered order. */
export function measuredLeadDays({ feedOrders }: FarmSnapshot<'feedOrders'>): number | null {
  const days = feedOrders.flatMap(({ orderDate, deliveredAt }) =>
    orderDate === null || deliveredAt === null ? [] : [daysBetween(orderDate, deliveredAt)],
  );
  return median(days.filter((count) => count >= 0));
}

/** The feeds of the broiler programme, in feeding order. */
export type PhaseFeed = 'starter' | 'grower' | 'finisher' | 'withdrawal';

/** A phase of the programme with the feed eaten in it. */
export interface FeedPhase {
  readonly feedType: PhaseFeed;
  readonly fromAge: number;
  /** Null while the sale day is unknown. */
  readonly toAge: number | null;
  /** As logged; null when nothing was logged in the phase. */
  readonly kg: number | null;
}

const STARTER_TO_AGE = 10;
const GROWER_TO_AGE = 24;
const WITHDRAWAL_DAYS = 5;

/**
 * The feed phases of a broiler flock up to the age at its sale; empty for hens and turkeys, which
 * have their own programmes. Source: the usual programme of Ross and Filaha: starter to day 10,
 * grower to day 24, then finisher, and withdrawal feed on the last five days.
 */
export function feedPhases(record: FlockRecord, saleAge: number | null): readonly FeedPhase[] {
  if (record.kind !== 'broiler') return [];
  const withdrawalFrom = saleAge === null ? null : saleAge - WITHDRAWAL_DAYS + 1;
  const lastBefore = withdrawalFrom === null ? null : withdrawalFrom - 1;
  const until = (age: number) => (lastBefore === null ? age : Math.min(age, lastBefore));
  const plan: readonly Omit<FeedPhase, 'kg'>[] = [
    { feedType: 'starter', fromAge: 0, toAge: until(STARTER_TO_AGE) },
    { feedType: 'grower', fromAge: STARTER_TO_AGE + 1, toAge: until(GROWER_TO_AGE) },
    { feedType: 'finisher', fromAge: GROWER_TO_AGE + 1, toAge: lastBefore },
    ...(withdrawalFrom === null
      ? []
      : [{ feedType: 'withdrawal', fromAge: withdrawalFrom, toAge: saleAge } as const]),
  ];
  // A flock sold very young does not reach the later phases.
  return plan
    .filter(({ fromAge, toAge }) => fromAge >= 0 && (toAge === null || toAge >= fromAge))
    .map((phase) => ({ ...phase, kg: eatenIn(record, phase) }));
}

function eatenIn(
  { days }: FlockRecord,
  { fromAge, toAge }: Pick<FeedPhase, 'fromAge' | 'toAge'>,
): number | null {
  const fed = days
    .filter(({ ageDays }) => ageDays >= fromAge && ageDays <= (toAge ?? ageDays))
    .map(({ log }) => log?.feedKg ?? null)
    .filter((feedKg) => feedKg !== null);
  return fed.length === 0 ? null : sum(fed);
}

/** A feed that does not match the age of a flock. */
export interface PhaseWarning {
  /** A feed delivered after its phase, or withdrawal feed not delivered in time. */
  readonly kind: 'late_phase' | 'no_withdrawal';
  readonly feedType: PhaseFeed;
  readonly expected: PhaseFeed;
  readonly ageDays: number;
}

/** Days for which a silo may be topped up with the feed of the previous phase. */
const TOLERATED_DAYS = 3;

/** The contradiction between the deliveries and the phases of a flock; null without one. */
export function phaseWarning(
  record: FlockRecord,
  phases: readonly FeedPhase[],
  deliveries: readonly StoredOf<'feed-deliveries'>[],
): PhaseWarning | null {
  const fed = deliveries.flatMap(({ feedType, date }) => {
    const phase = phases.find((planned) => planned.feedType === phaseOf(feedType));
    return phase ? [{ phase, ageDays: ageDays(record.flock, date) }] : [];
  });
  const newest = fed.at(-1);
  const age = record.ageDays;
  const due = age === null ? undefined : phases.find((phase) => isWithin(phase, age));
  if (!newest || !due || age === null) return null;
  const { phase } = newest;
  if (phase.toAge !== null && newest.ageDays > phase.toAge + TOLERATED_DAYS)
    return {
      kind: 'late_phase',
      feedType: phase.feedType,
      expected: due.feedType,
      ageDays: newest.ageDays,
    };
  if (due.feedType !== 'withdrawal' || fed.some((each) => each.phase === due)) return null;
  return {
    kind: 'no_withdrawal',
    feedType: phase.feedType,
    expected: due.feedType,
    ageDays: age,
  };
}

function phaseOf(feedType: string | null): string | null {
  return feedType === 'prestarter' ? 'starter' : feedType;
}

function isWithin({ fromAge, toAge }: FeedPhase, age: number): boolean {
  return age >= fromAge && (toAge === null || age <= toAge);
}

/** The severity of the remaining feed, for the plan and the console. */
export function feedSeverity(
  daysLeft: number,
  { feedCriticalDays, feedWarningDays }: FarmFrame['thresholds'],
): Severity {
  if (daysLeft < feedCriticalDays) return 'critical';
  return daysLeft < feedWarningDays ? 'warning' : 'info';
}

/** The severity of the remaining feed; at least a warning from the day to order on. */
export function orderSeverity(
  { daysLeft, by }: { readonly daysLeft: number; readonly by: CalendarDay | null },
  { today, thresholds }: Pick<FarmFrame, 'today' | 'thresholds'>,
): Severity {
  const severity = feedSeverity(daysLeft, thresholds);
  return by !== null && by <= today && severity === 'info' ? 'warning' : severity;
}
