import { missingInLog } from '../../../farming/core/missing-data.ts';
import { weightNow } from '../../../farming/core/projections.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { shown, shownSize } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { sideOf } from '../side-of.ts';

/** What the birds weigh: by cameras where they do, else as last weighed. */
export const weight = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today }) => {
    const asOf = record.weight?.day ?? null;
    const grams = fact('Weight', record.weight?.g, { as: 'grams', unit: 'g', asOf });
    const off = fact('Weight against the standard', weightNow(record).deviationPct, {
      as: 'pct',
      unit: '%',
      asOf,
    });
    if (!grams || !record.weight) {
      const what = { code: 'no_weight_7d', field: 'avgWeightGr', today, need: 1, have: 0 } as const;
      return unknownRow(place, [missingInLog(record, what)]);
    }
    const line = message('ask.weight', {
      place,
      weight: shown(grams),
      source: record.weight.uncalibrated ? 'uncalibrated' : record.weight.source,
      day: { day: record.weight.day },
      side: sideOf(off),
      off: off ? shownSize(off) : '',
    });
    return { place, value: grams.value, facts: off ? [grams, off] : [grams], lines: [line] };
  },
});
