import type { FlockRecord } from '../../../farming/core/flock-record.ts';
import { missingInLog } from '../../../farming/core/missing-data.ts';
import { weightNow } from '../../../farming/core/projections.ts';
import { message } from '../../../model/core/message.ts';
import { daysBetween } from '../../../tools/calendar.ts';
import type { Period } from '../../measure.ts';
import { type AskedRow, unknownRow } from '../asked-row.ts';
import { EACH } from '../each-aggregations.ts';
import { shown, shownSize, sideOf } from '../fact-of.ts';
import { type AskedFlock, flockMeasure } from '../flock-measure.ts';

/** What the birds weigh: by cameras where they do, else as last weighed, and the estimate for today. */
export const weight = flockMeasure({
  parts: [],
  aggregations: EACH,
  takesAges: true,
  rowOf: ({ record, place, fact, question }, { today }) => {
    const { period } = question;
    if (period && period.to < today) return weightThen(record, { place, fact, period });
    const asOf = record.weight?.day ?? null;
    const grams = fact('Weight', record.weight?.g, { as: 'grams', unit: 'g', asOf });
    const now = weightNow(record);
    const off = fact('Weight against the standard', now.deviationPct, {
      as: 'pct',
      unit: '%',
      asOf,
    });
    if (!grams || !record.weight) {
      const what = { code: 'no_weight_7d', field: 'avgWeightGr', today, need: 1, have: 0 } as const;
      return unknownRow(place, [missingInLog(record, what)]);
    }
    const line = message('ask.weight', {
      place,
      weight: shown(grams),
      source: record.weight.uncalibrated ? 'uncalibrated' : record.weight.source,
      day: { day: record.weight.day },
      side: sideOf(off),
      off: off ? shownSize(off) : '',
    });
    const estimate = now.weightEstimated
      ? fact('Weight today, estimated', now.g, { as: 'grams', unit: 'g', asOf: today })
      : undefined;
    return {
      place,
      // Weights of different days are compared as they are today.
      value: (estimate ?? grams).value,
      facts: [grams, off, estimate].filter((each) => each != null),
      lines: [
        estimate ? message('ask.weightToday', { weighed: line, weight: shown(estimate) }) : line,
      ],
    };
  },
});

/** A weighing of another day than asked for is told with its own day, up to so many days off. */
const MOST_DAYS_OFF = 3;

/** The last weighing of a period, else the one nearest to it. */
function weightThen(
  record: FlockRecord,
  { place, fact, period }: Pick<AskedFlock, 'place' | 'fact'> & { readonly period: Period },
): AskedRow {
  const weighed = record.days.filter(({ log }) => (log?.avgWeightGr ?? 0) > 0);
  const inside = weighed.filter(({ day }) => period.from <= day && day <= period.to);
  const off = (day: string) => Math.abs(daysBetween(day, period.to));
  const near = weighed.filter(({ day }) => off(day) <= MOST_DAYS_OFF);
  const found = inside.at(-1) ?? near.toSorted((a, b) => off(a.day) - off(b.day))[0];
  const grams = fact('Weight', found?.log?.avgWeightGr, {
    as: 'grams',
    unit: 'g',
    asOf: found?.day ?? null,
  });
  if (!found || !grams) {
    const want = { code: 'no_weight_7d', field: 'avgWeightGr', today: period.to, need: 1, have: 0 };
    return unknownRow(place, [missingInLog(record, want as never)]);
  }
  const line = message('ask.weightOn', { place, weight: shown(grams), day: { day: found.day } });
  return { place, value: grams.value, facts: [grams], lines: [line] };
}
