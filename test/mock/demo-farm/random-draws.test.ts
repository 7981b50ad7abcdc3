import { expect, test } from 'vitest';
import { drawNegativeBinomial, drawPoisson } from '../../../src/mock/demo-farm/flock-course.ts';
import { createDemoRandom } from '../../../src/tools/random.ts';

function moments(next: () => number) {
  const values = Array.from({ length: 20_000 }, next);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, variance, values };
}

test.each([0.3, 4, 25, 80])('a Poisson count of mean %d has its variance', (expected) => {
  const random = createDemoRandom(1);
  const { mean, variance } = moments(() => drawPoisson(random, expected));
  expect(Math.abs(mean / expected - 1)).toBeLessThan(0.04);
  expect(Math.abs(variance / expected - 1)).toBeLessThan(0.06);
});

test('nothing happens with an expected value of 0', () => {
  expect(drawPoisson(createDemoRandom(2), 0)).toBe(0);
  expect(drawNegativeBinomial(createDemoRandom(2), 0, 20)).toBe(0);
});

test('a negative binomial count of mean 12 and k 20 has variance 12 + 12²/20 = 19.2', () => {
  const random = createDemoRandom(3);
  const { mean, variance, values } = moments(() => drawNegativeBinomial(random, 12, 20));
  expect(Math.abs(mean - 12)).toBeLessThan(0.2);
  expect(Math.abs(variance - 19.2)).toBeLessThan(1);
  expect(values.every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
});
