import { describe, expect, test } from 'vitest';
import { weightRatio } from '../../../src/farming/core/barn-state.ts';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import {
  lossRatio,
  projectedLive,
  projectedWeightG,
  standardFeedG,
  weightNow,
} from '../../../src/farming/core/projections.ts';
import { feedForecast } from '../../../src/farming/feed/feed-forecast.ts';
import { addDays, daysBetween } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, TODAY } from '../../support/a-snapshot.ts';

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
  // The standards of day 14 and day 20 are 533 g and 935 g.
  [586.3, 1.1, 1028.5, 10],
  [799.5, 1.5, 1402.5, 50],
  [266.5, 0.5, 467.5, -50],
])('a flock of %d g on day 14 keeps its deviation', (grams, ratio, weightG, deviationPct) => {
  const record = recordOf({}, weighing(grams));
  expect(weightRatio(record)).toBeCloseTo(ratio, 9);
  const now = weightNow(record);
  expect(now.g).toBeCloseTo(weightG, 6);
  expect(now.deviationPct).toBeCloseTo(deviationPct, 9);
  expect(now).toMatchObject({ standardG: 935, weightDate: '2026-11-15', reason: null });
});

test('without a weight, a breed or a standard at that age there is no ratio', () => {
  expect(weightRatio(recordOf({}, []))).toBeNull();
  expect(weightRatio(recordOf({ breed: 'Unheard of' }))).toBeNull();
  expect(weightRatio(recordOf({ arrivalAgeDays: 60 }))).toBeNull();
});

test('a flock keeps its ratio to the standard', () => {
  // 2,296 g on day 35.
  expect(projectedWeightG(recordOf(), '2026-12-06')).toBeCloseTo(2525.6, 6);
  expect(projectedWeightG(recordOf({}, []), '2026-12-06')).toBe(2296);
  expect(projectedWeightG(recordOf({ breed: null }), '2026-12-06')).toBeNull();
  expect(projectedWeightG(recordOf(), '2027-02-01')).toBeNull();
});

describe('birds still alive', () => {
  test('decrease along the mortality curve while no losses are recorded', () => {
    // 100 − 1.432 % are left of the curve on day 20, 0.0585 % less on each of two days.
    expect(projectedLive(recordOf(), '2026-11-23')).toBeCloseTo((20_000 * 98.451) / 98.568, 6);
  });

  test('are fewer if the flock loses more than the curve', () => {
    // A week of 30 dead and 2 culled a day; the curve expects 0.0585 % of 20,000, 11.7 a day.
    const logs = logsFrom('2026-11-15', Array(7).fill({ mortality: 30, culls: 2 }));
    const record = recordOf({}, logs);
    const ratio = (224 + 10) / (81.9 + 10);
    expect(lossRatio(record)).toBeCloseTo(ratio, 9);
    const left = (20_000 - 224) * (98.451 / 98.568) ** ratio;
    expect(projectedLive(record, '2026-11-23')).toBeCloseTo(left, 6);
  });

  test('are hardly fewer if a small flock loses a bird or two', () => {
    // 500 birds: the curve expects 2.05 a week.
    const logs = logsFrom('2026-11-15', [{ mortality: 2 }, ...Array(6).fill({ mortality: 1 })]);
    const record = recordOf({ chicksReceived: 500 }, logs);
    expect(lossRatio(record)).toBeCloseTo(18 / 12.0475, 4);
  });

  test('decrease at most at five times the curve after an outbreak', () => {
    const record = recordOf({}, logsFrom('2026-11-15', Array(7).fill({ mortality: 400 })));
    expect(lossRatio(record)).toBe(5);
  });

  test('are those of today for any earlier day', () => {
    expect(projectedLive(recordOf(), TODAY)).toBe(20_000);
    expect(projectedLive(recordOf(), '2026-11-10')).toBe(20_000);
  });

  test('are unknown if the number placed is unknown, or more died', () => {
    expect(
      projectedLive(recordOf({ chicksReceived: null, chicksOrdered: null }), TODAY),
    ).toBeNull();
    const dead = [aLog('2026-11-15', { mortality: 20_001 })];
    expect(projectedLive(recordOf({}, dead), TODAY)).toBeNull();
  });

  test('decrease with time, and are never zero', () => {
    const days = [0, 1, 20, 200, 4000].map((count) => addDays(TODAY, count));
    const birds = days.map((day) => projectedLive(recordOf(), day) ?? Number.NaN);
    expect(birds).toEqual(birds.toSorted((left, right) => right - left));
    expect(birds.at(-1)).toBeGreaterThan(0);
  });
});

