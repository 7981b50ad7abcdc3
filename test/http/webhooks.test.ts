import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { playScenarios, type Scenario, type Stage } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

const URL = 'https://brain.example.com/hooks/farm';

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let stage: Stage;
    beforeAll(async () => {
      service = await startTestService(database);
      const { farmId } = await createFarm(service);
      const { farmId: otherFarmId } = await createFarm(service, { name: 'Other farm' });
      const secondAdmin = await service.createKey({
        orgId: await service.createOrganisation('Second'),
      });
      const pinned = await service.createKey({ farmIds: [farmId] });
      const blind = await service.createKey({ scopes: ['admin:*'] });
      const reader = await service.createKey({ scopes: ['read:*', 'write:*'] });
      const subscribe = async (key: string, body: object) =>
        (await service.send('POST', '/webhooks', { key, body })).body.id;
      const hookId = await subscribe(service.admin, { url: URL, events: ['task.created'] });
      const offId = await subscribe(service.admin, { url: URL, events: ['sale.created'] });
      const farmHookId = await subscribe(pinned, { url: URL, events: ['*'] });
      await service.send('PATCH', `/os/webhooks/${offId}`, { body: { enabled: false } });
      await create(service, 'tasks', { title: 'Check the fans' }, { farmId });
      const { body } = await service.send('GET', `/os/webhooks/${hookId}/deliveries`);
      stage = {
        service,
        keys: { secondAdmin, pinned, blind, reader },
        names: { farmId, otherFarmId, hookId, offId, farmHookId, deliveryId: body.data[0].id },
      };
    });
    afterAll(() => service.close());

    const play = (scenarios: readonly Scenario[]) => playScenarios(() => stage, scenarios);
    const asIt = (request: Partial<Scenario>): Scenario => ({
      name: 'it',
      method: 'POST',
      url: '/webhooks',
      status: 201,
      ...request,
    });

    describe('a new webhook', () => {
      test('is shown with its secret once, and never again', async () => {
        const headers = { 'idempotency-key': 'hook-1' };
        const body = {
          url: URL,
          events: ['alert.critical', 'task.created'],
          description: ' Brain ',
        };
        const created = await service.send('POST', '/webhooks', { body, headers });
        expect([created.status, created.headers['location']]).toEqual([
          201,
          `/v1/platform/os/webhooks/${created.body.id}`,
        ]);
        const { secret, ...shown } = created.body;
        expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
        expect(shown).toEqual({
          id: expect.stringMatching(/^webhook_/),
          url: URL,
          events: ['alert.critical', 'task.created'],
          farmIds: null,
          description: 'Brain',
          ordered: false,
          enabled: true,
          consecutiveFailures: 0,
          disabledReason: null,
          disabledAt: null,
          pending: 0,
          held: 0,
          dropped: 0,
          unreadableEvents: [],
          previousSecretUntil: null,
          createdBy: service.admin.split('_')[2],
          ownerKeyId: service.admin.split('_')[2],
          createdAt: '2026-11-02T08:30:00.000Z',
          updatedAt: '2026-11-02T08:30:00.000Z',
        });
        const path = `/os/webhooks/${created.body.id}`;
        expect((await service.send('GET', path)).body).toEqual(shown);
        const again = await service.send('POST', '/webhooks', { body, headers });
        expect([again.body, again.headers['idempotent-replayed']]).toEqual([shown, 'true']);
        const listed = await service.send('GET', '/webhooks');
        expect(listed.text).not.toContain('whsec_');
        await service.send('DELETE', path);
      });

      play([
        asIt({
          name: 'names every field that is wrong',
          body: { url: 'ftp://x.example.com', events: ['task.created', 'task.creatd'], ordered: 1 },
          status: 400,
          has: {
            issues: [
              { path: 'url', code: 'invalid_format' },
              { path: 'events[1]', code: 'not_allowed', suggestion: 'task.created' },
              { path: 'ordered', code: 'wrong_type' },
            ],
          },
        }),
        asIt({
          name: 'needs an address and events',
          body: {},
          status: 400,
          has: {
            issues: [
              { path: 'url', code: 'required' },
              { path: 'events', code: 'required' },
            ],
          },
        }),
        ...[
          'http://brain.example.com/',
          'https://127.0.0.1/',
          'https://2130706433/',
          'https://[::1]/',
          'https://169.254.169.254/latest',
          'https://user:secret@brain.example.com/',
          'https://brain.example.com:6379/',
          'https://localhost/',
        ].map((url) =>
          asIt({
            name: `must not call ${url}`,
            body: { url, events: ['*'] },
            status: 400,
            has: { issues: [{ path: 'url', code: 'not_allowed' }] },
            lacks: ['refused the connection'],
          }),
        ),
        asIt({
          name: 'is told of farms that its key sees',
          as: 'pinned',
          body: { url: URL, events: ['*'], farmIds: ['{farmId}', '{otherFarmId}'] },
          status: 400,
          has: { issues: [{ path: 'farmIds[1]', code: 'not_found' }] },
        }),
        asIt({
          name: 'of a key that reads nothing says so',
          as: 'blind',
          body: { url: URL, events: ['task.created'] },
          has: { unreadableEvents: ['task.created'] },
        }),
        asIt({
          name: 'needs the admin scope',
          as: 'reader',
          body: { url: URL, events: ['*'] },
          status: 403,
          has: { error: 'insufficient_scope' },
        }),
      ]);
    });

    describe('who manages it', () => {
      const paths = [
        ['GET', '/os/webhooks/{hookId}'],
        ['PATCH', '/os/webhooks/{hookId}'],
        ['DELETE', '/os/webhooks/{hookId}'],
        ['POST', '/os/webhooks/{hookId}/test'],
        ['POST', '/os/webhooks/{hookId}/rotate-secret'],
        ['POST', '/os/webhooks/{hookId}/replay'],
        ['GET', '/os/webhooks/{hookId}/deliveries'],
        ['GET', '/os/webhooks/deliveries/{deliveryId}'],
        ['POST', '/os/webhooks/deliveries/{deliveryId}/resend'],
      ] as const;
      play(
        paths.flatMap(([method, url]) => [
          ...(['secondAdmin', 'pinned'] as const).map((as) =>
            asIt({ name: `not ${as}: ${method} ${url}`, as, method, url, body: {}, status: 404 }),
          ),
          asIt({
            name: `not a reader: ${method} ${url}`,
            as: 'reader',
            method,
            url,
            body: {},
            status: 403,
          }),
        ]),
      );
      play([
        asIt({
          name: 'a pinned admin: the webhooks of its farm',
          as: 'pinned',
          method: 'GET',
          status: 200,
          has: { data: [{ id: '{farmHookId}' }], meta: { total: 1 } },
        }),
        asIt({
          name: 'a pinned admin does not widen it',
          as: 'pinned',
          method: 'PATCH',
          url: '/os/webhooks/{farmHookId}',
          body: { farmIds: ['{otherFarmId}'] },
          status: 400,
        }),
        asIt({
          name: 'one that reads less does not turn it to another address',
          as: 'blind',
          method: 'PATCH',
          url: '/os/webhooks/{hookId}',
          body: { url: 'https://thief.example.com/' },
          status: 403,
          has: { error: 'insufficient_scope' },
        }),
      ]);
    });

    describe('a change', () => {
      play([
        asIt({
          name: 'touches what it names',
          method: 'PATCH',
          url: '/os/webhooks/{hookId}',
          body: { events: ['*', 'task.created'], description: null, ordered: true },
          status: 200,
          has: { url: URL, events: ['*'], description: null, ordered: true, enabled: true },
        }),
        asIt({
          name: 'is checked like a new one',
          method: 'PATCH',
          url: '/os/webhooks/{hookId}',
          body: { url: 'https://10.0.0.1/', replay: 'some' },
          status: 400,
          has: { issues: [{ path: 'url' }, { path: 'replay', allowed: ['all', 'none'] }] },
        }),
        asIt({
          name: 'that switches it off is no failure',
          method: 'GET',
          url: '/os/webhooks/{offId}',
          status: 200,
          has: { enabled: false, disabledReason: 'by_hand', consecutiveFailures: 0 },
        }),
        ...(['test', 'replay'] as const).map((verb) =>
          asIt({
            name: `of one that is off is needed before a ${verb}`,
            url: `/os/webhooks/{offId}/${verb}`,
            body: {},
            status: 422,
            has: { code: 'webhook_off' },
          }),
        ),
      ]);
    });

    describe('a secret', () => {
      const url = '/os/webhooks/{hookId}/rotate-secret';
      play([
        asIt({
          name: 'is exchanged with a grace',
          url,
          body: { graceHours: 48 },
          status: 200,
          has: {
            previousSecretUntil: '2026-11-04T08:30:00.000Z',
            secret: expect.stringMatching(/^whsec_/),
          },
        }),
        asIt({
          name: 'is not exchanged twice at a time',
          url,
          body: {},
          status: 422,
          has: { code: 'rotation_under_way' },
        }),
        asIt({
          name: 'the one before is put out early',
          url,
          body: { phase: 'finish' },
          status: 200,
          has: { previousSecretUntil: null },
          lacks: ['whsec_'],
        }),
        asIt({
          name: 'is not exchanged with a grace of years',
          url,
          body: { graceHours: 10_000, phase: 'end' },
          status: 400,
          has: { issues: [{ path: 'phase' }, { path: 'graceHours' }] },
        }),
      ]);
    });

    describe('deliveries', () => {
      play([
        asIt({
          name: 'are listed',
          method: 'GET',
          url: '/os/webhooks/{hookId}/deliveries?state=pending&event=task.created&from=2026-11-02&limit=1',
          status: 200,
          has: {
            data: [
              {
                id: '{deliveryId}',
                webhookId: '{hookId}',
                event: 'task.created',
                farmId: '{farmId}',
                state: 'pending',
                attempts: 0,
                nextAttemptAt: '2026-11-02T08:30:00.000Z',
              },
            ],
            meta: { total: 1, limit: 1, offset: 0, hasMore: false },
          },
        }),
        asIt({
          name: 'are filtered by what there is',
          method: 'GET',
          url: '/os/webhooks/{hookId}/deliveries?state=sent&event=task.made&from=soon',
          status: 400,
          has: { issues: [{ path: 'state' }, { path: 'event' }, { path: 'from' }] },
        }),
        asIt({
          name: 'are read one by one',
          method: 'GET',
          url: '/os/webhooks/deliveries/{deliveryId}',
          status: 200,
          has: { id: '{deliveryId}', log: [] },
        }),
        asIt({
          name: 'are sent again',
          url: '/os/webhooks/deliveries/{deliveryId}/resend',
          status: 200,
          has: { id: '{deliveryId}', state: 'pending' },
        }),
        asIt({
          name: 'can be made for a test, which no other webhook is told of',
          url: '/os/webhooks/{hookId}/test',
          has: { webhookId: '{hookId}', event: 'webhook.test', state: 'pending', farmId: null },
        }),
        asIt({
          name: 'are replayed by range',
          url: '/os/webhooks/{hookId}/replay',
          body: { missing: 'yes', events: [], from: 5 },
          status: 400,
          has: { issues: [{ path: 'missing' }, { path: 'events' }, { path: 'from' }] },
        }),
      ]);
    });

    test('a deleted webhook gets no more events', async () => {
      const body = { url: URL, events: ['task.created'] };
      const { id } = (await service.send('POST', '/webhooks', { body })).body;
      const path = `/os/webhooks/${id}`;
      expect((await service.send('DELETE', path)).body).toEqual({ id, deleted: true });
      expect((await service.send('GET', path)).status).toBe(404);
      expect((await service.send('DELETE', path)).status).toBe(404);
    });

    test('an organisation has at most a hundred webhooks', async () => {
      const key = await service.createKey({
        orgId: await service.createOrganisation('Third'),
      });
      const body = { url: URL, events: ['task.created'] };
      for (let count = 0; count < 100; count++) {
        expect((await service.send('POST', '/webhooks', { key, body })).status).toBe(201);
      }
      const refused = await service.send('POST', '/webhooks', { key, body });
      expect([refused.status, refused.body.code]).toEqual([422, 'too_many_webhooks']);
      const { meta } = (await service.send('GET', '/webhooks?limit=30&offset=90', { key })).body;
      expect(meta).toEqual({ total: 100, limit: 30, offset: 90, hasMore: false });
    });
  });
}
