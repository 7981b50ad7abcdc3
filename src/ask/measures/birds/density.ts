import { liveKg } from '../../../farming/context/context-flocks.ts';
import { densityKgM2 } from '../../../farming/metrics/density-kg-m2.ts';
import { missingInLog } from '../../../farming/missing/missing-of-flock.ts';
import { missingPopulation } from '../../../farming/missing/missing-population.ts';
import { noBarnArea } from '../../../farming/money/missing-money.ts';
import { message } from '../../../model/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { factOf, shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** How much live weight stands on a square metre of the floor. */
export const density = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today, thresholds }) => {
    const { barn, weight, kind } = record;
    const kg = fact('Density', densityKgM2(liveKg(record), barn?.areaSqm ?? null), {
      as: 'kg',
      unit: 'kg/m²',
    });
    if (!kg) {
      const what = { code: 'no_weight_7d', field: 'avgWeightGr', today, need: 1, have: 0 } as const;
      return unknownRow(place, [
        ...(barn && barn.areaSqm === null ? [noBarnArea(barn)] : []),
        ...missingPopulation(record),
        ...(weight ? [] : [missingInLog(record, what)]),
      ]);
    }
    const limit = factOf('Density limit', thresholds.densityLimitKgM2, { unit: 'kg/m²' });
    const isLimited = kind !== 'layer';
    const line = message('ask.density', {
      place,
      density: shown(kg),
      limit: isLimited ? shown(limit) : '',
      side: !isLimited ? 'none' : kg.value > limit.value ? 'above' : 'below',
    });
    return { place, value: kg.value, facts: isLimited ? [kg, limit] : [kg], lines: [line] };
  },
});
