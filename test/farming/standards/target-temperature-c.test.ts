import { expect, test } from 'vitest';
import { targetTemperatureC } from '../../../src/farming/metrics/climate-limits.ts';

test.each([
  [0, 33],
  [1, 33],
  [2, 32.25],
  [7, 29.5],
  [10.5, 28.25],
  [28, 22],
  [42, 20],
  [55, 20],
])('the target for broilers of %d days is %d °C', (ageDays, target) => {
  expect(targetTemperatureC('broiler', ageDays)).toBeCloseTo(target, 9);
});

test('chicks of layers have the target of broilers, hens 21 °C', () => {
  expect(targetTemperatureC('layer', 7)).toBe(29.5);
  expect(targetTemperatureC('layer', 300)).toBe(21);
});
