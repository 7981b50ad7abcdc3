import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mean, median, percentile, sum } from '../../src/tools/statistics.ts';

test.each([
  [[], 0],
  [[1, 2, 3.5], 6.5],
  [[null, 4, undefined, -1], 3],
])('the sum of %j is %d', (values, expected) => {
  expect(sum(values)).toBe(expected);
});

test.each([
  [[], null],
  [[0], 0],
  [[1, 2, 6], 3],
])('the mean of %j is %j', (values, expected) => {
  expect(mean(values)).toBe(expected);
});

test.each([
  [[], null],
  [[7], 7],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100], 10],
])('the median of %j is %j', (values, expected) => {
  expect(median(values)).toBe(expected);
});

// Calculated manually: rank = share × (count − 1), linear between the neighbouring values.
test.each([
  [[], 0.5, null],
  [[1, 2, 3, 4, 5], 0, 1],
  [[1, 2, 3, 4, 5], 1, 5],
  [[1, 2, 3, 4, 5], 0.25, 2],
  [[1, 2, 3, 4], 0.16, 1.48],
  [[40, 10, 20, 30], 0.84, 35.2],
])('the percentile of %j at the share %d is %j', (values, share, expected) => {
  const actual = percentile(values, share);
  if (expected === null) expect(actual).toBeNull();
  else expect(actual).toBeCloseTo(expected, 12);
});

const someValues = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1 });
const aShare = fc.double({ min: 0, max: 1, noNaN: true });

test('a percentile is between the smallest and the largest value, and increases with its share', () => {
  fc.assert(
    fc.property(someValues, aShare, aShare, (values, one, other) => {
      const low = percentile(values, Math.min(one, other)) ?? Number.NaN;
      const high = percentile(values, Math.max(one, other)) ?? Number.NaN;
      expect(low).toBeGreaterThanOrEqual(Math.min(...values));
      expect(high).toBeLessThanOrEqual(Math.max(...values));
      expect(low).toBeLessThanOrEqual(high);
    }),
  );
});

test('a percentile does not change the values', () => {
  const values = [3, 1, 2];
  percentile(values, 0.5);
  expect(values).toEqual([3, 1, 2]);
});
