import { describe, expect, test } from 'vitest';
import {
  epef,
  feedConversionRatio,
  heatWaterFactor,
  mortalityAdjustedFeedConversionRatio,
  waterDropPct,
} from '../../../src/farming/metrics/feed-and-water.ts';
import { dailyGainG, lifetimeGainG } from '../../../src/farming/metrics/weight.ts';

describe('feed conversion', () => {
  test.each([
    // The tables of the breeders: cumulative feed by weight.
    ['of Ross 308 at 42 days', { feedKg: 4.586, liveKg: 2.998, soldKg: 0 }, 1.52969],
    ['of Cobb 500 at 42 days', { feedKg: 5.1, liveKg: 3.278, soldKg: 0 }, 1.55583],
    // 60,000 / (10,000 × 2.4 + 12,000).
    ['of a thinned flock', { feedKg: 60_000, liveKg: 24_000, soldKg: 12_000 }, 1.66667],
    ['of unweighed birds', { feedKg: 60_000, liveKg: null, soldKg: 12_000 }, null],
    ['without feed in the log', { feedKg: null, liveKg: 24_000, soldKg: 0 }, null],
    ['of no birds', { feedKg: 60_000, liveKg: 0, soldKg: 0 }, null],
  ])('%s', (_, input, expected) => {
    const actual = feedConversionRatio(input);
    if (expected === null) expect(actual).toBeNull();
    else expect(actual).toBeCloseTo(expected, 5);
  });

  test('includes dead birds if corrected for mortality', () => {
    // 60,000 / (36,000 + 4,000).
    const flock = { feedKg: 60_000, liveKg: 36_000, soldKg: 0 };
    expect(mortalityAdjustedFeedConversionRatio(flock, 4000)).toBe(1.5);
    expect(mortalityAdjustedFeedConversionRatio(flock, null)).toBeNull();
  });
});

describe('the efficiency factor', () => {
  test.each([
    // 61 g a day for 42 days; published as 361.
    ['61 g/day at 1.62', { weightKg: 2.562, ageDays: 42, fcr: 1.62 }, 361],
    ['Ross 308 at 35 days', { weightKg: 2.296, ageDays: 35, fcr: 1.399 }, 450],
    ['Ross 308 at 42 days', { weightKg: 2.998, ageDays: 42, fcr: 1.531 }, 448],
    ['Cobb 500 at 35 days', { weightKg: 2.521, ageDays: 35, fcr: 1.441 }, 480],
    ['Cobb 500 at 42 days', { weightKg: 3.278, ageDays: 42, fcr: 1.555 }, 482],
  ])('the efficiency factor of %s and 96 %%', (_, flock, expected) => {
    expect(Math.round(epef({ livabilityPct: 96, ...flock }) ?? 0)).toBe(expected);
  });

  test('is unknown without one of its parts, and on the first day', () => {
    const parts = { livabilityPct: 96, weightKg: 2.3, ageDays: 35, fcr: 1.4 };
    expect(epef({ ...parts, livabilityPct: null })).toBeNull();
    expect(epef({ ...parts, weightKg: null })).toBeNull();
    expect(epef({ ...parts, fcr: null })).toBeNull();
    expect(epef({ ...parts, ageDays: 0 })).toBeNull();
  });
});

test.each([
  // (1,616 − 1,012) / 7.
  [{ day: '2026-11-14', g: 1012 }, { day: '2026-11-21', g: 1616 }, 86.285714],
  [{ day: '2026-11-14', g: 1616 }, { day: '2026-11-21', g: 1012 }, -86.285714],
  [{ day: '2026-11-21', g: 1012 }, { day: '2026-11-21', g: 1616 }, null],
  [{ day: '2026-11-22', g: 1012 }, { day: '2026-11-21', g: 1616 }, null],
])('the daily gain from %o to %o is %s g', (from, to, expected) => {
  const actual = dailyGainG(from, to);
  if (expected === null) expect(actual).toBeNull();
  else expect(actual).toBeCloseTo(expected, 6);
});

test('the gain of a lifetime is weight divided by age', () => {
  expect(lifetimeGainG(2562, 42)).toBe(61);
  expect(lifetimeGainG(44, 0)).toBeNull();
  expect(lifetimeGainG(null, 42)).toBeNull();
});

describe('water', () => {
  test('is 7 % more for each degree above the target temperature', () => {
    expect([15, 21, 22].map((temp) => heatWaterFactor(temp, 21))).toEqual([1, 1, 1.07]);
    expect(heatWaterFactor(31, 21)).toBeCloseTo(1.7, 9);
    expect([24.5, 33].map((target) => heatWaterFactor(target, target))).toEqual([1, 1]);
  });

  test.each([
    ['a fifth less than the median', 80, [90, 100, 110], 20],
    ['more than the median', 110, [90, 100, 110], -10],
    ['beside two days', 90, [100, null, 80], 0],
    ['beside a single day', 90, [100, null, null], null],
    ['on a day without a value', null, [100, 100, 100], null],
    ['after days without values', 90, [0, 0, 0], null],
  ])('%s', (_, water, expected, drop) => {
    const actual = waterDropPct(water, expected);
    if (drop === null) expect(actual).toBeNull();
    else expect(actual).toBeCloseTo(drop, 9);
  });
});
