import { FARM_MONEY_PARTS, farmMoneyOf } from '../../farming/accounting/farm-money.ts';
import { pricePerKg as averagePrice, soldByWeight } from '../../farming/accounting/prices.ts';
import { LIVE_FLOCK_PARTS } from '../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { figure } from '../../farming/core/figure.ts';
import { missingWeight } from '../../farming/core/missing-data.ts';
import { feedPrices } from '../../farming/feed/feed-prices.ts';
import { priceHistory } from '../../farming/market/customers.ts';
import { type ComparedTender, comparedTenders } from '../../farming/market/tenders.ts';
import { flockProfit, isFeedCostEstimated } from '../../farming/money/flock-profit.ts';
import { feedInStockNote, missingOfFlock } from '../../farming/money/missing-money.ts';
import { type Message, message } from '../../model/core/message.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion, Period } from '../measure.ts';
import { topicsIn } from '../names/topics.ts';
import { normalText } from '../text/normalise.ts';
import { periodText } from './days.ts';
import {
  absoluteValue,
  asText,
  type FactFrame,
  factOf,
  type NumberFact,
  wordFact,
} from './fact-of.ts';
import { flockMeasure } from './flock-measure.ts';
import { stockFacts } from './flock-profit.ts';
import { answerList, EACH, type ListItem } from './rows.ts';

type PricePart = (typeof LIVE_FLOCK_PARTS)[number];

/** Revenue per kilogram of live birds, as in the section market. */
export const pricePerKg = {
  parts: LIVE_FLOCK_PARTS,
  per: 'farm',
  aggregations: ['value', 'average', 'trend', 'highest', 'lowest'],
  compute: computePrice,
} as const satisfies MeasureDefinition<PricePart>;

function computePrice(
  snapshot: FarmSnapshot<PricePart>,
  { period }: MeasureQuestion,
): MeasureAnswer {
  if (period) return priceOfPeriod(snapshot, period);
  const history = priceHistory(snapshot);
  const frame = {
    unit: `${snapshot.currency}/kg`,
    asOf: history.lastDay,
    source: { resource: 'sales' },
  } as const;
  const last = priceFact('Price per kg, last', history.last, frame);
  if (!last || history.lastDay === null) return noPrice(snapshot);
  const mean = priceFact('Price per kg, 90 days', history.w90, frame);
  const min = priceFact('Price per kg, lowest of the year', history.minMax12m?.min, frame);
  const max = priceFact('Price per kg, highest of the year', history.minMax12m?.max, frame);
  const pct = figure('pct', history.trendPctPer30d);
  const trend = pct === null ? null : factOf('Price per kg, change in 30 days', pct, { unit: '%' });
  const lines: (Message | null)[] = [
    message('ask.pricePerKg', {
      price: asText(last),
      day: { day: history.lastDay },
      hasMean: mean ? 'yes' : 'no',
      mean: mean ? asText(mean) : '',
    }),
    min && max && message('ask.priceRange', { min: asText(min), max: asText(max) }),
    trend &&
      message('ask.priceTrend', {
        side: trend.value > 0 ? 'up' : trend.value < 0 ? 'down' : 'same',
        change: absoluteValue(trend),
      }),
  ];
  return {
    facts: [last, mean, min, max, trend].filter((fact) => fact !== null),
    lines: lines.filter((line) => line !== null),
  };
}

const FARM_PRICE = { hasPlace: 'no', place: '', hasCategory: 'no', category: '' } as const;

