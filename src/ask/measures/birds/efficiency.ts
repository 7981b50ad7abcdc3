import { flockDeliveries } from '../../../farming/feed/flock-deliveries.ts';
import { missingInLog } from '../../../farming/missing/missing-of-flock.ts';
import { missingPopulation } from '../../../farming/missing/missing-population.ts';
import { flockPerformance } from '../../../farming/performance/flock-performance.ts';
import { message } from '../../../model/message.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** The production index of a flock at its last weighing or sale. */
export const efficiency = flockMeasure({
  parts: ['feedDeliveries'],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, snapshot) => {
    const { today, thresholds } = snapshot;
    const deliveries = flockDeliveries(record, snapshot);
    const performance = flockPerformance(record, { deliveries, thresholds });
    const asOf = performance?.day ?? null;
    const index = fact('EPEF', performance?.epef, { as: 'score', asOf });
    const days = fact('Age', performance?.ageDays, { as: 'time', unit: 'days', asOf });
    if (!index || !days) {
      const what = { code: 'no_feed_logs', field: 'feedKg', today, need: 1, have: 0 } as const;
      const weight = { ...what, code: 'no_weight_7d', field: 'avgWeightGr' } as const;
      const unknown = missingPopulation(record);
      return unknownRow(
        place,
        unknown.length > 0 ? unknown : [missingInLog(record, record.weight ? what : weight)],
      );
    }
    const line = message('ask.efficiency', { place, index: shown(index), days: shown(days) });
    return { place, value: index.value, facts: [index, days], lines: [line] };
  },
});
