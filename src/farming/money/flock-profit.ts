import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { percentOf, ratioOf, sum, sumOrUnknown } from '../../tools/statistics.ts';
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
import {
  feedForecast,
  feedStock,
  isDeliveryMissing,
  lateDeliveryDay,
  uneatenKg,
} from '../feed/feed-forecast.ts';
import { isEatenEstimated, knownFeedKg } from '../performance/feed-eaten.ts';
import { flockPerformance } from '../performance/flock-performance.ts';
import { isFarBelowStandardFeed, type PerformanceBasis } from '../performance/performance.ts';

/** Revenue, costs and profit of a flock up to today; unrounded. */
export interface FlockProfit {
  readonly revenue: number | null;
  readonly costs: FlockCosts;
  readonly profit: number | null;
  /** Live weight sold, plus the birds still alive of a live flock. */
  readonly kg: number | null;
  readonly profitPerKg: number | null;
  /** Per bird placed. */
  readonly profitPerBird: number | null;
  readonly profitPerM2: number | null;
  /** In % of the revenue; null while meat birds are still to be sold. */
  readonly marginPct: number | null;
  readonly costPerKg: number | null;
  /** Of all costs. */
  readonly feedCostSharePct: number | null;
  readonly stock: FeedInStock;
  readonly withoutStock: WithoutStock;
}

/**
 * Feed included in the cost of a flock but not eaten, at the mean price of its deliveries; 0 within
 * the tolerance of scales. Null when feed is logged on too few days, or when part of its cost does
 * not come from deliveries.
 */
export interface FeedInStock {
  readonly kg: number | null;
  readonly cost: number | null;
  /** Whether the feed eaten on unlogged days is interpolated. */
  readonly isEstimated: boolean;
}

/** The result of a flock without the cost of uneaten feed. */
export interface WithoutStock {
  readonly profit: number | null;
  /** Cost per kg; for a flock still to be sold, the price it must achieve. */
  readonly pricePerKg: number | null;
}

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
  const consumedCost = less(costs.total, stock.cost);
  return {
    revenue,
    costs,
    profit,
    kg,
    profitPerKg: ratioOf(profit, kg),
    profitPerBird: record.isImpossible ? null : ratioOf(profit, record.placed),
    profitPerM2: ratioOf(profit, record.barn?.areaSqm),
    // All costs so far are not comparable with the revenue of the part sold.
    marginPct: isPartlySold(record) ? null : percentOf(profit, revenue),
    costPerKg: ratioOf(costs.total, kg),
    feedCostSharePct: percentOf(costs.feedCost, costs.total),
    stock,
    withoutStock: {
      profit: record.isImpossible ? null : less(revenue, consumedCost),
      pricePerKg: ratioOf(consumedCost, kg),
    },
  };
}

/** Whether some meat birds of a flock were sold and others are still alive. */
export function isPartlySold({ kind, isLive, live, totals }: FlockRecord): boolean {
  return kind !== 'layer' && isLive && live !== 0 && totals.soldBirds > 0;
}

function less(amount: number | null, deduction: number | null): number | null {
  return amount === null || deduction === null ? null : amount - deduction;
}

const UNKNOWN_STOCK: FeedInStock = { kg: null, cost: null, isEstimated: false };

function feedInStock(
  record: FlockRecord,
  { deliveries, thresholds }: FarmMoney,
  { feedCost, feedCostFrom }: FlockCosts,
): FeedInStock {
  const { flock, lastDay } = record;
  if (feedCostFrom === 'feed_used') return { kg: 0, cost: 0, isEstimated: false };
  const eatenKg = lastDay === null ? null : knownFeedKg(record, lastDay, thresholds);
  if (feedCostFrom !== 'deliveries' || lastDay === null || eatenKg === null) return UNKNOWN_STOCK;
  const deliveredKg = sum((deliveries.get(flock.id) ?? []).map(({ quantityKg }) => quantityKg));
  const kg = uneatenKg(eatenKg, deliveredKg);
  const cost = feedCost === null ? null : (kg * feedCost) / deliveredKg;
  return { kg, cost, isEstimated: isEatenEstimated(record, lastDay) };
}

/** The costs of a flock up to today, each amount counted once. */
export interface FlockCosts {
  readonly chickCost: number | null;
  readonly feedCost: number | null;
  /**
   * Source of `feedCost`: expenses when there are no deliveries; when more was eaten than
   * delivered, the feed eaten at the last price, which is an estimate.
   */
  readonly feedCostFrom: 'deliveries' | 'expenses' | 'feed_used' | null;
  /** Null when treatments are recorded and none has a cost. */
  readonly medCost: number | null;
  readonly directExpenses: number;
  /** Null when the number of birds is unknown. */
  readonly sharedExpenses: number | null;
  /** Sum of all costs; null without the cost of chicks or feed, which every flock has. */
  readonly total: number | null;
  /** Excluded expenses whose cost other records of the flock already contain. */
  readonly possibleDuplicates: readonly StoredOf<'expenses'>[];
}

type FeedCost = Pick<FlockCosts, 'feedCost' | 'feedCostFrom'>;

export function flockCosts(record: FlockRecord, money: FarmMoney): FlockCosts {
  const { flock } = record;
  const heldCosts = money.held.get(flock.id);
  const expenses = money.expenses.get(flock.id) ?? [];
  const counted = expenses.filter((expense) => countedAs(expense, heldCosts) === 'direct');
  const chicks = amountInPlaceOf('chicks', counted) ?? chickCost(flock);
  const feed = feedCostOf(record, money, counted);
  const medicine = amountInPlaceOf('treatments', counted) ?? treatmentCost(record, money);
  const direct = sum(
    counted
      .filter(({ category }) => costOfCategory(category) === undefined)
      .map(({ amount }) => amount),
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
    possibleDuplicates: expenses.filter((expense) => countedAs(expense, heldCosts) === 'duplicate'),
  };
}

