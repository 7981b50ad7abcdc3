import type { MadeSection } from '../../model/answers/insights.ts';
import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { daysBetween } from '../../tools/calendar.ts';
import { type FeedPrice, feedPriceFor, salePricePerKg } from '../accounting/prices.ts';
import { flocksWith, LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure, rounded } from '../core/figure.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { missingWeight, uncalibratedWeight } from '../core/missing-data.ts';
import { weightNow } from '../core/projections.ts';
import { distinctMissing, type MissingData, type SectionDefinition } from '../core/section.ts';
import { customers, type PriceHistory, priceHistory } from '../market/customers.ts';
import { fixedCostPerDay, type SellWindow, sellWindow } from '../market/sell-window.ts';
import { type ComparedTender, comparedTenders, type Offer } from '../market/tenders.ts';
import { foreignFeedPrice } from '../money/missing-money.ts';

const PARTS = [
  ...LIVE_FLOCK_PARTS,
  'feedDeliveries',
  'expenses',
  'treatments',
  'contacts',
  'marketOrders',
  'tenders',
  'tenderBids',
] as const;
type MarketSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

const RUNNING: readonly (string | null)[] = ['open', 'negotiating', 'confirmed'];

/** Prices, customers, orders, tenders, and the best days to sell. */
export const marketSection: SectionDefinition<
  (typeof PARTS)[number],
  never,
  MadeSection<'market'>
> = {
  parts: PARTS,
  uses: [],
  compute: computeMarket,
};

function computeMarket(snapshot: MarketSnapshot): MadeSection<'market'> {
  const flocks = liveFlocksOf(snapshot).filter(({ kind }) => kind !== 'layer');
  const prices = {
    salePrice: salePricePerKg(snapshot),
    feedPriceFor: (record: FlockRecord) => feedPriceFor(record.kind, snapshot),
    fixedPerDay: fixedCostPerDay(snapshot, liveFlocksOf(snapshot)),
  };
  const history = priceHistory(snapshot);
  const openOrders = snapshot.marketOrders.filter(({ status }) => RUNNING.includes(status));
  const tenders = comparedTenders(snapshot);
  const missing = missingMarketData(snapshot, flocks, prices);
  const isEmpty = history.last === null && openOrders.length === 0 && tenders.length === 0;
  return {
    status: isEmpty ? 'not_enough_data' : missing.length === 0 ? 'ok' : 'partial',
    asOf: snapshot.today,
    missing,
    price: priceRow(history),
    customers: customers(snapshot).map((customer) => ({
      ...customer,
      kg: rounded('kg', customer.kg),
      avgPrice: figure('price', customer.avgPrice),
      condemnedPct: figure('pct', customer.condemnedPct),
    })),
    openOrders: openOrders.map((order) => orderRow(order, snapshot.today)),
    tenders: tenders.map(tenderRow),
    sellWindow: flocks.map((record) => {
      const housed = { record, present: flocksWith(record, snapshot) };
      const { perKg: feedPrice } = prices.feedPriceFor(record);
      return windowRow(sellWindow(housed, { ...prices, feedPrice }, snapshot));
    }),
  } as const;
}

function priceRow({ minMax12m, ...history }: PriceHistory): MadeSection<'market'>['price'] {
  return {
    last: figure('price', history.last),
    lastDate: history.lastDay,
    w30: figure('price', history.w30),
    w90: figure('price', history.w90),
    trendPctPer30d: figure('pct', history.trendPctPer30d),
    minMax12m: minMax12m && {
      min: figure('price', minMax12m.min),
      max: figure('price', minMax12m.max),
    },
  };
}

function orderRow(
  order: StoredOf<'market-orders'>,
  today: string,
): MadeSection<'market'>['openOrders'][number] {
  const { id, title, kind, direction, category, quantity, unit, price, needByDate, status } = order;
  return {
    id,
    title,
    kind,
    direction,
    category,
    quantity,
    unit,
    price,
    total: figure('money', quantity === null || price === null ? null : quantity * price),
    needByDate,
    daysLeft: needByDate === null ? null : daysBetween(today, needByDate),
    status,
  };
}

function tenderRow(tender: ComparedTender): MadeSection<'market'>['tenders'][number] {
  const offerRow = (offer: Offer) => ({ ...offer, price: figure('money', offer.price) });
  return {
    ...tender,
    best: tender.best && offerRow(tender.best),
    spreadPct: figure('pct', tender.spreadPct),
    notComparable: tender.notComparable.map(offerRow),
  };
}

function windowRow({ days, ...window }: SellWindow): MadeSection<'market'>['sellWindow'][number] {
  return {
    ...window,
    days: days.map((day) => ({
      ...day,
      weightKg: figure('share', day.weightKg),
      densityKgM2: figure('ratio', day.densityKgM2),
      marginalRevenue: figure('money', day.marginalRevenue),
      marginalCost: figure('money', day.marginalCost),
      net: figure('money', day.net),
    })),
  };
}

function missingMarketData(
  { today, liveFlocks, farm }: MarketSnapshot,
  flocks: readonly FlockRecord[],
  prices: {
    readonly salePrice: number | null;
    readonly feedPriceFor: (record: FlockRecord) => FeedPrice;
  },
): MissingData[] {
  const flockId = liveFlocks.find(({ status }) => status !== 'planned')?.id ?? null;
  const sale = { flockId, date: today, birdsCount: null, totalWeightKg: null, pricePerKg: null };
  const delivery = { farmId: farm.id, date: today, quantityKg: null, totalCost: null };
  return distinctMissing([
    ...(prices.salePrice === null
      ? [lacking('no_sales', 'sales', { method: 'POST', path: '/sales', body: sale })]
      : []),
    ...(flocks.some((record) => prices.feedPriceFor(record).perKg === null)
      ? [
          lacking('no_feed_cost', 'feed-deliveries', {
            method: 'POST',
            path: '/feed-deliveries',
            body: delivery,
          }),
        ]
      : []),
    ...flocks.flatMap((record) => [
      ...foreignFeedPrice(record, prices.feedPriceFor(record), today),
      ...missingOfFlock(record, today),
    ]),
  ]);
}

function lacking(
  code: string,
  resource: string,
  fix: NonNullable<MissingData['fix']>,
): MissingData {
  return { code, message: message(`market.${code}`), resource, need: 1, have: 0, fix };
}

function missingOfFlock(record: FlockRecord, today: string): MissingData[] {
  const { flock, barn, breed } = record;
  const flockGap = (code: string, field: 'targetWeightKg' | 'breed') => ({
    code,
    message: message(`market.${code}`, { flock: flockName(record) }),
    resource: 'flocks',
    field,
    flockId: flock.id,
    fix: { method: 'PATCH', path: `/flocks/${flock.id}`, body: { [field]: null } } as const,
  });
  return [
    ...(flock.targetWeightKg === null ? [flockGap('no_target_weight', 'targetWeightKg')] : []),
    ...(breed ? [] : [flockGap('breed_unknown', 'breed')]),
    ...(weightNow(record).reason === 'weighing_stale' ? missingWeight(record, today) : []),
    ...uncalibratedWeight(record, today),
    ...(barn && barn.areaSqm === null
      ? [
          {
            code: 'no_area',
            message: message('market.no_area', { barn: barn.name }),
            resource: 'barns',
            field: 'areaSqm',
            barnId: barn.id,
            fix: {
              method: 'PATCH',
              path: `/barns/${barn.id}`,
              body: { areaSqm: null },
            } as const,
          },
        ]
      : []),
  ];
}
