import { expect, test } from 'vitest';
import type { BreedName } from '../../../src/farming/standards/breed-tables.ts';
import {
  standardAgeAtWeight,
  standardCumulativeFeedG,
  standardDailyFeedG,
  standardFcr,
} from '../../../src/farming/standards/standard-values.ts';

test.each([
  ['ross_308', [0.78, 1.005, 1.142, 1.269, 1.399, 1.531, 1.663, 1.793]],
  ['cobb_500', [0.891, 1.029, 1.182, 1.322, 1.441, 1.555, 1.686, 1.842]],
  ['arbor_acres_plus', [0.803, 1.021, 1.157, 1.285, 1.416, 1.548, 1.68, 1.81]],
  ['ross_708', [0.77, 0.992, 1.127, 1.254, 1.382, 1.512, 1.642, 1.771]],
] as const)('%s has the feed conversion of its document every week', (breed, ratios) => {
  expect(ratios.map((_, index) => standardFcr(breed, (index + 1) * 7))).toEqual(ratios);
});

test.each([
  ['ross_308_ap', [0.772, 0.995, 1.13, 1.257, 1.386, 1.516, 1.646, 1.776]],
  ['indian_river', [0.788, 1.003, 1.142, 1.275, 1.411, 1.549, 1.686, 1.822]],
] as const)('%s, published by week, has the feed conversion of its document', (breed, ratios) => {
  ratios.forEach((ratio, index) => {
    expect(standardFcr(breed, (index + 1) * 7)).toBeCloseTo(ratio, 9);
  });
});

test.each<[BreedName, number, number, number]>([
  // breed, day, feed of the day, feed since placement
  ['ross_308', 1, 12, 12],
  ['ross_308', 42, 207, 4586],
  ['cobb_500', 7, 35, 180],
  ['cobb_500', 42, 220, 5100],
])('%s on day %d eats %d g, %d g in all', (breed, ageDays, daily, cumulative) => {
  expect(standardDailyFeedG(breed, ageDays)).toBe(daily);
  expect(standardCumulativeFeedG(breed, ageDays)).toBe(cumulative);
});

test('the daily feed of a breed published by week adds up to its cumulative feed', () => {
  // Cobb 800: 3216 g at 35 days, 4615 g at 42.
  const week = [36, 37, 38, 39, 40, 41, 42].map((age) => standardDailyFeedG('cobb_800', age) ?? 0);
  expect(week.reduce((sum, feed) => sum + feed, 0)).toBeCloseTo(1399, 6);
});

test('a layer eats the quantity in its guide, which has no cumulative feed', () => {
  // Hy-Line Brown: 110 g at 40 weeks, 109 g at 45.
  expect(standardDailyFeedG('hyline_brown', 40 * 7)).toBe(110);
  expect(standardDailyFeedG('hyline_brown', 42.5 * 7)).toBe(109.5);
  expect(standardCumulativeFeedG('hyline_brown', 280)).toBeNull();
  expect(standardFcr('hyline_brown', 280)).toBeNull();
});

test.each<[BreedName, number]>([
  ['ross_308', 0],
  ['ross_308', 57],
  ['cobb_500', 1],
  ['hubbard_edge', 14],
  ['dekalb_white', 200],
])('%s has no published feed on day %d', (breed, ageDays) => {
  expect(standardDailyFeedG(breed, ageDays)).toBeNull();
});

test('the age at a weight is where the table reaches it', () => {
  expect(standardAgeAtWeight('ross_308', 44)).toBeCloseTo(0, 6);
  expect(standardAgeAtWeight('ross_308', 2346)).toBeCloseTo(35.5, 6);
  expect(standardAgeAtWeight('cobb_500', 3278)).toBeCloseTo(42, 6);
  expect(standardAgeAtWeight('ross_308', 43)).toBeNull();
  expect(standardAgeAtWeight('ross_308', 4319)).toBeNull();
});
