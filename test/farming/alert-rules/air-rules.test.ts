import { describe, expect, test } from 'vitest';
import { quickRules } from '../../../src/farming/alert-rules/alert-rules.ts';
import { aBarn, aFlock, aSnapshot, NOON, row } from '../../support/a-snapshot.ts';
import { evaluateFarm } from '../../support/in-one-step.ts';

const MINUTE_MILLIS = 60_000;

type Values = Readonly<Record<string, unknown>>;

function reading(minutesAgo: number, values: Values) {
  const ts = new Date(NOON - minutesAgo * MINUTE_MILLIS).toISOString();
  const id = `reading_${minutesAgo}`;
  return row('env-readings', { id, barnId: 'barn_1', source: 'sensor', ts, ...values });
}

/** The result of a rule for a barn with these readings, each so many minutes ago. */
function evaluate(
  rule: string,
  measured: readonly (readonly [number, Values])[],
  flock: Values = {},
) {
  const readings = measured.map(([minutesAgo, values]) => reading(minutesAgo, values));
  const snapshot = aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock(flock)],
    readings,
    newestReadings: readings.slice(-1),
  });
  const { verdicts, failures } = evaluateFarm(quickRules, snapshot);
  expect(failures).toEqual([]);
  const verdict = verdicts.find((one) => one.rule === rule);
  return verdict === undefined ? 'unknown' : verdict.severity;
}

function sustained(minutes: number, values: Values): readonly (readonly [number, Values])[] {
  return [
    [minutes, values],
    [Math.ceil(minutes / 2), values],
    [0, values],
  ];
}

// The target of 21 days is 24.5 °C: 22.5 to 26.5 is in range, off by more than 4 is critical.
const AGE_21 = { placementDate: '2026-10-31' };

describe('temperature', () => {
  test.each([
    ['temp_high', 26.5, 30, 'unknown'],
    ['temp_high', 26.6, 30, 'warning'],
    ['temp_high', 26.6, 29, 'unknown'],
    ['temp_high', 28.5, 30, 'warning'],
    ['temp_high', 28.6, 30, 'critical'],
    ['temp_high', 26.1, 30, 'unknown'],
    ['temp_high', 26, 30, null],
    ['temp_low', 22.5, 30, 'unknown'],
    ['temp_low', 22.4, 30, 'warning'],
    ['temp_low', 20.5, 30, 'warning'],
    ['temp_low', 20.4, 30, 'critical'],
    ['temp_low', 23, 30, null],
  ])('%s at %s °C for %s minutes is %s', (rule, temp, minutes, severity) => {
    expect(evaluate(rule, sustained(minutes, { temp }), AGE_21)).toBe(severity);
  });

  test('grown birds at a felt temperature of 30 °C are critical less than 4 °C above the target', () => {
    // Laying hens: in range up to 24 °C; 32 °C at 50 % feels like 30.8, 30 °C at 40 % like 28.57.
    const hens = { breed: 'Hy-Line Brown', placementDate: '2026-01-01' };
    expect(evaluate('temp_high', sustained(30, { temp: 32, humidity: 50 }), hens)).toBe('critical');
    expect(evaluate('temp_high', sustained(30, { temp: 25.9, humidity: 40 }), hens)).toBe(
      'warning',
    );
  });

  test('nothing is assumed about a gap of more than an hour', () => {
    const hot = { temp: 27 };
    const gap = [...sustained(0, hot).slice(0, 1), [61, hot]] as const;
    expect(evaluate('temp_high', [...gap].toReversed() as never, AGE_21)).toBe('unknown');
    const readings = [
      [60, hot],
      [0, hot],
    ] as const;
    expect(evaluate('temp_high', readings, AGE_21)).toBe('warning');
  });

  test('readings older than half an hour are not current', () => {
    const old = [
      [61, { temp: 30 }],
      [31, { temp: 30 }],
    ] as const;
    expect(evaluate('temp_high', old, AGE_21)).toBe('unknown');
  });
});