describe('feed', () => {
  test('feed of a broiler on days without published feed depends on its weight', () => {
    // Cobb 500 weighs 42 g on day 0: 98.9 × 0.042^0.677; 35 g are published for day 7.
    expect(standardFeedG(recordOf({ breed: 'Cobb 500' }), '2026-11-01')).toBeCloseTo(11.56, 1);
    expect(standardFeedG(recordOf({ breed: 'Cobb 500' }), '2026-11-08')).toBe(35);
    expect(standardFeedG(recordOf({ breed: null }), '2026-11-08')).toBeNull();
    expect(standardFeedG(recordOf(), '2027-02-01')).toBeNull();
  });

  test.each([
    ['Ross 308', 0.07],
    ['Cobb 500', 0.16],
  ])('feed by weight is close to the published values of %s, within %d of it', (breed, within) => {
    const record = recordOf({ breed }, []);
    for (let day = '2026-11-05'; daysBetween('2026-11-01', day) <= 49; day = addDays(day, 1)) {
      const weightKg = (projectedWeightG(record, day) ?? Number.NaN) / 1000;
      const published = standardFeedG(record, day) ?? Number.NaN;
      expect(Math.abs((98.9 * weightKg ** 0.677) / published - 1)).toBeLessThan(within);
    }
  });

  test('future feed follows the weight to the power 0.68 while none is logged', () => {
    // 105 g on day 21; 19,988.13 birds are left.
    const birds = (20_000 * 98.5095) / 98.568;
    const kg = (birds * 105 * 1.1 ** 0.68) / 1000;
    const kgOn = (record: Parameters<typeof feedForecast>[0]) =>
      feedForecast(record, TODAY).kgOn('2026-11-22');
    expect(kgOn(recordOf())).toBeCloseTo(kg, 6);
    expect(kgOn(recordOf({}, []))).toBeCloseTo((birds * 105) / 1000, 6);
    expect(kgOn(recordOf({ breed: null }))).toBeNull();
  });

  test('the forecast of feed is consistent: its days add up to its weeks and to the sale', () => {
    const forecast = feedForecast(recordOf(), TODAY);
    const days = Array.from({ length: 7 }, (_, offset) => addDays(TODAY, offset));
    const sum = days.reduce((total, day) => total + (forecast.kgOn(day) ?? Number.NaN), 0);
    expect(forecast.from).toBe(TODAY);
    expect(forecast.kgOf(7)).toBeCloseTo(sum, 6);
    expect(forecast.kgUntil(addDays(TODAY, 6))).toBeCloseTo(sum, 6);
    expect(forecast.kgUntil(addDays(TODAY, -1))).toBe(0);
  });

  test('the forecast of feed for a date in another century takes no longer than to the end of the table', () => {
    const fed = logsFrom('2026-11-15', Array(7).fill({ feedKg: 500 }));
    const [byStandard, byWeek] = [recordOf(), recordOf({ breed: null }, fed)];
    const forecasts = [byStandard, byWeek].map((record) => feedForecast(record, TODAY));
    const from = forecasts[1]?.from ?? '';
    const everyDay = 500 * (daysBetween(from, '2199-12-31') + 1);
    // A step for every day would be 250 million of them.
    for (let requestCount = 0; requestCount < 2000; requestCount++) {
      const kg = forecasts.map((forecast) => forecast.kgUntil('2199-12-31'));
      expect(kg).toEqual([null, everyDay]);
    }
  });
});
