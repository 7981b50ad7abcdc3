import { findFlockDay } from '../../../farming/core/flock-days.ts';
import { currentSpike } from '../../../farming/health/mortality-spike.ts';
import { message } from '../../../model/core/message.ts';
import { shown, wordFact } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { logsOf } from '../logged-days.ts';
import { missingOnDay } from '../missing-on-day.ts';
import { whenOf } from '../when-of.ts';

/** Whether more birds died on the newest logged day than usual, by the rule of the briefing. */
export const mortalitySpike = flockMeasure({
  parts: [],
  aggregations: ['value', 'list'],
  rowOf: ({ record, place, fact }, { today, thresholds }) => {
    const { day, spike } = currentSpike(record, { today, thresholds });
    if (day === null || spike.deaths === null) {
      const name = message('ask.name.mortality');
      const said = message('ask.neverLogged', { place, name });
      return {
        place,
        value: null,
        missing: [missingOnDay(record, { field: 'mortality', day: today, said })],
      };
    }
    const logged = findFlockDay(record, day);
    const frame = { asOf: day, source: logsOf(logged ? [logged] : []) };
    const deaths = fact('Mortality', spike.deaths, { ...frame, as: 'birds', unit: 'birds' });
    const ratio = fact('Mortality by what is usual', spike.ratio, { ...frame, as: 'ratio' });
    const pct = fact('Mortality, share', spike.pct, { ...frame, as: 'pct', unit: '%' });
    const level = spike.severity ?? 'none';
    const line = message('ask.mortalitySpike', {
      place,
      level,
      count: spike.deaths,
      when: whenOf({ from: day, to: day }, today),
      hasRatio: ratio ? 'yes' : 'no',
      ratio: ratio ? shown(ratio) : '',
      hasPct: pct ? 'yes' : 'no',
      pct: pct ? shown(pct) : '',
    });
    return {
      place,
      value: spike.deaths,
      facts: [
        ...[deaths, ratio, pct].filter((each) => each !== null),
        wordFact(`Mortality spike, ${place}`, level, frame),
      ],
      lines: [line],
    };
  },
});
