import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../../src/model/core/limits.ts';
import { cleanUpWebhooks } from '../../../src/platform/webhooks/manage-deliveries.ts';
import { DATABASES } from '../../support/databases.ts';
import { startWebhookStage, type WebhookStage } from '../../support/webhook-stage.ts';

const URL = 'https://one.example.com/hook';
const DAY = 86_400_000;
const NEVER = new AbortController().signal;

for (const database of DATABASES) {
  describe(database, () => {
    let stage: WebhookStage;
    beforeEach(async () => {
      stage = await startWebhookStage(database);
    });
    afterEach(() => stage.close());

    const subscribeOff = async () => {
      const { id } = await stage.subscribe(URL);
      await stage.service.send('PATCH', `/os/webhooks/${id}`, { body: { enabled: false } });
      return id as string;
    };

    test('above 10,000 the oldest is dropped and counted', async () => {
      const id = await subscribeOff();
      await stage.write('Task 1');
      const { database: connection } = stage.service.service.runtime;
      const [heldDelivery] = (await stage.service.send('GET', `/os/webhooks/${id}/deliveries`)).body
        .data;
      // Older ones, as many as may be held besides the existing one.
      await connection.run(sql`
        with recursive number(value) as (
          select 1 union all select value + 1 from number where value < ${limits.deliveriesHeld - 1})
        insert into webhook_deliveries (id, webhook_id, event_id, event, sequence, state, attempts,
          fence, created_at, updated_at)
        select 'old_' || value, webhook_id, event_id, event, value - 1000000, state, attempts, fence,
          created_at, updated_at from number, webhook_deliveries where id = ${heldDelivery.id}`);
      expect(await stage.show(id)).toMatchObject({ held: 10_000, dropped: 0 });
      await stage.write('Task 2');
      await stage.write('Task 3');
      expect(await stage.show(id)).toMatchObject({ held: 10_000, dropped: 2 });
      const left = await connection.all<{ sequence: number | string }>(sql`
        select sequence from webhook_deliveries where webhook_id = ${id} order by sequence limit 1`);
      expect(Number(left[0]?.sequence)).toBe(3 - 1_000_000);
    });

    test('a held delivery is dropped and counted after 7 days', async () => {
      const id = await subscribeOff();
      await stage.write('Task 1');
      stage.service.clock.advance(DAY);
      await stage.write('Task 2');
      stage.service.clock.advance(6 * DAY + 1);
      await cleanUpWebhooks(stage.service.service.runtime, NEVER);
      expect(await stage.show(id)).toMatchObject({ held: 1, dropped: 1 });
      await stage.service.send('PATCH', `/os/webhooks/${id}`, { body: { enabled: true } });
      await stage.deliver();
      expect(stage.received.map(({ body }) => body.data.record.title)).toEqual(['Task 2']);
    });

    test('the delivery log is kept for 30 days', async () => {
      const { id } = await stage.subscribe(URL);
      await stage.write('Task 1');
      await stage.deliver();
      const count = async () =>
        (await stage.service.send('GET', `/os/webhooks/${id}/deliveries`)).body.meta.total;
      stage.service.clock.advance(30 * DAY);
      await cleanUpWebhooks(stage.service.service.runtime, NEVER);
      expect(await count()).toBe(1);
      stage.service.clock.advance(1);
      await cleanUpWebhooks(stage.service.service.runtime, NEVER);
      expect(await count()).toBe(0);
      const left = await stage.service.service.runtime.database.all(
        sql`select id from webhook_attempts`,
      );
      expect(left).toEqual([]);
    });

    test('nothing remains of a deleted webhook', async () => {
      const id = await subscribeOff();
      await stage.write('Task 1');
      await stage.service.send('DELETE', `/os/webhooks/${id}`);
      await cleanUpWebhooks(stage.service.service.runtime, NEVER);
      const left = await stage.service.service.runtime.database.all(
        sql`select id from webhook_deliveries`,
      );
      expect(left).toEqual([]);
    });

    test('delivered events are sent again on request', async () => {
      const { id } = await stage.subscribe(URL);
      await stage.write('Task 1');
      await stage.deliver();
      const replay = async (body: object) =>
        (await stage.service.send('POST', `/os/webhooks/${id}/replay`, { body })).body.replayed;
      expect(await replay({})).toBe(0);
      expect(await replay({ missing: false, to: '2026-11-01' })).toBe(0);
      expect(await replay({ missing: false, events: ['task.completed'] })).toBe(0);
      expect(await replay({ missing: false, from: '2026-11-02', to: '2026-11-02' })).toBe(1);
      await stage.deliver();
      expect(stage.received).toHaveLength(2);
      expect(stage.received[0]?.text).toBe(stage.received[1]?.text);
    });
  });
}
