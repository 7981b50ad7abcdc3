import { LIVE_FLOCK_PARTS } from '../../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { figure } from '../../../farming/core/figure.ts';
import { priceHistory } from '../../../farming/market/customers.ts';
import { type Message, message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition } from '../../measure.ts';
import { type FactFrame, factOf, type NumberFact, shown, shownSize } from '../fact-of.ts';

type PricePart = (typeof LIVE_FLOCK_PARTS)[number];

/** What a kilogram of live birds brought, as the section market tells it. */
export const pricePerKg = {
  parts: LIVE_FLOCK_PARTS,
  per: 'farm',
  aggregations: ['value', 'trend', 'highest', 'lowest'],
  compute: computePrice,
} as const satisfies MeasureDefinition<PricePart>;

function computePrice(snapshot: FarmSnapshot<PricePart>): MeasureAnswer {
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
