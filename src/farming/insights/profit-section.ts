import type { MadeSection } from '../../model/answers/insights.ts';
import { message } from '../../model/core/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { FARM_MONEY_PARTS, farmMoneyOf, type MoneySnapshot } from '../accounting/farm-money.ts';
import { closedFlocksOf, liveFlocksOf } from '../core/farm-flocks.ts';
import { figure } from '../core/figure.ts';
import { flockName } from '../core/flock-record.ts';
import { uncalibratedWeight } from '../core/missing-data.ts';
import {
  distinctMissing,
  type MissingData,
  type SectionDefinition,
  type SectionFrame,
} from '../core/section.ts';
import {
  flockProfit,
  isFeedCostEstimated,
  type ProjectedProfit,
  projectedProfit,
} from '../money/flock-profit.ts';
import { type FlockOutcome, feedInStockNote, missingOfFlock } from '../money/missing-money.ts';

type Part = (typeof FARM_MONEY_PARTS)[number];

/** Revenue and costs of each flock: live flocks first, then closed ones, newest first. */
export const profitSection: SectionDefinition<Part, never, MadeSection<'profit'>> = {
  parts: FARM_MONEY_PARTS,
  uses: [],
  compute: computeProfit,
};

function computeProfit(snapshot: MoneySnapshot): MadeSection<'profit'> {
  const money = farmMoneyOf(snapshot);
  const outcomes = [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)].map((record) => {
    const profit = flockProfit(record, money, snapshot.today);
    return { record, profit, projected: projectedProfit(record, profit, { snapshot, money }) };
  });
  const missing = distinctMissing([
    ...(outcomes.length === 0 ? [noFlocks(snapshot)] : []),
    ...outcomes.flatMap((outcome) => missingOfFlock(outcome, money, snapshot.today)),
    ...outcomes.flatMap(({ record }) => uncalibratedWeight(record, snapshot.today)),
  ]);
  const section = {
    status: statusOf(outcomes, missing),
    asOf: snapshot.today,
    missing,
    prices: {
      salePerKg: figure('price', money.salePrice),
      feedPerKg: figure('price', money.feedPrice),
    },
    flocks: outcomes.map((outcome) => profitRow(outcome, snapshot.currency)),
    unallocatedExpenses: figure('money', money.shared.unallocated),
  };
  return section;
}

function statusOf(
  outcomes: readonly FlockOutcome[],
  missing: readonly MissingData[],
): SectionFrame['status'] {
  const isKnown = outcomes.some(
    ({ profit, projected }) => profit.profit !== null || (projected?.profit ?? null) !== null,
  );
  if (!isKnown) return 'not_enough_data';
  return missing.length === 0 ? 'ok' : 'partial';
}

function profitRow(
  { record, profit, projected }: FlockOutcome,
  currency: string,
): MadeSection<'profit'>['flocks'][number] {
  const { costs } = profit;
  const flock = flockName(record);
  return {
    flockId: record.flock.id,
    code: record.flock.code,
    status: record.flock.status,
    revenue: figure('money', profit.revenue),
    chickCost: figure('money', costs.chickCost),
    feedCost: figure('money', costs.feedCost),
    feedCostFrom: costs.feedCostFrom,
    estimated: isFeedCostEstimated(costs),
    medCost: figure('money', costs.medCost),
    directExpenses: figure('money', costs.directExpenses),
    sharedExpenses: figure('money', costs.sharedExpenses),
    totalCost: figure('money', costs.total),
    profit: figure('money', profit.profit),
    profitBasis: 'realised',
    kg: figure('kg', profit.kg),
    profitPerKg: figure('price', profit.profitPerKg),
    profitPerBird: figure('price', profit.profitPerBird),
    profitPerM2: figure('price', profit.profitPerM2),
    marginPct: figure('pct', profit.marginPct),
    costPerKg: figure('price', profit.costPerKg),
    feedCostSharePct: figure('pct', profit.feedCostSharePct),
    breakEvenPricePerKg: figure('price', profit.costPerKg),
    ...stockRow(profit),
    costPerKgWithoutStock: figure('price', profit.withoutStock.pricePerKg),
    feedInStockNote: feedInStockNote(flock, profit, {
      when: record.isLive ? 'now' : 'gone',
      currency,
    }),
    possibleDuplicates: costs.possibleDuplicates.map(({ id, date, category, amount }) => ({
      resource: 'expenses',
      id,
      date,
      category,
      amount: figure('money', amount),
    })),
    projected: projected && {
      ...projectedRow(projected),
      ...stockRow(projected),
      feedInStockNote: feedInStockNote(flock, projected, { when: 'at_sale', currency }),
      standardAssumed: record.weight === null,
      weightUncalibrated: record.weight?.uncalibrated ?? false,
    },
  };
}

function stockRow({ stock, withoutStock }: Pick<ProjectedProfit, 'stock' | 'withoutStock'>) {
  return {
    feedInStockKg: figure('kg', stock.kg),
    feedInStockCost: figure('money', stock.cost),
    feedInStockEstimated: stock.isEstimated && stock.kg !== 0,
    profitWithoutStock: figure('money', withoutStock.profit),
    breakEvenPricePerKgWithoutStock: figure('price', withoutStock.pricePerKg),
  };
}

function projectedRow({ market, ...projection }: ProjectedProfit) {
  return {
    date: market.day,
    basis: market.basis,
    ageDays: market.ageDays,
    weightKg: figure('kg', market.weightKg),
    birds: figure('birds', market.birds),
    kg: figure('kg', market.kg),
    revenue: figure('money', projection.revenue),
    remainingFeedKg: figure('kg', projection.feedKg),
    remainingFeedCost: figure('money', projection.feedCost),
    totalCost: figure('money', projection.totalCost),
    profit: figure('money', projection.profit),
    profitBasis: 'expected' as const,
    marginPct: figure('pct', projection.marginPct),
    breakEvenPricePerKg: figure('price', projection.breakEvenPricePerKg),
  };
}

function noFlocks({ today, barns }: { today: CalendarDay } & MoneySnapshot): MissingData {
  const barnId = barns[0]?.id ?? null;
  return {
    code: 'no_flocks',
    message: message('profit.no_flocks'),
    resource: 'flocks',
    need: 1,
    have: 0,
    fix: { method: 'POST', path: '/flocks', body: { barnId, placementDate: today } },
  };
}
