import { findFlockDay, lastWeighing as lastOf } from '../../../farming/core/flock-days.ts';
import { missingInLog } from '../../../farming/core/missing-data.ts';
import { message } from '../../../model/core/message.ts';
import { daysBetween } from '../../../tools/calendar.ts';
import { unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { logsOf } from '../logged-days.ts';

/** When the birds were last weighed by hand. */
export const lastWeighing = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }, { today }) => {
    const last = lastOf(record);
    if (!last) {
      const what = {
        code: 'never_weighed',
        field: 'avgWeightGr',
        today,
        need: 1,
        have: 0,
      } as const;
      const said = message('ask.neverWeighed', { place });
      return unknownRow(place, [{ ...missingInLog(record, what), message: said }]);
    }
    const logged = findFlockDay(record, last.day);
    const frame = { asOf: last.day, source: logsOf(logged ? [logged] : []) };
    const grams = fact('Last weighing', last.g, { ...frame, as: 'grams', unit: 'g' });
    const days = fact('Days since the last weighing', daysBetween(last.day, today), {
      ...frame,
      as: 'time',
      unit: 'days',
    });
    const facts = [days, grams].filter((each) => each !== null);
    const line = message('ask.lastWeighing', {
      place,
      day: { day: last.day },
      ago: days ? shown(days) : '',
      count: days?.value ?? 0,
      weight: grams ? shown(grams) : '',
    });
    return { place, value: days?.value ?? 0, facts, lines: [line] };
  },
});
