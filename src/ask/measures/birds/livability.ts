import { missingPopulation } from '../../../farming/core/missing-data.ts';
import { hasDeathsRecorded } from '../../../farming/health/mortality.ts';
import { livabilityPct } from '../../../farming/metrics/mortality.ts';
import { message } from '../../../model/core/message.ts';
import { EACH } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { missingOnDay } from '../missing-on-day.ts';

/** Birds of a flock that have neither died nor been culled, in % of those placed. */
export const livability = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today }) => {
    const { totals, placed, isImpossible } = record;
    const value = livabilityPct(isImpossible ? null : placed, totals);
    const pct = fact('Livability', hasDeathsRecorded(record) ? value : null, {
      as: 'pct',
      unit: '%',
    });
    if (!pct) {
      const said = message('ask.neverLogged', { place, name: message('ask.name.mortality') });
      const unlogged = missingOnDay(record, { field: 'mortality', day: today, said });
      const unknown = missingPopulation(record);
      return { place, value: null, missing: unknown.length > 0 ? unknown : [unlogged] };
    }
    const line = message('ask.livability', { place, pct: shown(pct) });
    return { place, value: pct.value, facts: [pct], lines: [line] };
  },
});
