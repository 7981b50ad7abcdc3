import { describe, expect, test } from 'vitest';
import { actionIssues } from '../../../src/platform/rules/automation-rules.ts';

test.each([
  ['a command', { command: 'set_temp', params: { c: 26.5 } }],
  ['a command without params', { command: 'start_cooling' }],
  ['an alert', { alert: { severity: 'critical', title: 'Ammonia' } }],
  ['a task', { task: { title: 'Open the inlets', priority: 'high' } }],
  ['no action', null],
])('%s is an action', (_fact, action) => {
  expect(actionIssues(action, 'UTC')).toEqual([]);
});

describe('rejects as an action', () => {
  test.each([
    ['a list', [], 'action', 'wrong_type'],
    ['no member', {}, 'action', 'inconsistent'],
    ['two actions', { command: 'reboot', alert: { title: 'x' } }, 'action', 'inconsistent'],
    ['a command that is not text', { command: '!' }, 'action.command', 'invalid_format'],
    ['an empty command', { command: null }, 'action.command', 'required'],
    ['params as text', { command: 'reboot', params: 'now' }, 'action.params', 'wrong_type'],
    [
      'a target above the maximum',
      { command: 'set_temp', params: { c: 39 } },
      'action.params.c',
      'too_large',
    ],
    [
      'a share above the maximum',
      { command: 'set_light', params: { pct: 101 } },
      'action.params.pct',
      'too_large',
    ],
    ['an alert as text', { alert: 'hot' }, 'action.alert', 'wrong_type'],
    ['an alert without title', { alert: {} }, 'action.alert.title', 'required'],
    [
      'an unknown severity',
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
