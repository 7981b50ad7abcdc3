import { expect, test } from 'vitest';
import { normalCdf } from '../../src/tools/statistics.ts';

test.each([
  [0, 0.5],
  [1, 0.841345],
  [-1, 0.158655],
  [1.25, 0.89435],
  [1.96, 0.975002],
  [8, 1],
])('the share below %d is %d of a normal distribution', (value, share) => {
  expect(normalCdf(value)).toBeCloseTo(share, 6);
});
