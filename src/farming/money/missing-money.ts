import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import type { FarmMoney } from '../accounting/farm-money.ts';
import { deliveryCost, type FeedPrice, saleAmount } from '../accounting/prices.ts';
import { figure } from '../core/figure.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import {
  aboutFlock,
  dayOfDelivery,
  incompleteDeliveries,
  missingPopulation,
} from '../core/missing-data.ts';
import type { Fix, MissingData } from '../core/section.ts';
import { isExcessEstimated, lateDeliveryDay } from '../feed/feed-forecast.ts';
import { missingSaleWeight } from '../feed/flock-feed.ts';
import { flockStateOn } from '../performance/performance.ts';
import {
  type FeedInStock,
  type FlockProfit,
  isPartlySold,
  type ProjectedProfit,
  type WithoutStock,
} from './flock-profit.ts';

function noChickPrice(record: FlockRecord): MissingData {
  const field = record.flock.pricePerChick === null ? 'pricePerChick' : 'chicksReceived';
  return missingMoneyOf(record, 'no_chick_price', {
    resource: 'flocks',
    field,
    fix: { method: 'PATCH', path: `/flocks/${record.flock.id}`, body: { [field]: null } },
  });
}

function noBirdsPlaced(record: FlockRecord): MissingData {
  return missingMoneyOf(record, 'no_birds_placed', {
    resource: 'flocks',
    field: 'chicksReceived',
    fix: { method: 'PATCH', path: `/flocks/${record.flock.id}`, body: { chicksReceived: null } },
  });
}

/** The feed cost of a flock is unknown: no delivery, or one without a cost. */
function noFeedCost(
  record: FlockRecord,
  unpriced: StoredOf<'feed-deliveries'> | undefined,
  today: CalendarDay,
): MissingData {
  const date = dayOfDelivery(record, today);
  const body = { flockId: record.flock.id, date, quantityKg: null, totalCost: null };
  return missingMoneyOf(record, 'no_feed_cost', {
    resource: 'feed-deliveries',
    field: 'totalCost',
    fix: unpriced
      ? { method: 'PATCH', path: `/feed-deliveries/${unpriced.id}`, body: { totalCost: null } }
      : { method: 'POST', path: '/feed-deliveries', body },
  });
}

/** Treatments of a flock are recorded, but none with a cost. */
function noTreatmentCost(record: FlockRecord, treatment: StoredOf<'treatments'>): MissingData {
  return missingMoneyOf(record, 'no_treatment_cost', {
    resource: 'treatments',
    field: 'cost',
    fix: { method: 'PATCH', path: `/treatments/${treatment.id}`, body: { cost: null } },
  });
}

function noSales(record: FlockRecord, today: CalendarDay): MissingData {
  return missingMoneyOf(record, 'no_sales', {
    resource: 'sales',
    fix: { method: 'POST', path: '/sales', body: newSale(record.flock.id, today) },
  });
}

function noSaleAmount(record: FlockRecord, sale: StoredOf<'sales'>): MissingData {
  return missingMoneyOf(record, 'no_sale_amount', {
    resource: 'sales',
    field: 'totalAmount',
    fix: { method: 'PATCH', path: `/sales/${sale.id}`, body: { totalAmount: null } },
  });
}

/** No sale of the farm has a price per kg. */
function noSalePrice(record: FlockRecord, today: CalendarDay): MissingData {
  return {
    code: 'no_sale_price',
    message: message('profit.no_sale_price'),
    resource: 'sales',
    field: 'pricePerKg',
    fix: { method: 'POST', path: '/sales', body: newSale(record.flock.id, today) },
  };
}

/** The floor area of a barn is unknown. */
export function noBarnArea(barn: StoredOf<'barns'>): MissingData {
  return {
    code: 'no_barn_area',
    message: message('profit.no_barn_area', { barn: barn.name }),
    resource: 'barns',
    field: 'areaSqm',
    barnId: barn.id,
    fix: { method: 'PATCH', path: `/barns/${barn.id}`, body: { areaSqm: null } },
  };
}

/** A flock was placed so long ago that not all its shared expenses are read. */
function sharedExpensesSince(record: FlockRecord, since: CalendarDay): MissingData {
  return {
    code: 'shared_expenses_since',
    message: message('profit.shared_expenses_since', {
      flock: flockName(record),
      day: { day: since },
    }),
    resource: 'expenses',
    flockId: record.flock.id,
  };
}

