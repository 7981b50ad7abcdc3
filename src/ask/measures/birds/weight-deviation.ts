import { missingWeight } from '../../../farming/core/missing-data.ts';
import { weightNow } from '../../../farming/core/projections.ts';
import { weightBasisOn } from '../../../farming/metrics/standard-basis.ts';
import { standardWeightOn } from '../../../farming/metrics/weight.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { shown, shownSize, sideOf } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** How far the birds lie from the weight that their breed should have on the day they were weighed. */
export const weightDeviation = flockMeasure({
  parts: [],
  // "Most below the standard" is not the highest: all are listed where it is not clear.
  aggregations: ['value', 'list', 'lowest', 'compare'],
  rowOf: ({ record, place, fact }, { today }) => {
    const { weight, flock } = record;
    const asOf = weight?.day ?? null;
    const standardG = weight && standardWeightOn(flock, weight.day);
    const grams = fact('Weight', weight?.g, { as: 'grams', unit: 'g', asOf });
    const standard = fact('Standard weight', standardG, {
      as: 'grams',
      unit: 'g',
      asOf,
      standardBasis: weightBasisOn(flock, asOf),
    });
    const off = fact('Weight against the standard', weightNow(record).deviationPct, {
      as: 'pct',
      unit: '%',
      asOf,
    });
    if (!grams || !standard || !off) {
      return unknownRow(place, missingWeight(record, today));
    }
    const line = message('ask.weightDeviation', {
      place,
      weight: shown(grams),
      standard: shown(standard),
      side: sideOf(off),
      off: shownSize(off),
      day: { day: asOf ?? today },
    });
    return { place, value: off.value, facts: [off, grams, standard], lines: [line] };
  },
});
