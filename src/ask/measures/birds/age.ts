import { message } from '../../../model/core/message.ts';
import { addMonths, daysBetween } from '../../../tools/calendar.ts';
import { EACH } from '../each-aggregations.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** How old the birds of a flock are. */
export const age = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact, question }, { today }) => {
    const { placementDate, id, arrivalAgeDays } = record.flock;
    const asked = question.period?.to;
    // Before the birds came the same day of the next year is meant: nobody asks for an age below zero.
    const day = asked !== undefined && asked < placementDate ? addMonths(asked, 12) : asked;
    if (day !== undefined && day !== today && day >= placementDate) {
      const old = (arrivalAgeDays ?? 0) + daysBetween(placementDate, day);
      const then = factOf(`Age, ${place}, ${day}`, old, {
        unit: 'days',
        asOf: day,
        source: { resource: 'flocks', ids: [id] },
      });
      const said = { place, days: shown(then), day: { day }, isAhead: day > today ? 'yes' : 'no' };
      return { place, value: old, facts: [then], lines: [message('ask.ageOn', said)] };
    }
    const days = fact('Age', record.ageDays, { as: 'time', unit: 'days' });
    const placed = wordFact(`Placed, ${place}`, placementDate, {
      source: { resource: 'flocks', ids: [id] },
    });
    if (!days) {
      const said = message('ask.noEnd', { place });
      return { place, value: null, missing: [{ code: 'no_end', message: said, flockId: id }] };
    }
    const line = message('ask.age', {
      place,
      days: shown(days),
      day: { day: placementDate },
      isLive: record.isLive ? 'yes' : 'no',
    });
    return { place, value: days.value, facts: [days, placed], lines: [line] };
  },
});
