import { missingPopulation } from '../../../farming/core/missing-data.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH_AND_TOTAL } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { sumOfRows } from '../sum-of-rows.ts';

/** Birds that are alive, as the context tells them. */
export const liveBirds = flockMeasure({
  parts: [],
  aggregations: EACH_AND_TOTAL,
  rowOf: ({ record, place, fact }) => {
    const live = fact('Live birds', record.live, { as: 'birds', unit: 'birds' });
    if (!live) return unknownRow(place, missingPopulation(record));
    const lines = [message('ask.liveBirds', { place, count: live.value, value: shown(live) })];
    return { place, value: live.value, facts: [live], lines, missing: missingPopulation(record) };
  },
  together: (rows, { today }) =>
    sumOfRows(rows, {
      label: 'Live birds',
      text: 'ask.liveBirds',
      round: Math.round,
      unit: 'birds',
      asOf: today,
    }),
});
