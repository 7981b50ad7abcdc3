import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { sum, sumOrUnknown } from '../../tools/statistics.ts';
import type { FarmMoney, MoneySnapshot } from '../accounting/farm-money.ts';
import { type MarketProjection, marketProjection } from '../accounting/market-projection.ts';
import {
  chickCost,
  countedAs,
  deliveryCost,
  HELD_ELSEWHERE,
  type HeldCosts,
  type PriceSnapshot,
  saleAmount,
} from '../accounting/prices.ts';
import { flockLoad } from '../core/barn-state.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { feedForecast, feedStock, isDeliveryMissing, uneatenKg } from '../feed/feed-forecast.ts';
import { percentOf, ratioOf } from '../metrics/ratio.ts';
import { flockPerformance } from '../performance/flock-performance.ts';
import {
  isFarBelowStandardFeed,
  knownFeedKg,
  type PerformanceBasis,
} from '../performance/performance.ts';

/** What a flock earned and cost up to today; nothing is rounded. */
export interface FlockProfit {
  readonly revenue: number | null;
  readonly costs: FlockCosts;
  readonly profit: number | null;
  /** Live weight sold, and of a flock still here alive. */
  readonly kg: number | null;
  readonly profitPerKg: number | null;
  /** Per bird placed. */
  readonly profitPerBird: number | null;
  readonly profitPerM2: number | null;
  /** Of the revenue; null while birds for meat are still to be sold. */
  readonly marginPct: number | null;
  readonly costPerKg: number | null;
  /** Of all costs. */
  readonly feedCostSharePct: number | null;
  readonly stock: FeedInStock;
  readonly withoutStock: WithoutStock;
}

/**
 * Feed in the cost of a flock that it has not eaten, at the mean price of its deliveries; nothing
 * where scales alone may make the difference. Null when its feed is logged on too few days, or not
 * all of its cost is known by delivery.
 */
export interface FeedInStock {
  readonly kg: number | null;
  readonly cost: number | null;
}

/** What a flock comes to when feed that it has not eaten is no cost of it. */
export interface WithoutStock {
  readonly profit: number | null;
  /** What a kilogram costs, or of one that is still to be sold has to bring. */
  readonly pricePerKg: number | null;
}

/** What a flock earned and cost up to today. */
export function flockProfit(
  record: FlockRecord,
  money: FarmMoney,
  today: CalendarDay,
): FlockProfit {
  const revenue = flockRevenue(record, today);
  const costs = flockCosts(record, money);
  const profit = record.isImpossible ? null : less(revenue, costs.total);
  const kg = flockKg(record);
  const stock = feedInStock(record, money, costs);
  const eaten = less(costs.total, stock.cost);
  return {
    revenue,
    costs,
    profit,
    kg,
    profitPerKg: ratioOf(profit, kg),
    profitPerBird: record.isImpossible ? null : ratioOf(profit, record.placed),
    profitPerM2: ratioOf(profit, record.barn?.areaSqm),
    // All costs so far are no measure of the part that is sold.
    marginPct: isPartlySold(record) ? null : percentOf(profit, revenue),
    costPerKg: ratioOf(costs.total, kg),
    feedCostSharePct: percentOf(costs.feedCost, costs.total),
    stock,
    withoutStock: {
      profit: record.isImpossible ? null : less(revenue, eaten),
      pricePerKg: ratioOf(eaten, kg),
    },
  };
}

/** Whether birds for meat were sold and others of their flock are still here. */
export function isPartlySold({ kind, isLive, live, totals }: FlockRecord): boolean {
  return kind !== 'layer' && isLive && live !== 0 && totals.soldBirds > 0;
}

function less(amount: number | null, taken: number | null): number | null {
  return amount === null || taken === null ? null : amount - taken;
}

function feedInStock(
  record: FlockRecord,
  { deliveries, thresholds }: FarmMoney,
  { feedCost, feedCostFrom }: FlockCosts,
): FeedInStock {
  const { flock, lastDay } = record;
  if (feedCostFrom === 'feed_used') return { kg: 0, cost: 0 };
  const eatenKg = lastDay === null ? null : knownFeedKg(record, lastDay, thresholds);
  if (feedCostFrom !== 'deliveries' || eatenKg === null) return { kg: null, cost: null };
  const deliveredKg = sum((deliveries.get(flock.id) ?? []).map(({ quantityKg }) => quantityKg));
  const kg = uneatenKg(eatenKg, deliveredKg);
  return { kg, cost: feedCost === null ? null : (kg * feedCost) / deliveredKg };
}

