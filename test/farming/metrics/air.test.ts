import { describe, expect, test } from 'vitest';
import { airBand, hoursAtOrAbove } from '../../../src/farming/metrics/air.ts';
import { heatBand, heatLimitsThi } from '../../../src/farming/metrics/climate-limits.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';

const HOUR = 3_600_000;
const at = (hours: number, value: number) => ({ at: hours * HOUR, value });

describe('hours at or above a limit', () => {
  test.each([
    ['nothing measured', [], { hours: 0, watchedHours: 0 }],
    ['a single value', [at(0, 30)], { hours: 0, watchedHours: 0 }],
    ['always above', [at(0, 28), at(1, 29), at(2, 27)], { hours: 2, watchedHours: 2 }],
    ['always below', [at(0, 20), at(1, 26.9)], { hours: 0, watchedHours: 1 }],
    // From 26 to 28 the limit of 27 is passed half way.
    ['rising above it', [at(0, 26), at(1, 28)], { hours: 0.5, watchedHours: 1 }],
    // A quarter of the way down from 28 to 24.
    ['falling below it', [at(0, 28), at(1, 24)], { hours: 0.25, watchedHours: 1 }],
    ['across a gap of two hours', [at(0, 30), at(2, 30), at(3, 30)], { hours: 1, watchedHours: 1 }],
    ['two values at one time', [at(0, 30), at(0, 20), at(1, 20)], { hours: 0, watchedHours: 1 }],
  ])('%s', (_, values, expected) => {
    expect(hoursAtOrAbove(values, 27)).toEqual(expected);
  });
});

describe('heat', () => {
  test('has fixed limits for grown birds', () => {
    const limits = heatLimitsThi('broiler', 28, defaultThresholds);
    expect(limits).toEqual({ mild: 24, warning: 27, critical: 30, emergency: 33 });
    expect([23.9, 24, 27, 30, 33].map((thi) => heatBand(thi, limits))).toEqual([
      'normal',
      'mild',
      'warning',
      'critical',
      'emergency',
    ]);
    expect(heatBand(null, limits)).toBeNull();
  });

  test('is measured from the target for chicks', () => {
    // Day 21: 24.5 °C at 60 %, wet bulb 19.049: 0.85 × 24.5 + 0.15 × 19.049 = 23.682.
    const limits = heatLimitsThi('broiler', 21, defaultThresholds);
    expect(limits.warning).toBeCloseTo(26.68, 1);
    expect(limits.critical).toBeCloseTo(29.68, 1);
    expect(heatBand(32, heatLimitsThi('broiler', 0, defaultThresholds))).toBe('normal');
  });
});

test.each([
  ['co2', 2500, 'good'],
  ['co2', 3000, 'fair'],
  ['co2', 3001, 'warning'],
  ['co2', 5001, 'critical'],
  ['nh3', 10, 'good'],
  ['nh3', 20, 'fair'],
  ['nh3', 20.1, 'warning'],
  ['nh3', 25.1, 'critical'],
  ['humidity', 60, 'good'],
  ['humidity', 45, 'fair'],
  ['humidity', 76, 'warning'],
  ['humidity', 29, 'critical'],
  ['nh3', null, null],
] as const)('%s at %s is %s', (measure, value, band) => {
  expect(airBand(measure, value, defaultThresholds)).toBe(band);
});
