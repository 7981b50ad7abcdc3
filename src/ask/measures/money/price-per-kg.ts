import { pricePerKg as averagePrice, soldByWeight } from '../../../farming/accounting/prices.ts';
import { LIVE_FLOCK_PARTS } from '../../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { figure } from '../../../farming/core/figure.ts';
import { priceHistory } from '../../../farming/market/customers.ts';
import { type Message, message } from '../../../model/core/message.ts';
import { groupBy } from '../../../tools/collections.ts';
import { sum } from '../../../tools/statistics.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion, Period } from '../../measure.ts';
import { type FactFrame, factOf, type NumberFact, shown, shownSize, wordFact } from '../fact-of.ts';
import { whenOf } from '../when-of.ts';

type PricePart = (typeof LIVE_FLOCK_PARTS)[number];

/** What a kilogram of live birds brought, as the section market tells it. */
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
      price: shown(last),
      day: { day: history.lastDay },
      hasMean: mean ? 'yes' : 'no',
      mean: mean ? shown(mean) : '',
    }),
    min && max && message('ask.priceRange', { min: shown(min), max: shown(max) }),
    trend &&
      message('ask.priceTrend', {
        side: trend.value > 0 ? 'up' : trend.value < 0 ? 'down' : 'same',
        change: shownSize(trend),
      }),
  ];
  return {
    facts: [last, mean, min, max, trend].filter((fact) => fact !== null),
    lines: lines.filter((line) => line !== null),
  };
}

const OF_FARM = { hasPlace: 'no', place: '', hasCategory: 'no', category: '' } as const;

/** All sales of a period by their weight, and how far the prices of single days lie apart. */
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
  const when = whenOf(period, today);
  const days = [wordFact('Sales from', from), wordFact('Sales to', to)];
  if (!mean) return { facts: days, lines: [message('ask.revenue.none', { when, ...OF_FARM })] };
  const prices = [...groupBy(sold, ({ day }) => day).values()].map((deals) => averagePrice(deals));
  const known = prices.filter((price) => price !== null);
  const min = priceFact('Price per kg, lowest day', Math.min(...known), frame);
  const max = priceFact('Price per kg, highest day', Math.max(...known), frame);
  const total = figure('money', sum(sold.map(({ amount }) => amount))) ?? 0;
  const weight = figure('kg', sum(sold.map(({ kg }) => kg))) ?? 0;
  const money = factOf('Sales, amount', total, { ...frame, unit: currency });
  const mass = factOf('Sales, weight', weight, { ...frame, unit: 'kg' });
  const line = message('ask.pricePerKg.period', {
    when,
    price: shown(mean),
    total: shown(money),
    weight: shown(mass),
    hasRange: min && max && min.value < max.value ? 'yes' : 'no',
    min: min ? shown(min) : '',
    max: max ? shown(max) : '',
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
  const said = message('market.no_sales');
  const flockId = liveFlocks.find(({ status }) => status !== 'planned')?.id ?? null;
  const body = { flockId, date: today, birdsCount: null, totalWeightKg: null, pricePerKg: null };
  const fix = { method: 'POST', path: '/sales', body } as const;
  const missing = [{ code: 'no_sales', message: said, resource: 'sales', need: 1, have: 0, fix }];
  return { facts: [], lines: [said], missing };
}
