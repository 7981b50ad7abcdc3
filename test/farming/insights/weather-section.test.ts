import { describe, expect, test } from 'vitest';
import { weatherSection } from '../../../src/farming/insights/weather-section.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { aBarn, aFlock, aSnapshot, NOON, row } from '../../support/a-snapshot.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';

interface WeatherAnswer {
  readonly status: string;
  readonly missing: readonly Readonly<Record<string, unknown>>[];
  readonly now: object | null;
  readonly next72h: readonly object[];
  readonly heatRisk: string | null;
  readonly coldRisk: boolean | null;
  readonly actions: readonly Readonly<Record<string, unknown>>[];
}

const HOUR = 3_600_000;
const place = { id: 'farm_1', name: 'Emek Hefer', latitude: 32.36, longitude: 34.91 };
const source = row('integrations', { kind: 'weather', name: 'Forecast', status: 'active' });

/** The air outside so many hours from now; NOON is 10:00 UTC, 12:00 in Israel. */
function hour(hoursAhead: number, temp: number | null, humidity: number | null = 50) {
  const ts = new Date(NOON + hoursAhead * HOUR).toISOString();
  return row('env-readings', { id: `r_${hoursAhead}`, barnId: 'barn_1', ts, temp, humidity });
}

/** Three days of mild hours, some of them replaced. */
function forecast(replaced: Readonly<Record<number, readonly [number, number?]>> = {}) {
  return Array.from({ length: 73 }, (_, hoursAhead) => {
    const [temp, humidity] = replaced[hoursAhead] ?? [15];
    return hour(hoursAhead, temp, humidity);
  });
}

const farm = {
  farm: row('farms', place),
  barns: [aBarn()],
  integrations: [source],
  weather: forecast(),
  // 30 days old.
  liveFlocks: [aFlock({ placementDate: '2026-10-22' })],
};

const compute = (parts: object) =>
  weatherSection.compute(aSnapshot(parts), {}) as unknown as WeatherAnswer;

test('future heat, hour by hour, with actions', () => {
  // 32 °C at 50 %: wet bulb 24.02, index 30.80; 30 °C at 40 %: 28.57; 30 °C at 60 %: 29.10.
  const section = compute({
    ...farm,
    weather: [
      hour(-26, 40),
      hour(-1, 20),
      hour(1, 30, 40),
      hour(2, 32),
      hour(3, 30, 60),
      hour(72, 15),
    ],
  });
  expect(section).toEqual({
    status: 'ok',
    asOf: '2026-11-21T10:00:00.000Z',
    missing: [],
    // 20 °C at 50 %: wet bulb 13.70, index 19.05.
    now: { ts: '2026-11-21T09:00:00.000Z', temp: 20, humidity: 50, thi: 19.1, ageMinutes: 60 },
    next72h: [
      { ts: '2026-11-21T11:00:00.000Z', temp: 30, humidity: 40, thi: 28.6 },
      { ts: '2026-11-21T12:00:00.000Z', temp: 32, humidity: 50, thi: 30.8 },
      { ts: '2026-11-21T13:00:00.000Z', temp: 30, humidity: 60, thi: 29.1 },
      expect.objectContaining({ ts: '2026-11-24T10:00:00.000Z', temp: 15 }),
    ],
    maxThi: 30.8,
    minTemp: 15,
    // Two degrees more are felt in the barn: 32.8 is above 30 and below 33.
    heatRisk: 'critical',
    coldRisk: false,
    actions: [
      {
        code: 'heat_critical',
        severity: 'critical',
        message: {
          text: 'weather.heat_critical',
          params: {
            from: { instant: '2026-11-21T11:00:00.000Z', zone: 'Asia/Jerusalem' },
            until: { instant: '2026-11-21T13:00:00.000Z', zone: 'Asia/Jerusalem' },
            thi: { quantity: 30.8, unit: '°C' },
          },
        },
        // 30.57 and 31.10 inside are critical too.
        from: '2026-11-21T11:00:00.000Z',
        until: '2026-11-21T13:00:00.000Z',
        fix: {
          method: 'POST',
          path: '/tasks',
          body: {
            farmId: 'farm_1',
            title: { text: 'weather.task.heat_critical', params: {} },
            priority: 'high',
            dueDate: '2026-11-21',
          },
          action: 'create_task',
        },
      },
    ],
  });
  expectToFitSchema('weather', section);
});

