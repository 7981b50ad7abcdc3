import { message } from '../../../model/core/message.ts';
import { EACH } from '../each-aggregations.ts';
import { shown, wordFact } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';

/** How old the birds of a flock are. */
export const age = flockMeasure({
  parts: [],
  aggregations: EACH,
  rowOf: ({ record, place, fact }) => {
    const { placementDate, id } = record.flock;
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
