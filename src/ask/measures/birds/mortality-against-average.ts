import { findFlockDay } from '../../../farming/core/flock-days.ts';
import { mortalitySpike, newestDeathsDay } from '../../../farming/health/mortality-spike.ts';
import { message } from '../../../model/core/message.ts';
import { EACH } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { logsOf } from '../logged-days.ts';
import { missingOnDay } from '../missing-on-day.ts';
import { whenOf } from '../when-of.ts';

/** The deaths of the newest logged day against the mean of the seven days before. */
export const mortalityAgainstAverage = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today, thresholds }) => {
    const day = newestDeathsDay(record, today) ?? today;
    const logged = findFlockDay(record, day);
    const { deaths: count, avg7 } = mortalitySpike(record, day, thresholds);
    const frame = { asOf: day, source: logsOf(logged ? [logged] : []) };
    const deaths = fact('Mortality', count, { ...frame, as: 'birds', unit: 'birds' });
    const usual = fact('Mean mortality of the 7 days before', avg7, {
      asOf: day,
      as: 'ratio',
      unit: 'birds',
    });
    if (!deaths || !usual) {
      const name = message('ask.name.mortality');
      const said = message('ask.noTrend', { place, name });
      return {
        place,
        value: null,
        missing: [missingOnDay(record, { field: 'mortality', day: today, said })],
      };
    }
    const line = message('ask.mortalityAgainstAverage', {
      place,
      when: whenOf({ from: day, to: day }, today),
      count: deaths.value,
      average: shown(usual),
      side: deaths.value > usual.value ? 'above' : deaths.value < usual.value ? 'below' : 'same',
    });
    return { place, value: deaths.value - usual.value, facts: [deaths, usual], lines: [line] };
  },
});