describe('heat by its levels', () => {
  // 27 °C at 80 %: wet bulb 24.25, index 26.5875 for birds; inside the barn as it is outside.
  const felt = 0.85 * 27 + 0.15 * 24.25;
  const risk = (change: Partial<typeof defaultThresholds>, flock: object = {}) =>
    compute({
      ...farm,
      liveFlocks: [aFlock({ placementDate: '2026-10-22', ...flock })],
      weather: forecast({ 5: [27, 80] }),
      thresholds: { ...defaultThresholds, barnExcessThi: 0, ...change },
    }).heatRisk;

  test.each<[string, Partial<typeof defaultThresholds>]>([
    ['none', { heatMildThi: felt + 0.01 }],
    ['mild', { heatMildThi: felt - 0.01 }],
    ['mild', { heatWarningThi: felt + 0.01 }],
    ['warning', { heatWarningThi: felt - 0.01 }],
    ['warning', { heatWarningThi: 24, heatCriticalThi: felt + 0.01 }],
    ['critical', { heatCriticalThi: felt - 0.01 }],
    ['critical', { heatEmergencyThi: felt - 0.01 }],
    ['warning', { barnExcessThi: 2 }],
  ])('%s with %j', (expected, change) => {
    expect(risk(change)).toBe(expected);
  });

  test('is not heat for chicks, which need warmth', () => {
    expect(risk({ heatWarningThi: 20 }, { placementDate: '2026-11-20' })).toBe('none');
  });

  test('depends on the age of the birds at that time', () => {
    // 26 days old now; the bands of grown birds begin on day 28, and hour 62 is of day 29.
    const at = (hoursAhead: number) =>
      compute({
        ...farm,
        liveFlocks: [aFlock({ placementDate: '2026-10-26' })],
        weather: forecast({ [hoursAhead]: [27, 80] }),
        thresholds: {
          ...defaultThresholds,
          heatWarningThi: 20,
          chickHeatWarningThi: 15,
          chickHeatCriticalThi: 15,
        },
      }).heatRisk;
    expect([at(5), at(62)]).toEqual(['none', 'warning']);
  });

  test('is harmless without birds', () => {
    expect(compute({ ...farm, liveFlocks: [], weather: forecast({ 5: [40] }) })).toMatchObject({
      heatRisk: 'none',
      coldRisk: false,
      actions: [],
    });
  });
});

describe('cold', () => {
  const cold = (temp: number, flock: Readonly<Record<string, unknown>>, hoursAhead = 5) =>
    compute({ ...farm, liveFlocks: [aFlock(flock)], weather: forecast({ [hoursAhead]: [temp] }) });

  test.each<[string, number, Readonly<Record<string, unknown>>, boolean]>([
    ['below 5 °C with chicks', 4.9, { placementDate: '2026-11-20' }, true],
    ['5 °C', 5, { placementDate: '2026-11-20' }, false],
    ['birds of 13 days', 0, { placementDate: '2026-11-08' }, true],
    ['birds of 14 days', 0, { placementDate: '2026-11-07' }, false],
    ['chicks placed tomorrow', 0, { placementDate: '2026-11-22', status: 'planned' }, false],
  ])('%s', (_, temp, flock, isRisk) => {
    expect(cold(temp, flock).coldRisk).toBe(isRisk);
  });

  test('includes chicks placed by then, with actions', () => {
    const { coldRisk, actions } = cold(0, { placementDate: '2026-11-22', status: 'planned' }, 30);
    expect(coldRisk).toBe(true);
    expect(actions).toMatchObject([
      {
        code: 'cold',
        severity: 'warning',
        from: '2026-11-22T16:00:00.000Z',
        until: '2026-11-22T16:00:00.000Z',
        message: { params: { temp: { quantity: 0, unit: '°C' } } },
        fix: { path: '/tasks', body: { dueDate: '2026-11-22' } },
      },
    ]);
  });
});