/**
 * Whether the feed cost, and therefore the total, is estimated from the feed eaten at the last
 * price.
 */
export function isFeedCostEstimated({ feedCostFrom }: FlockCosts): boolean {
  return feedCostFrom === 'feed_used';
}

/** The field of `HeldCosts` for the category of an expense. */
function costOfCategory(category: string): keyof HeldCosts | undefined {
  return Object.hasOwn(HELD_ELSEWHERE, category) ? HELD_ELSEWHERE[category] : undefined;
}

function amountInPlaceOf(
  place: keyof HeldCosts,
  counted: readonly StoredOf<'expenses'>[],
): number | null {
  const rows = counted.filter(({ category }) => costOfCategory(category) === place);
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
  // With too few logged days, at least the logged amount was eaten.
  const isMissing =
    isDeliveryMissing(eatenKg ?? totals.feedKg, deliveredKg) ||
    lateDeliveryDay(record, rows, thresholds) !== null ||
    (eatenKg === null && areDeliveriesTooLittle(record, { deliveries: rows, thresholds }));
  if (rows.length > 0 && !isMissing) {
    return { feedCost: sumOrUnknown(rows.map(deliveryCost)), feedCostFrom: 'deliveries' };
  }
  // Feed bought for the farm rather than for a flock, or delivered without a record, is still a
  // cost of the flock that ate it.
  const { perKg } = feedPriceFor(record);
  if (perKg !== null && eatenKg !== null && eatenKg > 0) {
    return { feedCost: eatenKg * perKg, feedCostFrom: 'feed_used' };
  }
  return { feedCost: null, feedCostFrom: null };
}

/** Compared with the weight of the birds or, when unknown, with the breed standard. */
function areDeliveriesTooLittle(record: FlockRecord, basis: PerformanceBasis): boolean {
  const performance = flockPerformance(record, basis);
  if (performance !== null && performance.fcr !== null) return false;
  const deliveredKg = sum(basis.deliveries.map(({ quantityKg }) => quantityKg));
  return performance?.areDeliveriesTooLittle || isFarBelowStandardFeed(record, deliveredKg);
}

function treatmentCost({ flock }: FlockRecord, { treatments }: FarmMoney): number | null {
  const costs = (treatments.get(flock.id) ?? []).map(({ cost }) => cost);
  const presentCosts = costs.filter((cost) => cost !== null);
  return costs.length > 0 && presentCosts.length === 0 ? null : sum(presentCosts);
}

/**
 * Live weight produced by a flock, in kg: the weight sold, plus the live weight of a live flock.
 * Null when a sale was not weighed, when more birds left than were placed, when the current weight
 * is unknown, and for hens, which are not kept for meat.
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
 * The revenue of a flock up to a day; null without a sale, and when the amount of any sale is
 * unknown.
 */
export function flockRevenue({ sales }: FlockRecord, until: CalendarDay): number | null {
  const amounts = sales.filter(({ date }) => date <= until).map(saleAmount);
  return amounts.length === 0 || amounts.includes(null) ? null : sum(amounts);
}

/** The expected revenue and costs of a flock at its sale; unrounded. */
export interface ProjectedProfit {
  readonly market: MarketProjection;
  /** Past and expected sales. */
  readonly revenue: number | null;
  /** Feed still to be bought, after the current stock. */
  readonly feedKg: number | null;
  readonly feedCost: number | null;
  /** Costs so far plus future feed; other future costs are unknown. */
  readonly totalCost: number | null;
  readonly profit: number | null;
  readonly marginPct: number | null;
  /** The price per kg of the remaining birds that covers the cost of the flock. */
  readonly breakEvenPricePerKg: number | null;
  /** The remainder of the current feed stock. */
  readonly stock: FeedInStock;
  readonly withoutStock: WithoutStock;
}

/**
 * The profit of a flock on its sale day; null for a flock without a future sale day, and for hens,
 * which are not kept for the revenue of their sale.
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
  const consumedCost = less(totalCost, stock.cost);
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
      profit: less(revenue, consumedCost),
      pricePerKg: ratioOf(less(consumedCost, earned), market.kg),
    },
  };
}

/** The feed left after a flock has eaten what it needs. */
function leftOver({ kg, cost, isEstimated }: FeedInStock, neededKg: number | null): FeedInStock {
  if (kg === null || neededKg === null) return UNKNOWN_STOCK;
  const leftKg = Math.max(0, kg - neededKg);
  const leftCost = cost === null || kg === 0 ? cost : (cost * leftKg) / kg;
  return { kg: leftKg, cost: leftCost, isEstimated };
}

/**
 * The total revenue of a flock: past sales plus, for a live flock, the expected sale of the rest.
 * Null when either is unknown.
 */
export function expectedRevenue(record: FlockRecord, snapshot: PriceSnapshot): number | null {
  const soFar = flockRevenue(record, snapshot.today);
  if (!record.isLive) return soFar;
  const projectedRevenue = marketProjection(record, snapshot)?.revenue ?? null;
  const hasSold = record.sales.some(({ date }) => date <= snapshot.today);
  if (projectedRevenue === null || (hasSold && soFar === null)) return null;
  return sum([soFar, projectedRevenue]);
}
