import { flockConversion } from '../../../farming/feed/feed-conversion.ts';
import { missingForConversion } from '../../../farming/feed/flock-feed.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** The production index of a flock at its last weighing or sale. */
export const efficiency = flockMeasure({
  parts: ['feedDeliveries'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const performance = flockConversion(record, snapshot);
    const asOf = performance?.day ?? null;
    const index = fact('EPEF', performance?.epef, { as: 'score', asOf });
    const days = fact('Age', performance?.ageDays, { as: 'time', unit: 'days', asOf });
    if (!index || !days) {
      return unknownRow(place, missingForConversion(record, performance, snapshot));
    }
    const line = message('ask.efficiency', { place, index: shown(index), days: shown(days) });
    return { place, value: index.value, facts: [index, days], lines: [line] };
  },
});
