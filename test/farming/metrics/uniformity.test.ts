import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  coefficientOfVariationPct,
  normalUniformityPct,
  readWeighSample,
  sampleSize,
  uniformityPct,
  weightClasses,
} from '../../../src/farming/metrics/weight.ts';

describe('a sample', () => {
  test('a sample of weights has their mean and deviation', () => {
    // Mean 1,000; squares 10,000 + 0 + 10,000 by 2: deviation 100.
    expect(readWeighSample({ weights: [900, 1000, 1100] }, 5000)).toEqual({
      birds: 3,
      meanG: 1000,
      deviationG: 100,
      weightsG: [900, 1000, 1100],
    });
  });

  test('given as number and deviation is centred on the value of the event', () => {
    expect(readWeighSample({ n: 180, sd: 80 }, 1000)).toEqual({
      birds: 180,
      meanG: 1000,
      deviationG: 80,
      weightsG: null,
    });
  });

  test.each([
    ['nothing', null],
    ['a text', 'n=3'],
    ['a single number', { n: 180 }],
    ['a single bird', { n: 1, sd: 0 }],
    ['a single weight', { weights: [1000] }],
    ['invalid weights', { weights: ['1000', -5, Number.NaN, null] }],
    ['a negative deviation', { n: 180, sd: -1 }],
  ])('is unknown from %s', (_, meta) => {
    expect(readWeighSample(meta, 1000)).toBeNull();
  });

  test('a sample of weights counts those within 10 % of the mean, including the limits', () => {
    const sample = readWeighSample({ weights: [800, 900, 1000, 1100, 1200] }, null);
    expect(sample && uniformityPct(sample, 10)).toBe(60);
    // Squares 40,000 + 10,000 + 0 + 10,000 + 40,000 by 4: deviation 158.11.
    expect(sample && coefficientOfVariationPct(sample)).toBeCloseTo(15.811, 3);
  });

  test('a sample of a known deviation is as uniform as a normal distribution', () => {
    const sample = readWeighSample({ n: 180, sd: 80 }, 1000);
    expect(sample && uniformityPct(sample, 10)).toBeCloseTo(78.87, 2);
  });
});

test.each([
  // 2Φ(10/CV) − 1; Φ(1.25) = 0.89435, Φ(1.875) = 0.96960, Φ(1) = 0.84134.
  [8, 10, 78.87],
  [8, 15, 93.92],
  [10, 10, 68.27],
  [0, 10, 100],
])('CV %d: %d %% around the mean include %d %% of the birds', (cv, within, expected) => {
  expect(normalUniformityPct(cv, within)).toBeCloseTo(expected, 2);
});

test.each([
  // (1.96 × 10 / 2)² = 96.04, (1.96 × 10 / 1)² = 384.16.
  [10, 2, 97],
  [10, 1, 385],
  [8, 2, 62],
])('CV %d and an error of %d %% require %d birds', (cv, error, birds) => {
  expect(sampleSize(cv, error)).toBe(birds);
});

test('uniformity is between 0 and 100 for any sample', () => {
  const weights = fc.array(fc.double({ min: 20, max: 35_000, noNaN: true }), { minLength: 2 });
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 50 }), (values, within) => {
      const sample = readWeighSample({ weights: values }, null);
      const share = sample && uniformityPct(sample, within);
      expect(share).toBeGreaterThanOrEqual(0);
      expect(share).toBeLessThanOrEqual(100);
    }),
    { numRuns: 50 },
  );
});

test('weights of single birds are counted in steps of 5 % of their mean', () => {
  // The mean is 2,000 g, so a step is 100 g; 1,900 and 2,000 g begin a class.
  const weightsG = [1800, 1900, 1950, 2000, 2050, 2100, 2200];
  const sample = readWeighSample({ weights: weightsG }, null);
  const classes = sample ? weightClasses(sample) : [];
  const known = classes.filter(({ pct }) => pct > 0);
  expect(known.map(({ fromG, toG }) => [fromG, toG].map((g) => Math.round(g ?? 0)))).toEqual([
    [1800, 1900],
    [1900, 2000],
    [2000, 2100],
    [2100, 2200],
    [2200, 2300],
  ]);
  // 1, 2, 2, 1 and 1 of 7.
  const counts = [100 / 7, 200 / 7, 200 / 7, 100 / 7, 100 / 7];
  known.forEach(({ pct }, index) => {
    expect(pct).toBeCloseTo(counts[index] ?? 0, 9);
  });
  expect(classes.map(({ fromG }) => fromG)[0]).toBeNull();
  expect(classes.at(-1)?.toG).toBeNull();
});

test('without single weights a normal distribution is assumed', () => {
  const sample = readWeighSample({ n: 100, sd: 100 }, 2000);
  const classes = sample ? weightClasses(sample) : [];
  // Φ(1) − Φ(0) = 34.13 %, Φ(2) − Φ(1) = 13.59 %, Φ(3) − Φ(2) = 2.14 %; the same on both sides.
  const upper = classes.slice(6).map(({ pct }) => Math.round(pct * 100) / 100);
  expect(upper.slice(0, 3)).toEqual([34.13, 13.59, 2.14]);
  expect(classes.reduce((sum, { pct }) => sum + pct, 0)).toBeCloseTo(100, 9);
});

test('the distribution of equal weights is unknown', () => {
  const sample = readWeighSample({ n: 100, sd: 0 }, 2000);
  expect(sample && weightClasses(sample)).toEqual([]);
});
