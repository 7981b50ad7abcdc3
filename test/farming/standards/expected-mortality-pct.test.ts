import { expect, test } from 'vitest';
import {
  expectedCumulativeMortalityPct,
  expectedMortalityPct,
} from '../../../src/farming/standards/standard-values.ts';

test.each([
  [0, 0],
  [7, 0.66],
  [37, 2.717],
  [42, 3.517],
])('from placement to day %d, %d %% of placed broilers are expected to die', (ageDays, percent) => {
  expect(expectedCumulativeMortalityPct('broiler', ageDays)).toBeCloseTo(percent, 9);
});

test.each([
  [3, 0.13],
  [10, 0.06],
  [20, 0.0585],
  [31, 0.07],
  [42, 0.18],
])('on day %d, %d %% of placed broilers are expected to die', (ageDays, percent) => {
  expect(expectedMortalityPct('broiler', ageDays)).toBeCloseTo(percent, 9);
});

test.each([
  [30, 0.07],
  [45, 0.07],
  [52.5, 0.09],
  [60, 0.11],
  [90, 0.11],
])('at %d weeks %d %% of the hens are expected to die in a week', (weeks, percent) => {
  expect(expectedMortalityPct('layer', weeks * 7) * 7).toBeCloseTo(percent, 9);
});
