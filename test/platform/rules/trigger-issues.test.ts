import { describe, expect, test } from 'vitest';
import { triggerIssues } from '../../../src/platform/rules/automation-rules.ts';

const valid = { metric: 'nh3', op: '>', value: 20, forMinutes: 15, ageFrom: 7, ageTo: 42 };

test.each([
  ['a complete one', valid],
  ['the least', { metric: 'temp', op: '<=', value: 0 }],
  ['a range', { metric: 'temp', op: 'between', value: [18, 24] }],
  ['silence', { metric: 'waterL', op: 'stale', forMinutes: 1440 }],
  ['fields nobody knows', { ...valid, comment: 'winter' }],
  ['none', null],
])('%s is a trigger', (_fact, trigger) => {
  expect(triggerIssues(trigger)).toEqual([]);
});

describe('what is no trigger', () => {
  test.each([
    ['a list', [], 'trigger', 'wrong_type'],
    ['no metric', { ...valid, metric: undefined }, 'trigger.metric', 'required'],
    ['a metric that is no word', { ...valid, metric: '$' }, 'trigger.metric', 'invalid_format'],
    ['a metric that is a number', { ...valid, metric: 3 }, 'trigger.metric', 'invalid_format'],
    ['no op', { ...valid, op: null }, 'trigger.op', 'required'],
    ['an unknown op', { ...valid, op: '==' }, 'trigger.op', 'not_allowed'],
    ['no value', { ...valid, value: undefined }, 'trigger.value', 'required'],
    ['a value in words', { ...valid, value: '20' }, 'trigger.value', 'wrong_type'],
    ['a text for silence', { ...valid, op: 'stale', value: 'x' }, 'trigger.value', 'wrong_type'],
    ['no silence at all', { ...valid, op: 'stale', value: 0 }, 'trigger.value', 'too_small'],
    ['weeks of silence', { ...valid, op: 'stale', value: 10_081 }, 'trigger.value', 'too_large'],
    ['one end of a range', { ...valid, op: 'between', value: 20 }, 'trigger.value', 'wrong_type'],
    ['no range', { ...valid, op: 'between', value: null }, 'trigger.value', 'required'],
    [
      'a range upside down',
      { ...valid, op: 'between', value: [24, 18] },
      'trigger.value',
      'wrong_type',
    ],
    ['three ends', { ...valid, op: 'between', value: [1, 2, 3] }, 'trigger.value', 'wrong_type'],
    ['half minutes', { ...valid, forMinutes: 1.5 }, 'trigger.forMinutes', 'wrong_type'],
    ['minutes before', { ...valid, forMinutes: -1 }, 'trigger.forMinutes', 'too_small'],
    ['more than a day', { ...valid, forMinutes: 1441 }, 'trigger.forMinutes', 'too_large'],
    ['an age in words', { ...valid, ageFrom: 'seven' }, 'trigger.ageFrom', 'wrong_type'],
    ['an age below 0', { ...valid, ageFrom: -1 }, 'trigger.ageFrom', 'too_small'],
    ['an age no flock reaches', { ...valid, ageTo: 801 }, 'trigger.ageTo', 'too_large'],
    ['ages upside down', { ...valid, ageFrom: 43 }, 'trigger.ageFrom', 'inconsistent'],
  ])('%s', (_fact, trigger, path, code) => {
    expect(triggerIssues(trigger)).toEqual([
      expect.objectContaining({ path, code, message: expect.stringContaining(path) }),
    ]);
  });
});

test('an op lists what is taken, with the nearest', () => {
  expect(triggerIssues({ ...valid, op: 'betwen' })).toEqual([
    {
      path: 'trigger.op',
      code: 'not_allowed',
      message: 'trigger.op must be one of >, >=, <, <=, between, stale (got "betwen").',
      allowed: ['>', '>=', '<', '<=', 'between', 'stale'],
      suggestion: 'between',
    },
  ]);
});

test('all that is wrong is told at once', () => {
  const issues = triggerIssues({ op: '>', forMinutes: -1 });
  expect(issues.map(({ path }) => path)).toEqual([
    'trigger.metric',
    'trigger.value',
    'trigger.forMinutes',
  ]);
});
