import { expect, test } from 'vitest';
import { weightsSection } from '../../../src/farming/insights/weights-section.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, row, TODAY } from '../../support/a-snapshot.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';

const ROSS_308 = {
  document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  interpolated: false,
  confidence: 'high',
};

interface WeightsAnswer {
  readonly status: string;
  readonly missing: readonly { readonly code: string; readonly fix?: object }[];
  readonly flocks: readonly Readonly<Record<string, unknown>>[];
}

const compute = (parts: object) =>
  weightsSection.compute(aSnapshot(parts), {}) as unknown as WeightsAnswer;
const codes = ({ missing }: WeightsAnswer) => missing.map(({ code }) => code);

const camera = row('devices', {
  id: 'device_1',
  barnId: 'barn_1',
  kind: 'camera',
  status: 'online',
});
const farm = {
  barns: [aBarn()],
  liveFlocks: [aFlock({ targetWeightKg: 2.6 })],
  liveLogs: [aLog('2026-11-08', { avgWeightGr: 200 }), aLog('2026-11-14', { avgWeightGr: 480 })],
  devices: [camera],
  calibrations: [
    {
      camera: 'device_1',
      deviceId: 'device_1',
      source: null,
      factor: 1.0234,
      pairs: 4,
      updatedAt: '2026-11-14T10:00:00.000Z',
    },
  ],
  smartWeights: [
    {
      flockId: 'flock_1',
      at: '2026-11-21T10:00:00.000Z',
      // 5 % above the 935 g of the standard.
      weightG: 981.75,
      lowG: 960.04,
      highG: 1000.06,
      uncalibrated: false,
      sources: [
        {
          source: 'barn1-east',
          deviceId: 'device_1',
          valueG: 985.55,
          weightPct: 60,
          measuredAt: '2026-11-21T08:30:00.000Z',
          downWeighted: false,
        },
      ],
    },
  ],
  weighSamples: [
    row('vision-events', {
      flockId: 'flock_1',
      kind: 'weight',
      unit: 'gr',
      value: 1000,
      meta: { n: 180, sd: 80 },
      ts: '2026-11-21T08:30:00.000Z',
    }),
  ],
};

test('a flock weighed by cameras', () => {
  const section = compute(farm);
  expect(section).toEqual({
    status: 'ok',
    asOf: TODAY,
    missing: [],
    flocks: [
      {
        flockId: 'flock_1',
        barnId: 'barn_1',
        status: 'ok',
        weight: {
          g: 981.8,
          source: 'smart',
          date: TODAY,
          uncalibrated: false,
          standardG: 935,
          standardBasis: ROSS_308,
        },
        weightG: 981.8,
        weightDate: TODAY,
        weightEstimated: false,
        weightUncalibrated: false,
        weightReason: null,
        smart: {
          weightG: 981.8,
          low: 960,
          high: 1000.1,
          levelPct: 90,
          uncalibrated: false,
          sources: [
            {
              source: 'barn1-east',
              valueG: 985.6,
              weightPct: 60,
              ageHours: 1.5,
              downWeighted: false,
            },
          ],
          method: 'weighted_median',
        },
        std: 935,
        standardBasis: ROSS_308,
        deviationPct: 5,
        // (981.75 − 480) / 7 and (935 − 477) / 7.
        adg7: 71.7,
        stdAdg: 65.4,
        stdAdgBasis: ROSS_308,
        lastManual: { date: '2026-11-14', weightG: 480 },
        daysSinceManual: 7,
        calibration: [
          { deviceId: 'device_1', factor: 1.023, pairs: 4, updatedAt: '2026-11-14T10:00:00.000Z' },
        ],
        uniformity: {
          ts: '2026-11-21T08:30:00.000Z',
          birds: 180,
          cvPct: 8,
          uniformity10Pct: 78.87,
          uniformity15Pct: 93.92,
          basis: 'normal',
          sampleFor2Pct: 62,
          // Steps of 5 / 8 of a deviation of 8 %: Φ(0.625) = 0.7340, Φ(1.25) = 0.8944 and so on.
          classes: [0.09, 0.53, 2.42, 7.53, 16.03, 23.4, 23.4, 16.03, 7.53, 2.42, 0.53, 0.09].map(
            (pct, index) => ({
              fromG: index === 0 ? null : 700 + 50 * index,
              toG: index === 11 ? null : 750 + 50 * index,
              pct,
            }),
          ),
        },
        // 1.05 × 1,012, 1,092, 1,174, 1,258, 1,345, 1,434, 1,524, 1,616, 1,710 and 1,805 g.
        projected: [
          { date: '2026-11-22', weightG: 1062.6 },
          { date: '2026-11-23', weightG: 1146.6 },
          { date: '2026-11-24', weightG: 1232.7 },
          { date: '2026-11-25', weightG: 1320.9 },
          { date: '2026-11-26', weightG: 1412.3 },
          { date: '2026-11-27', weightG: 1505.7 },
          { date: '2026-11-28', weightG: 1600.2 },
          { date: '2026-11-29', weightG: 1696.8 },
          { date: '2026-11-30', weightG: 1795.5 },
          { date: '2026-12-01', weightG: 1895.3 },
        ],
        // 2,600 / 1.05 = 2,476 g: between 2,396 g on day 36 and 2,496 g on day 37.
        targetDate: '2026-12-08',
      },
    ],
  });
  expectToFitSchema('weights', section);
});