/** The breed of a flock has no table, so its growth cannot be projected. */
function unknownBreed(record: FlockRecord): MissingData {
  return missingMoneyOf(record, 'breed_unknown', {
    resource: 'flocks',
    field: 'breed',
    fix: { method: 'PATCH', path: `/flocks/${record.flock.id}`, body: { breed: null } },
  });
}

function newSale(flockId: string, date: CalendarDay): Fix['body'] & object {
  return { flockId, date, birdsCount: null, totalWeightKg: null, pricePerKg: null };
}

function missingMoneyOf(
  record: FlockRecord,
  code: string,
  { fix, ...what }: Pick<MissingData, 'resource' | 'field'> & { readonly fix: Fix },
): MissingData {
  return {
    code,
    message: message(`profit.${code}`, { flock: flockName(record) }),
    ...what,
    flockId: record.flock.id,
    // The rows of a sealed flock cannot be changed.
    ...(record.flock.sealed ? {} : { fix }),
  };
}

/** Days for which expenses without a flock are read. */
const SHARED_DAYS = 400;

const CLOSED_DAYS = 30;

/** Birds of a recently closed flock that neither died nor were culled or sold. */
function birdsUnaccounted(record: FlockRecord, today: CalendarDay): MissingData[] {
  const { isLive, lastDay, flock, sales } = record;
  if (isLive || lastDay === null || sales.length === 0) return [];
  const birds = flockStateOn(record, lastDay).live ?? 0;
  if (birds === 0 || lastDay < addDays(today, -CLOSED_DAYS)) return [];
  return [
    {
      code: 'birds_unaccounted',
      message: message('profit.birds_unaccounted', {
        flock: flockName(record),
        birds: { quantity: birds, unit: 'birds' },
      }),
      resource: 'daily-logs',
      flockId: flock.id,
    },
  ];
}

/** A flock with its financial result. */
export interface FlockOutcome {
  readonly record: FlockRecord;
  readonly profit: FlockProfit;
  readonly projected: ProjectedProfit | null;
}

/** All missing data of the financial figures of a flock. */
export function missingOfFlock(
  outcome: FlockOutcome,
  money: FarmMoney,
  today: string,
): MissingData[] {
  const { record } = outcome;
  const since = addDays(today, -SHARED_DAYS);
  return [
    ...(record.placed === null ? [noBirdsPlaced(record)] : missingPopulation(record)),
    ...missingCosts(outcome, money, today),
    ...(record.flock.placementDate < since ? [sharedExpensesSince(record, since)] : []),
    ...missingSales(outcome, today),
    ...birdsUnaccounted(record, today),
    ...missingProjection(outcome, money, today),
    ...(record.barn && record.barn.areaSqm === null ? [noBarnArea(record.barn)] : []),
  ];
}

function missingCosts(
  { record, profit, projected }: FlockOutcome,
  money: FarmMoney,
  today: string,
): MissingData[] {
  const { deliveries, treatments, feedPriceFor } = money;
  const { flock } = record;
  const { chickCost, feedCost, medCost } = profit.costs;
  const unpriced = (deliveries.get(flock.id) ?? []).find((row) => deliveryCost(row) === null);
  const treatment = (treatments.get(flock.id) ?? [])[0];
  const lacksDeliveries = deliveries.has(flock.id) && !unpriced;
  const tooLittle = missingDelivery(record, 'deliveries_too_little', today);
  const isPriced = profit.costs.feedCostFrom === 'feed_used' || (projected?.feedCost ?? 0) > 0;
  const isIncomplete = profit.costs.feedCostFrom === 'feed_used' && deliveries.has(flock.id);
  return [
    ...(chickCost === null ? [noChickPrice(record)] : []),
    ...(feedCost === null
      ? [lacksDeliveries ? tooLittle : noFeedCost(record, unpriced, today)]
      : []),
    ...(isIncomplete ? [incompleteDelivery(record, money, today)] : []),
    ...(isPriced ? foreignFeedPrice(record, feedPriceFor(record), today) : []),
    ...(medCost === null && treatment ? [noTreatmentCost(record, treatment)] : []),
    ...feedLeft({ record, profit }, (deliveries.get(flock.id) ?? []).at(-1)),
  ];
}

