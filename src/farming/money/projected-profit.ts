import type { CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { feedForecast } from '../feed/feed-forecast.ts';
import { feedStock } from '../feed/feed-stock.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { FarmMoney, MoneySnapshot } from './farm-money.ts';
import type { FlockProfit } from './flock-profit.ts';
import { type MarketProjection, marketProjection } from './market-projection.ts';

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
  const feedKg = remainingFeedKg(record, snapshot, market.day);
  const feedCost = feedKg === null || money.feedPrice === null ? null : feedKg * money.feedPrice;
  const totalCost =
    sofar.costs.total === null || feedCost === null ? null : sofar.costs.total + feedCost;
  const earned = record.sales.some(({ date }) => date <= snapshot.today) ? sofar.revenue : 0;
  const revenue = market.revenue === null || earned === null ? null : sum([earned, market.revenue]);
  const profit = revenue === null || totalCost === null ? null : revenue - totalCost;
  return {
    market,
    revenue,
    feedKg,
    feedCost,
    totalCost,
    profit,
    marginPct: percentOf(profit, revenue),
    breakEvenPricePerKg:
      totalCost === null || earned === null ? null : ratioOf(totalCost - earned, market.kg),
  };
}

function remainingFeedKg(
  record: FlockRecord,
  snapshot: MoneySnapshot,
  until: CalendarDay,
): number | null {
  const neededKg = feedForecast(record, snapshot.today).kgUntil(until);
  if (neededKg === null) return null;
  return Math.max(0, neededKg - (feedStock(record, snapshot).stockKg ?? 0));
}
