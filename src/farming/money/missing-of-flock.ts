import { addDays } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { MissingData } from '../insights/section.ts';
import { missingSaleWeight } from '../missing/missing-conversion.ts';
import { aboutFlock } from '../missing/missing-of-flock.ts';
import { deliveryCost } from './delivery-cost.ts';
import type { FarmMoney } from './farm-money.ts';
import type { FlockProfit } from './flock-profit.ts';
import {
  noBarnArea,
  noBirdsPlaced,
  noChickPrice,
  noFeedCost,
  noSaleAmount,
  noSalePrice,
  noSales,
  noTreatmentCost,
  sharedExpensesSince,
  unknownBreed,
} from './missing-money.ts';
import type { ProjectedProfit } from './projected-profit.ts';
import { saleAmount } from './sale-amount.ts';

/** Expenses of no flock are read for the last 400 days. */
const SHARED_DAYS = 400;

/** A flock with what came of it. */
export interface FlockOutcome {
  readonly record: FlockRecord;
  readonly profit: FlockProfit;
  readonly projected: ProjectedProfit | null;
}

/** Everything without which the money of a flock is not known whole. */
export function missingOfFlock(
  outcome: FlockOutcome,
  money: FarmMoney,
  today: string,
): MissingData[] {
  const { record } = outcome;
  const since = addDays(today, -SHARED_DAYS);
  return [
    ...(record.placed === null ? [noBirdsPlaced(record)] : []),
    ...missingCosts(outcome, money, today),
    ...(record.flock.placementDate < since ? [sharedExpensesSince(record, since)] : []),
    ...missingSales(outcome, today),
    ...missingProjection(outcome, money, today),
    ...(record.barn && record.barn.areaSqm === null ? [noBarnArea(record.barn)] : []),
  ];
}

function missingCosts(
  { record, profit }: FlockOutcome,
  { deliveries, treatments }: FarmMoney,
  today: string,
): MissingData[] {
  const { flock } = record;
  const { chickCost, feedCost, medCost } = profit.costs;
  const unpriced = (deliveries.get(flock.id) ?? []).find((row) => deliveryCost(row) === null);
  const treatment = (treatments.get(flock.id) ?? [])[0];
  const isIncomplete = profit.costs.feedCostFrom === 'feed_used' && deliveries.has(flock.id);
  return [
    ...(chickCost === null ? [noChickPrice(record)] : []),
    ...(feedCost === null ? [noFeedCost(record, unpriced, today)] : []),
    ...(isIncomplete ? [missingDelivery(record, today)] : []),
    ...(medCost === null && treatment ? [noTreatmentCost(record, treatment)] : []),
  ];
}

/** More was eaten than was delivered. */
function missingDelivery(record: FlockRecord, today: string): MissingData {
  const body = { flockId: record.flock.id, date: today, quantityKg: null, totalCost: null };
  return aboutFlock(record, 'deliveries_incomplete', {
    resource: 'feed-deliveries',
    ...(record.flock.sealed
      ? {}
      : { fix: { method: 'POST', path: '/feed-deliveries', body } as const }),
  });
}

function missingSales({ record, projected }: FlockOutcome, today: string): MissingData[] {
  const sales = record.sales.filter(({ date }) => date <= today);
  // A flock that is still growing is not missing its sales.
  if (sales.length === 0) return projected ? [] : [noSales(record, today)];
  const withoutAmount = sales.find((sale) => saleAmount(sale) === null);
  return [
    ...(withoutAmount ? [noSaleAmount(record, withoutAmount)] : []),
    ...(record.totals.soldKg === null ? [missingSaleWeight(record)] : []),
  ];
}

function missingProjection(
  { record, projected }: FlockOutcome,
  { salePrice }: FarmMoney,
  today: string,
): MissingData[] {
  if (!projected) return [];
  return [
    ...(record.breed ? [] : [unknownBreed(record)]),
    ...(salePrice === null ? [noSalePrice(record, today)] : []),
  ];
}
