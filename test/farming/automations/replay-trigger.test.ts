import { describe, expect, test } from 'vitest';
import { replayTrigger } from '../../../src/farming/automations/replay-trigger.ts';
import { readTrigger } from '../../../src/farming/automations/trigger.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';

const DAY = Date.parse('2026-11-20T00:00:00.000Z');
const MINUTE = 60_000;
const HOT = { metric: 'temp', op: '>', value: 31 };

type Ages = (minute: number) => number | null;

/** Replays a day of values by their minute of the day; negative minutes are before it. */
function replay(
  json: object,
  values: readonly (readonly [minute: number, value: number])[],
  ageOf: Ages = () => 24,
) {
  const trigger = readTrigger(json);
  if (!trigger) throw new Error('the trigger cannot be watched');
  const { runs, ...others } = replayTrigger(trigger, {
    values: values.map(([minute, value]) => ({ at: DAY + minute * MINUTE, value })),
    from: DAY,
    to: DAY + 1440 * MINUTE - 1,
    ageAt: (at) => ageOf((at - DAY) / MINUTE),
    thresholds: defaultThresholds,
  });
  const minuteOf = (at: number) => (at - DAY) / MINUTE;
  const spans = runs.map(({ at, until }) => [
    minuteOf(at),
    until === null ? null : minuteOf(until),
  ]);
  return { ...others, runs: spans };
}

describe('replay of a value condition', () => {
  test('runs once until the value has returned by the deadband of 0.5 °C', () => {
    const values = [
      [60, 33],
      [70, 30.7],
      [80, 34],
      [90, 30.5],
      [100, 32],
    ] as const;
    const { checked, met, runs } = replay(HOT, values);
    expect({ checked, met, runs }).toEqual({
      checked: 5,
      met: 3,
      runs: [
        [60, 90],
        [100, null],
      ],
    });
  });

  test('does not run again for a condition of the evening before', () => {
    const result = replay(HOT, [
      [-30, 33],
      [10, 33],
      [20, 30],
      [30, 33],
    ]);
    expect(result).toMatchObject({ checked: 3, met: 2, isFiredAtStart: true, runs: [[30, null]] });
  });

  test('runs at the whole minute at which the condition has lasted long enough', () => {
    const values = [
      [60.5, 33],
      [66, 33],
      [90, 30],
    ] as const;
    expect(replay({ ...HOT, forMinutes: 10 }, values).runs).toEqual([[71, 90]]);
  });

  test('does not run when the newest value is older than 15 minutes by then', () => {
    expect(replay({ ...HOT, forMinutes: 20 }, [[60, 33]]).runs).toEqual([]);
  });

  test('does not connect values that are more than an hour apart', () => {
    const values = [
      [60, 33],
      [125, 33],
    ] as const;
    expect(replay({ ...HOT, forMinutes: 30 }, values).runs).toEqual([]);
  });

  test('runs only while the flock has the age, from the first minute of that day', () => {
    const trigger = { ...HOT, ageFrom: 25 };
    const ageOf: Ages = (minute) => (minute < 600 ? 24 : 25);
    const values = [
      [500, 33],
      [700, 33],
    ] as const;
    expect(replay(trigger, values, ageOf).runs).toEqual([[700, null]]);
    expect(replay(trigger, values).last.code).toBe('outside_age');
  });
});

describe('replay of missing readings', () => {
  const silent = { metric: 'temp', op: 'stale', value: 30 };

  test('runs when the time has passed, until the next value', () => {
    const values = [
      [60, 24],
      [120, 24],
    ] as const;
    const { runs, met } = replay(silent, values);
    expect({ runs, met }).toEqual({
      runs: [
        [90, 120],
        [150, null],
      ],
      met: 0,
    });
  });

  test('counts from a value of the day before', () => {
    expect(replay(silent, [[-10, 24]]).runs).toEqual([[20, null]]);
    const earlier = replay(silent, [[-90, 24]]);
    expect([earlier.runs, earlier.isFiredAtStart]).toEqual([[], true]);
  });

  test('starts on the day a flock is placed', () => {
    const ageOf: Ages = (minute) => (minute < 0 ? null : 0);
    expect(replay(silent, [[-90, 24]], ageOf).runs).toEqual([[0, null]]);
  });

  test('does nothing in an empty barn', () => {
    const { runs, last } = replay(silent, [[60, 24]], () => null);
    expect([runs, last.code]).toEqual([[], 'no_flock']);
  });
});
