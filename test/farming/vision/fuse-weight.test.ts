import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FuseInput, fuseWeight } from '../../../src/farming/vision/fuse-weight.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { aWeight } from '../../support/a-reading.ts';
import { NOON, TODAY } from '../../support/a-snapshot.ts';

/** At noon of the made-up farms it is exactly 20 days old and weighs 935 g by the standard. */
const FLOCK = {
  flockId: 'flock_1',
  breed: 'Ross 308',
  placementDate: '2026-11-01',
  arrivalAgeDays: 0,
};

function fused(input: Partial<FuseInput>) {
  return fuseWeight({
    flock: FLOCK,
    readings: [],
    weighings: [],
    calibrations: new Map(),
    zone: 'Asia/Jerusalem',
    now: NOON,
    thresholds: defaultThresholds,
    ...input,
  });
}

const south = { camera: 'device_2', deviceId: 'device_2', source: 'south' };
const many = (count: number, values = {}) =>
  Array.from({ length: count }, () => aWeight(0, 900, values));

test('one weight of one uncalibrated camera counts, with a band of 28 % around it', () => {
  const readings = [aWeight(0, 900)];
  expect(fused({ readings })).toEqual({
    flockId: 'flock_1',
    at: '2026-11-21T10:00:00.000Z',
    weightG: 900,
    // 1.645 times the root of 0.5² + 8² + 14² + 6²: 28.3 % to both sides.
    lowG: expect.closeTo(645.178, 3),
    highG: expect.closeTo(1154.822, 3),
    uncalibrated: true,
    curveG: 935,
    ratio: 900 / 935,
    sources: [
      {
        kind: 'camera',
        source: 'east',
        camera: 'source:east',
        deviceId: null,
        valueG: 900,
        weight: 156.25,
        errorPct: 8,
        calibrationPct: null,
        weightPct: 100,
        measuredAt: '2026-11-21T10:00:00.000Z',
        downWeighted: false,
        n: 1,
        measuredG: 900,
        factor: 1,
      },
    ],
  });
});

test.each([
  ['just now', [aWeight(0, 935)], 935],
  ['a day ago, when the standard was 860 g', [aWeight(24, 430)], 467.5],
  ['12 hours ago, halfway between 860 and 935 g', [aWeight(12, 897.5)], 935],
  ['48 hours ago, when it was 789 g', [aWeight(48, 394.5)], 467.5],
  ['the median of three', [aWeight(0, 900), aWeight(0, 910), aWeight(0, 5000)], 910],
  // 900 is at 0.1 of the confidence, 1000 at 0.6.
  [
    'by confidence',
    [aWeight(0, 1000, { confidence: 0.8 }), aWeight(0, 900, { confidence: 0.2 })],
    980,
  ],
  ['with full confidence by default', [aWeight(0, 900), aWeight(0, 1000, { confidence: 1 })], 950],
  ['a confidence of 0 is ignored', [aWeight(0, 900), aWeight(0, 1, { confidence: 0 })], 900],
  ['grams only', [aWeight(0, 900), aWeight(0, 2, { unit: 'kg' })], 900],
  ['only the birds of its flock', [aWeight(0, 900), aWeight(0, 40, { flockId: 'flock_0' })], 900],
])('a camera weighs %s', (_what, readings, weightG) => {
  expect(fused({ readings })?.sources[0]?.measuredG).toBeCloseTo(weightG, 9);
});

test.each([
  ['1 weight', 1, {}, 156.25],
  ['2 weights', 2, {}, 156.25],
  ['3 weights', 3, {}, 400],
  ['19 weights', 19, {}, 400],
  ['20 weights', 20, {}, 1111.111],
  ['20 weights of half confidence', 20, { confidence: 0.5 }, 555.556],
])('a camera with %s is weighted by its error', (_what, count, values, weight) => {
  expect(fused({ readings: many(count, values) })?.sources[0]?.weight).toBeCloseTo(weight, 3);
});

test.each([
  ['today', TODAY, 10_000],
  ['five days ago', '2026-11-16', 1000],
  ['ten days ago', '2026-11-11', 270.27],
])('a weighing of %s is weighted by its age', (_what, day, weight) => {
  const weighings = [{ day, g: 900 }];
  expect(fused({ readings: many(1), weighings })?.sources[0]).toMatchObject({ kind: 'manual' });
  expect(fused({ readings: many(1), weighings })?.sources[0]?.weight).toBeCloseTo(weight, 2);
});

