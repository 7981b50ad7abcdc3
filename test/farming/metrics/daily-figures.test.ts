import { describe, expect, test } from 'vitest';
import { densityKgM2 } from '../../../src/farming/metrics/air.ts';
import { breakagePct, henDayPct } from '../../../src/farming/metrics/eggs.ts';
import { feedPerBirdG, waterFeedRatio } from '../../../src/farming/metrics/feed-and-water.ts';
import { condemnationPct } from '../../../src/farming/metrics/mortality.ts';
import {
  averageWeightKg,
  standardWeightOn,
  weightDeviationPct,
} from '../../../src/farming/metrics/weight.ts';
import { percentOf, ratioOf } from '../../../src/tools/statistics.ts';

describe('a share', () => {
  test.each([
    [1, 4, 0.25],
    [0, 4, 0],
    [-1, 4, -0.25],
    [1, 0, null],
    [1, -4, null],
    [null, 4, null],
    [1, null, null],
    [undefined, 4, null],
  ])('a share of %s in %s is %s', (amount, base, expected) => {
    expect(ratioOf(amount, base)).toBe(expected);
    expect(percentOf(amount, base)).toBe(expected === null ? null : expected * 100);
  });
});

test.each([
  // 2,140 kg over 19,892.5 birds.
  ['feed per bird, g', feedPerBirdG(2140, 19_892.5), 107.578233],
  ['feed per bird of an empty barn', feedPerBirdG(2140, 0), null],
  ['feed per bird without recorded feed', feedPerBirdG(null, 19_892.5), null],
  ['water to feed', waterFeedRatio(3850, 2140), 1.799065],
  ['water to feed on a day without feed', waterFeedRatio(3850, 0), null],
  ['hen-day production', henDayPct(9300, 10_000), 93],
  ['breakage', breakagePct(279, 9300), 3],
  ['breakage on a day without eggs', breakagePct(0, 0), null],
  ['weight above the standard', weightDeviationPct(2410, 2296), 4.965157],
  ['weight below the standard', weightDeviationPct(1967.1, 2070), -4.971014],
  ['deviation without a standard', weightDeviationPct(2410, null), null],
  ['deviation without a weight', weightDeviationPct(null, 2296), null],
  // 18,000 birds of 2.2 kg on 1,200 m².
  ['density', densityKgM2(39_600, 1200), 33],
  ['density of a barn of unknown size', densityKgM2(39_600, null), null],
  ['average weight of a sale', averageWeightKg(25_440, 9600), 2.65],
  ['average weight of no birds', averageWeightKg(25_440, 0), null],
])('%s', (_, actual, expected) => {
  if (expected === null) expect(actual).toBeNull();
  else expect(actual).toBeCloseTo(expected, 5);
});

describe('condemnation', () => {
  const sale = { birdsCount: 9600, condemnedCount: 96, totalWeightKg: 25_440, condemnedKg: 201.6 };

  test.each([
    ['is the share of birds', sale, 1],
    ['is the share of weight if birds were not counted', { ...sale, birdsCount: null }, 0.792453],
    ['is the share of weight if only that was given', { ...sale, condemnedCount: null }, 0.792453],
    ['is 0 if nothing was rejected', { ...sale, condemnedCount: 0 }, 0],
  ])('%s', (_, input, expected) => {
    expect(condemnationPct(input)).toBeCloseTo(expected, 5);
  });

  test('is unknown if none was recorded', () => {
    expect(condemnationPct({ ...sale, condemnedCount: null, condemnedKg: null })).toBeNull();
  });
});

describe('the standard weight on a day', () => {
  const flock = { breed: 'Ross 308', placementDate: '2026-10-03', arrivalAgeDays: 0 };

  test.each([
    ['2026-10-03', 44],
    ['2026-10-10', 213],
    ['2026-11-07', 2296],
    ['2026-10-02', null],
    ['2027-10-03', null],
  ])('%s is %s g', (day, expected) => {
    expect(standardWeightOn(flock, day)).toBe(expected);
  });

  test('counts from the age at placement', () => {
    expect(standardWeightOn({ ...flock, arrivalAgeDays: 7 }, '2026-10-10')).toBe(533);
  });

  test('is unknown for a breed without a table', () => {
    expect(standardWeightOn({ ...flock, breed: 'Sinai' }, '2026-10-10')).toBeNull();
    expect(standardWeightOn({ ...flock, breed: null }, '2026-10-10')).toBeNull();
  });
});