/** The weighted price of all sales in a period, and the range of the daily prices. */
function priceOfPeriod(snapshot: FarmSnapshot<PricePart>, period: Period): MeasureAnswer {
  const { currency, today } = snapshot;
  const { from, to } = period;
  const sold = soldByWeight(snapshot).filter(({ day }) => from <= day && day <= to);
  const frame = {
    unit: `${currency}/kg`,
    asOf: to,
    source: { resource: 'sales', query: { dateFrom: from, dateTo: to } },
  } as const;
  const mean = priceFact('Price per kg, mean', averagePrice(sold), frame);
  const when = periodText(period, today);
  const days = [wordFact('Sales from', from), wordFact('Sales to', to)];
  if (!mean) return { facts: days, lines: [message('ask.revenue.none', { when, ...FARM_PRICE })] };
  const prices = [...groupBy(sold, ({ day }) => day).values()].map((deals) => averagePrice(deals));
  const found = prices.filter((price) => price !== null);
  const min = priceFact('Price per kg, lowest day', Math.min(...found), frame);
  const max = priceFact('Price per kg, highest day', Math.max(...found), frame);
  const total = figure('money', sum(sold.map(({ amount }) => amount))) ?? 0;
  const weight = figure('kg', sum(sold.map(({ kg }) => kg))) ?? 0;
  const money = factOf('Sales, amount', total, { ...frame, unit: currency });
  const mass = factOf('Sales, weight', weight, { ...frame, unit: 'kg' });
  const line = message('ask.pricePerKg.period', {
    when,
    price: asText(mean),
    total: asText(money),
    weight: asText(mass),
    hasRange: min && max && min.value < max.value ? 'yes' : 'no',
    min: min ? asText(min) : '',
    max: max ? asText(max) : '',
  });
  const range = [min, max].filter((fact) => fact !== null);
  return { facts: [mean, money, mass, ...range, ...days], lines: [line] };
}

function priceFact(
  label: string,
  value: number | null | undefined,
  frame: FactFrame,
): NumberFact | null {
  const price = figure('price', value);
  return price === null ? null : factOf(label, price, frame);
}

function noPrice({ liveFlocks, today }: FarmSnapshot<PricePart>): MeasureAnswer {
  const reason = message('market.no_sales');
  const flockId = liveFlocks.find(({ status }) => status !== 'planned')?.id ?? null;
  const body = { flockId, date: today, birdsCount: null, totalWeightKg: null, pricePerKg: null };
  const fix = { method: 'POST', path: '/sales', body } as const;
  const missing = [{ code: 'no_sales', message: reason, resource: 'sales', need: 1, have: 0, fix }];
  return { facts: [], lines: [reason], missing };
}

/** Price of feed per tonne over 90 days, as in the section feed. */
export const feedPrice = {
  parts: ['feedDeliveries'],
  per: 'farm',
  aggregations: ['value', 'list', 'trend'],
  compute: computeFeedPrice,
} as const satisfies MeasureDefinition<'feedDeliveries'>;

function computeFeedPrice(snapshot: FarmSnapshot<'feedDeliveries'>): MeasureAnswer {
  const { currency, today, farm } = snapshot;
  const { byFeedType, trendPctPer30d } = feedPrices(snapshot);
  const rows = byFeedType.flatMap(({ feedType, pricePerTon }) => {
    const value = figure('money', pricePerTon);
    if (value === null) return [];
    const query = feedType === null ? {} : { feedType };
    const source = { resource: 'feed-deliveries', query } as const;
    const label = `Feed price per ton, ${feedType ?? 'other'}`;
    const price = factOf(label, value, { unit: `${currency}/t`, asOf: today, source });
    const feed = message('ask.feedType', { feed: feedType ?? 'none' });
    return [{ price, line: message('ask.feedPrice', { feed, price: asText(price) }) }];
  });
  if (rows.length === 0) {
    const reason = message('market.no_feed_cost');
    const body = { farmId: farm.id, date: today, quantityKg: null, totalCost: null };
    const fix = { method: 'POST', path: '/feed-deliveries', body } as const;
    const missing = { code: 'no_feed_cost', message: reason, resource: 'feed-deliveries', fix };
    return { facts: [], lines: [reason], missing: [missing] };
  }
  const pct = figure('pct', trendPctPer30d);
  const trend = factOf('Feed price, change in 30 days', pct ?? 0, { unit: '%', asOf: today });
  const side = trend.value > 0 ? 'up' : trend.value < 0 ? 'down' : 'same';
  const change =
    pct === null ? [] : [message('ask.priceTrend', { side, change: absoluteValue(trend) })];
  return {
    facts: [...rows.map(({ price }) => price), ...(pct === null ? [] : [trend])],
    lines: [...rows.map(({ line }) => line), ...change],
  };
}

