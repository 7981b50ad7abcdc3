import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { figure } from '../../../farming/core/figure.ts';
import { feedPrices } from '../../../farming/feed/feed-prices.ts';
import { message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition } from '../../measure.ts';
import { factOf, shown, shownSize } from '../fact-of.ts';

/** What a ton of feed cost over 90 days, as the section feed tells it. */
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
    return [{ price, line: message('ask.feedPrice', { feed, price: shown(price) }) }];
  });
  if (rows.length === 0) {
    const said = message('market.no_feed_cost');
    const body = { farmId: farm.id, date: today, quantityKg: null, totalCost: null };
    const fix = { method: 'POST', path: '/feed-deliveries', body } as const;
    const missing = { code: 'no_feed_cost', message: said, resource: 'feed-deliveries', fix };
    return { facts: [], lines: [said], missing: [missing] };
  }
  const pct = figure('pct', trendPctPer30d);
  const trend = factOf('Feed price, change in 30 days', pct ?? 0, { unit: '%', asOf: today });
  const side = trend.value > 0 ? 'up' : trend.value < 0 ? 'down' : 'same';
  const change =
    pct === null ? [] : [message('ask.priceTrend', { side, change: shownSize(trend) })];
  return {
    facts: [...rows.map(({ price }) => price), ...(pct === null ? [] : [trend])],
    lines: [...rows.map(({ line }) => line), ...change],
  };
}
