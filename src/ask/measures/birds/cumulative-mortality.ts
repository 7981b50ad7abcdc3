import { missingPopulation } from '../../../farming/core/missing-data.ts';
import { hasDeathsRecorded } from '../../../farming/health/mortality.ts';
import { cumulativeMortalityPct } from '../../../farming/metrics/mortality.ts';
import { message } from '../../../model/core/message.ts';
import { EACH_AND_TOTAL } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { logsOf } from '../logged-days.ts';
import { missingOnDay } from '../missing-on-day.ts';
import { sumOfRows } from '../sum-of-rows.ts';

/** Birds of a flock that have died since it came. */
export const cumulativeMortality = flockMeasure({
  parts: [],
  usualPeriod: 'flock',
  aggregations: EACH_AND_TOTAL,
  rowOf: ({ record, place, fact, question }, { today }) => {
    const { totals, placed, isImpossible, days } = record;
    if (!hasDeathsRecorded(record)) {
      const name = message('ask.name.mortality');
      const said = message('ask.neverLogged', { place, name });
      return {
        place,
        value: null,
        missing: [missingOnDay(record, { field: 'mortality', day: today, said })],
      };
    }
    const source = logsOf(days.filter(({ log }) => log?.mortality != null));
    const frame = { source, asOf: record.lastDay };
    const share = isImpossible ? null : cumulativeMortalityPct(totals.mortality, placed);
    const deaths = fact('Cumulative mortality', totals.mortality, {
      ...frame,
      as: 'birds',
      unit: 'birds',
    });
    const pct = fact('Cumulative mortality, share', share, { ...frame, as: 'pct', unit: '%' });
    const line = message('ask.cumulativeMortality', {
      place,
      count: totals.mortality,
      hasPct: pct ? 'yes' : 'no',
      pct: pct ? shown(pct) : '',
    });
    // Flocks differ in size: their shares are compared, not their birds.
    const isCompared = question.aggregation !== 'total' && pct !== null;
    return {
      place,
      value: isCompared ? pct.value : totals.mortality,
      facts: [deaths, pct].filter((each) => each !== null),
      lines: [line],
      missing: missingPopulation(record),
    };
  },
  together: (rows, { today }, { aggregation }) =>
    aggregation === 'total'
      ? sumOfRows(rows, {
          label: 'Cumulative mortality',
          text: 'ask.cumulativeMortalityTotal',
          round: Math.round,
          unit: 'birds',
          asOf: today,
        })
      : { facts: [], lines: [] },
});
