import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { type Certainty, figure } from '../../farming/core/figure.ts';
import type { FlockRecord } from '../../farming/core/flock-record.ts';
import type { MissingData } from '../../farming/core/section.ts';
import {
  feedDaysLeft as daysLeftOf,
  type FeedStock,
  type FeedStockParts,
  hasLeftFeed,
  feedStock as stockOf,
} from '../../farming/feed/feed-forecast.ts';
import { lateOrderMessage, lateOrdersOf, nextFeedOrder } from '../../farming/feed/feed-orders.ts';
import { flockFeed, missingFeed } from '../../farming/feed/flock-feed.ts';
import { message } from '../../model/core/message.ts';
import { factsInMessage, qualifiedValue, wordFact } from './fact-of.ts';
import { flockMeasure } from './flock-measure.ts';
import { EACH, EACH_AND_TOTAL, missingRow, sumOfRows } from './rows.ts';

/** The reason why the feed stock of a flock's silo is unknown. */
function missingStock(
  record: FlockRecord,
  place: string,
  snapshot: FarmSnapshot<FeedStockParts>,
): readonly MissingData[] {
  const missing = missingFeed(record, flockFeed(record, snapshot), snapshot);
  if (missing.length > 0) return missing;
  const reason = message('ask.noStock', { place });
  return [{ code: 'no_stock', message: reason, flockId: record.flock.id }];
}

/** What was eaten on unlogged days is an estimate, and so is the rest. */
function certaintyOfStock({ isEatenEstimated }: FeedStock): Certainty {
  return isEatenEstimated ? 'estimated' : 'exact';
}

/** Feed in the silo of a flock. */
export const feedStock = flockMeasure({
  parts: ['feedDeliveries'],
  aggregations: EACH_AND_TOTAL,
  appliesToClosed: hasLeftFeed,
  rowOf: ({ record, place, fact }, snapshot) => {
    const stock = stockOf(record, snapshot);
    const kg = fact('Feed in stock', stock.stockKg, { as: 'kg', unit: 'kg', asOf: snapshot.today });
    if (!kg) {
      return missingRow(place, missingStock(record, place, snapshot));
    }
    const text = hasLeftFeed(record, snapshot) ? 'ask.feedLeft' : 'ask.feedStock';
    const certainty = certaintyOfStock(stock);
    const line = message(text, { place, value: qualifiedValue(kg, certainty), count: kg.value });
    return { place, value: kg.value, facts: [kg], lines: [line], certainty };
  },
  combine: (rows, { today }) =>
    sumOfRows(rows, {
      label: 'Feed in stock',
      text: 'ask.feedStock',
      round: (value) => figure('kg', value) ?? value,
      unit: 'kg',
      asOf: today,
    }),
});

/** Days until the silo of a flock is empty, and the date to order. */
export const feedDaysLeft = flockMeasure({
  parts: ['feedDeliveries', 'feedOrders'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const { today } = snapshot;
    const days = fact('Feed lasts', daysLeftOf(record, snapshot), {
      as: 'time',
      unit: 'days',
      asOf: today,
    });
    if (!days) {
      return missingRow(place, missingStock(record, place, snapshot));
    }
    const { by } = nextFeedOrder(record, snapshot);
    const line = message('ask.feedDaysLeft', {
      place,
      days: qualifiedValue(days, certaintyOfStock(stockOf(record, snapshot))),
      count: days.value,
      order: by === null ? 'none' : by <= today ? 'now' : 'later',
      by: by === null ? '' : { day: by },
    });
    const order = by === null ? [] : [wordFact(`Order feed by, ${place}`, by, { asOf: today })];
    const late = lateOrdersOf(record, snapshot).map((each) => lateOrderMessage(place, each));
    return {
      place,
      value: days.value,
      facts: [
        days,
        ...order,
        ...late.flatMap((text) => factsInMessage('Feed order overdue', text)),
      ],
      lines: [line, ...late],
    };
  },
});
