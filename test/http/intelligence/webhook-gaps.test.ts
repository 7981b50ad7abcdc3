import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateWebhook } from '../../../src/storage/webhooks/webhooks.ts';
import { DATABASES } from '../../support/databases.ts';
import { create } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const URL = 'https://key:hush@brain.example.com:8443/hooks/hush-hush?token=hush';
const OFF = {
  enabled: false,
  disabledReason: 'failures',
  disabledAt: '2026-11-01T06:00:00.000Z',
  consecutiveFailures: 20,
} as const;

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let north: string;
    let south: string;
    const ids = new Map<string, string>();

    beforeAll(async () => {
      service = await startTestService(database);
      north = (await create(service, 'farms', { name: 'North' })).id;
      south = (await create(service, 'farms', { name: 'South' })).id;
      const pinned = await service.createKey({ farmIds: [south] });
      const subscribe = async (name: string, key: string, body: object = {}) => {
        const url = 'https://brain.example.com/hooks';
        const answer = await service.send('POST', '/webhooks', {
          key,
          body: { url, events: ['*'], ...body },
        });
        ids.set(name, answer.body.id);
        await updateWebhook(service.service.runtime.database, answer.body.id, { url: URL, ...OFF });
      };
      await subscribe('all farms', service.admin);
      await subscribe('north', service.admin, { farmIds: [north] });
      await subscribe('key of south', pinned);
      await subscribe('by hand', service.admin);
      await updateWebhook(service.service.runtime.database, ids.get('by hand') ?? '', {
        disabledReason: 'by_hand',
      });
      const other = await service.createKey({ orgId: await service.createOrganisation('Second') });
      await subscribe('another organisation', other);
    });
    afterAll(() => service.close());

    const webhooksOf = async (farmId: string) => {
      const key = await service.createKey({ scopes: ['read:*'] });
      const { body, text } = await service.send('GET', `/gaps?farmId=${farmId}&lang=en`, { key });
      // A key that reads the farm need not know how the webhooks are reached.
      expect(text).not.toMatch(/hush|whsec_|v1\./);
      return body.gaps.filter((gap: { kind: string }) => gap.kind === 'webhook_off');
    };
    const idsOf = (gaps: readonly { ids: { webhookId: string } }[]) =>
      gaps.map(({ ids: { webhookId } }) => webhookId).sort();

    test('a farm lists the disabled webhooks that receive its events', async () => {
      const named = (...names: string[]) => names.map((name) => ids.get(name)).sort();
      expect(idsOf(await webhooksOf(north))).toEqual(named('all farms', 'north'));
      expect(idsOf(await webhooksOf(south))).toEqual(named('all farms', 'key of south'));
    });

    test('disabled webhooks are listed with their host, the time, and the call that enables them', async () => {
      const [gap] = await webhooksOf(south);
      expect(gap).toMatchObject({
        severity: 'critical',
        title: 'Webhook to brain.example.com:8443 is switched off',
        count: 20,
        since: '2026-11-01T06:00:00.000Z',
        fix: {
          method: 'PATCH',
          path: `/os/webhooks/${gap.ids.webhookId}`,
          body: { enabled: true },
        },
      });
      await service.send('PATCH', gap.fix.path, { body: gap.fix.body });
      expect(idsOf(await webhooksOf(south))).not.toContain(gap.ids.webhookId);
    });
  });
}