/** What a flock cost up to today, each amount once. */
export interface FlockCosts {
  readonly chickCost: number | null;
  readonly feedCost: number | null;
  /**
   * Where `feedCost` is from: without deliveries, from expenses; where more was eaten than was
   * delivered, from the feed eaten at the last price, which is an estimate.
   */
  readonly feedCostFrom: 'deliveries' | 'expenses' | 'feed_used' | null;
  /** Null when treatments are recorded and none has a cost. */
  readonly medCost: number | null;
  readonly directExpenses: number;
  /** Null when it is not known how many birds there were. */
  readonly sharedExpenses: number | null;
  /** All of it; null without the cost of chicks or feed, the two that every flock has. */
  readonly total: number | null;
  /** Expenses that were left out, since other records of the flock hold the same cost. */
  readonly possibleDuplicates: readonly StoredOf<'expenses'>[];
}

type FeedCost = Pick<FlockCosts, 'feedCost' | 'feedCostFrom'>;

/** What a flock cost up to today. */
export function flockCosts(record: FlockRecord, money: FarmMoney): FlockCosts {
  const { flock } = record;
  const held = money.held.get(flock.id);
  const expenses = money.expenses.get(flock.id) ?? [];
  const counted = expenses.filter((expense) => countedAs(expense, held) === 'direct');
  const chicks = amountInPlaceOf('chicks', counted) ?? chickCost(flock);
  const feed = feedCostOf(record, money, counted);
  const medicine = amountInPlaceOf('treatments', counted) ?? treatmentCost(record, money);
  const direct = sum(
    counted.filter(({ category }) => placeOf(category) === undefined).map(({ amount }) => amount),
  );
  const shared = record.placed === null ? null : (money.shared.byFlock.get(flock.id) ?? null);
  return {
    chickCost: chicks,
    ...feed,
    medCost: medicine,
    directExpenses: direct,
    sharedExpenses: shared,
    total:
      chicks === null || feed.feedCost === null
        ? null
        : sum([chicks, feed.feedCost, medicine, direct, shared]),
    possibleDuplicates: expenses.filter((expense) => countedAs(expense, held) === 'duplicate'),
  };
}

/** Whether the cost of feed, and with it the total, is what was eaten at the last price. */
export function isFeedCostEstimated({ feedCostFrom }: FlockCosts): boolean {
  return feedCostFrom === 'feed_used';
}

/** Which of the costs that other records hold an expense stands for. */
function placeOf(category: string): keyof HeldCosts | undefined {
  return Object.hasOwn(HELD_ELSEWHERE, category) ? HELD_ELSEWHERE[category] : undefined;
}

function amountInPlaceOf(
  place: keyof HeldCosts,
  counted: readonly StoredOf<'expenses'>[],
): number | null {
  const rows = counted.filter(({ category }) => placeOf(category) === place);
  return rows.length === 0 ? null : sum(rows.map(({ amount }) => amount));
}

function feedCostOf(
  record: FlockRecord,
  { deliveries, feedPriceFor, thresholds }: FarmMoney,
  counted: readonly StoredOf<'expenses'>[],
): FeedCost {
  const { flock, totals, lastDay } = record;
  const spent = amountInPlaceOf('feed', counted);
  if (spent !== null) return { feedCost: spent, feedCostFrom: 'expenses' };
  const rows = deliveries.get(flock.id) ?? [];
  const deliveredKg = sum(rows.map(({ quantityKg }) => quantityKg));
  const eatenKg = lastDay === null ? null : knownFeedKg(record, lastDay, thresholds);
  // Logged on too few days it is at least what was logged.
  const isMissing =
    isDeliveryMissing(eatenKg ?? totals.feedKg, deliveredKg) ||
    (eatenKg === null && areDeliveriesTooLittle(record, { deliveries: rows, thresholds }));
  if (rows.length > 0 && !isMissing) {
    return { feedCost: sumOrUnknown(rows.map(deliveryCost)), feedCostFrom: 'deliveries' };
  }
  // Feed that was bought for the farm and not for a flock, or whose delivery nobody recorded, still
  // costs the flock what it ate.
  const { perKg } = feedPriceFor(record);
  if (perKg !== null && eatenKg !== null && eatenKg > 0) {
    return { feedCost: eatenKg * perKg, feedCostFrom: 'feed_used' };
  }
  return { feedCost: null, feedCostFrom: null };
}

/** By what the birds weigh, or where that is unknown by the standard of their breed. */
function areDeliveriesTooLittle(record: FlockRecord, basis: PerformanceBasis): boolean {
  const performance = flockPerformance(record, basis);
  if (performance !== null && performance.fcr !== null) return false;
  const deliveredKg = sum(basis.deliveries.map(({ quantityKg }) => quantityKg));
  return performance?.areDeliveriesTooLittle || isFarBelowStandardFeed(record, deliveredKg);
}