test('a manual weighing counts on its day', () => {
  const section = compute({ ...farm, smartWeights: [], weighSamples: [], calibrations: [] });
  // Seven days ago is too long; 480 g against 477 g on day 13.
  expect([section.status, codes(section)]).toEqual(['partial', ['no_weight_7d']]);
  expect(section.missing[0]?.fix).toEqual({
    method: 'POST',
    path: '/daily-logs',
    body: { flockId: 'flock_1', date: TODAY, avgWeightGr: null },
    action: 'log_daily',
  });
  expect(section.flocks[0]).toMatchObject({
    weight: {
      ...{ g: 480, source: 'manual', date: '2026-11-14' },
      ...{ uncalibrated: false, standardG: 477 },
    },
    smart: null,
    // 935 × 480 / 477.
    weightG: 940.9,
    std: 935,
    deviationPct: 0.63,
    // From 200 g six days before.
    adg7: 46.7,
    uniformity: null,
    calibration: [],
  });
});

test('a flock never weighed is reported, and nothing is projected', () => {
  const section = compute({ barns: [aBarn()], liveFlocks: [aFlock()] });
  expect([section.status, codes(section)]).toEqual([
    'not_enough_data',
    ['no_weight_7d', 'no_camera'],
  ]);
  expect(section.flocks[0]).toMatchObject({
    weight: null,
    std: 935,
    deviationPct: null,
    lastManual: null,
    daysSinceManual: null,
    projected: [],
    targetDate: null,
  });
  expectToFitSchema('weights', section);
});

test('without a camera the weights are complete', () => {
  const liveLogs = [aLog(TODAY, { avgWeightGr: 935 })];
  const section = compute({ ...farm, smartWeights: [], devices: [], calibrations: [], liveLogs });
  expect([section.status, codes(section)]).toEqual(['ok', ['no_camera']]);
});

test('an unknown breed has no standard', () => {
  const section = compute({ ...farm, liveFlocks: [aFlock({ breed: 'Unheard of' })] });
  expect([section.status, codes(section)]).toEqual(['partial', ['breed_unknown']]);
  expect(section.flocks[0]).toMatchObject({ std: null, deviationPct: null, projected: [] });
});

test('hens are compared with the table of hens at their age at placement', () => {
  const hens = aFlock({
    breed: 'Hy-Line Brown',
    placementDate: addDays(TODAY, -14),
    arrivalAgeDays: 112,
  });
  // 126 days are 18 weeks: 1,452 g.
  const liveLogs = [aLog(TODAY, { avgWeightGr: 1452 })];
  const section = compute({ barns: [aBarn()], liveFlocks: [hens], liveLogs });
  expect(section.flocks[0]).toMatchObject({ std: 1452, deviationPct: 0 });
});

test('projections end with the table of the breed', () => {
  const old = aFlock({ placementDate: addDays(TODAY, -54) });
  const section = compute({
    barns: [aBarn()],
    liveFlocks: [old],
    liveLogs: [aLog(TODAY, { avgWeightGr: 4142 })],
  });
  expect(section.flocks[0]).toMatchObject({
    projected: [
      { date: addDays(TODAY, 1), weightG: 4230 },
      { date: addDays(TODAY, 2), weightG: 4318 },
    ],
  });
});

test('a fused weight of a day ago is projected to now, with a wider band', () => {
  const [smart] = farm.smartWeights;
  const old = { ...smart, at: '2026-11-20T10:00:00.000Z', weightG: 860, lowG: 817, highG: 903 };
  const section = compute({ ...farm, smartWeights: [old] });
  // 860 g grow to 935 g. The band of 5 % becomes that of the root of 5² + (1.645 × 0.6)²: 5.1 %.
  expect(section).toMatchObject({
    flocks: [{ smart: { weightG: 935, low: 887.3, high: 982.7, levelPct: 90 } }],
  });
});

test('a weight by uncalibrated cameras reports this and asks for a weighing', () => {
  const [smart] = farm.smartWeights;
  const section = compute({ ...farm, smartWeights: [{ ...smart, uncalibrated: true }] });
  expect(section).toMatchObject({
    status: 'partial',
    missing: [{ code: 'weight_uncalibrated', fix: { path: '/daily-logs' } }],
    flocks: [
      { weightUncalibrated: true, weight: { uncalibrated: true }, smart: { uncalibrated: true } },
    ],
  });
});
