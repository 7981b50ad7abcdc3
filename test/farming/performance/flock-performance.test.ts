import { describe, expect, test } from 'vitest';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import { flockConversion, missingForConversion } from '../../../src/farming/feed/flock-feed.ts';
import {
  farmPerformance,
  performanceSpan,
} from '../../../src/farming/performance/flock-performance.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, row, TODAY } from '../../support/a-snapshot.ts';

interface Grown {
  readonly id: string;
  readonly age: number;
  readonly birds: number;
  readonly feedKg: number;
  readonly weightG: number;
  readonly dead?: number;
}

/** A flock fed the same every day since its first, weighed today. */
function grownFlock({ id, age, birds, feedKg, weightG, dead = 0 }: Grown) {
  const placementDate = addDays(TODAY, -age);
  const days = Array.from({ length: age }, (_, index) => addDays(placementDate, index + 1));
  return {
    flock: aFlock({ id, placementDate, chicksOrdered: birds, chicksReceived: birds }),
    logs: days.map((date, index) =>
      aLog(date, {
        id: `${id}_${date}`,
        flockId: id,
        mortality: index === 0 ? dead : 0,
        feedKg: feedKg / age,
        avgWeightGr: date === TODAY ? weightG : null,
      }),
    ),
  };
}

// 31,500 kg of feed; 3,000 birds of 1.95 kg were sold three days ago.
const large = grownFlock({ id: 'flock_a', age: 35, birds: 10_000, feedKg: 31_500, weightG: 2250 });
const small = grownFlock({
  id: 'flock_b',
  age: 28,
  birds: 2000,
  feedKg: 4000,
  weightG: 1600,
  dead: 100,
});
const chicks = grownFlock({ id: 'flock_c', age: 1, birds: 5000, feedKg: 60, weightG: 62 });
const sale = (totalWeightKg: number | null) =>
  row('sales', {
    id: 'sale_1',
    flockId: 'flock_a',
    date: addDays(TODAY, -3),
    birdsCount: 3000,
    totalWeightKg,
  });

function performancesOf(flocks: readonly ReturnType<typeof grownFlock>[], sales = [sale(5850)]) {
  const snapshot = aSnapshot({
    barns: [aBarn()],
    liveFlocks: flocks.map(({ flock }) => flock),
    liveLogs: flocks.flatMap(({ logs }) => logs),
    sales,
  });
  return liveFlocksOf(snapshot).map((record) => {
    const performance = flockConversion(record, snapshot);
    const missing = missingForConversion(record, performance, snapshot);
    return { performance, missing: missing.map(({ code, fix }) => ({ code, path: fix?.path })) };
  });
}

describe('a partly sold flock', () => {
  test('includes the feed of sold birds', () => {
    const [{ performance, missing } = { performance: null, missing: [] }] = performancesOf([large]);
    // 31,500 / (7,000 × 2.25 + 5,850) and 100 × 2.25 × 100 / (35 × 1.458333).
    expect(performance?.fcr).toBeCloseTo(1.458333, 6);
    expect(performance?.epef).toBeCloseTo(440.816, 3);
    expect(missing).toEqual([]);
  });

  test.each([
    // It was 31,500 / 15,750 = 2.00 where nothing counted as 0 kg.
    ['without a weight', null, 'sale_weight_missing'],
    ['with ten times their weight', 58_500, 'sale_weight_suspect'],
  ])('%s has no conversion, with a reason', (_what, totalWeightKg, code) => {
    const [{ performance, missing } = { performance: null, missing: [] }] = performancesOf(
      [large],
      [sale(totalWeightKg)],
    );
    expect(performance).toMatchObject({ fcr: null, epef: null, unknown: 'sale_weight_missing' });
    expect(missing).toEqual([{ code, path: '/sales/sale_1' }]);
  });
});

test('a weight ten times too large gives no conversion and no efficiency', () => {
  const wrong = grownFlock({
    id: 'flock_a',
    age: 35,
    birds: 10_000,
    feedKg: 31_500,
    weightG: 22_500,
  });
  const [{ performance, missing } = { performance: null, missing: [] }] = performancesOf([wrong]);
  expect(performance).toBeNull();
  expect(missing.map(({ code }) => code)).toEqual(['weighing_doubted']);
});

