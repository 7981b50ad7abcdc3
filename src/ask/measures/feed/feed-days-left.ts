import { feedDaysLeft as daysLeftOf } from '../../../farming/feed/feed-forecast.ts';
import { nextFeedOrder } from '../../../farming/feed/feed-orders.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { shown, wordFact } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { missingStock } from './missing-stock.ts';

/** How long the feed in the silo of a flock lasts, and when to order. */
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
      return unknownRow(place, missingStock(record, place, snapshot));
    }
    const { by } = nextFeedOrder(record, snapshot);
    const line = message('ask.feedDaysLeft', {
      place,
      days: shown(days),
      count: days.value,
      order: by === null ? 'none' : by <= today ? 'now' : 'later',
      by: by === null ? '' : { day: by },
    });
    const order = by === null ? [] : [wordFact(`Order feed by, ${place}`, by, { asOf: today })];
    return { place, value: days.value, facts: [days, ...order], lines: [line] };
  },
});
