import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BreedName, breedNames } from '../../../src/farming/standards/breed-tables.ts';
import { standardWeightG } from '../../../src/farming/standards/standard-values.ts';

/** The weekly digest of the breeders' documents, as-hatched, g. */
const BROILER_DIGEST: readonly (readonly [BreedName, readonly number[]])[] = [
  ['ross_308', [44, 213, 533, 1012, 1616, 2296, 2998, 3681, 4318]],
  ['cobb_500', [42, 202, 570, 1116, 1783, 2521, 3278, 4001, 4641]],
  ['arbor_acres_plus', [44, 209, 527, 1006, 1611, 2287, 2981, 3649, 4263]],
  ['ross_708', [44, 204, 509, 966, 1543, 2191, 2862, 3514, 4122]],
  ['ross_308_ap', [44, 214, 540, 1033, 1657, 2360, 3086, 3791, 4446]],
  ['hubbard_efficiency_plus', [43, 216, 541, 1035, 1647, 2330, 3028, 3704, 4324]],
  ['hubbard_edge', [43, 217, 550, 1058, 1685, 2383, 3098, 3789, 4423]],
  ['indian_river', [44, 211, 531, 1010, 1616, 2295, 2995, 3671, 4297]],
];

test.each(BROILER_DIGEST)('%s has the weight of its document every week', (breed, weights) => {
  const weekly = weights.map((_, week) => standardWeightG(breed, week * 7));
  weekly.forEach((weight, week) => {
    expect(weight, `day ${week * 7}`).toBeCloseTo(weights[week] ?? 0, 6);
  });
});

test.each([
  ['lohmann_brown_classic', [469, 1047, 1493, 1921, 1996, 2055]],
  ['hyline_brown', [469, 1076, 1452, 1918, 2003, 2020]],
] as const)('%s has the weight of its guide at the end of a week', (breed, weights) => {
  const actualWeights = [6, 12, 18, 30, 60, 90].map((week) => standardWeightG(breed, week * 7));
  expect(actualWeights).toEqual(weights);
});

describe('between published ages', () => {
  test('a daily table is interpolated linearly', () => {
    expect(standardWeightG('ross_308', 35)).toBe(2296);
    expect(standardWeightG('ross_308', 35.5)).toBe(2346);
    expect(standardWeightG('cobb_500', 10.25)).toBe(343);
  });

  test('layers grow evenly within a week', () => {
    // Lohmann Brown: 1921 g at 30 weeks, 1924 g at 31.
    expect(standardWeightG('lohmann_brown_classic', 30 * 7 + 3.5)).toBe(1922.5);
  });

  test('a weekly table of the Ross family is close to its published days', () => {
    // Indian River publishes the first week by day: 62, 80, 101, 124, 150, 179 g.
    const published = [62, 80, 101, 124, 150, 179];
    const weights = published.map((_, index) =>
      Math.round(standardWeightG('indian_river', index + 1) ?? 0),
    );
    expect(weights).toEqual([62, 81, 101, 124, 150, 179]);
  });

  test('a weekly table of another breed follows the monotone cubic through its points', () => {
    const [before, at, after] = [27, 28, 29].map(
      (day) => standardWeightG('hubbard_edge', day) ?? 0,
    );
    expect(at).toBe(1685);
    expect(Math.round(before ?? 0)).toBe(1591);
    expect(Math.round(after ?? 0)).toBe(1781);
  });
});

test.each([
  ['ross_308', -1],
  ['ross_308', 56.01],
  ['cobb_800', 57],
  ['indian_river', 56.5],
  ['hyline_brown', 6.9],
  ['isa_brown', 125],
  ['hyline_brown', 701],
  ['ross_308', Number.NaN],
] as const)('%s has no standard at %d days', (breed, ageDays) => {
  expect(standardWeightG(breed, ageDays)).toBeNull();
});

test('the weight of a bird never decreases over time', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...breedNames),
      fc.double({ min: 0, max: 720, noNaN: true }),
      fc.double({ min: 0, max: 5, noNaN: true }),
      (breed, ageDays, step) => {
        const before = standardWeightG(breed, ageDays);
        const after = standardWeightG(breed, ageDays + step);
        return before === null || after === null || after >= before - 1e-9;
      },
    ),
    { numRuns: 2000 },
  );
});
