import { missingInLog } from '../../../farming/core/missing-data.ts';
import { recentGain } from '../../../farming/performance/weights.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** What the birds have gained a day over about the last week. */
export const dailyGain = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today }) => {
    const gain = recentGain(record);
    const frame = { as: 'grams', unit: 'g/day', asOf: gain?.to ?? null } as const;
    const grams = fact('Daily gain', gain?.g, frame);
    const standard = fact('Standard daily gain', gain?.standardG, {
      ...frame,
      standardBasis: gain?.standardBasis ?? null,
    });
    if (!grams) {
      const what = { code: 'no_weight_7d', field: 'avgWeightGr', today, need: 2, have: 1 } as const;
      const said = message('ask.noGain', { place });
      return unknownRow(place, [{ ...missingInLog(record, what), message: said }]);
    }
    const line = message('ask.dailyGain', {
      place,
      gain: shown(grams),
      hasStandard: standard ? 'yes' : 'no',
      standard: standard ? shown(standard) : '',
    });
    return {
      place,
      value: grams.value,
      facts: standard ? [grams, standard] : [grams],
      lines: [line],
    };
  },
});
