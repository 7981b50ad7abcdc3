import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { currentSubscription } from '../../../src/platform/events/publish-events.ts';
import { sweepUnownedWebhooks } from '../../../src/platform/webhooks/webhook-owners.ts';
import type { OwnedWebhook } from '../../../src/storage/webhooks/webhooks.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import type { TestAnswer } from '../../support/service.ts';
import { startWebhookStage, type WebhookStage } from '../../support/webhook-stage.ts';

const HOOK = 'https://one.example.com/hook';
const EVENTS = ['task.created', 'expense.created'];
const ADMIN = ['admin:*', 'read:*', 'write:*'];

const idOf = (key: string) => key.split('_')[2] ?? '';

for (const database of DATABASES) {
  describe(database, () => {
    let stage: WebhookStage;
    let owner: string;
    let hook: string;

    beforeEach(async () => {
      stage = await startWebhookStage(database);
      owner = await stage.service.createKey({ scopes: ADMIN });
      hook = (await subscribe(owner)).body.id;
    });
    afterEach(() => stage.close());

    const subscribe = (key: string, body: object = {}): Promise<TestAnswer> =>
      stage.service.send('POST', '/webhooks', {
        key,
        body: { url: HOOK, events: EVENTS, ...body },
      });
    const adopt = (key: string, body: object = {}) =>
      stage.service.send('POST', `/os/webhooks/${hook}/adopt`, { key, body });
    const revoke = (key: string) => stage.service.send('DELETE', `/os/keys/${idOf(key)}`);
    const expense = (farmId = stage.farm.farmId) =>
      create(
        stage.service,
        'expenses',
        { date: '2026-11-01', amount: 100, category: 'vet' },
        { farmId },
      );
    const change = async (key: string, scopes: readonly string[], farmIds: string[] | null) => {
      const { database: rows } = stage.service.service.runtime;
      await rows.run(sql`
        update api_keys set scopes = ${JSON.stringify(scopes)},
          farm_ids = ${farmIds && JSON.stringify(farmIds)} where id = ${idOf(key)}`);
    };
    const events = () => stage.received.map(({ body }) => body.event);
    const gaps = async () => {
      const { body } = await stage.service.send('GET', `/gaps?farmId=${stage.farm.farmId}`);
      return body.gaps.filter(({ kind }: { kind: string }) => kind === 'webhook_off');
    };

    test('revoking the owner disables it; another key adopts it and receives held events', async () => {
      await stage.write('before');
      await revoke(owner);
      expect(await stage.show(hook)).toMatchObject({
        enabled: false,
        disabledReason: 'owner_revoked',
        ownerKeyId: idOf(owner),
        held: 1,
      });
      await stage.write('after');
      await stage.deliver();
      expect(stage.received).toEqual([]);
      expect(await gaps()).toEqual([
        expect.objectContaining({
          severity: 'critical',
          fix: {
            operation: 'adoptWebhook',
            id: hook,
            method: 'POST',
            path: `/os/webhooks/${hook}/adopt`,
            body: {},
          },
        }),
      ]);
      const heir = await stage.service.createKey({ scopes: ADMIN });
      const adopted = await adopt(heir);
      expect([adopted.status, adopted.body]).toMatchObject([
        200,
        { enabled: true, disabledReason: null, ownerKeyId: idOf(heir), createdBy: idOf(owner) },
      ]);
      await stage.deliver();
      expect(stage.received.map(({ body }) => body.data.record.title)).toEqual(['before', 'after']);
      expect(await gaps()).toEqual([]);
    });

    test('pending deliveries are held when the key expires, and none is sent', async () => {
      await stage.write('waiting');
      await stage.service.send('PATCH', `/os/keys/${idOf(owner)}`, {
        body: { expiresAt: '2026-11-02T09:00:00Z' },
      });
      stage.service.clock.advance(3_600_000);
      await stage.deliver();
      expect(stage.received).toEqual([]);
      expect(await stage.show(hook)).toMatchObject({ disabledReason: 'owner_expired', held: 1 });
    });

    test.each(['failures', 'gone'])(
      'a webhook disabled for %s that then loses its owner asks to be adopted',
      async (reason) => {
        const { runtime } = stage.service.service;
        const off = sql`enabled = ${database === 'sqlite' ? 0 : false}, disabled_reason = ${reason}`;
        await runtime.database.run(sql`update webhooks set ${off} where id = ${hook}`);
        expect(await sweepUnownedWebhooks(runtime)).toBe(0);
        await revoke(owner);
        expect(await stage.show(hook)).toMatchObject({
          enabled: false,
          disabledReason: 'owner_revoked',
        });
        const path = `/os/webhooks/${hook}/adopt`;
        const fix = { operation: 'adoptWebhook', id: hook, method: 'POST', path, body: {} };
        expect(await gaps()).toEqual([expect.objectContaining({ fix })]);
        const adopted = await adopt(await stage.service.createKey({ scopes: ADMIN }));
        expect(adopted.body).toMatchObject({ enabled: true, disabledReason: null });
      },
    );

    test('an expired owner is detected without due deliveries', async () => {
      await stage.service.send('PATCH', `/os/keys/${idOf(owner)}`, {
        body: { expiresAt: '2026-11-02T09:00:00Z' },
      });
      const { runtime } = stage.service.service;
      expect(await sweepUnownedWebhooks(runtime)).toBe(0);
      stage.service.clock.advance(3_600_000);
      expect(await sweepUnownedWebhooks(runtime)).toBe(1);
      expect(await stage.show(hook)).toMatchObject({ disabledReason: 'owner_expired' });
      expect(await gaps()).toHaveLength(1);
    });

    test.each([
      ['expired', sql`expires_at = '2026-11-02T08:00:00.000Z'`, 'owner_expired'],
      ['revoked', sql`revoked_at = '2026-11-02T08:00:00.000Z'`, 'owner_revoked'],
      ['lost admin:*', sql`scopes = '["read:*"]'`, 'owner_narrowed'],
      ['lost all farms', sql`farm_ids = '[]'`, 'owner_narrowed'],
    ])(
      'an owner that %s is detected without due deliveries, with an alert',
      async (_, loss, reason) => {
        const { runtime } = stage.service.service;
        await runtime.database.run(sql`update api_keys set ${loss} where id = ${idOf(owner)}`);
        expect(await sweepUnownedWebhooks(runtime)).toBe(1);
        expect(await sweepUnownedWebhooks(runtime)).toBe(0);
        expect(await stage.show(hook)).toMatchObject({ enabled: false, disabledReason: reason });
        expect(await gaps()).toHaveLength(1);
        const { body } = await stage.service.send('GET', `/alerts?farmId=${stage.farm.farmId}`);
        expect(body.data).toMatchObject([
          {
            severity: 'critical',
            category: 'integration',
            source: { rule: 'webhook_off', webhookId: hook, reason },
          },
        ]);
      },
    );

    test('credentials in its address are shown at its creation only', async () => {
      const url = 'https://one.example.com/hook?token=hush-hush';
      const maskedUrl = 'https://one.example.com/hook?token=***';
      const created = await subscribe(owner, { url });
      expect(created.body.url).toBe(url);
      const path = `/os/webhooks/${created.body.id}`;
      const { send } = stage.service;
      expect((await send('GET', path)).body.url).toBe(maskedUrl);
      expect((await send('GET', '/webhooks')).text).not.toContain('hush');
      const same = await send('PATCH', path, { body: { url: maskedUrl, description: 'x' } });
      expect([same.status, same.body.url]).toEqual([200, maskedUrl]);
      const { database: rows } = stage.service.service.runtime;
      const stored = await rows.first(sql`select url from webhooks where id = ${created.body.id}`);
      expect(stored).toEqual({ url });
      const other = { url: 'https://two.example.com/hook?token=***' };
      expect((await send('PATCH', path, { body: other })).status).toBe(400);
    });

    test('an owner with reduced rights gets only what it may still see, even on retries', async () => {
      stage.answer(HOOK, (count) => (count <= 2 ? 500 : 200));
      await stage.write('task');
      await expense();
      await stage.deliver();
      expect(events().sort()).toEqual([...EVENTS].sort());
      await change(owner, ['admin:*', 'read:tasks'], null);
      await stage.write('another');
      await expense();
      await stage.pass(60_000, 5000);
      expect(events().slice(2)).toEqual(['task.created', 'task.created']);
      const { body } = await stage.service.send(
        'GET',
        `/os/webhooks/${hook}/deliveries?state=cancelled`,
      );
      expect(body.data.map(({ event }: { event: string }) => event)).toEqual(['expense.created']);
      expect(await stage.show(hook)).toMatchObject({
        enabled: true,
        unreadableEvents: ['expense.created'],
      });
    });

    test('an owner pinned to another farm gets nothing of this one', async () => {
      const other = await createFarm(stage.service);
      await stage.write('here');
      await change(owner, ADMIN, [other.farmId]);
      await stage.write('here too');
      await expense(other.farmId);
      await stage.deliver();
      expect(stage.received.map(({ body }) => body.farmId)).toEqual([other.farmId]);
    });

    test.each([
      ['may read none of its events', ['admin:*', 'read:flocks']],
      ['may not manage webhooks', ['read:*']],
    ])('an owner that %s loses it', async (_, scopes) => {
      await stage.write('task');
      await change(owner, scopes, null);
      await stage.deliver();
      expect(stage.received).toEqual([]);
      expect(await stage.show(hook)).toMatchObject({ disabledReason: 'owner_narrowed', held: 1 });
    });

    test('a key with more rights extends none of its webhooks', async () => {
      const restrictedKey = await stage.service.createKey({ scopes: ['admin:*', 'read:tasks'] });
      await stage.service.send('DELETE', `/os/webhooks/${hook}`);
      await subscribe(restrictedKey);
      await change(restrictedKey, ADMIN, null);
      await expense();
      await stage.write('task');
      await stage.deliver();
      expect(events()).toEqual(['task.created']);
    });

    test('adopted by a key with more read access, it gets no more than before', async () => {
      const restrictedKey = await stage.service.createKey({
        scopes: ['admin:*', 'read:tasks'],
        farmIds: [stage.farm.farmId],
      });
      await stage.service.send('DELETE', `/os/webhooks/${hook}`);
      hook = (await subscribe(restrictedKey)).body.id;
      const other = await createFarm(stage.service);
      await revoke(restrictedKey);
      expect((await adopt(stage.service.admin)).status).toBe(200);
      await expense();
      await create(stage.service, 'tasks', { title: 'there' }, { farmId: other.farmId });
      await stage.write('here');
      await stage.deliver();
      expect(stage.received.map(({ body }) => body.data.record.title)).toEqual(['here']);
    });

    test('only a key with the rights can adopt it, and no other key can enable it', async () => {
      await revoke(owner);
      const keys = {
        'reads less': await stage.service.createKey({ scopes: ['admin:*', 'read:tasks'] }),
        'no admin': await stage.service.createKey({ scopes: ['read:*', 'write:*'] }),
        pinned: await stage.service.createKey({ farmIds: [stage.farm.farmId] }),
        foreign: await stage.service.createKey({
          orgId: await stage.service.createOrganisation('Second'),
        }),
      };
      const statuses = [];
      for (const key of Object.values(keys)) statuses.push((await adopt(key)).status);
      expect(statuses).toEqual([403, 403, 404, 404]);
      expect((await adopt(stage.service.admin, { replay: 'some' })).status).toBe(400);
      const patched = await stage.service.send('PATCH', `/os/webhooks/${hook}`, {
        body: { enabled: true },
      });
      expect([patched.status, patched.body.code]).toEqual([422, 'webhook_owner_lost']);
      expect(await stage.show(hook)).toMatchObject({ enabled: false });
    });

    test('adopted after a person disabled it, it stays disabled', async () => {
      await stage.service.send('PATCH', `/os/webhooks/${hook}`, { body: { enabled: false } });
      await revoke(owner);
      const { body } = await adopt(stage.service.admin);
      expect(body).toMatchObject({ enabled: false, disabledReason: 'by_hand' });
    });

    test('a webhook revoked on one instance is not sent by the other', async () => {
      const other = stage.another();
      await stage.write('waiting');
      await change(owner, ADMIN, null);
      const { runtime } = stage.service.service;
      await runtime.database.run(sql`
        update api_keys set revoked_at = '2026-11-02T08:30:00.000Z' where id = ${idOf(owner)}`);
      other.wake();
      await Promise.all([other.settled(), stage.deliver()]);
      await other.stop();
      expect(stage.received).toEqual([]);
      expect(await stage.show(hook)).toMatchObject({ disabledReason: 'owner_revoked', held: 1 });
    });
  });
}

test('a webhook without its owner keeps its rights, so that its events are held', () => {
  const rights = {
    events: ['*'],
    farmIds: null,
    keyFarmIds: ['farm_1'],
    keyScopes: ['read:tasks'],
  };
  expect(currentSubscription({ ...rights, owner: null } as unknown as OwnedWebhook, 0)).toEqual(
    rights,
  );
});