test.each([
  [14, 1.458333, []],
  [15, undefined, ['weighing_stale']],
])('a flock weighed %d days ago', (daysAgo, fcr, missing) => {
  // 31,500 kg of feed up to the weighing; 7,000 × 2.25 kg and 5,850 kg sold before it.
  const placementDate = addDays(TODAY, -35 - daysAgo);
  const { flock } = large;
  const weighedOn = addDays(TODAY, -daysAgo);
  const logs = large.logs.map((log) => ({ ...log, date: addDays(log.date, -daysAgo) }));
  const weighed = logs.map((log) => (log.date === weighedOn ? { ...log, avgWeightGr: 2250 } : log));
  const sold = { ...sale(5850), date: addDays(weighedOn, -3) };
  const [performance] = performancesOf(
    [{ flock: { ...flock, placementDate }, logs: weighed }],
    [sold],
  );
  if (fcr === undefined) expect(performance?.performance).toMatchObject({ fcr: null, epef: null });
  else expect(performance?.performance?.fcr).toBeCloseTo(fcr, 6);
  expect(performance?.missing.map(({ code }) => code)).toEqual(missing);
});

test('chicks in their first week have neither', () => {
  const [{ performance, missing } = { performance: null, missing: [] }] = performancesOf(
    [chicks],
    [],
  );
  expect(performance).toMatchObject({ fcr: null, epef: null, unknown: 'too_young' });
  expect(missing).toEqual([{ code: 'too_young', path: undefined }]);
});

describe('several flocks together', () => {
  test('give the ratio of their sums', () => {
    const { fcr, epef } = farmPerformance(
      performancesOf([large, small, chicks]).map(({ performance }) => performance),
    );
    // (31,500 + 4,000) / (21,600 + 1,900 × 1.6); means of ratios would be 1.42 or 1.435.
    expect(fcr).toBeCloseTo(35_500 / 24_640, 9);
    // 11,900 of 12,000 live; 25,540 kg and 403,200 days of them.
    const [livability, kg, age] = [11_900 / 120, 25_540 / 11_900, 403_200 / 11_900];
    expect(epef).toBeCloseTo((livability * kg * 100) / (age * (35_500 / 24_640)), 9);
  });

  test('state their number and ages', () => {
    const performances = performancesOf([large, small, chicks]).map(
      ({ performance }) => performance,
    );
    expect(performanceSpan(performances)).toEqual({
      flocks: 2,
      youngestDays: 28,
      oldestDays: 35,
    });
  });

  test('are not evaluated with only chicks', () => {
    const performances = performancesOf([chicks], []).map(({ performance }) => performance);
    expect(farmPerformance(performances)).toMatchObject({ fcr: null, epef: null });
    expect(performanceSpan(performances)).toBeNull();
  });
});

// 2000 birds of 1.6 kg are 3200 kg; the standard of Ross 308 on day 28 is 1.3 to 1.4.
test.each([
  [1600, null, 'no_feed'],
  [5000, 1.5625, null],
])(
  'deliveries of %s kg instead of logged feed give a conversion of %s',
  (quantityKg, fcr, unknown) => {
    const { flock, logs } = grownFlock({
      id: 'flock_d',
      age: 28,
      birds: 2000,
      feedKg: 1,
      weightG: 1600,
    });
    const snapshot = aSnapshot({
      barns: [aBarn()],
      liveFlocks: [flock],
      liveLogs: logs.map((log) => ({ ...log, feedKg: null })),
      feedDeliveries: [
        row('feed-deliveries', {
          id: 'delivery_1',
          flockId: 'flock_d',
          date: addDays(TODAY, -20),
          quantityKg,
        }),
      ],
    });
    const [record] = liveFlocksOf(snapshot);
    const performance = record && flockConversion(record, snapshot);
    expect(performance).toMatchObject({ fcr, unknown, isFcrUpperBound: fcr !== null });
    expect(performance?.epef === null).toBe(fcr === null);
  },
);
