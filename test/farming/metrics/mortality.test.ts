import { describe, expect, test } from 'vitest';
import { downtimeDays } from '../../../src/farming/metrics/dates.ts';
import {
  areDeathsKnown,
  cumulativeDailyMortalityLimitPct,
  cumulativeDailyMortalityRatePct,
  dueDays,
  firstWeekMortalityPct,
  livabilityPct,
} from '../../../src/farming/metrics/mortality.ts';
import { shortReceivedPct } from '../../../src/farming/metrics/population.ts';

test.each([
  // 20,000 less 480 dead and 120 culled are 19,400.
  ['with all alive', 20_000, { mortality: 480, culls: 120 }, 97],
  ['without losses', 20_000, { mortality: 0, culls: 0 }, 100],
  ['if all are lost', 100, { mortality: 60, culls: 40 }, 0],
  ['if more are lost than were placed', 100, { mortality: 101, culls: 0 }, null],
  ['without the number placed', null, { mortality: 1, culls: 0 }, null],
  ['of an empty placement', 0, { mortality: 0, culls: 0 }, null],
])('livability %s', (_, placed, losses, expected) => {
  expect(livabilityPct(placed, losses)).toBe(expected);
});

describe('first-week mortality', () => {
  const days = [
    { ageDays: 0, mortality: 12 },
    { ageDays: 1, mortality: 0 },
    { ageDays: 2, mortality: 0 },
    { ageDays: 3, mortality: null },
    { ageDays: 4, mortality: 0 },
    { ageDays: 6, mortality: 0 },
    { ageDays: 7, mortality: 120 },
    { ageDays: 8, mortality: 1000 },
  ];

  test('is that of ages 0 to 7', () => {
    // (12 + 120) / 20,000.
    expect(firstWeekMortalityPct(days, 20_000)).toBeCloseTo(0.66, 9);
  });

  test('is unknown if none of these days is recorded', () => {
    expect(firstWeekMortalityPct(days.slice(7), 20_000)).toBeNull();
    expect(firstWeekMortalityPct([], 20_000)).toBeNull();
    expect(firstWeekMortalityPct(days, null)).toBeNull();
  });
});

describe('days of deaths', () => {
  const span = { since: '2026-10-01', lastDay: '2026-10-11' };

  // Days 1 to 9 after placement are over on day 10; today is due once it is logged.
  test.each([
    [9, false, { due: 9, unlogged: 0 }],
    [10, true, { due: 10, unlogged: 0 }],
    [5, false, { due: 9, unlogged: 4 }],
    [0, false, { due: 9, unlogged: 9 }],
  ])('days of deaths of which %s are logged, today: %s', (logged, isLastDayLogged, expected) => {
    expect(dueDays({ ...span, logged, isLastDayLogged })).toEqual(expected);
  });

  test('do not include the day of placement', () => {
    const placed = { since: span.since, lastDay: span.since, isLastDayLogged: false, logged: 0 };
    expect(dueDays(placed)).toEqual({ due: 0, unlogged: 0 });
  });

  // 60 % of 10 days are 6.
  test.each([
    [0, 0, true],
    [10, 4, true],
    [10, 5, false],
    [35, 30, false],
  ])(
    'days of deaths of %s of which %s are not logged: losses are known: %s',
    (due, unlogged, expected) => {
      expect(areDeathsKnown({ due, unlogged })).toBe(expected);
    },
  );
});

test('first-week mortality requires five of the seven days', () => {
  const on = (...ages: number[]) => ages.map((ageDays) => ({ ageDays, mortality: 20 }));
  // 4 of 7 are 57 %; 5 x 20 of 20,000 are 0.5 %.
  expect(firstWeekMortalityPct(on(1, 2, 3, 4), 20_000)).toBeNull();
  expect(firstWeekMortalityPct(on(1, 2, 3, 4, 7), 20_000)).toBeCloseTo(0.5, 9);
});

describe('the cumulative daily mortality rate of the EU', () => {
  test('sums up the losses of each day divided by the birds of the morning, without thinned ones', () => {
    // 100 / 10,000 = 1 %; after thinning 50 / 5,000 = 1 %.
    const days = [
      { lost: 100, opening: 10_000 },
      { lost: 0, opening: null },
      { lost: 50, opening: 5000 },
    ];
    expect(cumulativeDailyMortalityRatePct(days)).toBeCloseTo(2, 9);
  });

  test('is unknown if the birds of a day with losses are unknown', () => {
    expect(cumulativeDailyMortalityRatePct([{ lost: 1, opening: null }])).toBeNull();
  });

  test('may be 3.52 % at 42 days for 42 kg/m²', () => {
    expect(cumulativeDailyMortalityLimitPct(42)).toBeCloseTo(3.52, 9);
    expect(cumulativeDailyMortalityLimitPct(0)).toBe(1);
  });
});

test.each([
  [20_000, 19_950, 0.25],
  [20_000, 20_100, -0.5],
  [0, 0, null],
  [null, 19_950, null],
  [20_000, null, null],
])(
  'the shortfall of %s chicks ordered and %s received is %s %%',
  (chicksOrdered, chicksReceived, pct) => {
    expect(shortReceivedPct({ chicksOrdered, chicksReceived })).toBe(pct);
  },
);

test.each([
  ['2026-10-13', '2026-10-27', 14],
  ['2026-10-13', '2026-10-13', 0],
  ['2026-10-13', '2026-10-12', null],
])('a barn left on %s and filled on %s was empty for %s days', (left, filled, days) => {
  expect(downtimeDays(left, filled)).toBe(days);
});
