import { expect, test } from 'vitest';
import { getResource } from '../../../src/model/resources/registry.ts';
import { draftNow, expiryRules, rowNow } from '../../../src/platform/rules/status-rules.ts';
import { aRow } from '../../support/a-row.ts';

const present = { now: Date.parse('2026-11-02T08:30:00.000Z'), today: '2026-11-02' };

test.each([
  ['controller-commands', { status: 'pending', updatedAt: '2026-11-02T08:00:00.000Z' }, 'pending'],
  ['controller-commands', { status: 'pending', updatedAt: '2026-11-02T07:59:59.999Z' }, 'expired'],
  [
    'controller-commands',
    { status: 'approved', updatedAt: '2026-11-01T07:59:00.000Z' },
    'approved',
  ],
  ['tenders', { status: 'open', deadline: '2026-11-02' }, 'open'],
  ['tenders', { status: 'open', deadline: '2026-11-01' }, 'expired'],
  ['tenders', { status: 'open', deadline: null }, 'open'],
  ['tenders', { status: 'closed', deadline: '2026-11-01' }, 'closed'],
  ['reg-items', { status: 'upcoming', dueDate: '2026-11-03' }, 'upcoming'],
  ['reg-items', { status: 'upcoming', dueDate: '2026-11-02' }, 'due'],
  ['reg-items', { status: 'upcoming', dueDate: '2026-11-01' }, 'overdue'],
  ['reg-items', { status: 'due', dueDate: '2026-11-01' }, 'overdue'],
  ['reg-items', { status: 'submitted', dueDate: '2026-11-01' }, 'submitted'],
  ['reg-items', { status: 'approved', expiryDate: '2026-11-02' }, 'approved'],
  ['reg-items', { status: 'approved', expiryDate: '2026-11-01' }, 'expired'],
  ['reg-items', { status: 'due', dueDate: '2026-11-01', sealed: true }, 'due'],
  ['tasks', { status: 'open', dueDate: '2026-11-01' }, 'open'],
] as const)('the status of %s %j is %s', (resource, values, status) => {
  const row = { ...aRow(resource, values), ...values };
  expect(rowNow({ name: resource }, row, present)['status']).toBe(status);
});

test('every rule is a transition allowed by its resource, for a field that it has', () => {
  for (const { resource, from, to, field } of expiryRules) {
    const { transitions, fields } = getResource(resource);
    expect(transitions?.[from]).toContain(to);
    expect(field === 'updatedAt' || field in fields).toBe(true);
  }
});

test('a change that moves the date in time prevents the transition', () => {
  const before = aRow('tenders', { status: 'open', deadline: '2026-11-01' });
  const changes = { deadline: '2026-11-09' };
  const draft = draftNow({ name: 'tenders' }, { before, changes }, present);
  expect(draft).toEqual({ before, after: { ...before, deadline: '2026-11-09' } });
});

test('a change of anything else starts from the status after due transitions', () => {
  const before = aRow('tenders', { status: 'open', deadline: '2026-11-01' });
  const changes = { title: 'Feed', status: 'open' };
  const draft = draftNow({ name: 'tenders' }, { before, changes }, present);
  expect(draft.before['status']).toBe('expired');
  expect(draft.after).toEqual({ ...before, title: 'Feed', status: 'expired' });
});
