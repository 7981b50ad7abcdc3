import { describe, expect, test } from 'vitest';
import { controllerCommands } from '../../../src/model/resources/controller-commands.ts';
import { fillIn, NOW } from '../../support/rule-situation.ts';

const EARLIER = '2026-11-20T06:00:00.000Z';

describe('the status of a new command', () => {
  test.each([
    ['suggest', null, 'pending'],
    ['approve', null, 'pending'],
    ['auto', null, 'approved'],
    ['manual', null, 'approved'],
    ['auto', 'pending', 'pending'],
  ])('mode %s, sent as %s: %s', async (mode, status, expected) => {
    const after = { command: 'reboot', mode, status };
    expect(await fillIn(controllerCommands, { after })).toEqual({ status: expected });
  });
});

describe('the times of a command', () => {
  test.each([
    ['sent', { status: 'approved' }, 'sent', { sentAt: NOW }],
    ['executed', { status: 'sent', sentAt: EARLIER }, 'executed', { executedAt: NOW }],
    ['failed', { status: 'sent', sentAt: EARLIER }, 'failed', {}],
    [
      'retried',
      { status: 'failed', sentAt: EARLIER, error: 'No answer' },
      'pending',
      { sentAt: null, error: null },
    ],
  ])('%s', async (_fact, before, status, filled) => {
    const situation = { before: { command: 'reboot', ...before }, after: { status } };
    expect(await fillIn(controllerCommands, situation)).toEqual({ status, ...filled });
  });
});