function treatmentCost({ flock }: FlockRecord, { treatments }: FarmMoney): number | null {
  const costs = (treatments.get(flock.id) ?? []).map(({ cost }) => cost);
  const known = costs.filter((cost) => cost !== null);
  return costs.length > 0 && known.length === 0 ? null : sum(known);
}

/**
 * Live weight a flock has come to, in kg: what was sold and, of one still here, what is alive.
 * Null when a sale was not weighed, when more birds left than were placed, when the current weight is
 * unknown, and for hens, which are not kept for it.
 */
function flockKg(record: FlockRecord): number | null {
  if (record.kind === 'layer' || record.lastDay === null || record.isImpossible) return null;
  const until = record.lastDay;
  const weights = record.sales
    .filter(({ date }) => date <= until)
    .map(({ totalWeightKg }) => totalWeightKg);
  if (weights.includes(null)) return null;
  if (!record.isLive) return weights.length === 0 ? null : sum(weights);
  const { kg } = flockLoad(record, until);
  return kg === null ? null : sum(weights) + kg;
}

/**
 * What the sales of a flock brought up to a day; null without a sale, and when the amount of one
 * is not known.
 */
export function flockRevenue({ sales }: FlockRecord, until: CalendarDay): number | null {
  const amounts = sales.filter(({ date }) => date <= until).map(saleAmount);
  return amounts.length === 0 || amounts.includes(null) ? null : sum(amounts);
}

/** What a flock will have earned and cost when it is sold; nothing is rounded. */
export interface ProjectedProfit {
  readonly market: MarketProjection;
  /** Sales so far and those to come. */
  readonly revenue: number | null;
  /** Feed still to be bought, what lies in the silo taken off. */
  readonly feedKg: number | null;
  readonly feedCost: number | null;
  /** Costs so far and the feed to come; other costs to come are not known. */
  readonly totalCost: number | null;
  readonly profit: number | null;
  readonly marginPct: number | null;
  /** What a kilogram still here has to bring to pay for the flock. */
  readonly breakEvenPricePerKg: number | null;
  /** What will be left of the feed that is there already. */
  readonly stock: FeedInStock;
  readonly withoutStock: WithoutStock;
}

/**
 * The profit of a flock on the day of sale; null for a flock that has no such day ahead, and for
 * hens, who are not kept for what their sale brings.
 */
export function projectedProfit(
  record: FlockRecord,
  sofar: FlockProfit,
  { snapshot, money }: { readonly snapshot: MoneySnapshot; readonly money: FarmMoney },
): ProjectedProfit | null {
  const market = record.kind === 'layer' ? null : marketProjection(record, snapshot);
  if (!market) return null;
  const neededKg = feedForecast(record, snapshot.today).kgUntil(market.day);
  const inSiloKg = feedStock(record, snapshot).stockKg ?? 0;
  const feedKg = neededKg === null ? null : Math.max(0, neededKg - inSiloKg);
  const { perKg } = money.feedPriceFor(record);
  const feedCost = feedKg === null || perKg === null ? null : feedKg * perKg;
  const totalCost =
    sofar.costs.total === null || feedCost === null ? null : sofar.costs.total + feedCost;
  const earned = record.sales.some(({ date }) => date <= snapshot.today) ? sofar.revenue : 0;
  const revenue = market.revenue === null || earned === null ? null : sum([earned, market.revenue]);
  const profit = less(revenue, totalCost);
  const stock = leftOver(sofar.stock, neededKg);
  const eaten = less(totalCost, stock.cost);
  return {
    market,
    revenue,
    feedKg,
    feedCost,
    totalCost,
    profit,
    marginPct: percentOf(profit, revenue),
    breakEvenPricePerKg: ratioOf(less(totalCost, earned), market.kg),
    stock,
    withoutStock: {
      profit: less(revenue, eaten),
      pricePerKg: ratioOf(less(eaten, earned), market.kg),
    },
  };
}

/** What is left of feed when a flock has eaten what it needs. */
function leftOver({ kg, cost }: FeedInStock, neededKg: number | null): FeedInStock {
  if (kg === null || neededKg === null) return { kg: null, cost: null };
  const leftKg = Math.max(0, kg - neededKg);
  return { kg: leftKg, cost: cost === null || kg === 0 ? cost : (cost * leftKg) / kg };
}

/**
 * All the money a flock will have brought when it is gone: its sales so far and, of one still
 * here, what is to be expected for the rest. Null when one of them cannot be told.
 */
export function expectedRevenue(record: FlockRecord, snapshot: PriceSnapshot): number | null {
  const soFar = flockRevenue(record, snapshot.today);
  if (!record.isLive) return soFar;
  const ahead = marketProjection(record, snapshot)?.revenue ?? null;
  const hasSold = record.sales.some(({ date }) => date <= snapshot.today);
  if (ahead === null || (hasSold && soFar === null)) return null;
  return sum([soFar, ahead]);
}
