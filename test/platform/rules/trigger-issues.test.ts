import { describe, expect, test } from 'vitest';
import { triggerIssues } from '../../../src/platform/rules/automation-rules.ts';

const valid = { metric: 'nh3', op: '>', value: 20, forMinutes: 15, ageFrom: 7, ageTo: 42 };

test.each([
  ['a complete one', valid],
  ['a minimal one', { metric: 'temp', op: '<=', value: 0 }],
  ['a range', { metric: 'temp', op: 'between', value: [18, 24] }],
  ['missing readings', { metric: 'waterL', op: 'stale', forMinutes: 1440 }],
  ['unknown fields', { ...valid, comment: 'winter' }],
  ['none', null],
])('%s is a valid trigger', (_fact, trigger) => {
  expect(triggerIssues(trigger)).toEqual([]);
});

describe('rejects as a trigger', () => {
  test.each([
    ['a list', [], 'trigger', 'wrong_type'],
    ['no metric', { ...valid, metric: undefined }, 'trigger.metric', 'required'],
    ['a metric that is not text', { ...valid, metric: '$' }, 'trigger.metric', 'invalid_format'],
    ['a metric that is a number', { ...valid, metric: 3 }, 'trigger.metric', 'invalid_format'],
    ['no op', { ...valid, op: null }, 'trigger.op', 'required'],
    ['an unknown op', { ...valid, op: '==' }, 'trigger.op', 'not_allowed'],
    ['no value', { ...valid, value: undefined }, 'trigger.value', 'required'],
    ['a value as text', { ...valid, value: '20' }, 'trigger.value', 'wrong_type'],
    ['a text as duration', { ...valid, op: 'stale', value: 'x' }, 'trigger.value', 'wrong_type'],
    ['a duration of zero', { ...valid, op: 'stale', value: 0 }, 'trigger.value', 'too_small'],
    ['a duration of weeks', { ...valid, op: 'stale', value: 10_081 }, 'trigger.value', 'too_large'],
    ['one end of a range', { ...valid, op: 'between', value: 20 }, 'trigger.value', 'wrong_type'],
    ['no range', { ...valid, op: 'between', value: null }, 'trigger.value', 'required'],
    [
      'a reversed range',
      { ...valid, op: 'between', value: [24, 18] },
      'trigger.value',
      'wrong_type',
    ],
    ['three limits', { ...valid, op: 'between', value: [1, 2, 3] }, 'trigger.value', 'wrong_type'],
    ['half minutes', { ...valid, forMinutes: 1.5 }, 'trigger.forMinutes', 'wrong_type'],
    ['negative minutes', { ...valid, forMinutes: -1 }, 'trigger.forMinutes', 'too_small'],
    ['more than a day', { ...valid, forMinutes: 1441 }, 'trigger.forMinutes', 'too_large'],
    ['an age as text', { ...valid, ageFrom: 'seven' }, 'trigger.ageFrom', 'wrong_type'],
    ['an age below 0', { ...valid, ageFrom: -1 }, 'trigger.ageFrom', 'too_small'],
    ['an impossible age', { ...valid, ageTo: 801 }, 'trigger.ageTo', 'too_large'],
    ['a reversed age range', { ...valid, ageFrom: 43 }, 'trigger.ageFrom', 'inconsistent'],
  ])('%s', (_fact, trigger, path, code) => {
    expect(triggerIssues(trigger)).toEqual([
      expect.objectContaining({ path, code, message: expect.stringContaining(path) }),
    ]);
  });
});

test('an unknown op lists the valid ones, with the closest', () => {
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

test('all errors are reported together', () => {
  const issues = triggerIssues({ op: '>', forMinutes: -1 });
  expect(issues.map(({ path }) => path)).toEqual([
    'trigger.metric',
    'trigger.value',
    'trigger.forMinutes',
  ]);
});
