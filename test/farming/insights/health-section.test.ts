import { describe, expect, test } from 'vitest';
import { healthSection } from '../../../src/farming/insights/health-section.ts';
import { message } from '../../../src/model/core/message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row, TODAY } from '../../support/a-snapshot.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';

const compute = (parts: object) =>
  healthSection.compute(aSnapshot(parts), {}) as unknown as HealthAnswer;

interface HealthAnswer {
  readonly status: string;
  readonly asOf: string;
  readonly missing: readonly { readonly code: string; readonly fix?: object }[];
  readonly flocks: readonly Readonly<Record<string, unknown>>[];
}

const codes = ({ missing }: HealthAnswer) => missing.map(({ code }) => code);

/** 20 deaths a day in the first week, then 10, and 30 today: 290 of 20,000 by day 20. */
const deaths = [...Array(7).fill(20), ...Array(12).fill(10), 30];
const liveLogs = logsFrom('2026-11-02', [
  ...deaths.slice(0, 16).map((mortality) => ({ mortality })),
  // 0.18 L a bird on day 20, corrected by the feed of Ross 308: 83, 88 and 94 g against 100.
  // 19,765, 19,755 and 19,745 birds on average on these days.
  { mortality: 10, waterL: 2952.891 },
  { mortality: 10, waterL: 3129.192 },
  { mortality: 10, waterL: 3340.854 },
  // 0.162 L for each of 19,725 birds, 10 % less; 95 % of the 935 g of the standard.
  { mortality: 30, waterL: 3195.45, feedKg: 1972.5, avgWeightGr: 888.25 },
]);
const reading = (ts: string, nh3: number) =>
  row('env-readings', {
    id: ts,
    barnId: 'barn_1',
    ts,
    temp: 30,
    humidity: 60,
    nh3,
    co2: 2000,
  });
const sickFarm = {
  barns: [aBarn()],
  liveFlocks: [aFlock()],
  liveLogs,
  readings: [reading('2026-11-21T08:30:00.000Z', 22), reading('2026-11-21T09:30:00.000Z', 18)],
  alerts: [
    row('alerts', {
      id: 'alert_1',
      barnId: 'barn_1',
      category: 'mortality',
      severity: 'critical',
      status: 'open',
      title: 'Many dead',
      // The newest of two that are as bad is named.
      createdAt: '2026-10-01T06:00:01.000Z',
    }),
    row('alerts', { id: 'alert_2', barnId: 'barn_1', category: 'health', status: 'resolved' }),
    row('alerts', { id: 'alert_3', barnId: 'barn_1', category: 'feed', severity: 'critical' }),
    row('alerts', { id: 'alert_4', flockId: 'flock_2', barnId: 'barn_1', category: 'health' }),
  ],
  seenBehaviour: [
    row('vision-events', {
      barnId: 'barn_1',
      kind: 'behavior',
      unit: 'panting',
      value: 2,
      ts: '2026-11-21T07:00:00.000Z',
    }),
    row('vision-events', {
      barnId: 'barn_1',
      kind: 'behavior',
      unit: 'panting',
      value: 1,
      ts: '2026-11-21T08:00:00.000Z',
    }),
    row('vision-events', {
      barnId: 'barn_2',
      kind: 'behavior',
      unit: 'activity',
      value: 0.5,
      ts: '2026-11-21T09:00:00.000Z',
    }),
  ],
  treatments: [
    row('treatments', {
      id: 'treatment_1',
      flockId: 'flock_1',
      date: '2026-11-08',
      kind: 'antibiotic',
      product: 'Amoxicillin',
      notes: 'withdrawal:20d',
    }),
    row('treatments', { id: 'treatment_2', flockId: 'flock_1', date: '2026-11-10' }),
  ],
};

