import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CurvePoint, monotoneCubic } from '../../../src/farming/standards/standard-values.ts';

const RISING: readonly CurvePoint[] = [
  [0, 0],
  [1, 1],
  [2, 8],
  [3, 27],
];

test('the curve runs through its points', () => {
  expect(RISING.map(([x]) => monotoneCubic(RISING, x))).toEqual([0, 1, 8, 27]);
});

test('straight points give a straight line', () => {
  const straight: readonly CurvePoint[] = [
    [0, 1],
    [7, 15],
    [14, 29],
  ];
  expect(monotoneCubic(straight, 3)).toBeCloseTo(7, 9);
});

test('two points are joined by a line, a single point is valid', () => {
  expect(
    monotoneCubic(
      [
        [0, 0],
        [2, 4],
      ],
      1,
    ),
  ).toBe(2);
  expect(monotoneCubic([[5, 9]], 5)).toBe(9);
  expect(monotoneCubic([[5, 9]], 6)).toBeNull();
});

test('the curve is undefined outside the points', () => {
  expect(monotoneCubic(RISING, -0.1)).toBeNull();
  expect(monotoneCubic(RISING, 3.1)).toBeNull();
  expect(monotoneCubic([], 0)).toBeNull();
});

test('the curve stays between neighbouring points', () => {
  const values = fc.array(fc.double({ min: -1000, max: 1000, noNaN: true }), {
    minLength: 2,
    maxLength: 9,
  });
  fc.assert(
    fc.property(values, fc.double({ min: 0, max: 0.999, noNaN: true }), (heights, place) => {
      const points = heights.map((height, index) => [index * 7, height] as const);
      const x = place * (points.length - 1) * 7;
      const left = Math.floor(x / 7);
      const [low = 0, high = 0] = [heights[left], heights[left + 1]].sort((a = 0, b = 0) => a - b);
      const value = monotoneCubic(points, x) ?? Number.NaN;
      return value >= low - 1e-9 && value <= high + 1e-9;
    }),
    { numRuns: 500 },
  );
});