describe('sensors of one barn', () => {
  const two = (east: number, west: number) =>
    [
      [20, { temp: east, sensor: 'east' }],
      [5, { temp: west, sensor: 'west' }],
    ] as const;

  test.each([
    ['further apart than 4 °C', two(22, 26.1), 'warning'],
    ['at 4 °C', two(22, 26), null],
    ['only one', [[5, { temp: 22, sensor: 'east' }]] as const, 'unknown'],
    [
      'a single sensor that changed',
      [
        [20, { temp: 22, sensor: 'east' }],
        [5, { temp: 28, sensor: 'east' }],
      ] as const,
      'unknown',
    ],
    [
      'a sensor silent for half an hour',
      [
        [31, { temp: 22, sensor: 'east' }],
        [5, { temp: 28, sensor: 'west' }],
      ] as const,
      'unknown',
    ],
    [
      'a sensor that measures only CO₂',
      [
        [20, { temp: 22, sensor: 'east' }],
        [5, { co2: 2000, sensor: 'west' }],
      ] as const,
      'unknown',
    ],
  ])('%s', (_case, measured, severity) => {
    expect(evaluate('sensors_disagree', measured, AGE_21)).toBe(severity);
  });

  test('are evaluated by their median: one wrong sensor raises no alert about the air', () => {
    const readings = [60, 45, 30, 15, 0].flatMap(
      (ago) =>
        [
          [ago + 2, { temp: 24, sensor: 'east' }],
          [ago + 1, { temp: 25, sensor: 'middle' }],
          [ago, { temp: 45, sensor: 'west' }],
        ] as const,
    );
    expect(evaluate('temp_high', readings, AGE_21)).toBe(null);
    expect(evaluate('sensors_disagree', readings, AGE_21)).toBe('warning');
  });

  test('a reading with CO₂ alone does not hide the heat', () => {
    const hot = [
      ...sustained(30, { temp: 30, sensor: 'east' }),
      [0, { co2: 1500, sensor: 'gas' }],
    ] as const;
    expect(evaluate('temp_high', hot, AGE_21)).toBe('critical');
  });
});

describe('air', () => {
  test.each([
    ['co2', { co2: 3000 }, 30, null],
    ['co2', { co2: 3001 }, 30, 'warning'],
    ['co2', { co2: 3001 }, 29, 'unknown'],
    ['co2', { co2: 5000 }, 30, 'warning'],
    ['co2', { co2: 5001 }, 30, 'critical'],
    ['nh3', { nh3: 20 }, 30, null],
    ['nh3', { nh3: 20.1 }, 30, 'warning'],
    ['nh3', { nh3: 25 }, 30, 'warning'],
    ['nh3', { nh3: 25.1 }, 30, 'critical'],
    ['rh', { humidity: 75 }, 30, null],
    ['rh', { humidity: 75.1 }, 30, 'warning'],
    ['rh', { humidity: 40 }, 30, null],
    ['rh', { humidity: 39.9 }, 30, 'warning'],
    ['rh', { humidity: 86 }, 60, 'warning'],
  ])('%s of %j for %s minutes is %s', (rule, values, minutes, severity) => {
    expect(evaluate(rule, sustained(minutes, values))).toBe(severity);
  });

  test('humidity is critical after six hours', () => {
    const wet = (hours: number) =>
      Array.from({ length: hours + 1 }, (_, index) => {
        return [(hours - index) * 60, { humidity: 86 }] as const;
      });
    expect(evaluate('rh', wet(6))).toBe('critical');
    expect(evaluate('rh', wet(5))).toBe('warning');
  });
});

describe('sensors', () => {
  test.each([
    [60, null],
    [61, 'warning'],
    [360, 'warning'],
    [361, 'critical'],
  ])('silent for %s minutes is %s', (minutes, severity) => {
    expect(evaluate('sensor_stale', [[minutes, { temp: 24 }]])).toBe(severity);
  });

  test('a manual reading is not a sensor, and a barn never measured has none', () => {
    expect(evaluate('sensor_stale', [[600, { temp: 24, source: 'manual' }]])).toBe('unknown');
    expect(evaluate('sensor_stale', [])).toBe('unknown');
  });
});
