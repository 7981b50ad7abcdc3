import { flockLoad } from '../../../farming/core/barn-state.ts';
import { barnStatesOf, flocksWith } from '../../../farming/core/farm-flocks.ts';
import { missingPopulation, missingWeight } from '../../../farming/core/missing-data.ts';
import { noBarnArea } from '../../../farming/money/missing-money.ts';
import { message } from '../../../model/core/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { factOf, shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** How much live weight stands on a square metre of the floor. */
export const density = flockMeasure({
  parts: [],
  perBarn: true,
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const { today, thresholds } = snapshot;
    const { barn, flock, kind } = record;
    const state = record.isLive ? barnStatesOf(snapshot).get(flock.barnId) : undefined;
    const kg = fact('Density', state?.densityKgM2, {
      as: 'kg',
      unit: 'kg/m²',
    });
    if (!kg) {
      const unknown = flocksWith(record, snapshot).filter(
        (inside) => flockLoad(inside, today).kg === null,
      );
      return unknownRow(place, [
        ...(barn && barn.areaSqm === null ? [noBarnArea(barn)] : []),
        ...unknown.flatMap(missingPopulation),
        ...unknown.flatMap((inside) => missingWeight(inside, today)),
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
