import { flockLoad } from '../../../farming/core/barn-state.ts';
import { barnStatesOf, flocksWith } from '../../../farming/core/farm-flocks.ts';
import { figure } from '../../../farming/core/figure.ts';
import type { FlockRecord } from '../../../farming/core/flock-record.ts';
import { missingPopulation, missingWeight } from '../../../farming/core/missing-data.ts';
import { noBarnArea } from '../../../farming/money/missing-money.ts';
import { message } from '../../../model/core/message.ts';
import { sum } from '../../../tools/statistics.ts';
import type { Together } from '../answer-of-rows.ts';
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
    const each = birdsPerArea(record, place, snapshot);
    return {
      place,
      value: kg.value,
      facts: [kg, ...(isLimited ? [limit] : []), ...each.facts],
      lines: [line, ...each.lines],
    };
  },
});

/** Birds of all flocks in the barn on a square metre. */
function birdsPerArea(
  record: FlockRecord,
  place: string,
  snapshot: Parameters<typeof flocksWith>[1],
): Together {
  const area = record.barn?.areaSqm ?? 0;
  const birds = sum(flocksWith(record, snapshot).map(({ live }) => live ?? 0));
  const value = figure('ratio', area > 0 ? birds / area : null);
  if (value === null || birds === 0) return { facts: [], lines: [] };
  const source = { resource: 'barns', ids: [record.flock.barnId] } as const;
  const each = factOf(`Birds per square metre, ${place}`, value, { source });
  const all = factOf(`Live birds, ${place}`, birds, { unit: 'birds' });
  const floor = factOf(`Area, ${place}`, area, { unit: 'm²', source });
  const params = { place, value: each.value, birds: shown(all), area: shown(floor) };
  return { facts: [each, all, floor], lines: [message('ask.birdsPerArea', params)] };
}
