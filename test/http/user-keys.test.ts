import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sweepUnownedWebhooks } from '../../src/platform/webhooks/webhook-owners.ts';
import { formatInstant } from '../../src/tools/calendar.ts';
import { DATABASES } from '../support/databases.ts';
import { openListener } from '../support/event-listener.ts';
import { createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { signIn, type TestGrant } from '../support/signed-in.ts';

const HOUR = 3_600_000;

describe.each(DATABASES)('%s: the keys of a user', (database) => {
  let service: TestService;
  let north: string;
  let south: string;
  beforeAll(async () => {
    service = await startTestService(database, { app: { trustProxy: ['127.0.0.1'] } });
    ({ farmId: north } = await createFarm(service, { name: 'North' }));
    ({ farmId: south } = await createFarm(service, { name: 'South' }));
    await signIn(service, 'Founder', [{ role: 'owner' }]);
  });
  afterAll(() => service.close());

  /** A user with a key, and a key created by this key. */
  async function userWithKeys(name: string, grants: readonly TestGrant[]) {
    const user = await signIn(service, name, grants);
    const request = { name, scopes: ['read:*', 'write:*', 'admin:*'] };
    const ownKey = await user.send('POST', '/os/keys', { body: request });
    const second = await service.send('POST', '/os/keys', { key: ownKey.body.key, body: request });
    return { id: user.id, keys: [ownKey.body.key, second.body.key] as const };
  }
  const codeOf = async (key: string, method = 'GET', path = '/tasks', body?: object) => {
    const answer = await service.send(method, path, body ? { key, body } : { key });
    return answer.body.code ?? answer.status;
  };
  const setStatus = (id: string, status: string) =>
    service.send('PATCH', `/users/${id}`, { body: { status } });

  test.each(['suspended', 'disabled'])('stop working while the user is %s', async (status) => {
    const { id, keys } = await userWithKeys('Admin', [{ role: 'admin' }]);
    for (const key of keys) expect(await codeOf(key)).toBe(200);
    await setStatus(id, status);
    for (const key of keys) expect(await codeOf(key)).toBe('inactive_maker');
    await setStatus(id, 'active');
    for (const key of keys) expect(await codeOf(key)).toBe(200);
  });

  test('stop working when the user is deleted', async () => {
    const { id, keys } = await userWithKeys('Deleted', [{ role: 'admin' }]);
    for (const key of keys) expect(await codeOf(key)).toBe(200);
    await service.send('DELETE', `/users/${id}`);
    for (const key of keys) expect(await codeOf(key)).toBe('inactive_maker');
  });

  test('can do no more than the role of the user', async () => {
    const { id, keys } = await userWithKeys('Demoted', [{ role: 'admin' }]);
    const add = (key: string) => codeOf(key, 'POST', `/tasks?farmId=${north}`, { title: 'x' });
    for (const key of keys) expect(await add(key)).toBe(201);
    await service.send('PUT', `/os/users/${id}/access`, { body: { role: 'viewer' } });
    for (const key of keys) {
      expect(await codeOf(key)).toBe(200);
      expect(await add(key)).toBe('insufficient_scope');
      expect(await codeOf(key, 'GET', '/os/keys')).toBe('insufficient_scope');
    }
    await service.send('DELETE', `/os/users/${id}/access`);
    for (const key of keys) expect(await codeOf(key)).toBe('insufficient_scope');
  });

  test('see the farms on which the user has a role, until it expires', async () => {
    const { id, keys } = await userWithKeys('Moved', [{ role: 'admin' }]);
    const expiresAt = formatInstant(service.clock.now() + HOUR);
    await service.send('DELETE', `/os/users/${id}/access`);
    const grant = { role: 'manager', farmIds: [north], expiresAt };
    await service.send('PUT', `/os/users/${id}/access`, { body: grant });
    const farmsOf = async (key: string) => {
      const { body } = await service.send('GET', '/farms', { key });
      return body.data?.map((farm: { id: string }) => farm.id) ?? body.code;
    };
    const taskOn = (key: string, farmId: string) =>
      codeOf(key, 'POST', `/tasks?farmId=${farmId}`, { title: 'x' });
    for (const key of keys) {
      expect(await farmsOf(key)).toEqual([north]);
      expect(await taskOn(key, north)).toBe(201);
      expect(await taskOn(key, south)).not.toBe(201);
    }
    service.clock.advance(HOUR);
    for (const key of keys) expect(await farmsOf(key)).toBe('insufficient_scope');
  });

  test('end their event streams and webhooks', async () => {
    const { id, keys } = await userWithKeys('Listening', [{ role: 'admin' }]);
    const { app } = service.service;
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const listener = await openListener(`http://127.0.0.1:${port}`, { key: keys[0], query: '' });
    await listener.heard('ready');
    const body = { url: 'https://receiver.example/x', events: ['task.created'] };
    const hook = (await service.send('POST', '/webhooks', { key: keys[1], body })).body;
    await setStatus(id, 'suspended');
    expect((await listener.heard('end'))[0]?.data).toBe('{"reason":"key_changed"}');
    const { runtime } = service.service;
    expect(await sweepUnownedWebhooks(runtime)).toBe(1);
    const webhook = await service.send('GET', `/os/webhooks/${hook.id}`);
    expect(webhook.body).toMatchObject({ enabled: false, disabledReason: 'owner_narrowed' });
  });
});
