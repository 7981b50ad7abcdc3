import { describe, expect, test } from 'vitest';
import {
  barnState,
  currentWeight,
  type WeighedFlock,
} from '../../../src/farming/core/barn-state.ts';
import { shareOfMixture } from '../../../src/farming/vision/camera-weight.ts';

const TODAY = '2026-11-21';
const ROSS = { id: 'flock_1', breed: 'Ross 308', placementDate: '2026-10-16', arrivalAgeDays: 0 };

/** 18,000 Ross 308 of 36 days, 1,645 g on day 29. */
function flock(values: Partial<WeighedFlock> = {}): WeighedFlock {
  return {
    flock: ROSS,
    live: 18_000,
    isImpossible: false,
    isWeighingDoubted: false,
    weight: { g: 1645, source: 'manual', day: '2026-11-14', uncalibrated: false },
    ...values,
  };
}

test.each([
  ['of an earlier day is an estimate', { day: '2026-11-14' }, 18_000, true],
  ['of the day is not', { day: TODAY }, 18_000, false],
  ['of birds that have left is ignored', { day: '2026-11-14' }, 0, false],
])('a density from a weight %s', (_, values, live, expected) => {
  const weight = { g: 1645, source: 'manual', uncalibrated: false, ...values } as const;
  expect(barnState(1000, [flock({ weight, live })], TODAY).densityEstimated).toBe(expected);
});

test('an unknown density is not an estimate', () => {
  expect(barnState(null, [flock()], TODAY).densityEstimated).toBeNull();
});

describe('the current weight', () => {
  test('is unknown because of implausible weighings, not because none exists', () => {
    const reasonOf = (isWeighingDoubted: boolean) =>
      currentWeight(flock({ weight: null, isWeighingDoubted }), TODAY).reason;
    expect([reasonOf(true), reasonOf(false)]).toEqual(['weighing_doubted', 'no_weight']);
  });

  test('is the last one, projected to the day along the breed curve', () => {
    // 1,710 g on day 29, 2,396 g on day 36: 2,396 × 1,645 / 1,710.
    const weight = currentWeight(flock(), TODAY);
    expect(weight.g).toBeCloseTo(2304.924, 3);
    expect(weight.deviationPct).toBeCloseTo(-3.8012, 4);
    expect(weight).toMatchObject({ standardG: 2396, weightDate: '2026-11-14', reason: null });
    expect(weight.weightEstimated).toBe(true);
  });

  test('the current weight of a day with a weighing is the measured one', () => {
    const weight = { g: 2000, source: 'smart', day: TODAY, uncalibrated: false } as const;
    expect(currentWeight(flock({ weight }), TODAY)).toMatchObject({
      g: 2000,
      weightEstimated: false,
    });
    const unknown = flock({ weight, flock: { ...ROSS, breed: null } });
    expect(currentWeight(unknown, TODAY)).toMatchObject({
      g: 2000,
      weightEstimated: false,
      deviationPct: null,
      reason: 'breed_unknown',
    });
  });

  test.each([
    ['no_weight', { weight: null }],
    ['breed_unknown', { flock: { ...ROSS, breed: 'Unheard of' } }],
    ['age_out_of_range', { flock: { ...ROSS, arrivalAgeDays: 40 } }],
    [
      'weighing_stale',
      { weight: { g: 900, source: 'manual', day: '2026-11-06', uncalibrated: false } as const },
    ],
  ])('is unknown: %s', (reason, values) => {
    expect(currentWeight(flock(values), TODAY)).toMatchObject({
      g: null,
      weightEstimated: null,
      deviationPct: null,
      reason,
    });
  });

  test('is valid for two weeks after a weighing, for hens six weeks', () => {
    const weighed = (day: string) => ({
      weight: { g: 900, source: 'manual', day, uncalibrated: false } as const,
    });
    expect(currentWeight(flock(weighed('2026-11-07')), TODAY).reason).toBeNull();
    const hens = { ...ROSS, breed: 'Hy-Line Brown', arrivalAgeDays: 200 };
    const ofHens = (day: string) => currentWeight(flock({ flock: hens, ...weighed(day) }), TODAY);
    expect(ofHens('2026-10-20').reason).toBeNull();
    expect(ofHens('2026-10-09').reason).toBe('weighing_stale');
  });
});

describe('a barn', () => {
  // 8,000 birds of 21 days, the standard of 1,012 g on day 21.
  const young = flock({
    flock: { ...ROSS, id: 'flock_2', placementDate: '2026-10-29' },
    live: 8000,
    weight: { g: 1012, source: 'manual', day: '2026-11-19', uncalibrated: false },
  });

  test('has the birds and the weight of all its flocks', () => {
    // 18,000 × 2.304924 kg and 8,000 × 1.174 kg, the standard of day 23.
    const state = barnState(1000, [flock(), young], TODAY);
    expect(state.live).toBe(26_000);
    expect(state.kg).toBeCloseTo(41_488.632 + 9392, 2);
    expect(state.densityKgM2).toBeCloseTo(50.8806, 4);
    expect(state.reason).toBeNull();
  });

  test('has an unknown density if one of its flocks has', () => {
    const cases = [
      [flock({ weight: null }), 'no_weight'],
      [flock({ live: null }), 'no_population'],
      [flock({ isImpossible: true, live: 0 }), 'no_population'],
    ] as const;
    for (const [unknown, reason] of cases) {
      const state = barnState(1000, [young, unknown], TODAY);
      expect([state.densityKgM2, state.reason]).toEqual([null, reason]);
    }
    expect(barnState(null, [young], TODAY)).toMatchObject({
      densityKgM2: null,
      reason: 'no_area',
    });
  });

  test('a barn without live birds weighs nothing, weighed or not', () => {
    const sold = flock({ live: 0, weight: null });
    expect(barnState(1000, [sold], TODAY)).toMatchObject({ kg: 0, densityKgM2: 0, reason: null });
    expect(barnState(1000, [sold, young], TODAY).kg).toBeCloseTo(9392, 6);
  });

  test('a barn without a flock has no density, and no missing density', () => {
    expect(barnState(1000, [], TODAY)).toMatchObject({ densityKgM2: null, reason: null });
  });
});

test('cameras in a barn of two flocks weigh the mixed birds', () => {
  // 10,000 of 1,710 g and 10,000 of 1,092 g: 1,401 g on average.
  const of = (flockId: string, placementDate: string, live: number | null, breed = 'Ross 308') => ({
    flock: { flockId, breed, placementDate, arrivalAgeDays: 0 },
    live,
    weighings: [],
  });
  const old = of('old', '2026-10-23', 10_000);
  const shares = shareOfMixture([old, of('new', '2026-10-30', 10_000)], TODAY);
  expect(shares?.get('old')).toBeCloseTo(1710 / 1401, 6);
  expect(shares?.get('new')).toBeCloseTo(1092 / 1401, 6);
  expect(shareOfMixture([old, of('new', '2026-10-30', null)], TODAY)).toBeNull();
  expect(shareOfMixture([old, of('new', '2026-10-30', 10, 'Unheard of')], TODAY)).toBeNull();
});
