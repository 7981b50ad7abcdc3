import { describe, expect, test } from 'vitest';
import { users } from '../../../src/model/resources/users.ts';
import { deleteIn, fillIn, issuesIn, locksIn } from '../../support/rule-situation.ts';

const owner = { role: 'owner', status: 'active' };
const other = (values: Readonly<Record<string, unknown>>) =>
  [users, { id: 'user_7', ...values }] as const;
const self = other({ ...owner, id: 'user_1' });
const lastOwner = expect.objectContaining({ slug: 'action_refused', code: 'last_owner' });

describe('the last owner', () => {
  test.each([
    ['cannot be disabled', { status: 'disabled' }],
    ['cannot be suspended', { status: 'suspended' }],
    ['cannot be demoted', { role: 'manager' }],
  ])('%s', async (_fact, after) => {
    const issues = issuesIn(users, { before: owner, after, among: [self] });
    await expect(issues).rejects.toEqual(lastOwner);
  });

  test('cannot be deleted', async () => {
    await expect(deleteIn(users, { before: owner, among: [self] })).rejects.toEqual(lastOwner);
  });

  test.each([
    ['only invited', other({ role: 'owner', status: 'invited' })],
    ['suspended', other({ role: 'owner', status: 'suspended' })],
    ['disabled', other({ role: 'owner', status: 'disabled' })],
    ['an administrator', other({ role: 'admin', status: 'active' })],
    ['of another organisation', other({ ...owner, orgId: 'org_2' })],
  ])('the last owner remains the last owner if the other is %s', async (_fact, neighbour) => {
    const issues = issuesIn(users, { before: owner, after: { role: 'admin' }, among: [neighbour] });
    await expect(issues).rejects.toEqual(lastOwner);
    const deleted = deleteIn(users, { before: owner, among: [neighbour] });
    await expect(deleted).rejects.toEqual(lastOwner);
  });

  test('can be renamed', async () => {
    expect(await issuesIn(users, { before: owner, after: { name: 'Dana' } })).toEqual([]);
  });
});

describe('a user can be demoted or deleted', () => {
  test.each([
    ['an owner beside another', owner, [other(owner)]],
    ['a worker', { role: 'worker', status: 'active' }, []],
    ['an owner who is disabled', { role: 'owner', status: 'disabled' }, []],
  ])('%s', async (_fact, before, among) => {
    expect(await issuesIn(users, { before, after: { role: 'viewer' }, among })).toEqual([]);
    await expect(deleteIn(users, { before, among })).resolves.toBeUndefined();
  });
});

test('two owners removed concurrently are checked one after the other', async () => {
  const situation = { before: owner, after: { role: 'admin' }, among: [other(owner)] };
  expect(await locksIn(users, situation)).toEqual(['owners org_1']);
});

test('the phone number of a user is parsed for the country of the organisation', async () => {
  const after = { name: 'Somchai', phone: '081 234 5678' };
  expect(await fillIn(users, { after, zone: 'Asia/Bangkok' })).toEqual({
    phoneE164: '+66812345678',
  });
});
