import { describe, expect, test } from 'vitest';
import { alerts } from '../../../src/model/resources/alerts.ts';
import { fillIn, issuesIn, NOW } from '../../support/rule-situation.ts';

const EARLIER = '2026-11-20T06:00:00.000Z';
const alert = { title: 'Hot', severity: 'warning' };

describe('the times of an alert', () => {
  test.each([
    ['acknowledged', { status: 'open' }, 'acknowledged', { acknowledgedAt: NOW }],
    ['resolved directly', { status: 'open' }, 'in_progress', { acknowledgedAt: NOW }],
    [
      'acknowledged for the second time',
      { status: 'open', acknowledgedAt: EARLIER },
      'acknowledged',
      {},
    ],
    ['resolved', { status: 'open' }, 'resolved', { resolvedAt: NOW }],
    ['dismissed', { status: 'acknowledged' }, 'dismissed', { resolvedAt: NOW }],
    [
      'reopened',
      { status: 'resolved', acknowledgedAt: EARLIER, resolvedAt: EARLIER },
      'open',
      { resolvedAt: null },
    ],
    ['unchanged', { status: 'resolved', resolvedAt: EARLIER }, 'resolved', {}],
  ])('%s', async (_fact, before, status, filled) => {
    const existing = { ...alert, ...before };
    expect(await fillIn(alerts, { before: existing, after: { status } })).toEqual(filled);
  });

  test('sent with the change are stored', async () => {
    const situation = {
      before: { ...alert, status: 'open' },
      after: { status: 'resolved', resolvedAt: EARLIER },
    };
    expect(await fillIn(alerts, situation)).toEqual({});
  });
});

describe('the resolution note of an alert', () => {
  const resolutionNote = 'Two fans repaired';
  const closed = { ...alert, status: 'resolved', resolvedAt: EARLIER, resolutionNote };
  const words = { title: { key: 'alert.title' }, resolutionNote: { key: 'alert.note' } };

  test.each(['resolved', 'dismissed'])('is cleared when a %s alert is reopened', async (status) => {
    const situation = { before: { ...closed, status }, after: { status: 'open' } };
    expect(await fillIn(alerts, situation)).toEqual({ resolvedAt: null, resolutionNote: null });
  });

  test('is cleared with its words, so that it is not translated', async () => {
    const source = { rule: 'heat', words };
    const situation = { before: { ...closed, source }, after: { status: 'open' } };
    expect(await fillIn(alerts, situation)).toEqual({
      resolvedAt: null,
      resolutionNote: null,
      source: { rule: 'heat', words: { title: words.title } },
    });
  });

  test('is stored when it is sent with the reopening', async () => {
    const after = { status: 'open', resolutionNote: 'It failed again' };
    expect(await fillIn(alerts, { before: closed, after })).toEqual({ resolvedAt: null });
  });

  test.each([
    ['stays resolved', { title: 'Very hot' }],
    ['is resolved again', { status: 'resolved' }],
  ])('is unchanged when the alert %s', async (_fact, after) => {
    expect(await fillIn(alerts, { before: closed, after })).toEqual({});
  });
});

describe('the history of the severity', () => {
  const first = { severity: 'warning', at: EARLIER };

  test('starts with the alert', async () => {
    expect(await fillIn(alerts, { after: alert })).toEqual({
      severityHistory: [{ severity: 'warning', at: NOW }],
    });
  });

  test('grows with every change', async () => {
    const situation = {
      before: { ...alert, severityHistory: [first] },
      after: { severity: 'critical' },
    };
    expect(await fillIn(alerts, situation)).toEqual({
      severityHistory: [first, { severity: 'critical', at: NOW }],
    });
  });

  test('does not grow when the severity is unchanged', async () => {
    const situation = {
      before: { ...alert, severityHistory: [first] },
      after: { title: 'Hotter' },
    };
    expect(await fillIn(alerts, situation)).toEqual({});
  });

  test('is not extended when the change contains its own', async () => {
    const situation = {
      before: { ...alert, severityHistory: [first, { severity: 'critical', at: NOW }] },
      after: { severity: 'critical', severityHistory: [first] },
    };
    expect(await fillIn(alerts, situation)).toEqual({});
  });

  test('contains the last hundred', async () => {
    const severityHistory = Array.from({ length: 100 }, () => first);
    const filled = await fillIn(alerts, {
      before: { ...alert, severityHistory },
      after: { severity: 'info' },
    });
    const history = filled['severityHistory'] as unknown[];
    expect([history.length, history[99]]).toEqual([100, { severity: 'info', at: NOW }]);
  });
});

describe('a resolved alert', () => {
  const reopen = (status: string, resolvedAt: string) =>
    issuesIn(alerts, {
      before: { ...alert, status, resolvedAt },
      after: { status: 'open', resolvedAt: null },
    });

  test.each(['resolved', 'dismissed'])(
    'a resolved alert as %s can be reopened within 30 days',
    async (status) => {
      expect(await reopen(status, '2026-10-22T10:00:00.000Z')).toEqual([]);
    },
  );

  test.each(['resolved', 'dismissed'])(
    'a resolved alert as %s is final after 30 days',
    async (status) => {
      expect(await reopen(status, '2026-10-22T09:59:59.999Z')).toEqual([
        {
          path: 'status',
          code: 'forbidden_transition',
          message: `status cannot go from ${status} to open: the alert was settled at 2026-10-22T09:59:59.999Z, more than 30 days ago.`,
        },
      ]);
    },
  );
});