describe('missing data', () => {
  const missing = (parts: object) => compute({ ...farm, ...parts }).missing;
  const integration = (values: object) => [row('integrations', { kind: 'weather', ...values })];

  test('the missing data of a farm without coordinates and without a source is reported', () => {
    const section = compute({ barns: [aBarn()] });
    expect(section).toMatchObject({
      status: 'not_enough_data',
      now: null,
      next72h: [],
      maxThi: null,
      heatRisk: null,
      coldRisk: null,
      missing: [
        {
          code: 'no_coordinates',
          fix: {
            method: 'PATCH',
            path: '/farms/farm_1',
            body: { latitude: null, longitude: null },
            action: 'set_farm_location',
          },
        },
        {
          code: 'no_weather_source',
          fix: {
            method: 'POST',
            path: '/integrations',
            body: { farmId: 'farm_1', kind: 'weather' },
          },
        },
      ],
    });
    expectToFitSchema('weather', section);
  });

  test.each<[string, object, string, object]>([
    [
      'that is paused',
      { id: 'i_1', status: 'paused' },
      'weather_source_off',
      { method: 'PATCH', path: '/integrations/i_1', body: { status: 'active' } },
    ],
    [
      'that is disabled',
      { id: 'i_1', status: 'disabled' },
      'weather_source_off',
      { method: 'PATCH', path: '/integrations/i_1', body: { status: 'pending' } },
    ],
    [
      'that fails',
      { id: 'i_1', status: 'failing', lastError: 'There was no answer in time.' },
      'weather_source_failing',
      { method: 'PATCH', path: '/integrations/i_1', body: { status: 'active' } },
    ],
    [
      'without data so far',
      { id: 'i_1', status: 'pending' },
      'no_forecast',
      {
        method: 'POST',
        path: '/env-readings',
        body: { barnId: 'barn_1', source: 'weather', ts: null, temp: null, humidity: null },
      },
    ],
    [
      'that never worked',
      { id: 'i_1', status: 'pending', lastError: 'The name of the host is not known.' },
      'weather_source_failing',
      { method: 'PATCH', path: '/integrations/i_1', body: { status: 'disabled' } },
    ],
  ])('the missing data of a source %s is reported', (_, values, code, fix) => {
    expect(missing({ weather: [], integrations: integration(values) })).toMatchObject([
      { code, fix },
    ]);
  });

  test('the weather of the last 24 hours is an answer even without a forecast', () => {
    const section = compute({ ...farm, weather: [hour(-24, 30, 40)] });
    expect(section).toMatchObject({
      status: 'partial',
      now: { temp: 30, ageMinutes: 1440 },
      next72h: [],
      heatRisk: 'critical',
      missing: [{ code: 'no_forecast' }],
    });
    expect(compute({ ...farm, weather: [hour(-24.1, 30)] })).toMatchObject({
      status: 'not_enough_data',
      now: null,
    });
  });

  test.each([
    [66, []],
    [65, [{ code: 'short_forecast', need: 72, have: 65 }]],
  ])('the missing data of a forecast of %i hours is reported', (hours, expected) => {
    expect(missing({ weather: forecast().slice(0, hours + 1) })).toMatchObject(expected);
  });

  test('pushed readings require no source and no coordinates', () => {
    const section = compute({ ...farm, farm: row('farms', { id: 'farm_1' }), integrations: [] });
    expect(section).toMatchObject({ status: 'partial', missing: [{ code: 'no_coordinates' }] });
    expect(section.next72h).toHaveLength(72);
  });

  test('hours with a temperature only have no index', () => {
    const weather = [hour(1, 35, null), hour(72, 35, null)];
    expect(compute({ ...farm, weather })).toMatchObject({ heatRisk: null, coldRisk: false });
  });
});
