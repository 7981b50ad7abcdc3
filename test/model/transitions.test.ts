import { expect, test } from 'vitest';
import { getResource, resourceNames } from '../../src/model/resources/registry.ts';

// Typed out from the states of the design: every state with the states that may follow.
const table: Readonly<Record<string, readonly string[]>> = {
  barns: [
    'active -> cleaning, maintenance, inactive',
    'cleaning -> active, maintenance, inactive',
    'maintenance -> active, cleaning, inactive',
    'inactive -> active, cleaning, maintenance',
  ],
  flocks: [
    'planned -> active, cancelled',
    // Planned again only while nothing is recorded of it: it was activated by mistake.
    'active -> selling, closed, planned',
    'selling -> active, closed',
    'closed -> active',
    'cancelled -> ',
  ],
  alerts: [
    'open -> acknowledged, in_progress, resolved, dismissed',
    'acknowledged -> in_progress, resolved, dismissed, open',
    'in_progress -> resolved, dismissed, open',
    'resolved -> open',
    'dismissed -> open',
  ],
  tasks: [
    'open -> in_progress, blocked, done, cancelled',
    'in_progress -> open, blocked, done, cancelled',
    'blocked -> open, in_progress, cancelled',
    'done -> open',
    'cancelled -> open',
  ],
  'field-reports': [
    'new -> in_review, answered, closed, dismissed',
    'in_review -> answered, closed, dismissed, new',
    'answered -> closed, in_review',
    'closed -> in_review',
    'dismissed -> in_review',
  ],
  devices: [
    'unknown -> online, offline, fault, maintenance, retired',
    'online -> offline, fault, maintenance, retired',
    'offline -> online, fault, maintenance, retired',
    'fault -> online, offline, maintenance, retired',
    'maintenance -> online, offline, fault, retired',
    'retired -> maintenance',
  ],
  integrations: [
    'pending -> active, failing, disabled',
    'active -> failing, paused, disabled',
    'failing -> active, paused, disabled',
    'paused -> active, disabled',
    'disabled -> pending',
  ],
  'controller-commands': [
    'pending -> approved, rejected, cancelled, expired',
    'approved -> sent, cancelled, expired',
    'sent -> executed, failed, expired',
    'executed -> ',
    'failed -> pending',
    'rejected -> ',
    'cancelled -> ',
    'expired -> ',
  ],
  'feed-orders': [
    'draft -> ordered, cancelled',
    'ordered -> confirmed, in_transit, delivered, cancelled',
    'confirmed -> in_transit, delivered, cancelled',
    'in_transit -> delivered, cancelled',
    'delivered -> ordered',
    'cancelled -> ',
  ],
  tenders: [
    'draft -> open, cancelled',
    'open -> closed, awarded, cancelled, expired',
    'closed -> awarded, open, cancelled',
    'awarded -> ',
    'cancelled -> ',
    'expired -> open',
  ],
  'tender-bids': [
    'submitted -> shortlisted, accepted, rejected, withdrawn',
    'shortlisted -> accepted, rejected, withdrawn, submitted',
    'accepted -> ',
    'rejected -> submitted',
    'withdrawn -> ',
  ],
  'market-orders': [
    'draft -> open, cancelled',
    'open -> negotiating, confirmed, cancelled, expired',
    'negotiating -> open, confirmed, cancelled',
    'confirmed -> fulfilled, cancelled',
    'fulfilled -> ',
    'cancelled -> ',
    'expired -> open',
  ],
  users: [
    'invited -> active, disabled',
    'active -> suspended, disabled',
    'suspended -> active, disabled',
    'disabled -> active',
  ],
  'reg-items': [
    'upcoming -> due, not_applicable',
    'due -> submitted, overdue, not_applicable',
    'submitted -> approved, rejected, not_applicable',
    'approved -> expired, not_applicable',
    'rejected -> due, not_applicable',
    'overdue -> submitted, not_applicable',
    'expired -> due, not_applicable',
    'not_applicable -> ',
  ],
  'support-tickets': [
    'open -> in_progress',
    'in_progress -> waiting_customer, resolved',
    'waiting_customer -> in_progress',
    'resolved -> closed, open',
    'closed -> ',
  ],
};

test('the transitions of every resource are as designed', () => {
  const declared = resourceNames
    .map((name) => [name, getResource(name).transitions] as const)
    .filter(([, transitions]) => transitions !== undefined)
    .map(([name, transitions]) => [
      name,
      Object.entries(transitions ?? {}).map(([state, next]) => `${state} -> ${next.join(', ')}`),
    ]);
  expect(Object.fromEntries(declared)).toEqual(table);
});

test.each([
  ['barns', 'active'],
  ['flocks', undefined],
  ['alerts', 'open'],
  ['tasks', 'open'],
  ['field-reports', 'new'],
  ['devices', undefined],
  ['integrations', 'pending'],
  ['controller-commands', undefined],
  ['feed-orders', 'ordered'],
  ['tenders', 'open'],
  ['tender-bids', 'submitted'],
  ['market-orders', 'open'],
  ['users', 'active'],
  ['reg-items', 'upcoming'],
  ['support-tickets', 'open'],
])('%s start as %s', (name, expected) => {
  expect(getResource(name).fields['status']?.default).toBe(expected);
});