/** The feed of a flock is priced at the farm's mean because no delivery has its own price. */
export function foreignFeedPrice(
  record: FlockRecord,
  { isOfFarm }: FeedPrice,
  today: string,
): MissingData[] {
  return isOfFarm ? [missingDelivery(record, 'feed_price_of_farm', today)] : [];
}

/** Feed of a flock that has left remains: its cost includes feed that others will eat. */
function feedLeft(
  { record, profit }: Pick<FlockOutcome, 'record' | 'profit'>,
  delivery: StoredOf<'feed-deliveries'> | undefined,
): MissingData[] {
  const leftKg = figure('kg', profit.stock.kg) ?? 0;
  if (record.isLive || leftKg === 0 || !delivery) return [];
  const hasTotal = delivery.totalCost !== null;
  return [
    {
      code: 'feed_left',
      message: message('profit.feed_left', {
        flock: flockName(record),
        feed: { quantity: leftKg, unit: 'kg' },
      }),
      resource: 'feed-deliveries',
      field: 'quantityKg',
      flockId: record.flock.id,
      ...(record.flock.sealed
        ? {}
        : {
            fix: {
              method: 'PATCH',
              path: `/feed-deliveries/${delivery.id}`,
              body: { quantityKg: null, ...(hasTotal ? { totalCost: null } : {}) },
            },
          }),
    },
  ];
}

/** The message about uneaten feed in the cost of a flock; null without any. */
export function feedInStockNote(
  flock: string | Message,
  { stock, withoutStock }: { readonly stock: FeedInStock; readonly withoutStock: WithoutStock },
  { when, currency }: { readonly when: 'now' | 'gone' | 'at_sale'; readonly currency: string },
): Message | null {
  const [kg, cost] = [figure('kg', stock.kg), figure('money', stock.cost)];
  if (!kg || cost === null) return null;
  const profit = figure('money', withoutStock.profit);
  const perKg = figure('price', withoutStock.pricePerKg);
  return message('profit.feed_in_stock', {
    flock,
    when,
    isEstimated: stock.isEstimated ? 'yes' : 'no',
    feed: { quantity: kg, unit: 'kg' },
    cost: { amount: cost, currency },
    hasPerKg: perKg === null ? 'no' : 'yes',
    perKg: perKg === null ? '' : { amount: perKg, currency },
    side: profit === null ? 'unknown' : profit < 0 ? 'below' : 'above',
    profit: profit === null ? '' : { amount: Math.abs(profit), currency },
  });
}

function incompleteDelivery(
  record: FlockRecord,
  { deliveries, thresholds }: FarmMoney,
  today: string,
): MissingData {
  const rows = deliveries.get(record.flock.id) ?? [];
  const deliveredKg = sum(rows.map(({ quantityKg }) => quantityKg));
  const said = incompleteDeliveries(record, {
    lateDelivery: lateDeliveryDay(record, rows, thresholds),
    isExcessEstimated: isExcessEstimated(record, record.lastDay ?? today, deliveredKg),
  });
  return { ...missingDelivery(record, 'deliveries_incomplete', today), message: said };
}

/** More feed was eaten than delivered, or must have been. */
function missingDelivery(
  record: FlockRecord,
  code: 'deliveries_incomplete' | 'deliveries_too_little' | 'feed_price_of_farm',
  today: string,
): MissingData {
  const date = dayOfDelivery(record, today);
  const body = { flockId: record.flock.id, date, quantityKg: null, totalCost: null };
  return aboutFlock(record, code, {
    resource: 'feed-deliveries',
    ...(record.flock.sealed
      ? {}
      : { fix: { method: 'POST', path: '/feed-deliveries', body } as const }),
  });
}

/** Part of the birds are sold: their revenue is compared with the cost of all birds. */
function birdsToSell(record: FlockRecord): MissingData {
  return {
    code: 'birds_to_sell',
    message: message('profit.birds_to_sell', { flock: flockName(record) }),
    resource: 'sales',
    flockId: record.flock.id,
  };
}

function missingSales({ record, projected }: FlockOutcome, today: string): MissingData[] {
  const sales = record.sales.filter(({ date }) => date <= today);
  // A flock that is still growing needs no sales yet.
  if (sales.length === 0) return projected ? [] : [noSales(record, today)];
  const withoutAmount = sales.find((sale) => saleAmount(sale) === null);
  return [
    ...(isPartlySold(record) ? [birdsToSell(record)] : []),
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
