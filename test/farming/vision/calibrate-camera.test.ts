import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calibrateCamera,
  calibrateFarm,
  calibrationPairs,
  countedWeighings,
} from '../../../src/farming/vision/camera-calibration.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aWeight } from '../../support/a-reading.ts';

const TODAY = '2026-11-21';

const pair = (day: string, manualG: number, cameraG = 1000) => ({
  flockId: 'flock_1',
  day,
  manualG,
  cameraG,
});

test.each([
  ['no pair', [], 1],
  ['one pair of 1.1 is applied by half', [pair(TODAY, 1100)], 1.05],
  ['two pairs of 1.1', [pair('2026-11-14', 1100), pair(TODAY, 1100)], 1.075],
  ['a pair below', [pair(TODAY, 900)], 0.95],
  ['a pair of 1.5 is limited to 1.25', [pair(TODAY, 1500)], 1.125],
  ['a pair of 0.5 is limited to 0.8', [pair(TODAY, 500)], 0.9],
  ['a pair of tomorrow', [pair('2026-11-22', 1100)], 1],
  ['after 21 days it has full weight', [pair('2026-10-31', 1100)], 1.05],
  ['after 28 days half', [pair('2026-10-24', 1100)], 1.025],
  ['after 35 days a quarter', [pair('2026-10-17', 1100)], 1.0125],
  // 1.1 after 28 days is 1.025 before the second pair, which moves it half of the way to 1.1.
  ['a pause between two pairs', [pair('2026-10-24', 1100), pair(TODAY, 1100)], 1.0625],
])('%s', (_what, pairs, factor) => {
  expect(calibrateCamera(pairs, TODAY, defaultThresholds).factor).toBeCloseTo(factor, 12);
});

test('a calibration has the number of its pairs and the last of them', () => {
  const pairs = [pair('2026-11-14', 1100), pair('2026-11-07', 1000), pair('2026-11-07', 1000)];
  expect(calibrateCamera(pairs, TODAY, defaultThresholds)).toEqual({
    factor: 1.05,
    // 1100 g by the scales are 4.76 % above the camera's 1050 g, and seven days at 0.5 % add 3.5 %.
    errorPct: expect.closeTo(5.9098, 4),
    pairs: 2,
    lastDay: '2026-11-14',
  });
  expect(calibrateCamera([], TODAY, defaultThresholds).lastDay).toBeNull();
});

const pairList = fc.array(
  fc
    .record({
      back: fc.integer({ min: 0, max: 90 }),
      manualG: fc.integer({ min: 700, max: 1300 }),
      flockId: fc.constantFrom('flock_1', 'flock_2'),
    })
    .map(({ back, manualG, flockId }) => ({ ...pair(addDays(TODAY, -back), manualG), flockId })),
  { maxLength: 12 },
);

test('the order of the pairs and repetition make no difference', () => {
  const both = pairList.chain((pairs) =>
    fc.tuple(
      fc.constant(pairs),
      fc.shuffledSubarray([...pairs], { minLength: pairs.length, maxLength: pairs.length }),
    ),
  );
  fc.assert(
    fc.property(both, ([pairs, shuffled]) => {
      const expected = calibrateCamera(pairs, TODAY, defaultThresholds);
      const repeated = [...shuffled, ...shuffled.slice(0, 3)];
      expect(calibrateCamera(repeated, TODAY, defaultThresholds)).toEqual(expected);
    }),
  );
});

const FLOCK = {
  flockId: 'flock_1',
  breed: 'Ross 308',
  placementDate: '2026-11-01',
  arrivalAgeDays: 0,
};

function pairsOf(
  readings: ReturnType<typeof aWeight>[],
  weighings: { day: string; g: number }[],
  breed: string | null = 'Ross 308',
) {
  const flock = { ...FLOCK, breed };
  const zone = 'Asia/Jerusalem';
  return Object.fromEntries(
    calibrationPairs({ flock, readings, weighings, zone, thresholds: defaultThresholds }),
  );
}

test('weights within a day of a weighing are projected to its noon', () => {
  // Noon of the generated farms is that of day 20, 935 g by the standard; the noon before has 860
  // g.
  const readings = [aWeight(24, 430), aWeight(0, 467.5), aWeight(24.1, 9000)];
  expect(pairsOf(readings, [{ day: TODAY, g: 1000 }])).toEqual({
    'source:east': [{ flockId: 'flock_1', day: TODAY, manualG: 1000, cameraG: 467.5 }],
  });
  // A day after its weighing a weight is projected back: 467.5 g at 935 are 430 at 860.
  expect(pairsOf([aWeight(0, 467.5)], [{ day: '2026-11-20', g: 860 }])).toEqual({
    'source:east': [{ flockId: 'flock_1', day: '2026-11-20', manualG: 860, cameraG: 430 }],
  });
});

