import { expect, test } from 'vitest';
import { closedFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import { weightOnDay } from '../../../src/farming/performance/flock-performance.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';

/** A closed flock placed on 2026-08-01, weighed on days 14 and 21 and sold on day 42. */
function recordOf(values: object = {}) {
  const closed = aFlock({ status: 'closed', placementDate: '2026-08-01', ...values });
  const [record] = closedFlocksOf(
    aSnapshot({
      barns: [aBarn()],
      closedFlocks: [closed],
      closedLogs: [
        aLog('2026-08-15', { avgWeightGr: 533 }),
        aLog('2026-08-22', { avgWeightGr: 1113.2 }),
        aLog('2026-09-11', { avgWeightGr: 2898 }),
      ],
      sales: [
        row('sales', {
          flockId: 'flock_1',
          date: '2026-09-12',
          birdsCount: 10_000,
          totalWeightKg: 29_980,
        }),
      ],
    }),
  );
  if (!record) throw new Error('there is no flock');
  return record;
}

test.each([
  ['the measured one', '2026-08-15', 533],
  // Day 17, three sevenths from 1.0 to 1.1 times the standard of 720 g.
  ['along the standard between weighings', '2026-08-18', 720 * (1 + 0.3 / 7)],
  ['unknown between weighings three weeks apart', '2026-08-30', null],
  ['that of the sale', '2026-09-12', 2998],
  ['unknown before the first', '2026-08-14', null],
  ['unknown after the last', '2026-09-13', null],
])('the weight is %s', (_, day, grams) => {
  const weight = weightOnDay(recordOf(), day);
  if (grams === null) expect(weight).toBeNull();
  else expect(weight).toBeCloseTo(grams, 6);
});

test('without a breed it is interpolated linearly between weighings', () => {
  // 533 + 3/7 × 580.2.
  expect(weightOnDay(recordOf({ breed: null }), '2026-08-18')).toBeCloseTo(781.657143, 6);
});
