import { describe, expect, test } from 'vitest';
import { actionIssues } from '../../../src/platform/rules/automation-rules.ts';

test.each([
  ['a command', { command: 'set_temp', params: { c: 26.5 } }],
  ['a command without params', { command: 'start_cooling' }],
  ['an alert', { alert: { severity: 'critical', title: 'Ammonia' } }],
  ['a task', { task: { title: 'Open the inlets', priority: 'high' } }],
  ['none', null],
])('%s is an action', (_fact, action) => {
  expect(actionIssues(action, 'UTC')).toEqual([]);
});

describe('what is no action', () => {
  test.each([
    ['a list', [], 'action', 'wrong_type'],
    ['nothing to do', {}, 'action', 'inconsistent'],
    ['two things to do', { command: 'reboot', alert: { title: 'x' } }, 'action', 'inconsistent'],
    ['no word for a command', { command: '!' }, 'action.command', 'invalid_format'],
    ['an empty command', { command: null }, 'action.command', 'required'],
    ['params in words', { command: 'reboot', params: 'now' }, 'action.params', 'wrong_type'],
    ['too hot', { command: 'set_temp', params: { c: 39 } }, 'action.params.c', 'too_large'],
    [
      'more than all',
      { command: 'set_light', params: { pct: 101 } },
      'action.params.pct',
      'too_large',
    ],
    ['an alert in words', { alert: 'hot' }, 'action.alert', 'wrong_type'],
    ['an alert without title', { alert: {} }, 'action.alert.title', 'required'],
    [
      'a severity nobody knows',
      { alert: { title: 'Hot', severity: 'red' } },
      'action.alert.severity',
      'not_allowed',
    ],
    ['a task without title', { task: { title: '' } }, 'action.task.title', 'required'],
    [
      'a day that does not exist',
      { task: { title: 'x', dueDate: '2026-02-30' } },
      'action.task.dueDate',
      'invalid_date',
    ],
  ])('%s', (_fact, action, path, code) => {
    expect(actionIssues(action, 'UTC')).toEqual([
      expect.objectContaining({ path, code, message: expect.stringContaining(path) }),
    ]);
  });
});
