import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { leaseTimes } from '../../../src/storage/system/job-leases.ts';
import { DATABASES } from '../../support/databases.ts';
import { startWebhookStage, type WebhookStage } from '../../support/webhook-stage.ts';

const URL_1 = 'https://one.example.com/hook';
const URL_2 = 'https://two.example.com/hook';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const titles = (stage: WebhookStage, url = URL_1) =>
  stage.received.filter((one) => one.url === url).map(({ body }) => body.data.record.title);

for (const database of DATABASES) {
  describe(database, () => {
    let stage: WebhookStage;
    beforeEach(async () => {
      stage = await startWebhookStage(database);
    });
    afterEach(() => stage.close());

    const writeMany = async (count: number, first = 1) => {
      for (let index = first; index < first + count; index++) await stage.write(`Task ${index}`);
    };
    /** Lets every lease run out, by the clock of the database. */
    const endLeases = () =>
      stage.service.service.runtime.database.transaction((transaction) =>
        transaction.run(sql`
          update webhook_deliveries set lease_until = ${leaseTimes(transaction, 0).present}
          where state = 'leased'`),
      );
    const logOf = async (id: string) => {
      const { body } = await stage.service.send('GET', `/os/webhooks/${id}/deliveries?limit=1`);
      return (await stage.service.send('GET', `/os/webhooks/deliveries/${body.data[0].id}`)).body;
    };

    test('an event is sent unchanged from the outbox, signed, and only once', async () => {
      const { id, secret } = await stage.subscribe(URL_1);
      const task = await stage.write('Check the fans');
      await stage.deliver();
      await stage.deliver();
      expect(stage.received).toHaveLength(1);
      const [{ text, body, headers } = stage.received[0]!] = stage.received;
      expect(body).toEqual({
        id: expect.stringMatching(/^evt_/),
        event: 'task.created',
        orgId: stage.service.orgId,
        farmId: stage.farm.farmId,
        createdAt: '2026-11-02T08:30:00.000Z',
        data: { record: task },
      });
      expect(headers).toEqual({
        'content-type': 'application/json',
        'user-agent': expect.stringMatching(/^farmctl\/\d/),
        'x-service-timestamp': '1793608200',
        'x-service-signature': expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
        'webhook-id': body.id,
        'webhook-timestamp': '1793608200',
        'webhook-signature': new Webhook(secret).sign(
          body.id,
          new Date('2026-11-02T08:30:00.000Z'),
          text,
        ),
      });
      expect(await logOf(id)).toMatchObject({
        state: 'delivered',
        attempts: 1,
        nextAttemptAt: null,
        log: [{ status: 200, failure: null, response: 'noted', nextAttemptAt: null }],
      });
    });

    test('a failed delivery is retried on the schedule, with the same id and a new time', async () => {
      const { id } = await stage.subscribe(URL_1);
      stage.answer(URL_1, (count) => (count === 1 ? 503 : count === 2 ? 'silence' : 204));
      await stage.write('Check the fans');
      await stage.deliver();
      await stage.pass(4000, 1000);
      expect(stage.received).toHaveLength(1);
      expect(await stage.show(id)).toMatchObject({ consecutiveFailures: 1, pending: 1 });
      await stage.pass(31_000, 1000);
      expect(stage.received.map(({ headers }) => headers['webhook-timestamp'])).toEqual([
        '1793608200',
        '1793608205',
        '1793608235',
      ]);
      expect(new Set(stage.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
      expect(await stage.show(id)).toMatchObject({ consecutiveFailures: 0, pending: 0 });
      const { log } = await logOf(id);
      expect(log.map(({ status, failure }: Record<string, unknown>) => [status, failure])).toEqual([
        [503, null],
        [null, 'timeout'],
        [204, null],
      ]);
    });

    test('Retry-After is respected', async () => {
      await stage.subscribe(URL_1);
      const tooManyRequests = { status: 429, headers: { 'retry-after': '60' } };
      stage.answer(URL_1, (count) => (count === 1 ? tooManyRequests : 200));
      await stage.write('Check the fans');
      await stage.deliver();
      await stage.pass(59_000, 1000);
      expect(stage.received).toHaveLength(1);
      await stage.pass(1000, 1000);
      expect(stage.received).toHaveLength(2);
    });

    test.each([
      [19, true, 19],
      [20, false, 20],
      [21, false, 20],
    ])(
      'a webhook is enabled after %i consecutive failures: %s',
      async (failures, enabled, counted) => {
        const { id } = await stage.subscribe(URL_1);
        stage.answer(URL_1, (count) => (count <= failures ? 500 : 200));
        await writeMany(failures);
        await stage.deliver();
        expect(await stage.show(id)).toMatchObject({
          enabled,
          consecutiveFailures: counted,
          disabledReason: enabled ? null : 'failures',
        });
        expect(stage.received).toHaveLength(counted);
      },
    );

    test('a success in between resets the count', async () => {
      const { id } = await stage.subscribe(URL_1);
      stage.answer(URL_1, (count) => (count === 20 ? 200 : 500));
      await writeMany(39);
      await stage.deliver();
      expect(await stage.show(id)).toMatchObject({ enabled: true, consecutiveFailures: 19 });
    });

    test('a webhook that answers 410 is disabled immediately', async () => {
      const { id } = await stage.subscribe(URL_1);
      stage.answer(URL_1, () => 410);
      await stage.write('Check the fans');
      await stage.deliver();
      expect(await stage.show(id)).toMatchObject({
        enabled: false,
        disabledReason: 'gone',
        disabledAt: '2026-11-02T08:30:00.000Z',
        held: 1,
      });
    });

    test('disabling a webhook raises a critical alert, which is sent to the others', async () => {
      const { id } = await stage.subscribe(URL_1);
      await stage.subscribe(URL_2, { events: ['alert.critical'] });
      stage.answer(URL_1, () => 500);
      await writeMany(20);
      await stage.deliver();
      const deliveries = stage.received.filter(({ url }) => url === URL_2);
      expect(deliveries.map(({ body }) => body.data.record)).toEqual([
        expect.objectContaining({
          farmId: stage.farm.farmId,
          severity: 'critical',
          category: 'integration',
          status: 'open',
          title: 'ה-webhook אל one.example.com כובה',
          source: expect.objectContaining({
            rule: 'webhook_off',
            webhookId: id,
            reason: 'failures',
          }),
        }),
      ]);
    });

    test.each([
      ['enabled', 'PATCH', { enabled: true }, 'El webhook está activado de nuevo.'],
      ['removed', 'DELETE', undefined, 'El webhook fue eliminado.'],
    ] as const)(
      'the alert of a webhook closes when it is %s',
      async (_what, method, body, note) => {
        const { id } = await stage.subscribe(URL_1);
        stage.answer(URL_1, () => 410);
        await stage.write('Check the fans');
        await stage.deliver();
        const { send } = stage.service;
        const alerts = () => send('GET', '/alerts', { headers: { 'accept-language': 'es' } });
        const title = 'Se desactivó el webhook hacia one.example.com';
        expect((await alerts()).body.data).toMatchObject([{ status: 'open', title }]);
        await send(method, `/os/webhooks/${id}`, body ? { body } : {});
        const resolvedAlert = { status: 'resolved', title, resolutionNote: note };
        expect((await alerts()).body.data).toMatchObject([resolvedAlert]);
      },
    );

    test('a disabled webhook loses nothing: when enabled, held events are sent in order', async () => {
      const { id } = await stage.subscribe(URL_1);
      stage.answer(URL_1, () => 500);
      await writeMany(20);
      await stage.deliver();
      await writeMany(5, 21);
      await stage.deliver();
      expect(await stage.show(id)).toMatchObject({ enabled: false, pending: 0, held: 25 });
      stage.received.length = 0;
      stage.answer(URL_1, () => 200);
      const { body } = await stage.service.send('PATCH', `/os/webhooks/${id}`, {
        body: { enabled: true },
      });
      expect(body).toMatchObject({ enabled: true, consecutiveFailures: 0, pending: 25, held: 0 });
      await stage.deliver();
      expect(titles(stage)).toEqual(Array.from({ length: 25 }, (_, index) => `Task ${index + 1}`));
      expect(await stage.show(id)).toMatchObject({ pending: 0, held: 0, dropped: 0 });
    });

    test('held deliveries can be skipped', async () => {
      const { id } = await stage.subscribe(URL_1);
      await stage.service.send('PATCH', `/os/webhooks/${id}`, { body: { enabled: false } });
      await writeMany(3);
      const body = { enabled: true, replay: 'none' };
      await stage.service.send('PATCH', `/os/webhooks/${id}`, { body });
      await stage.write('Task 4');
      await stage.deliver();
      expect(titles(stage)).toEqual(['Task 4']);
    });

    test('an outage of three days loses no event', async () => {
      const { id } = await stage.subscribe(URL_1);
      const end = stage.service.clock.now() + 3 * DAY;
      stage.answer(URL_1, () => (stage.service.clock.now() < end ? 'silence' : 200));
      await stage.write('Task 1');
      await stage.deliver();
      await stage.pass(3 * DAY, 2 * HOUR);
      await stage.pass(DAY, 2 * HOUR);
      expect(await stage.show(id)).toMatchObject({ enabled: true, pending: 0, held: 0 });
      const { log, state } = await logOf(id);
      expect([state, log.at(-1).status]).toEqual(['delivered', 200]);
      expect(log.length).toBeLessThanOrEqual(14);
    });

    test('an outage of three days loses none of many events', async () => {
      const { id } = await stage.subscribe(URL_1);
      stage.answer(URL_1, () => 'silence');
      for (let hours = 0; hours < 72; hours += 4) {
        await stage.write(`Task ${hours}`);
        await stage.pass(4 * HOUR, 2 * HOUR);
      }
      expect(await stage.show(id)).toMatchObject({ enabled: false });
      stage.received.length = 0;
      stage.answer(URL_1, () => 200);
      await stage.service.send('PATCH', `/os/webhooks/${id}`, { body: { enabled: true } });
      await stage.deliver();
      expect(titles(stage)).toEqual(Array.from({ length: 18 }, (_, index) => `Task ${index * 4}`));
    });

    test('a delivery has failed after 14 attempts, and can be sent again', async () => {
      const { id } = await stage.subscribe(URL_1);
      stage.answer(URL_1, () => 500);
      await stage.write('Check the fans');
      await stage.deliver();
      await stage.pass(100 * HOUR, 2 * HOUR);
      expect(stage.received).toHaveLength(14);
      expect(await logOf(id)).toMatchObject({ state: 'exhausted', attempts: 14 });
      stage.answer(URL_1, () => 200);
      const { body } = await stage.service.send('POST', `/os/webhooks/${id}/replay`);
      expect(body).toEqual({ id, replayed: 1 });
      await stage.deliver();
      expect(await logOf(id)).toMatchObject({ state: 'delivered', attempts: 1 });
    });

    test('a replay immediately sends failed deliveries that wait for their next attempt', async () => {
      const { id } = await stage.subscribe(URL_1);
      stage.answer(URL_1, () => 500);
      await stage.write('Check the fans');
      await stage.deliver();
      expect(await logOf(id)).toMatchObject({ state: 'pending', attempts: 1 });
      stage.answer(URL_1, () => 200);
      const replay = () => stage.service.send('POST', `/os/webhooks/${id}/replay`);
      expect((await replay()).body).toEqual({ id, replayed: 1 });
      await stage.deliver();
      expect(await logOf(id)).toMatchObject({ state: 'delivered', attempts: 1 });
      expect((await replay()).body).toEqual({ id, replayed: 0 });
    });

    test('a hanging receiver does not delay the others', async () => {
      const pendingReplies: (() => void)[] = [];
      await stage.subscribe('https://dead.example.com/');
      stage.answer(
        'https://dead.example.com/',
        () => new Promise((resolve) => pendingReplies.push(() => resolve(200))),
      );
      for (let index = 1; index < 20; index++) {
        await stage.subscribe(`https://live-${index}.example.com/`);
      }
      await writeMany(10);
      stage.dispatcher.wake();
      const arrived = () => stage.received.filter(({ url }) => url.includes('live')).length;
      await expect.poll(arrived).toBe(190);
      expect(pendingReplies).toHaveLength(4);
      stage.answer('https://dead.example.com/', () => 200);
      for (const end of pendingReplies) end();
      await stage.deliver();
      expect(stage.received).toHaveLength(200);
    });

    test('events of one row are sequential with ordered, those of other rows are not', async () => {
      await stage.subscribe(URL_1, { events: ['task.created', 'task.completed'], ordered: true });
      const slow: (() => void)[] = [];
      stage.answer(URL_1, (count) =>
        count === 1 ? new Promise((resolve) => slow.push(() => resolve(500))) : 200,
      );
      const { id } = await stage.write('First');
      await stage.service.send('PATCH', `/tasks/${id}`, { body: { status: 'done' } });
      await stage.write('Second');
      stage.dispatcher.wake();
      await expect.poll(() => stage.received.length).toBe(2);
      const deliveries = () =>
        stage.received.map(({ body }) => `${body.event} ${body.data.record.title}`);
      expect(deliveries().sort()).toEqual(['task.created First', 'task.created Second']);
      for (const end of slow) end();
      await stage.deliver();
      expect(stage.received).toHaveLength(2);
      await stage.pass(5000, 5000);
      expect(deliveries().slice(2)).toEqual(['task.created First', 'task.completed First']);
    });

    test('two dispatchers on one database send nothing twice', async () => {
      await stage.subscribe(URL_1);
      await stage.subscribe(URL_2);
      const other = stage.another();
      stage.answer(URL_1, () => sleep(2).then(() => 200));
      await writeMany(40);
      stage.dispatcher.wake();
      other.wake();
      for (let round = 0; round < 5; round++) {
        await Promise.all([stage.dispatcher.settled(), other.settled()]);
        other.wake();
        stage.dispatcher.wake();
      }
      await Promise.all([stage.dispatcher.settled(), other.settled()]);
      await other.stop();
      expect(titles(stage, URL_1).sort()).toEqual([...new Set(titles(stage, URL_1))].sort());
      expect(stage.received).toHaveLength(80);
    });

    test('deliveries of an instance that died are sent by another', async () => {
      await stage.subscribe(URL_1);
      await stage.write('Check the fans');
      let answer: (status: number) => void = () => {};
      stage.answer(URL_1, (count) =>
        count === 1
          ? new Promise((resolve) => {
              answer = resolve;
            })
          : 200,
      );
      const dying = stage.another();
      dying.wake();
      await expect.poll(() => stage.received.length).toBe(1);
      await stage.deliver();
      expect(stage.received).toHaveLength(1);
      await endLeases();
      // While the seemingly dead one claims, the other leaves the webhook to its next run.
      await expect.poll(() => stage.deliver().then(() => stage.received.length)).toBe(2);
      // It was not dead after all: its word counts no more.
      answer(500);
      await dying.settled();
      const { body } = await stage.service.send('GET', '/webhooks');
      expect(body.data[0]).toMatchObject({ consecutiveFailures: 0, pending: 0 });
      await dying.stop();
    });

    test('a batch of results that cannot be written is written one by one', async () => {
      const { id } = await stage.subscribe(URL_1);
      await writeMany(3);
      const { runtime } = stage.service.service;
      const errors: unknown[] = [];
      const fault = new Error('not now');
      let faults = 0;
      const transaction: Database['transaction'] = (work) => {
        // The first after all have been answered.
        const isTurn = stage.received.length === 3 && faults++ === 0;
        return isTurn ? Promise.reject(fault) : runtime.database.transaction(work);
      };
      const failingWebhook = stage.another({
        runtime: { ...runtime, database: { ...runtime.database, transaction } },
        onError: (error) => errors.push(error),
      });
      failingWebhook.wake();
      await failingWebhook.settled();
      expect(errors).toEqual([fault]);
      await failingWebhook.stop();
      await stage.deliver();
      expect(stage.received).toHaveLength(3);
      expect(await stage.show(id)).toMatchObject({ pending: 0, consecutiveFailures: 0 });
      expect(await logOf(id)).toMatchObject({ state: 'delivered', attempts: 1 });
    });

    test('stopping releases deliveries without a response', async () => {
      const { id } = await stage.subscribe(URL_1);
      stage.answer(URL_1, () => new Promise(() => {}));
      await writeMany(8);
      stage.dispatcher.wake();
      await expect.poll(() => stage.received.length).toBe(4);
      await stage.dispatcher.stop();
      expect(stage.received).toHaveLength(4);
      expect(await stage.show(id)).toMatchObject({ pending: 8, consecutiveFailures: 0 });
      stage.answer(URL_1, () => 200);
      const next = stage.another();
      next.wake();
      await next.settled();
      const all = Array.from({ length: 8 }, (_, index) => `Task ${index + 1}`);
      expect(titles(stage).slice(4).sort()).toEqual(all);
      await next.stop();
    });

    test('calls start two at a time, so that requests are answered in between', async () => {
      let turn = 0;
      const turns: number[] = [];
      for (const name of ['one', 'two', 'three']) {
        const url = `https://${name}.example.com/hook`;
        await stage.subscribe(url);
        stage.answer(url, () => {
          turns.push(turn);
          setImmediate(() => {
            turn++;
          });
          return 200;
        });
      }
      await writeMany(4);
      await stage.deliver();
      expect(turns).toHaveLength(12);
      const inEach = [...new Set(turns)].map((one) => turns.filter((turn) => turn === one).length);
      expect(Math.max(...inEach)).toBe(2);
    });

    test('an event is sent immediately while the dispatcher runs', async () => {
      await stage.subscribe(URL_1);
      const running = stage.another();
      running.start();
      await running.settled();
      await stage.write('Check the fans');
      await running.settled();
      expect(titles(stage)).toEqual(['Check the fans']);
      await running.stop();
    });

    test('a delivery postponed by a wrong clock is due', async () => {
      const { id } = await stage.subscribe(URL_1);
      stage.answer(URL_1, (count) => (count === 1 ? 500 : 200));
      stage.service.clock.advance(400 * DAY);
      await stage.write('Check the fans');
      await stage.deliver();
      stage.service.clock.advance(-400 * DAY);
      await stage.deliver();
      expect(await stage.show(id)).toMatchObject({ pending: 0 });
      expect(stage.received).toHaveLength(2);
    });
  });
}