test('without a table of the breed weights are used unchanged', () => {
  expect(pairsOf([aWeight(12, 430)], [{ day: TODAY, g: 860 }], null)).toEqual({
    'source:east': [{ flockId: 'flock_1', day: TODAY, manualG: 860, cameraG: 430 }],
  });
});

test('each camera has separate pairs, and none far from a weighing', () => {
  const readings = [aWeight(0, 900), aWeight(0, 800, { camera: 'device_2' }), aWeight(60, 700)];
  const pairs = pairsOf(readings, [
    { day: TODAY, g: 935 },
    { day: '2026-11-10', g: 330 },
  ]);
  expect(pairs).toEqual({
    'source:east': [{ flockId: 'flock_1', day: TODAY, manualG: 935, cameraG: 900 }],
    device_2: [{ flockId: 'flock_1', day: TODAY, manualG: 935, cameraG: 800 }],
  });
});

test.each([
  ['never compared', [], null],
  // The factor of 1.05 leaves 1100 / 1050: 4.76 %.
  ['today', [pair(TODAY, 1100)], 4.7619],
  ['21 days ago: plus 10.5 % of drift', [pair('2026-10-31', 1100)], 11.52934],
  ['22 days ago', [pair('2026-10-30', 1100)], null],
  ['with more than 15 % left', [pair(TODAY, 1500)], null],
])('the error of a camera compared %s', (_what, pairs, errorPct) => {
  const calibratedErrorPct = calibrateCamera(pairs, TODAY, defaultThresholds).errorPct;
  if (errorPct === null) expect(calibratedErrorPct).toBeNull();
  else expect(calibratedErrorPct).toBeCloseTo(errorPct, 4);
});

describe('a weighing contradicted by cameras', () => {
  /** Camera weights at each of some weighings, of birds that weigh 1000 g. */
  const evaluateWeighing = (
    weighings: readonly (readonly [day: string, manualG: number])[],
    cameras: readonly number[] = [980, 1000, 1020],
  ) =>
    calibrateFarm(
      new Map(
        cameras.map((cameraG, index) => [
          `camera ${index}`,
          weighings.map(([day, manualG]) => pair(day, manualG, cameraG)),
        ]),
      ),
      TODAY,
      defaultThresholds,
    );
  const first = ['2026-11-07', 1000] as const;

  test.each([
    ['by 15 %', [first, [TODAY, 1150]], []],
    ['by more than 15 %', [first, [TODAY, 1151]], [TODAY]],
    ['from below', [first, [TODAY, 840]], [TODAY]],
    ['the first of all', [[TODAY, 1300]], []],
    [
      'while cameras are no longer calibrated',
      [
        ['2026-10-01', 1000],
        [TODAY, 1300],
      ],
      [],
    ],
    [
      'twice, and the second does not agree',
      [first, ['2026-11-14', 1300], [TODAY, 800]],
      ['2026-11-14', TODAY],
    ],
    ['twice, and the second agrees', [first, ['2026-11-14', 1300], [TODAY, 1310]], []],
  ] as const)('%s', (_what, weighings, days) => {
    const { contradicted } = evaluateWeighing(weighings);
    expect(contradicted.map(({ day }) => day)).toEqual(days);
  });

  test('requires three cameras that agree', () => {
    const weighings = [first, [TODAY, 1300]] as const;
    expect(evaluateWeighing(weighings, [980, 1020]).contradicted).toEqual([]);
    expect(evaluateWeighing(weighings, [900, 1000, 1100]).contradicted).toHaveLength(1);
  });

  test('does not calibrate the cameras, and is returned with their weight', () => {
    const { contradicted, calibrations } = evaluateWeighing([first, [TODAY, 1300]]);
    // The camera that read 980 g has a factor of 1.0102, the one of 1020 g of 0.9902.
    expect(contradicted).toEqual([
      { flockId: 'flock_1', day: TODAY, camerasG: expect.closeTo(1000, 9) },
    ]);
    expect(calibrations.get('camera 0')).toMatchObject({ pairs: 1, lastDay: '2026-11-07' });
  });
});

test('a weight copied to later days was measured on the first', () => {
  const flock = { breed: 'Ross 308', placementDate: '2026-11-01', arrivalAgeDays: 0, flockId: 'f' };
  const weighings = [
    { day: '2026-11-15', g: 530 },
    { day: '2026-11-16', g: 530 },
    { day: '2026-11-17', g: 530 },
    { day: '2026-11-19', g: 790 },
  ];
  const counted = countedWeighings({ flock, weighings, zone: 'UTC' });
  expect(counted.map(({ day }) => day)).toEqual(['2026-11-15', '2026-11-19']);
  // Hens hardly grow: they may weigh the same again.
  const hens = { ...flock, breed: 'Hy-Line Brown', placementDate: '2026-01-01' };
  const months = [
    { day: '2026-10-01', g: 1950 },
    { day: '2026-11-01', g: 1950 },
  ];
  expect(countedWeighings({ flock: hens, weighings: months, zone: 'UTC' })).toEqual(months);
});
