import { expect, test } from 'vitest';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import { feedEaten } from '../../../src/farming/performance/feed-eaten.ts';
import { aBarn, aFlock, aSnapshot, logsFrom, row } from '../../support/a-snapshot.ts';

/** Feed eaten up to 2026-11-06 by a flock placed on the 1st, with this feed from that day on. */
function eaten(feed: readonly (number | null)[], until = '2026-11-06') {
  const liveLogs = logsFrom(
    '2026-11-01',
    feed.map((feedKg) => ({ feedKg })),
  );
  const [record] = liveFlocksOf(aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()], liveLogs }));
  if (!record) throw new Error('there is no flock');
  return feedEaten(record, until);
}

test.each([
  ['every day', [null, 10, 20, 30, 40, 50], { recordedKg: 150, kg: 150, coveragePct: 100 }],
  [
    'with the day of placement',
    [5, 10, 20, 30, 40, 50],
    { recordedKg: 155, kg: 155, coveragePct: 100 },
  ],
  // 20 and 30 between 10 and 40.
  ['with a gap', [null, 10, null, null, 40, 50], { recordedKg: 100, kg: 150, coveragePct: 60 }],
  // 10 and 20 on the way from nothing to 30.
  ['late', [null, null, null, 30, 40, 50], { recordedKg: 120, kg: 150, coveragePct: 60 }],
  // Three times 20 after the last.
  ['early', [null, 10, 20], { recordedKg: 30, kg: 90, coveragePct: 40 }],
  ['never', [], { recordedKg: 0, kg: null, coveragePct: 0 }],
])('feed logged %s', (_, feed, expected) => {
  expect(eaten(feed)).toEqual(expected);
});

test('birds sold since the last feed log eat no more of it', () => {
  // 20,000 birds ate 30 kg on the 4th; 16,000 were sold that evening and 3,000 on the 6th.
  const sold = (date: string, birdsCount: number) =>
    row('sales', { id: `sale_${date}`, flockId: 'flock_1', date, birdsCount, totalWeightKg: 1 });
  const liveLogs = logsFrom('2026-11-02', [{ feedKg: 10 }, { feedKg: 20 }, { feedKg: 30 }]);
  const sales = [sold('2026-11-04', 16_000), sold('2026-11-06', 3000)];
  const parts = { barns: [aBarn()], liveFlocks: [aFlock()], liveLogs, sales };
  const [record] = liveFlocksOf(aSnapshot(parts));
  if (!record) throw new Error('there is no flock');
  // 4,000 of 20,000 birds on the 5th and 6th, 1,000 on the 7th.
  expect(feedEaten(record, '2026-11-05').kg).toBe(66);
  expect(feedEaten(record, '2026-11-06').kg).toBe(72);
  expect(feedEaten(record, '2026-11-07').kg).toBe(73.5);
});

test('on the day of placement no log is due', () => {
  expect(eaten([5], '2026-11-01')).toEqual({ recordedKg: 5, kg: 5, coveragePct: null });
});

test('a gap at the end is interpolated like any other', () => {
  // 20 and 30 between 10 on the 2nd and 40 on the 5th, wherever the sum ends.
  const feed = [null, 10, null, null, 40, 50];
  const sums = [2, 3, 4, 5].map((day) => eaten(feed, `2026-11-0${day}`).kg);
  expect(sums).toEqual([10, 30, 60, 100]);
});

test('days after the requested one do not count', () => {
  expect(eaten([null, 10, 20, 30], '2026-11-03').kg).toBe(30);
});
