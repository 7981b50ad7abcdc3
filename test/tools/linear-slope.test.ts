import { expect, test } from 'vitest';
import { linearSlope } from '../../src/tools/statistics.ts';

test.each([
  ['points on a line', [0, 1, 2], [1, 3, 5], 2],
  // Means 1 and 2; (−1 × −2 + 0 × 1 + 1 × 1) / 2.
  ['points around one', [0, 1, 2], [0, 3, 3], 1.5],
  ['vertical points', [1, 1], [2, 5], null],
  ['no points', [], [], null],
])('the slope of %s', (_, xs, ys, slope) => {
  expect(linearSlope(xs.map((x, index) => ({ x, y: ys[index] ?? 0 })))).toBe(slope);
});
