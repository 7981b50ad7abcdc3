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

function judge(
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

describe('a condition of a value', () => {
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
    ['goes by the newest value', HOT, { 2: 33, 0: 30 }, 'not_met'],
    ['goes by nothing that is 16 minutes old', HOT, { 16: 33 }, 'no_reading'],
    ['goes by what is 15 minutes old', HOT, { 15: 33 }, 'due'],
    ['without a value waits for one', HOT, {}, 'no_reading'],
  ])('%s', (_fact, trigger, values, code) => {
    expect(judge(trigger, values).code).toBe(code);
  });
});

describe('a condition that must hold for 20 minutes', () => {
  const trigger = { ...HOT, forMinutes: 20 };
  test.each([
    ['waits after one value', { 0: 32 }, 'waiting', 0],
    ['waits for 19 minutes', { 19: 32, 10: 32, 0: 32 }, 'waiting', 19],
    ['is due after 20', { 20: 32, 10: 32, 0: 32 }, 'due', 20],
    ['counts the time since the newest value too', { 20: 32, 12: 32 }, 'due', 20],
    ['begins anew behind a value that is fine', { 25: 32, 15: 30, 10: 32, 0: 32 }, 'waiting', 10],
    ['begins anew behind an hour of silence', { 70: 32, 9: 32, 0: 32 }, 'waiting', 9],
  ])('%s', (_fact, values, code, minutes) => {
    expect(judge(trigger, values)).toMatchObject({ code, minutes });
  });
});

describe('a condition that was acted on', () => {
  test.each([
    ['is not acted on again', { 0: 33 }, 'fired'],
    ['goes on until the temperature is half a degree back', { 0: 30.6 }, 'fired'],
    ['is over at half a degree below', { 0: 30.5 }, 'not_met'],
    ['stays as it is when nothing fresh is known', { 40: 20 }, 'no_reading'],
  ])('%s', (_fact, values, code) => {
    expect(judge(HOT, values, { isFired: true }).code).toBe(code);
  });
});

describe('ages', () => {
  const young = { ...HOT, ageFrom: 21, ageTo: 35 };
  test.each([
    ['a flock of the first day counts', young, 21, 'due'],
    ['a flock of the last day counts', young, 35, 'due'],
    ['a younger one does not', young, 20, 'outside_age'],
    ['an older one does not', young, 36, 'outside_age'],
    ['an empty barn does not', young, null, 'no_flock'],
    ['without ages an empty barn counts', HOT, null, 'due'],
  ])('%s', (_fact, trigger, ageDays, code) => {
    expect(judge(trigger, { 0: 33 }, { ageDays }).code).toBe(code);
  });
});

describe('silence', () => {
  const stale = { metric: 'temp', op: 'stale', value: 30 };
  test.each([
    ['of 30 minutes is due', stale, { 30: 24 }, 'due'],
    ['of 29 is not', stale, { 29: 24 }, 'not_met'],
    [
      'is taken from forMinutes where there is no value',
      { ...stale, value: null, forMinutes: 60 },
      { 59: 24 },
      'not_met',
    ],
    ['is 15 minutes where nothing is said', { metric: 'temp', op: 'stale' }, { 15: 24 }, 'due'],
    ['of what never measured is nothing', stale, {}, 'no_reading'],
  ])('%s', (_fact, trigger, values, code) => {
    expect(judge(trigger, values).code).toBe(code);
  });

  test('in an empty barn is nobody’s trouble', () => {
    expect(judge(stale, { 90: 24 }, { ageDays: null }).code).toBe('no_flock');
  });
});

test.each([
  ['of no metric that is measured', { metric: 'noise', op: '>', value: 3 }],
  ['without a value', { metric: 'temp', op: '>' }],
  ['of none', null],
])('a trigger %s is not usable', (_fact, trigger) => {
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
])('people write %s for %s', (word, metric) => {
  expect(readTrigger({ metric: word, op: '>', value: 1 })?.metric).toBe(metric);
});
