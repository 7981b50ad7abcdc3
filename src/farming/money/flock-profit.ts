import type { CalendarDay } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { percentOf } from '../metrics/percent-of.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { FarmMoney } from './farm-money.ts';
import { type FlockCosts, flockCosts } from './flock-costs.ts';
import { flockKg } from './flock-kg.ts';
import { flockRevenue } from './flock-revenue.ts';

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
  /** Of the revenue. */
  readonly marginPct: number | null;
  readonly costPerKg: number | null;
  /** Of all costs. */
  readonly feedCostSharePct: number | null;
}

/** What a flock earned and cost up to today. */
export function flockProfit(
  record: FlockRecord,
  money: FarmMoney,
  today: CalendarDay,
): FlockProfit {
  const revenue = flockRevenue(record, today);
  const costs = flockCosts(record, money);
  const profit = revenue === null || costs.total === null ? null : revenue - costs.total;
  const kg = flockKg(record);
  return {
    revenue,
    costs,
    profit,
    kg,
    profitPerKg: ratioOf(profit, kg),
    profitPerBird: record.isImpossible ? null : ratioOf(profit, record.placed),
    profitPerM2: ratioOf(profit, record.barn?.areaSqm),
    marginPct: percentOf(profit, revenue),
    costPerKg: ratioOf(costs.total, kg),
    feedCostSharePct: percentOf(costs.feedCost, costs.total),
  };
}