test('a flock with every problem loses points for each', () => {
  const section = compute(sickFarm);
  expect(section).toEqual({
    status: 'ok',
    asOf: TODAY,
    missing: [],
    flocks: [
      {
        flockId: 'flock_1',
        barnId: 'barn_1',
        status: 'ok',
        ageDays: 20,
        live: 19_710,
        livabilityPct: 98.55,
        logDay: TODAY,
        // 30 of the 19,740 of the morning.
        dailyMortalityPct: 0.15,
        mort7: 90,
        mort7DaysUnlogged: 0,
        avg7: 10,
        spike: { flag: true, severity: 'warning', ratio: 3, baseline: '7d' },
        // 140 of 20,000 up to day 7.
        firstWeekMortalityPct: 0.7,
        cumMortalityPct: 1.45,
        mortalityDays: 20,
        mortalityDaysUnlogged: 0,
        // 0.66 in the first week, 0.187 on days 8 to 10, 0.0585 on each of ten days.
        expectedCumMortalityPct: 1.43,
        expectedBasis: 'curve',
        standardBasis: {
          document: message('standard.curveOfBroilers'),
          edition: '2022',
          interpolated: true,
          confidence: 'medium',
        },
        // 0.7021 in the first week, 0.6059 on days 8 to 19, 0.1520 today.
        cdmrPct: 1.46,
        cdmrLimitPct: 2.2,
        // 3,195.45 / 1,972.5.
        waterFeedRatio: 1.62,
        waterDropPct: 10,
        eggDropRatio: null,
        env: {
          // 30 °C at 60 %: 29.10; the target of day 20 is 24.9 °C.
          thi: 29.1,
          heatStressHours24: 1,
          outOfRangeMinutes24: 60,
          nh3Max24: 22,
          co2Max24: 2000,
          watchedHours24: 1,
        },
        behaviour: [{ unit: 'panting', value: 1, ts: '2026-11-21T08:00:00.000Z' }],
        treatmentsActive: [
          {
            treatmentId: 'treatment_1',
            date: '2026-11-08',
            kind: 'antibiotic',
            product: 'Amoxicillin',
            withdrawalUntil: '2026-11-28',
          },
        ],
        openHealthAlerts: 1,
        laying: null,
        // 100 − 25 − 20 − 5 − 5 − 4.29 − 1.67 − 0.5 = 38.54.
        score: 39,
        grade: 'E',
        drivers: [
          driver('spike', 25, { count: 30, usual: 10, basis: 'far' }),
          driver('alert', 20, { title: 'Many dead' }),
          // 15 × 10/30.
          driver('water', 5, { drop: { quantity: 10, unit: '%' } }),
          driver('ammonia', 5, { highest: { quantity: 22, unit: 'ppm' } }),
          // 15 × (5 − 3)/7.
          driver('weight', 4.3, { below: { quantity: 5, unit: '%' } }),
          // 10 × 1/6.
          driver('heat', 1.7, { hours: { quantity: 1, unit: 'hours' } }),
          // 40 × (1.45/1.432 − 1).
          driver('mortality', 0.5, {
            own: { quantity: 1.45, unit: '%' },
            expected: { quantity: 1.43, unit: '%' },
          }),
        ],
      },
    ],
  });
  expectToFitSchema('health', section);
});

function driver(code: string, points: number, params: object) {
  return { code, points, message: { text: `health.driver.${code}`, params } };
}

describe('missing data', () => {
  test('the missing data of a farm without a flock is the flock, in the first barn', () => {
    expect(compute({ barns: [aBarn()] })).toEqual({
      status: 'not_enough_data',
      asOf: TODAY,
      missing: [
        {
          code: 'no_live_flocks',
          message: message('missing.no_live_flocks'),
          resource: 'flocks',
          need: 1,
          have: 0,
          fix: {
            method: 'POST',
            path: '/flocks',
            body: { barnId: 'barn_1', placementDate: TODAY, breed: null, chicksReceived: null },
          },
        },
      ],
      flocks: [],
    });
  });

  test('the missing data of a farm without a barn is the barn', () => {
    expect(compute({}).missing[0]?.fix).toEqual({
      method: 'POST',
      path: '/barns',
      body: { farmId: 'farm_1', name: null },
    });
  });

  test('the missing data of a flock without any log is the log of today, and there is no score', () => {
    const section = compute({ barns: [aBarn()], liveFlocks: [aFlock()] });
    expect(section.status).toBe('not_enough_data');
    expect(codes(section)).toEqual([
      'no_daily_logs',
      'no_water_logs',
      'no_weight_7d',
      'no_env_readings',
    ]);
    expect(section.missing[0]?.fix).toEqual({
      method: 'POST',
      path: '/daily-logs',
      body: { flockId: 'flock_1', date: TODAY, mortality: null },
      action: 'log_daily',
      import: '/os/import/daily-logs',
    });
    expect(section.flocks[0]).toMatchObject({
      status: 'not_enough_data',
      live: 20_000,
      livabilityPct: null,
      cumMortalityPct: null,
      mort7: null,
      mort7DaysUnlogged: 7,
      score: null,
      grade: null,
      spike: { flag: false, severity: null, ratio: null, baseline: 'insufficient' },
    });
    expectToFitSchema('health', section);
  });

  test('is added to the log of today if there is one', () => {
    const section = compute({ ...sickFarm, liveLogs: [aLog(TODAY, { feedKg: 1900 })] });
    const [first] = section.missing;
    expect(first).toMatchObject({ code: 'no_mortality_logs', need: 7, have: 0 });
    expect(first?.fix).toMatchObject({ method: 'PATCH', path: `/daily-logs/log_${TODAY}` });
    expect(section.status).toBe('partial');
    // Without any recorded deaths, not even zero, there is no score.
    expect(section.flocks[0]).toMatchObject({ score: null, grade: null });
  });

  test('is the mortality when more than two of seven days lack it', () => {
    const without = (days: number) =>
      liveLogs.map((log, index) =>
        index >= 13 && index < 13 + days ? { ...log, mortality: null } : log,
      );
    expect(codes(compute({ ...sickFarm, liveLogs: without(2) }))).toEqual([]);
    const section = compute({ ...sickFarm, liveLogs: without(3) });
    expect([section.status, codes(section)]).toEqual(['partial', ['no_mortality_logs']]);
  });

  test.each([
    ['the number placed', { chicksReceived: null, chicksOrdered: null }, 'no_birds_placed'],
    ['enough birds for the deaths', { chicksReceived: 200 }, 'negative_population'],
  ])('is %s, and no figure per bird is returned', (_, flock, code) => {
    const section = compute({ ...sickFarm, liveFlocks: [aFlock(flock)] });
    expect([section.status, codes(section)[0]]).toEqual(['not_enough_data', code]);
    expect(section.flocks[0]).toMatchObject({
      livabilityPct: null,
      cumMortalityPct: null,
      cdmrPct: null,
      score: null,
    });
  });

  test('is the breed, and the weight is not compared', () => {
    const section = compute({ ...sickFarm, liveFlocks: [aFlock({ breed: 'Unheard of' })] });
    expect([section.status, codes(section)]).toEqual(['partial', ['breed_unknown']]);
    // Neither the weight nor, without the expected growth, the water reduces the points.
    expect(section.flocks[0]).toMatchObject({ score: 48, waterDropPct: -2.27 });
  });
});

