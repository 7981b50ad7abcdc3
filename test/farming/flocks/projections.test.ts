import { describe, expect, test } from 'vitest';
import { liveFlocksOf } from '../../../src/farming/flocks/farm-flocks.ts';
import { projectedFeedKg } from '../../../src/farming/flocks/projected-feed.ts';
import { projectedLive } from '../../../src/farming/flocks/projected-live.ts';
import { projectedWeightG } from '../../../src/farming/flocks/projected-weight.ts';
import { standardFeedG } from '../../../src/farming/flocks/standard-feed.ts';
import { weightDeviation } from '../../../src/farming/flocks/weight-deviation.ts';
import { weightRatio } from '../../../src/farming/flocks/weight-ratio.ts';
import { addDays, daysBetween } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, TODAY } from '../../support/a-snapshot.ts';

/** A flock of 20,000 placed on 2026-11-01, with these logs. */
function recordOf(
  values: Readonly<Record<string, unknown>> = {},
  liveLogs = [aLog('2026-11-15', { avgWeightGr: 586.3 })],
) {
  const [record] = liveFlocksOf(
    aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock(values)], liveLogs }),
  );
  if (!record) throw new Error('there is no flock');
  return record;
}

const weighing = (avgWeightGr: number) => [aLog('2026-11-15', { avgWeightGr })];

test.each([
  // The standard of day 14 is 533 g.
  ['as weighed', 586.3, 1.1, 10],
  ['no more than 1.4', 1066, 1.4, 100],
  ['no less than 0.6', 266.5, 0.6, -50],
])('weight by standard is %s', (_, grams, ratio, deviationPct) => {
  const record = recordOf({}, weighing(grams));
  expect(weightRatio(record)).toBeCloseTo(ratio, 9);
  // The deviation is not held within bounds.
  expect(weightDeviation(record)).toBeCloseTo(deviationPct, 9);
});

test('without a weight, a breed or a standard at that age there is no ratio', () => {
  expect(weightRatio(recordOf({}, []))).toBeNull();
  expect(weightRatio(recordOf({ breed: 'Unheard of' }))).toBeNull();
  expect(weightRatio(recordOf({ arrivalAgeDays: 60 }))).toBeNull();
});

test('a flock goes on weighing as much by the standard as it did', () => {
  // 2,296 g on day 35.
  expect(projectedWeightG(recordOf(), '2026-12-06')).toBeCloseTo(2525.6, 6);
  expect(projectedWeightG(recordOf({}, []), '2026-12-06')).toBe(2296);
  expect(projectedWeightG(recordOf({ breed: null }), '2026-12-06')).toBeNull();
  expect(projectedWeightG(recordOf(), '2027-02-01')).toBeNull();
});

describe('birds still alive', () => {
  test('are less by the mortality curve, not by what it took before', () => {
    // 100 − 1.432 % are left of the curve on day 20, 0.0585 % less on each of two days.
    expect(projectedLive(recordOf(), '2026-11-23')).toBeCloseTo((20_000 * 98.451) / 98.568, 6);
  });

  test('are those of today on any earlier day', () => {
    expect(projectedLive(recordOf(), TODAY)).toBe(20_000);
    expect(projectedLive(recordOf(), '2026-11-10')).toBe(20_000);
  });

  test('are not known when it is not known how many came, or more died', () => {
    expect(
      projectedLive(recordOf({ chicksReceived: null, chicksOrdered: null }), TODAY),
    ).toBeNull();
    const dead = [aLog('2026-11-15', { mortality: 20_001 })];
    expect(projectedLive(recordOf({}, dead), TODAY)).toBeNull();
  });

  test('are fewer the later the day, and never none', () => {
    const days = [0, 1, 20, 200, 4000].map((count) => addDays(TODAY, count));
    const birds = days.map((day) => projectedLive(recordOf(), day) ?? Number.NaN);
    expect(birds).toEqual(birds.toSorted((left, right) => right - left));
    expect(birds.at(-1)).toBeGreaterThan(0);
  });
});

describe('feed', () => {
  test('of a broiler on days without published feed goes by its weight', () => {
    // Cobb 500 weighs 42 g on day 0: 98.9 × 0.042^0.677; 35 g are published for day 7.
    expect(standardFeedG(recordOf({ breed: 'Cobb 500' }), '2026-11-01')).toBeCloseTo(11.56, 1);
    expect(standardFeedG(recordOf({ breed: 'Cobb 500' }), '2026-11-08')).toBe(35);
    expect(standardFeedG(recordOf({ breed: null }), '2026-11-08')).toBeNull();
    expect(standardFeedG(recordOf(), '2027-02-01')).toBeNull();
  });

  test.each([
    ['Ross 308', 0.07],
    ['Cobb 500', 0.16],
  ])('by weight is close to what %s publishes, within %d of it', (breed, within) => {
    const record = recordOf({ breed }, []);
    for (let day = '2026-11-05'; daysBetween('2026-11-01', day) <= 49; day = addDays(day, 1)) {
      const weightKg = (projectedWeightG(record, day) ?? Number.NaN) / 1000;
      const published = standardFeedG(record, day) ?? Number.NaN;
      expect(Math.abs((98.9 * weightKg ** 0.677) / published - 1)).toBeLessThan(within);
    }
  });

  test('to come grows with the weight to the power 0.68', () => {
    // 105 g on day 21; 19,988.13 birds are left.
    const birds = (20_000 * 98.5095) / 98.568;
    const kg = (birds * 105 * 1.1 ** 0.68) / 1000;
    expect(projectedFeedKg(recordOf(), '2026-11-22')).toBeCloseTo(kg, 6);
    expect(projectedFeedKg(recordOf({}, []), '2026-11-22')).toBeCloseTo((birds * 105) / 1000, 6);
    expect(projectedFeedKg(recordOf({ breed: null }), '2026-11-22')).toBeNull();
  });
});
