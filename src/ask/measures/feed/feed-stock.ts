import { figure } from '../../../farming/core/figure.ts';
import { feedStock as stockOf } from '../../../farming/feed/feed-forecast.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH_AND_TOTAL } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { sumOfRows } from '../sum-of-rows.ts';
import { missingStock } from './missing-stock.ts';

/** Feed that lies in the silo of a flock. */
export const feedStock = flockMeasure({
  parts: ['feedDeliveries'],
  aggregations: EACH_AND_TOTAL,
  rowOf: ({ record, place, fact }, snapshot) => {
    const stock = stockOf(record, snapshot);
    const kg = fact('Feed in stock', stock.stockKg, { as: 'kg', unit: 'kg', asOf: snapshot.today });
    if (!kg) {
      return unknownRow(place, missingStock(record, place, snapshot));
    }
    const line = message('ask.feedStock', { place, value: shown(kg), count: kg.value });
    return { place, value: kg.value, facts: [kg], lines: [line] };
  },
  together: (rows, { today }) =>
    sumOfRows(rows, {
      label: 'Feed in stock',
      text: 'ask.feedStock',
      round: (value) => figure('kg', value) ?? value,
      unit: 'kg',
      asOf: today,
    }),
});
