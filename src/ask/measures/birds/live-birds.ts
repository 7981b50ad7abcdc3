import type { FlockRecord } from '../../../farming/core/flock-record.ts';
import { missingPopulation } from '../../../farming/core/missing-data.ts';
import { message } from '../../../model/core/message.ts';
import { type AskedRow, unknownRow } from '../asked-row.ts';
import { EACH_AND_TOTAL } from '../each-aggregations.ts';
import { shown } from '../fact-of.ts';
import { type AskedFlock, flockMeasure } from '../flock-measure.ts';
import { sumOfRows } from '../sum-of-rows.ts';

/** Birds that are alive, as the context tells them. */
export const liveBirds = flockMeasure({
  parts: [],
  aggregations: EACH_AND_TOTAL,
  takesAges: true,
  rowOf: ({ record, place, fact, question }, { today }) => {
    const { period } = question;
    if (period && period.to !== today)
      return liveThen(record, { place, fact, day: period.to, today });
    const live = fact('Live birds', record.live, { as: 'birds', unit: 'birds' });
    if (!live) return unknownRow(place, missingPopulation(record));
    const lines = [message('ask.liveBirds', { place, count: live.value, value: shown(live) })];
    return { place, value: live.value, facts: [live], lines, missing: missingPopulation(record) };
  },
  together: (rows, { today }, { period }) =>
    period && period.to !== today
      ? sumOfRows(rows, {
          label: `Live birds, ${period.to}`,
          text: 'ask.liveBirdsOn',
          round: Math.round,
          unit: 'birds',
          asOf: period.to,
          params: () => ({ day: { day: period.to } }),
        })
      : sumOfRows(rows, {
          label: 'Live birds',
          text: 'ask.liveBirds',
          round: Math.round,
          unit: 'birds',
          asOf: today,
        }),
});

/** Birds alive in the evening of a day, as the records up to then tell. */
function liveThen(
  record: FlockRecord,
  {
    place,
    fact,
    day,
    today,
  }: Pick<AskedFlock, 'place' | 'fact'> & { readonly day: string; readonly today: string },
): AskedRow {
  const known = day > today ? undefined : record.days.findLast((one) => one.day <= day);
  const placed = day < record.flock.placementDate || day > today ? null : record.placed;
  const count = known ? known.closing : placed;
  const live = fact(`Live birds, ${day}`, count, { as: 'birds', unit: 'birds', asOf: day });
  if (!live) {
    const said = message('ask.noFlockThen');
    return unknownRow(place, [{ code: 'no_flock_then', message: said, flockId: record.flock.id }]);
  }
  const params = { place, count: live.value, value: shown(live), day: { day } };
  return { place, value: live.value, facts: [live], lines: [message('ask.liveBirdsOn', params)] };
}