describe('hens', () => {
  const hens = aFlock({
    breed: 'Hy-Line Brown',
    placementDate: addDays(TODAY, -60),
    arrivalAgeDays: 112,
    chicksReceived: 10_000,
  });
  const eggs = [...Array(7).fill(5000), 4600, 4600];
  const liveLogsOfHens = logsFrom(
    addDays(TODAY, -8),
    eggs.map((each) => ({ mortality: 1, waterL: 2000, eggs: each, avgWeightGr: 1700 })),
  );
  const section = compute({ barns: [aBarn()], liveFlocks: [hens], liveLogs: liveLogsOfHens });

  test('are compared with the curve of hens since placement, not with rules for broilers', () => {
    expect(section.flocks[0]).toMatchObject({
      ageDays: 172,
      firstWeekMortalityPct: null,
      // 60 days of 0.07 % a week.
      expectedCumMortalityPct: 0.6,
      cdmrPct: null,
      cdmrLimitPct: null,
      // 4,600 by 5,000.
      eggDropRatio: 0.92,
    });
  });
});

test('a flock with many culls does not get grade A while its livability has grade E', () => {
  const liveLogs = logsFrom(
    '2026-11-01',
    Array.from({ length: 21 }, () => ({ mortality: 5, culls: 140 })),
  );
  const section = compute({ barns: [aBarn()], liveFlocks: [aFlock()], liveLogs });
  // 2,940 culled and 105 dead of 20,000 leave 84.78 %; the standard is 98.57 %, 13.99 % more.
  expect(section.flocks[0]).toMatchObject({ score: 89, grade: 'B', livabilityPct: 84.78 });
  expect(section.flocks[0]?.['drivers']).toEqual([
    {
      code: 'standard',
      points: 11,
      message: message('health.driver.standard', {
        metric: 'livability',
        below: { quantity: 13.99, unit: '%' },
      }),
    },
  ]);
});

test('planned flocks are not evaluated', () => {
  const planned = aFlock({ id: 'flock_2', status: 'planned', placementDate: '2026-12-01' });
  const section = compute({ ...sickFarm, liveFlocks: [aFlock(), planned] });
  expect(section.flocks.map(({ flockId }) => flockId)).toEqual(['flock_1']);
});

test('a second flock in the barn has a separate row and does not affect the first', () => {
  const second = aFlock({ id: 'flock_2', code: 'B1-2612', placementDate: '2026-11-15' });
  const both = compute({ ...sickFarm, liveFlocks: [aFlock(), second] });
  expect(both.flocks[0]).toEqual(compute(sickFarm).flocks[0]);
  expect(both.flocks.map(({ flockId }) => flockId)).toEqual(['flock_1', 'flock_2']);
  expect(both.status).toBe('partial');
});