test('a weighing is projected to now along the standard', () => {
  // 16 days old the standard is 655 g, 20 days old 935.
  const weighings = [
    { day: '2026-11-17', g: 327.5 },
    { day: '2026-11-08', g: 213 },
    { day: '2026-11-22', g: 9000 },
  ];
  const [manual] = fused({ readings: many(1), weighings })?.sources ?? [];
  expect(manual).toMatchObject({ source: 'manual', measuredAt: '2026-11-17T10:00:00.000Z' });
  expect(manual?.valueG).toBeCloseTo(467.5, 9);
});

test('a weighing of today is used unchanged until noon', () => {
  const now = NOON - 4 * 3_600_000;
  const readings = [aWeight(5, 900)];
  const [manual] = fused({ readings, now, weighings: [{ day: TODAY, g: 900 }] })?.sources ?? [];
  expect(manual).toMatchObject({ valueG: 900, weight: 10_000 });
});

test('the result is where weighing and camera reach half of all weight', () => {
  // 935 g is at 78.125 of 10,156.25, 1000 g at 5156.25; half is 5078.125: 64/65 of the way.
  const both = fused({ readings: [aWeight(0, 935)], weighings: [{ day: TODAY, g: 1000 }] });
  expect(both?.weightG).toBeCloseTo(999, 9);
  expect(both?.sources.map(({ weightPct }) => weightPct)).toEqual([
    expect.closeTo(98.46154, 4),
    expect.closeTo(1.53846, 4),
  ]);
});

test('a camera is calibrated by its factor', () => {
  const calibrations = new Map([['source:east', { factor: 1.1, errorPct: 1 }]]);
  const result = fused({ readings: [aWeight(0, 850)], calibrations });
  expect(result?.weightG).toBeCloseTo(935, 9);
  expect(result?.sources[0]).toMatchObject({ measuredG: 850, factor: 1.1 });
});

test.each([
  ['exactly 15 % above', 1150, 156.25],
  ['more than 15 % above', 1150.01, 78.125],
  ['exactly 35 % above', 1350, 78.125],
  ['more than 35 % above', 1350.01, 39.0625],
  ['exactly 15 % below', 850, 156.25],
  ['more than 15 % below', 849.99, 78.125],
  ['exactly 35 % below', 650, 78.125],
  ['more than 35 % below', 649.99, 39.0625],
])('%s the weighing of today', (_what, value, weight) => {
  const weighings = [{ day: TODAY, g: 1000 }];
  const camera = fused({ readings: [aWeight(0, value)], weighings })?.sources.find(
    ({ kind }) => kind === 'camera',
  );
  expect(camera?.downWeighted).toBe(weight < 156.25);
  expect(camera?.weight).toBe(weight);
});

test('a factor that corrects a broken camera to the curve does not give it full weight', () => {
  const calibrations = new Map([['source:east', { factor: 0.8, errorPct: 1 }]]);
  const weighings = [{ day: TODAY, g: 1000 }];
  const result = fused({ readings: [aWeight(0, 1500)], weighings, calibrations });
  expect(result?.sources[1]).toMatchObject({ downWeighted: true });
});

test('the curve is a weighing of ten days, otherwise the days before, otherwise the standard', () => {
  const readings = [aWeight(0, 935)];
  // Twice the standard of 330 g ten days ago; eleven days ago 288 g, limited to 1.4 times the
  // expected weight.
  const tenDays = fused({ readings, weighings: [{ day: '2026-11-11', g: 660 }] });
  expect(tenDays?.curveG).toBeCloseTo(1870, 9);
  expect(tenDays?.sources[1]?.downWeighted).toBe(true);
  const elevenDays = fused({ readings, weighings: [{ day: '2026-11-10', g: 576 }] });
  expect(elevenDays?.curveG).toBeCloseTo(1309, 9);
  // 935 g is 28.6 % below it.
  expect(elevenDays?.sources[1]?.downWeighted).toBe(true);
  expect(fused({ readings })?.curveG).toBe(935);
});

test('the days before count like a single weight', () => {
  // 72 hours ago the standard was 720 g: 648 g are nine tenths, and of 935 g they are 841.5.
  const result = fused({ readings: [aWeight(72, 648), aWeight(0, 861.5)] });
  expect(result?.sources[1]).toMatchObject({
    kind: 'prior',
    source: 'standard',
    weight: 156.25,
    measuredAt: '2026-11-19T10:00:00.000Z',
  });
  expect(result?.sources[1]?.valueG).toBeCloseTo(841.5, 9);
  expect(result?.weightG).toBeCloseTo(851.5, 9);
});