const BID_PARTS = ['tenders', 'tenderBids'] as const;

/** The best bid of every undecided tender. */
export const cheapestBid = {
  parts: BID_PARTS,
  per: 'farm',
  aggregations: ['value', 'list'],
  slots: { category: ['feed', 'live_birds'] },
  compute: bestBids,
} as const satisfies MeasureDefinition<(typeof BID_PARTS)[number]>;

function bestBids(
  snapshot: FarmSnapshot<(typeof BID_PARTS)[number]>,
  question: MeasureQuestion,
): MeasureAnswer {
  const { category, place } = question.slots;
  const others = snapshot.tenders
    .filter(
      ({ title, category: own }) =>
        own !== category && (category !== 'feed' || !topicsIn(normalText(title)).has('feed')),
    )
    .map(({ id }) => (category === undefined ? '' : id));
  const tenders = comparedTenders(snapshot).filter(
    ({ tenderId, title }) =>
      !others.includes(tenderId) && (place === undefined || namesPlace(title, place)),
  );
  const isNone = place !== undefined && tenders.length === 0;
  const source = { resource: 'tenders', ids: tenders.map(({ tenderId }) => tenderId) } as const;
  return answerList(
    tenders.map((tender) => bidItem(tender, snapshot.today)),
    {
      ...(isNone ? { text: 'ask.noTenderOf', params: { place } } : { text: 'ask.tenders' }),
      label: 'Open tenders',
      asOf: snapshot.today,
      source,
    },
    question,
  );
}

/** Whether a title contains the name of a barn; "Barn 10" does not contain "Barn 1". */
function namesPlace(title: string, place: string): boolean {
  const [text, name] = [normalText(title), normalText(place)];
  const at = text.indexOf(name);
  return at >= 0 && !/\d/.test(text.charAt(at + name.length)) && !/\d/.test(text.charAt(at - 1));
}

function bidItem(
  { title, bids, best, direction, tenderId }: ComparedTender,
  asOf: string,
): ListItem {
  const count = factOf(`Bids, ${title}`, bids, {
    asOf,
    source: { resource: 'tender-bids', query: { tenderId } },
  });
  const amount = figure('money', best?.price);
  if (!best || amount === null) {
    const line = message('ask.noBid', { title, count: count.value });
    return { facts: [count], lines: [line] };
  }
  const source = { resource: 'tender-bids', ids: [best.bidId] } as const;
  const price = factOf(`Best bid, ${title}`, amount, { unit: best.currency, asOf, source });
  const line = message('ask.bestBid', {
    title,
    direction: direction ?? 'buy',
    price: asText(price),
    hasSupplier: best.supplierName === null ? 'no' : 'yes',
    supplier: best.supplierName ?? '',
    count: count.value,
  });
  return { facts: [price, count], lines: [line] };
}

/** Cost per kilogram of live weight so far. */
export const costPerKg = flockMeasure({
  parts: FARM_MONEY_PARTS,
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const { today, currency } = snapshot;
    const money = farmMoneyOf(snapshot);
    const profit = flockProfit(record, money, today);
    const cost = fact('Cost per kg', profit.costPerKg, {
      as: 'price',
      unit: `${currency}/kg`,
      asOf: today,
    });
    if (!cost) {
      const missing = missingOfFlock({ record, profit, projected: null }, money, today);
      if (!record.isLive) return { place, value: null, missing };
      // Live birds are counted by their weight today; no sale is needed.
      const weight = record.kind === 'layer' ? [] : missingWeight(record, today);
      const others = missing.filter(({ code }) => code !== 'no_sales');
      return { place, value: null, missing: [...weight, ...others] };
    }
    const line = message('ask.costPerKg', {
      place,
      cost: asText(cost),
      isEstimated: isFeedCostEstimated(profit.costs) ? 'yes' : 'no',
    });
    const note = feedInStockNote(place, profit, {
      when: record.isLive ? 'now' : 'gone',
      currency,
    });
    return {
      place,
      value: cost.value,
      facts: [cost, ...stockFacts(profit, { fact, currency, today })],
      lines: [line, ...(note ? [note] : [])],
    };
  },
});
