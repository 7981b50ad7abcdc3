import { expect, test } from 'vitest';
import { integrations } from '../../../src/model/resources/integrations.ts';
import { fillIn } from '../../support/rule-situation.ts';

const failed = {
  lastError: 'HTTP 401',
  lastErrorAt: '2026-11-01T06:00:00.000Z',
  consecutiveFailures: 12,
};
const forgotten = { lastError: null, lastErrorAt: null, consecutiveFailures: 0 };

test.each([
  ['failing', 'active'],
  ['paused', 'active'],
  ['disabled', 'pending'],
])('the errors of an integration are cleared when it changes from %s to %s', async (from, to) => {
  const before = { kind: 'weather', status: from, ...failed };
  expect(await fillIn(integrations, { before, after: { status: to } })).toEqual(forgotten);
});

test.each([
  ['active', 'failing'],
  ['failing', 'paused'],
  ['failing', 'failing'],
])('errors are kept when the status changes from %s to %s', async (from, to) => {
  const before = { kind: 'weather', status: from, ...failed };
  expect(await fillIn(integrations, { before, after: { status: to } })).toEqual({});
});

test('a new integration has no errors', async () => {
  expect(await fillIn(integrations, { after: { kind: 'weather', status: 'active' } })).toEqual({});
});
