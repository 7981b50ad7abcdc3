import { flockConversion } from '../../../farming/feed/flock-conversion.ts';
import { weightNow } from '../../../farming/flocks/projections.ts';
import { cumulativeMortalityPct } from '../../../farming/metrics/cumulative-mortality-pct.ts';
import { missingPopulation } from '../../../farming/missing/missing-population.ts';
import { hasDeathsRecorded } from '../../../farming/mortality/has-deaths-recorded.ts';
import { message } from '../../../model/message.ts';
import type { NumberFact } from '../fact-of.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** Below every deviation: what was not weighed comes last. */
const NOT_WEIGHED = -100;

/** Flocks side by side: age, birds, losses, weight and feed conversion. */
export const compareFlocks = flockMeasure({
  parts: ['feedDeliveries'],
  aggregations: ['compare', 'list'],
  rowOf: ({ record, place, fact }, snapshot) => {
    const { totals, placed, isImpossible } = record;
    const isLossKnown = hasDeathsRecorded(record) && !isImpossible;
    const done = flockConversion(record, snapshot);
    const share = isLossKnown ? cumulativeMortalityPct(totals.mortality, placed) : null;
    const asOf = record.weight?.day ?? null;
    const figures = {
      age: fact('Age', record.ageDays, { as: 'time', unit: 'days' }),
      birds: fact('Live birds', record.live, { as: 'birds', unit: 'birds' }),
      mortality: fact('Cumulative mortality, share', share, { as: 'pct', unit: '%' }),
      weight: fact('Weight', record.weight?.g, { as: 'grams', unit: 'g', asOf }),
      off: fact('Weight against the standard', weightNow(record).deviationPct, {
        as: 'pct',
        unit: '%',
        asOf,
      }),
      conversion: fact('Feed conversion', done?.fcr, { as: 'ratio', asOf: done?.day ?? null }),
    };
    const params = Object.entries(figures).map(([name, found]) => [name, orUnknown(found)]);
    return {
      place,
      value: figures.off?.value ?? NOT_WEIGHED,
      facts: Object.values(figures).filter((each) => each !== null),
      lines: [message('ask.compareFlocks', { place, ...Object.fromEntries(params) })],
      missing: missingPopulation(record),
    };
  },
});

function orUnknown(fact: NumberFact | null) {
  if (!fact) return message('ask.unknown');
  return fact.unit === null ? message('ask.number', { value: fact.value }) : shown(fact);
}
