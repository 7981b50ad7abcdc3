import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fullScopes } from '../../src/model/core/vocabulary.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createUser, type SignedInUser, signIn } from '../support/signed-in.ts';

/** Ways around the limits of a user: each was open once. */
describe.each(DATABASES)('%s: a user does not get more rights', (database) => {
  let service: TestService;
  let north: string;
  beforeAll(async () => {
    service = await startTestService(database, { app: { trustProxy: ['127.0.0.1'] } });
    ({ farmId: north } = await createFarm(service, { name: 'North' }));
    await createFarm(service, { name: 'South' });
    await signIn(service, 'Founder', [{ role: 'owner' }]);
  });
  afterAll(() => service.close());

  const keyOf = async (user: SignedInUser): Promise<string> =>
    (await user.send('POST', '/os/keys', { body: { name: 'k', scopes: fullScopes } })).body.key;
  const codeOf = async (key: string, method: string, path: string, body?: unknown) =>
    (await service.send(method, path, body === undefined ? { key } : { key, body })).body.code;

  test('a user does not get more rights through a key of their own, nor a key created by it', async () => {
    const admin = await signIn(service, 'Admin', [{ role: 'admin' }]);
    const owner = await createUser(service, 'Second owner', [{ role: 'owner' }]);
    const first = await keyOf(admin);
    const body = { name: 'k2', scopes: fullScopes };
    const second = (await service.send('POST', '/os/keys', { key: first, body })).body.key;
    for (const key of [first, second]) {
      const codes = [
        await codeOf(key, 'PUT', `/os/users/${admin.id}/access`, { role: 'owner' }),
        await codeOf(key, 'DELETE', `/os/users/${owner}/access`),
        await codeOf(key, 'PATCH', `/users/${owner}`, { role: 'viewer' }),
        await codeOf(key, 'PATCH', `/users/${owner}`, { status: 'suspended' }),
        await codeOf(key, 'DELETE', `/users/${owner}`),
        await codeOf(key, 'POST', `/os/users/${owner}/invite`),
      ];
      expect(codes).toEqual(Array(6).fill('exceeds_own_rights'));
    }
    const ofOwner = await keyOf(await signIn(service, 'Third', [{ role: 'owner' }]));
    const grant = { key: ofOwner, body: { role: 'owner' } };
    expect((await service.send('PUT', `/os/users/${admin.id}/access`, grant)).status).toBe(200);
  });

  test('a user does not get more rights through a key of one farm that changes users of the whole organisation', async () => {
    const owner = await createUser(service, 'Boss', [
      { role: 'owner' },
      { role: 'viewer', farmIds: [north] },
    ]);
    const local = await signIn(service, 'Local', [{ role: 'admin', farmIds: [north] }]);
    const scopes = ['write:users', 'admin:*'];
    const pinned = await service.createKey({ scopes, farmIds: [north] });
    const { key } = (
      await local.send('POST', '/os/keys', { body: { name: 'k', scopes: ['write:*'] } })
    ).body;
    for (const one of [pinned, key]) {
      const change = codeOf(one, 'PATCH', `/users/${owner}`, { role: 'viewer' });
      expect(await change).toBe('key_is_pinned');
    }
  });

  test('a user does not get more rights by creating users with higher roles', async () => {
    const manager = await signIn(service, 'Manager', [{ role: 'manager', farmIds: [north] }]);
    for (const role of ['owner', 'admin']) {
      const created = await manager.send('POST', '/users', { body: { name: 'Puppet', role } });
      expect([created.status, created.body.code]).toEqual([403, 'exceeds_own_rights']);
    }
    const made = await manager.send('POST', '/users', { body: { name: 'Help', role: 'worker' } });
    expect(made.body).toMatchObject({ role: 'worker', farms: [north] });
  });

  test('a user does not get more rights by reading or searching questions of others about money', async () => {
    const owner = await signIn(service, 'Asker', [{ role: 'owner' }]);
    const worker = await signIn(service, 'Worker', [{ role: 'worker', farmIds: [north] }]);
    const expense = { amount: 777, category: 'gas', date: '2026-11-01' };
    await create(service, 'expenses', expense, { farmId: north });
    const body = { question: 'how much did we spend on gas?', farmId: north };
    expect((await owner.send('POST', '/ask', { body })).body.answer).toContain('777');
    expect((await owner.send('GET', '/search?q=777')).body.data).not.toEqual([]);
    for (const path of ['/chat-messages', '/search?q=777', '/activity?limit=200', '/flocks']) {
      // As a number, not as a part of an id.
      expect((await worker.send('GET', path)).text).not.toMatch(/(?<![\w-])777(?![\w-])/);
    }
  });

  test('a user does not get more rights through a key that may only write users', async () => {
    const key = await service.createKey({ scopes: ['write:users', 'read:users'] });
    const user = await createUser(service, 'Back', [{ role: 'worker', farmIds: [north] }]);
    const change = (body: object) => codeOf(key, 'PATCH', `/users/${user}`, body);
    // Taking rights and the label of a user without access need no more than the scope.
    expect(await change({ status: 'suspended' })).toBeUndefined();
    expect(await change({ status: 'active' })).toBe('exceeds_own_rights');
    expect(await codeOf(key, 'POST', '/users', { name: 'L', role: 'owner' })).toBeUndefined();
    const requestBody = { name: 'Puppet', role: 'worker' };
    expect(await codeOf(key, 'POST', `/users?farmId=${north}`, requestBody)).toBe(
      'exceeds_own_rights',
    );
    const pinned = await service.createKey({ scopes: ['write:users'], farmIds: [north] });
    expect(await codeOf(pinned, 'POST', '/users', requestBody)).toBe('exceeds_own_rights');
    const wide = await service.createKey({ scopes: ['read:*', 'write:*'], farmIds: [north] });
    expect(await codeOf(wide, 'POST', '/users', requestBody)).toBeUndefined();
  });

  test('a user does not get more rights by undoing a change of a role', async () => {
    const grants = [{ role: 'admin' }, { role: 'manager', farmIds: [north] }];
    const user = await signIn(service, 'Demoted', grants);
    const local = await signIn(service, 'Farm admin', [{ role: 'admin', farmIds: [north] }]);
    await service.send('PATCH', `/users/${user.id}`, { body: { role: 'manager' } });
    expect((await user.send('GET', '/os/keys')).status).toBe(403);
    const back = await user.send('PATCH', `/users/${user.id}`, { body: { role: 'admin' } });
    expect(back.status).toBe(403);
    expect((await user.send('GET', '/os/keys')).status).toBe(403);
    // A link would give the rights of the role once it is set again.
    const invited = await local.send('POST', `/os/users/${user.id}/invite`);
    expect(invited.body.code).toBe('exceeds_own_rights');
  });
});
