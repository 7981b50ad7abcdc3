import { activeTreatments } from '../../../farming/health/treatments.ts';
import { message } from '../../../model/core/message.ts';
import { wordFact } from '../fact-of.ts';
import { flockMeasure } from '../flock-measure.ts';
import { dayNumber } from '../when-of.ts';

/** Until when the birds of a flock must not be slaughtered. */
export const withdrawal = flockMeasure({
  parts: ['treatments'],
  aggregations: ['value', 'list'],
  rowOf: ({ record, place }, snapshot) => {
    const active = activeTreatments(record, snapshot);
    const waits = active.flatMap(({ treatment, withdrawalUntil: until }) =>
      until !== null && until > snapshot.today ? [{ treatment, until }] : [],
    );
    const unclear = active.filter(
      ({ treatment, withdrawalUntil: until }) => until === null && treatment.kind === 'antibiotic',
    );
    const missing = unclear.map(({ treatment }) => ({
      code: 'no_withdrawal',
      message: message('ask.noWithdrawalDays', { place, product: treatment.product ?? '' }),
      resource: 'treatments',
      field: 'notes',
      flockId: record.flock.id,
      fix: { method: 'PATCH', path: `/treatments/${treatment.id}`, body: { notes: null } } as const,
    }));
    const [last] = waits.toSorted((left, right) => (left.until < right.until ? 1 : -1));
    if (!last) {
      const frame = { asOf: snapshot.today, source: { resource: 'treatments' } } as const;
      return {
        place,
        value: 0,
        facts: [wordFact(`Withdrawal until, ${place}`, 'none', frame)],
        lines: [message('ask.withdrawal.none', { place }), ...missing.map((each) => each.message)],
        missing,
      };
    }
    const { treatment, until } = last;
    const source = { resource: 'treatments', ids: [treatment.id] } as const;
    const line = message('ask.withdrawal.until', {
      place,
      until: { day: until },
      hasProduct: treatment.product === null ? 'no' : 'yes',
      product: treatment.product ?? '',
    });
    return {
      place,
      value: dayNumber(until),
      facts: [wordFact(`Withdrawal until, ${place}`, until, { asOf: treatment.date, source })],
      lines: [line, ...missing.map((each) => each.message)],
      missing,
    };
  },
});
