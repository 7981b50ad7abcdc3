import { withdrawalUntil } from '../../../farming/metrics/dates.ts';
import { message } from '../../../model/core/message.ts';
import { wordFact } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { dayNumber } from '../when-of.ts';

/** What a flock was treated with last. */
export const lastTreatment = flockMeasure({
  parts: ['treatments'],
  aggregations: ['value', 'list'],
  rowOf: ({ record, place }, { treatments, today }) => {
    const last = treatments
      .filter(({ flockId, date }) => flockId === record.flock.id && date <= today)
      .at(-1);
    if (!last) {
      const body = { flockId: record.flock.id, date: today, kind: null, product: null };
      return {
        place,
        value: null,
        missing: [
          {
            code: 'no_treatments',
            message: message('ask.noTreatment', { place }),
            resource: 'treatments',
            flockId: record.flock.id,
            fix: { method: 'POST', path: '/treatments', body },
          },
        ],
      };
    }
    const frame = { asOf: last.date, source: { resource: 'treatments', ids: [last.id] } } as const;
    const until = withdrawalUntil(last.date, last.notes);
    const line = message('ask.lastTreatment', {
      place,
      day: { day: last.date },
      kind: message('ask.treatment', { kind: last.kind }),
      hasProduct: last.product === null ? 'no' : 'yes',
      product: last.product ?? '',
      hasUntil: until === null ? 'no' : 'yes',
      until: until === null ? '' : { day: until },
    });
    return {
      place,
      value: dayNumber(last.date),
      facts: [
        wordFact(`Last treatment, ${place}`, last.product ?? last.kind, frame),
        ...(until === null ? [] : [wordFact(`Withdrawal until, ${place}`, until, frame)]),
      ],
      lines: [line],
    };
  },
});
