import { missingPopulation } from '../../../farming/core/missing-data.ts';
import { weightNow } from '../../../farming/core/projections.ts';
import { flockConversion } from '../../../farming/feed/feed-conversion.ts';
import { hasDeathsRecorded } from '../../../farming/health/mortality.ts';
import { cumulativeMortalityPct } from '../../../farming/metrics/mortality.ts';
import { message } from '../../../model/core/message.ts';
import { type NumberFact, shown } from '../fact-of.ts';
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
