import { describe, expect, test } from 'vitest';
import { evaluateTrigger, readTrigger } from '../../../src/farming/automations/trigger.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const MINUTE = 60_000;

/** Values by how many minutes ago they were measured. */
function measured(values: Readonly<Record<number, number>>) {
  return Object.entries(values)
    .map(([ago, value]) => ({ at: NOW - Number(ago) * MINUTE, value }))
    .sort((left, right) => left.at - right.at);
}

function evaluate(
  trigger: object,
  values: Readonly<Record<number, number>>,
  facts: { readonly ageDays?: number | null; readonly isFired?: boolean } = {},
) {
  const { ageDays = 24, isFired = false } = facts;
  return evaluateTrigger(readTrigger(trigger), {
    ...{ now: NOW, values: measured(values), ageDays, isFired },
    thresholds: defaultThresholds,
  });
}

const HOT = { metric: 'temp', op: '>', value: 31 };

describe('a value condition', () => {
  test.each([
    ['above its limit is due', HOT, { 0: 31.1 }, 'due'],
    ['at its limit is not met by >', HOT, { 0: 31 }, 'not_met'],
    ['at its limit is met by >=', { ...HOT, op: '>=' }, { 0: 31 }, 'due'],
    ['below its limit is due', { ...HOT, op: '<' }, { 0: 30.9 }, 'due'],
    ['at its limit is met by <=', { ...HOT, op: '<=' }, { 0: 31 }, 'due'],
    ['inside a range is due', { ...HOT, op: 'between', value: [18, 24] }, { 0: 24 }, 'due'],
    [
      'outside a range is not met',
      { ...HOT, op: 'between', value: [18, 24] },
      { 0: 25 },
      'not_met',
    ],
    ['uses the newest value', HOT, { 2: 33, 0: 30 }, 'not_met'],
    ['ignores values 16 minutes old', HOT, { 16: 33 }, 'no_reading'],
    ['uses values 15 minutes old', HOT, { 15: 33 }, 'due'],
    ['without a value waits for one', HOT, {}, 'no_reading'],
  ])('%s', (_fact, trigger, values, code) => {
    expect(evaluate(trigger, values).code).toBe(code);
  });
});

describe('a condition with a duration of 20 minutes', () => {
  const trigger = { ...HOT, forMinutes: 20 };
  test.each([
    ['waits after a single value', { 0: 32 }, 'waiting', 0],
    ['waits for 19 minutes', { 19: 32, 10: 32, 0: 32 }, 'waiting', 19],
    ['is due after 20', { 20: 32, 10: 32, 0: 32 }, 'due', 20],
    ['counts the time since the newest value too', { 20: 32, 12: 32 }, 'due', 20],
    ['restarts after a normal value', { 25: 32, 15: 30, 10: 32, 0: 32 }, 'waiting', 10],
    ['restarts after an hour without readings', { 70: 32, 9: 32, 0: 32 }, 'waiting', 9],
  ])('%s', (_fact, values, code, minutes) => {
    expect(evaluate(trigger, values)).toMatchObject({ code, minutes });
  });
});

describe('a condition that has already run', () => {
  test.each([
    ['does not run again', { 0: 33 }, 'fired'],
    ['continues until the temperature is half a degree back', { 0: 30.6 }, 'fired'],
    ['ends at half a degree below', { 0: 30.5 }, 'not_met'],
    ['is unchanged without a fresh value', { 40: 20 }, 'no_reading'],
  ])('%s', (_fact, values, code) => {
    expect(evaluate(HOT, values, { isFired: true }).code).toBe(code);
  });
});

describe('age limits', () => {
  const young = { ...HOT, ageFrom: 21, ageTo: 35 };
  test.each([
    ['a flock of the first day counts', young, 21, 'due'],
    ['a flock of the last day counts', young, 35, 'due'],
    ['a younger one does not', young, 20, 'outside_age'],
    ['an older one does not', young, 36, 'outside_age'],
    ['an empty barn does not', young, null, 'no_flock'],
    ['without ages an empty barn counts', HOT, null, 'due'],
  ])('%s', (_fact, trigger, ageDays, code) => {
    expect(evaluate(trigger, { 0: 33 }, { ageDays }).code).toBe(code);
  });
});

describe('missing readings', () => {
  const stale = { metric: 'temp', op: 'stale', value: 30 };
  test.each([
    ['of 30 minutes is due', stale, { 30: 24 }, 'due'],
    ['of 29 is not', stale, { 29: 24 }, 'not_met'],
    [
      'uses forMinutes without a value',
      { ...stale, value: null, forMinutes: 60 },
      { 59: 24 },
      'not_met',
    ],
    ['is 15 minutes by default', { metric: 'temp', op: 'stale' }, { 15: 24 }, 'due'],
    ['of a metric that was never measured is ignored', stale, {}, 'no_reading'],
  ])('%s', (_fact, trigger, values, code) => {
    expect(evaluate(trigger, values).code).toBe(code);
  });

  test('are ignored in an empty barn', () => {
    expect(evaluate(stale, { 90: 24 }, { ageDays: null }).code).toBe('no_flock');
  });
});

test.each([
  ['without a measured metric', { metric: 'noise', op: '>', value: 3 }],
  ['without a value', { metric: 'temp', op: '>' }],
  ['with an invalid value', null],
])('a trigger %s is invalid', (_fact, trigger) => {
  expect(
    evaluateTrigger(readTrigger(trigger), {
      now: NOW,
      values: [],
      ageDays: 1,
      isFired: false,
      thresholds: defaultThresholds,
    }).code,
  ).toBe('not_usable');
});

test.each([
  ['temperature', 'temp'],
  ['Ammonia', 'nh3'],
  ['RH', 'humidity'],
  ['water', 'waterL'],
  ['poor spread', 'poor_spread'],
])('texts use %s for %s', (word, metric) => {
  expect(readTrigger({ metric: word, op: '>', value: 1 })?.metric).toBe(metric);
});
