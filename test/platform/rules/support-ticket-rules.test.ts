import { describe, expect, test } from 'vitest';
import { supportTickets } from '../../../src/model/resources/support-tickets.ts';
import { fillIn, locksIn, NOW } from '../../support/rule-situation.ts';

const EARLIER = '2026-11-20T06:00:00.000Z';
const ticket = { subject: 'Camera', body: 'No counts' };
const other = (id: string, values: Readonly<Record<string, unknown>>) =>
  [supportTickets, { id, ...ticket, ...values }] as const;

describe('the number of a ticket', () => {
  test.each([
    ['is 1 for the first', [], 1],
    ['is the next', [other('ticket_7', { number: 3 }), other('ticket_8', { number: 12 })], 13],
    ['is counted in each organisation', [other('ticket_7', { number: 3, orgId: 'org_2' })], 1],
    ['is counted over all farms', [other('ticket_7', { number: 3, farmId: 'farm_2' })], 4],
  ])('%s', async (_fact, among, number) => {
    expect(await fillIn(supportTickets, { after: ticket, among })).toEqual({ number });
  });

  test('is unique under concurrent creates', async () => {
    const locks = await locksIn(supportTickets, { after: ticket });
    expect(locks).toEqual(['support-ticket-number org_1']);
  });
});

describe('the times of a ticket', () => {
  test.each([
    ['first response', { status: 'open' }, 'in_progress', { firstResponseAt: NOW }],
    ['a later response', { status: 'open', firstResponseAt: EARLIER }, 'in_progress', {}],
    ['closed', { status: 'resolved', firstResponseAt: EARLIER }, 'closed', { closedAt: NOW }],
    ['reopened', { status: 'resolved', firstResponseAt: EARLIER }, 'open', {}],
  ])('%s', async (_fact, before, status, filled) => {
    const existing = { ...ticket, number: 1, ...before };
    expect(await fillIn(supportTickets, { before: existing, after: { status } })).toEqual(filled);
  });
});
