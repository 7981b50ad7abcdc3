import fc from 'fast-check';
import { expect, test } from 'vitest';
import { median, weightedPercentile } from '../../src/tools/statistics.ts';

const pairs = (...list: readonly (readonly [number, number])[]) =>
  list.map(([value, weight]) => ({ value, weight }));

test.each([
  ['no value', pairs(), 0.5, null],
  ['only values without weight', pairs([3, 0]), 0.5, null],
  ['one value', pairs([3, 2]), 0.16, 3],
  ['the middle of two equal weights', pairs([10, 1], [20, 1]), 0.5, 15],
  // 900 is at 0.1 of 1, 1000 at 0.6: a half is four fifths of the way.
  ['closer to the heavier', pairs([1000, 0.8], [900, 0.2]), 0.5, 980],
  ['the first value below it', pairs([10, 1], [20, 1]), 0.16, 10],
  ['the last value above it', pairs([10, 1], [20, 1]), 0.84, 20],
  ['a distant value with a third of the weight', pairs([10, 1], [11, 1], [900, 1]), 0.5, 11],
  ['equal values', pairs([5, 1], [5, 1], [5, 1], [9, 1]), 0.5, 5],
])('%s', (_what, values, share, expected) => {
  expect(weightedPercentile(values, share)).toBe(expected);
});

const value = fc.record({
  value: fc.integer({ min: 1, max: 50 }),
  weight: fc.constantFrom(0.1, 0.5, 1, 7),
});

test('the order of the values does not matter', () => {
  const shuffled = fc
    .array(value, { maxLength: 20 })
    .chain((values) =>
      fc.tuple(
        fc.constant(values),
        fc.shuffledSubarray(values, { minLength: values.length, maxLength: values.length }),
      ),
    );
  fc.assert(
    fc.property(shuffled, fc.constantFrom(0.16, 0.5, 0.84), ([values, other], share) => {
      expect(weightedPercentile(other, share)).toBe(weightedPercentile(values, share));
    }),
  );
});

test('with equal weights the percentile of 0.5 is the median', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1000, max: 1000 }), { minLength: 1 }), (numbers) => {
      const values = numbers.map((number) => ({ value: number, weight: 1 }));
      expect(weightedPercentile(values, 0.5)).toBeCloseTo(median(numbers) ?? Number.NaN, 9);
    }),
  );
});
