import { flockUniformity } from '../../../farming/performance/weights.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { factOf, shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

const WITHIN_PCT = 10;

/** How even the birds are, by a sample that a camera weighed bird by bird. */
export const uniformity = flockMeasure({
  parts: ['weighSamples'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const found = flockUniformity(record, snapshot);
    const asOf = found?.at ?? null;
    const pct = fact('Uniformity', found?.within10Pct, { as: 'pct', unit: '%', asOf });
    const cv = fact('Coefficient of variation', found?.cvPct, { as: 'pct', unit: '%', asOf });
    const birds = fact('Birds weighed', found?.birds, { as: 'birds', unit: 'birds', asOf });
    if (!pct || !cv || !birds) {
      const { barnId } = record.flock;
      const body = { barnId, kind: 'weight', value: null, unit: 'gr', meta: null };
      return unknownRow(place, [
        {
          code: 'no_weigh_sample',
          message: message('ask.noWeighSample', { place }),
          resource: 'vision-events',
          field: 'meta',
          flockId: record.flock.id,
          need: 1,
          have: 0,
          fix: { method: 'POST', path: '/vision-events', body },
        },
      ]);
    }
    const within = factOf('Within this of the mean', WITHIN_PCT, { unit: '%' });
    const line = message('ask.uniformity', {
      place,
      pct: shown(pct),
      within: shown(within),
      cv: shown(cv),
      birds: shown(birds),
    });
    return { place, value: pct.value, facts: [pct, cv, birds, within], lines: [line] };
  },
});