test('one of three cameras that reads half too high does not change the result', () => {
  const three = [
    ...many(20),
    ...many(20, south),
    ...Array.from({ length: 20 }, () => aWeight(0, 1403, { camera: 'broken' })),
  ];
  const result = fused({ readings: three });
  // 1111.1 at 900 twice, and 277.8 at 1403: half of the weight is at 900.
  expect(result?.weightG).toBe(900);
  // Nothing was compared with scales, so the breed has a voice too.
  expect(result?.sources.map(({ kind, downWeighted }) => [kind, downWeighted])).toEqual([
    ['camera', true],
    ['camera', false],
    ['camera', false],
    ['prior', false],
  ]);
});

test.each([
  ['only a weighing', { weighings: [{ day: TODAY, g: 900 }] }],
  ['weights older than 48 hours', { readings: [aWeight(48.01, 900)] }],
  ['weights of tomorrow', { readings: [aWeight(-24, 900)] }],
  ['nothing', {}],
])('%s give no fused weight', (_what, input) => {
  expect(fused(input)).toBeNull();
});

const unknown = { ...FLOCK, breed: 'Village mix' };

test('without a table of the breed weights are used unchanged', () => {
  const result = fused({ flock: unknown, readings: [aWeight(24, 860), aWeight(72, 700)] });
  expect(result).toMatchObject({ weightG: 860, curveG: null, ratio: null });
  expect(result?.sources.map(({ kind }) => kind)).toEqual(['camera']);
});

test('without a table of the breed a weighing counts for 48 hours', () => {
  const readings = [aWeight(0, 2000)];
  const kinds = (day: string) =>
    fused({ flock: unknown, readings, weighings: [{ day, g: 900 }] })?.sources.map(
      ({ kind, downWeighted }) => [kind, downWeighted],
    );
  expect(kinds('2026-11-19')).toEqual([
    ['manual', false],
    ['camera', true],
  ]);
  expect(kinds('2026-11-18')).toEqual([['camera', false]]);
});

test('after the end of the table weights are used unchanged', () => {
  const old = { ...FLOCK, placementDate: '2026-09-01' };
  expect(fused({ flock: old, readings: [aWeight(24, 4300)] })?.weightG).toBe(4300);
});

const weights = fc.array(
  fc
    .tuple(
      fc.integer({ min: 0, max: 100 * 4 }),
      fc.integer({ min: 500, max: 1500 }),
      fc.constantFrom('east', 'south', 'north'),
      fc.option(fc.constantFrom(0.3, 0.7, 1)),
    )
    .map(([quarters, value, camera, confidence]) =>
      aWeight(quarters / 4, value, { camera, source: camera, confidence }),
    ),
  { minLength: 1, maxLength: 40 },
);
const weighingLists = fc.uniqueArray(
  fc.record({ day: fc.integer({ min: 0, max: 15 }), g: fc.integer({ min: 200, max: 1200 }) }),
  { selector: ({ day }) => day, maxLength: 4 },
);

test('order, repetition and batches of the rows do not change the fused weight', () => {
  const both = weights.chain((readings) =>
    fc.tuple(
      fc.constant(readings),
      fc.shuffledSubarray([...readings], {
        minLength: readings.length,
        maxLength: readings.length,
      }),
      fc.nat({ max: readings.length }),
    ),
  );
  fc.assert(
    fc.property(both, weighingLists, ([readings, shuffled, cut], list) => {
      const weighings = list.map(({ day, g }) => ({
        day: `2026-11-${String(21 - day).padStart(2, '0')}`,
        g,
      }));
      const expected = fused({ readings, weighings });
      const batches = [...shuffled.slice(cut), ...shuffled.slice(0, cut), ...shuffled.slice(0, 5)];
      expect(fused({ readings: batches, weighings: weighings.toReversed() })).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('the fused weight is between low and high, and among its sources', () => {
  fc.assert(
    fc.property(weights, (readings) => {
      const result = fused({ readings });
      if (!result) return;
      const values = result.sources.map(({ valueG }) => valueG);
      expect(result.lowG).toBeLessThan(result.weightG);
      expect(result.highG).toBeGreaterThan(result.weightG);
      expect(result.weightG).toBeGreaterThanOrEqual(Math.min(...values));
      expect(result.weightG).toBeLessThanOrEqual(Math.max(...values));
    }),
    { numRuns: 60 },
  );
});
