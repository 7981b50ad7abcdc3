import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { insertEvents, type OutboxEvent } from '../../src/storage/webhooks/outbox.ts';
import { DATABASES } from '../support/databases.ts';
import { openListener } from '../support/event-listener.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let baseUrl: string;
let farms: readonly [string, string];

async function start(database: (typeof DATABASES)[number]): Promise<void> {
  service = await startTestService(database);
  await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.service.app.server.address() as AddressInfo;
  baseUrl = `http://127.0.0.1:${port}`;
  const ids: string[] = [];
  for (const name of ['North', 'South']) {
    ids.push((await service.send('POST', '/farms', { body: { name } })).body.id);
  }
  farms = [ids[0] ?? '', ids[1] ?? ''];
}

async function write(title: string, farmId = farms[0]): Promise<void> {
  const { status } = await service.send('POST', `/tasks?farmId=${farmId}`, { body: { title } });
  expect(status).toBe(201);
}

const listen = (query = '', more: { key?: string; lastEventId?: string } = {}) =>
  openListener(baseUrl, { key: service.admin, query, ...more });

const titlesOf = (messages: readonly { readonly data: string }[]) =>
  messages.map(({ data }) => JSON.parse(data).data.record.title);

function bigEvent(at: number, bytes: number): OutboxEvent {
  return {
    id: `evt_big_${at}`,
    event: 'task.created',
    orgId: service.orgId,
    farmId: farms[0],
    resource: 'tasks',
    rowId: 'task_1',
    createdAt: '2026-11-02T08:30:00.000Z',
    body: JSON.stringify({ text: 'x'.repeat(bytes) }),
  };
}

afterEach(() => service.close());

describe.each(DATABASES)('%s: a stream', (database) => {
  beforeEach(() => start(database));

  test('sends the events since its start, with the body that webhooks get', async () => {
    await write('before');
    const listener = await listen();
    expect([listener.status, listener.headers['content-type']]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
    ]);
    expect(listener.headers).toMatchObject({
      'cache-control': 'no-store, no-transform',
      'x-ratelimit-limit': '1000000',
    });
    await listener.heard('ready');
    await write('first');
    await write('second');
    const received = await listener.heard('task.created', 2);
    expect(titlesOf(received)).toEqual(['first', 'second']);
    const stored = await service.events();
    expect(received.map(({ id, data }) => [id, JSON.parse(data)])).toEqual(
      stored.slice(-2).map(({ body }) => [(body as { id: string }).id, body]),
    );
    expect(listener.messages.map(({ event }) => event)).toEqual([
      'ready',
      'task.created',
      'task.created',
    ]);
  });

  test('continues after the last received event', async () => {
    const first = await listen();
    await first.heard('ready');
    await write('one');
    const [received] = await first.heard('task.created');
    first.close();
    for (let count = 0; count < 3; count++) await write(`missed ${count}`);
    const again = await listen('', { lastEventId: received?.id ?? '' });
    expect(titlesOf(await again.heard('task.created', 3))).toEqual([
      'missed 0',
      'missed 1',
      'missed 2',
    ]);
    await write('live');
    expect(titlesOf(await again.heard('task.created', 4)).at(-1)).toBe('live');
    expect(again.messages.some(({ event }) => event === 'reset')).toBe(false);
  });

  test('continues after its start if no event was received yet', async () => {
    const first = await listen();
    const [ready] = await first.heard('ready');
    first.close();
    await write('missed');
    const again = await listen('', { lastEventId: ready?.id ?? '' });
    expect(titlesOf(await again.heard('task.created'))).toEqual(['missed']);
  });

  test.each(['evt_01JUNKNOWN', 'seq_99999', 'nonsense'])(
    'reports missed events if Last-Event-ID is %s, and continues from now',
    async (lastEventId) => {
      await write('before');
      const listener = await listen('', { lastEventId });
      await listener.heard('ready');
      await write('after');
      expect(titlesOf(await listener.heard('task.created'))).toEqual(['after']);
      expect(listener.messages[0]).toMatchObject({
        event: 'reset',
        data: '{"reason":"unknown_event_id"}',
      });
    },
  );

  test('sends more than one batch of missed events, in order', async () => {
    const first = await listen();
    const [ready] = await first.heard('ready');
    const operations = 230;
    for (let count = 0; count < operations; count += 10) {
      await Promise.all(Array.from({ length: 10 }, (_, at) => write(`${count + at}`)));
    }
    const again = await listen('', { lastEventId: ready?.id ?? '' });
    const received = titlesOf(await again.heard('task.created', operations));
    expect(new Set(received).size).toBe(operations);
    expect(received).toHaveLength(operations);
  });
});

describe('a stream', () => {
  beforeEach(() => start('sqlite'));

  test('sends a key only events of its farms, modules and organisation', async () => {
    const north = await listen('', { key: await service.createKey({ farmIds: [farms[0]] }) });
    const south = await listen('', { key: await service.createKey({ farmIds: [farms[1]] }) });
    const alerts = await listen('', { key: await service.createKey({ scopes: ['read:alerts'] }) });
    const tasks = await listen('', { key: await service.createKey({ scopes: ['read:tasks'] }) });
    const orgId = await service.createOrganisation('Other');
    const other = await listen('', { key: await service.createKey({ orgId }) });
    const all = [north, south, alerts, tasks, other];
    await Promise.all(all.map((listener) => listener.heard('ready')));
    await write('in the north', farms[0]);
    await write('in the south', farms[1]);
    await service.send('POST', `/alerts?farmId=${farms[1]}`, {
      body: { title: 'Heat', severity: 'critical' },
    });
    await tasks.heard('task.created', 2);
    await alerts.heard('alert.critical');
    await south.heard('alert.critical');
    const reported = all.map(({ messages }) =>
      messages.filter(({ event }) => event !== 'ready').map(({ event }) => event),
    );
    expect(reported).toEqual([
      ['task.created'],
      ['task.created', 'alert.created', 'alert.critical'],
      ['alert.created', 'alert.critical'],
      ['task.created', 'task.created'],
      [],
    ]);
  });

  test('can be filtered by farm and by event', async () => {
    const farm = await listen(`?farmId=${farms[1]}`);
    const critical = await listen('?events=alert.critical,task.completed');
    await Promise.all([farm.heard('ready'), critical.heard('ready')]);
    await write('in the north', farms[0]);
    await write('in the south', farms[1]);
    await service.send('POST', `/alerts?farmId=${farms[0]}`, {
      body: { title: 'Heat', severity: 'critical' },
    });
    await critical.heard('alert.critical');
    expect(titlesOf(await farm.heard('task.created'))).toEqual(['in the south']);
    expect(critical.messages.map(({ event }) => event)).toEqual(['ready', 'alert.critical']);
  });

  test.each([
    ['?events=alert.critcal', 400, /alert\.critical/],
    ['?event=alert.critical', 400, /did you mean events/],
    ['?events=', 400, /events/],
    ['?farmId=farm_unknown', 403, /farm_forbidden/],
  ])('%s is rejected with %i', async (query, status, text) => {
    const listener = await listen(query);
    expect(listener.status).toBe(status);
    expect(await listener.text()).toMatch(text);
  });

  test('requires a key that may read some module', async () => {
    const writer = await listen('', { key: await service.createKey({ scopes: ['write:*'] }) });
    expect(writer.status).toBe(403);
    const unauthenticated = await listen('', { key: 'nonsense' });
    expect(unauthenticated.status).toBe(401);
  });

  test.each([
    ['is revoked', (id: string) => service.send('DELETE', `/os/keys/${id}`)],
    [
      'expires',
      async (id: string) => {
        const expiresAt = new Date(service.clock.now() + 1000).toISOString();
        await service.send('PATCH', `/os/keys/${id}`, { body: { expiresAt } });
        service.clock.advance(2000);
      },
    ],
  ])('ends within two seconds if its key %s', async (_, change) => {
    const key = await service.createKey({ scopes: ['read:*'] });
    const listener = await listen('', { key });
    const other = await listen();
    await Promise.all([listener.heard('ready'), other.heard('ready')]);
    const from = performance.now();
    await change(key.split('_')[2] ?? '');
    const [end] = await listener.heard('end');
    await listener.ended;
    expect(end?.data).toBe('{"reason":"key_changed"}');
    expect(performance.now() - from).toBeLessThan(2000);
    await write('still told');
    expect(titlesOf(await other.heard('task.created'))).toEqual(['still told']);
  });

  test('sends no events after its key was revoked', async () => {
    const key = await service.createKey({ scopes: ['read:*'] });
    const listener = await listen('', { key });
    await listener.heard('ready');
    await service.send('DELETE', `/os/keys/${key.split('_')[2] ?? ''}`);
    await write('not told');
    await listener.heard('end');
    await listener.ended;
    expect(listener.messages.map(({ event }) => event)).toEqual(['ready', 'end']);
  });

  test('buffers little memory for a slow reader, who still gets all events', async () => {
    const listener = await listen();
    await listener.heard('ready');
    listener.pause();
    // More than the buffers of both sockets and of the stream together.
    const [count, bytes] = [160, 100_000];
    const { database, eventNotifier } = service.service.runtime;
    for (const half of [0, 1]) {
      await database.transaction(async (transaction) => {
        for (let at = half; at < count; at += 2)
          await insertEvents(transaction, [bigEvent(at, bytes)]);
      });
      eventNotifier?.notify();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await write('small');
    listener.resume();
    const received = await listener.heard('task.created', count + 1);
    const order = [...Array(count / 2).keys()];
    expect(received.map(({ id }) => id).slice(0, count)).toEqual([
      ...order.map((at) => `evt_big_${2 * at}`),
      ...order.map((at) => `evt_big_${2 * at + 1}`),
    ]);
    expect(titlesOf(received.slice(count))).toEqual(['small']);
  });

  test('is rejected if a key has too many open, until one of them is closed', async () => {
    const key = await service.createKey();
    const open = [];
    for (let count = 0; count < limits.eventStreamsPerKey; count++) {
      open.push(await listen('', { key }));
    }
    const refused = await listen('', { key });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '5']);
    expect(JSON.parse(await refused.text())).toMatchObject({ code: 'too_many_streams' });
    const other = await listen();
    expect(other.status).toBe(200);
    open[0]?.close();
    await expect.poll(async () => (await listen('', { key })).status).toBe(200);
  });

  test('does not occupy a slot for requests', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => service.createKey()));
    const streams = keys.flatMap((key) => Array.from({ length: 8 }, () => listen('', { key })));
    const statuses = (await Promise.all(streams)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const answer = await fetch(`${baseUrl}/v1/platform/me`, {
      headers: { authorization: `Bearer ${service.admin}` },
    });
    expect(answer.status).toBe(200);
  });

  test('is in the audit log as a call, and not in the latency metrics', async () => {
    const listener = await listen(`?farmId=${farms[0]}`);
    await listener.heard('ready');
    await service.service.app.inject({ url: '/livez' });
    const path = encodeURIComponent('/v1/platform/os/events/stream');
    await expect
      .poll(async () => (await service.send('GET', `/os/audit?path=${path}`)).body.data)
      .toMatchObject([{ method: 'GET', status: 200, farmId: farms[0] }]);
  });

  test('is notified of a shutdown, and ends', async () => {
    const listener = await listen();
    await listener.heard('ready');
    const from = performance.now();
    await service.service.app.close();
    const [end] = await listener.heard('end');
    await listener.ended;
    expect(end?.data).toBe('{"reason":"shutting_down"}');
    expect(performance.now() - from).toBeLessThan(2000);
  });

  test('does not answer HEAD', async () => {
    const answer = await fetch(`${baseUrl}/v1/platform/os/events/stream`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${service.admin}` },
    });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET']);
  });
});

test('a service embedded in a command rejects streams', async () => {
  service = await startTestService();
  const { status, body } = await service.send('GET', '/os/events/stream');
  expect([status, body.error, body.code]).toEqual([501, 'not_implemented', 'no_streams']);
  expect(body.message).toContain('farmctl serve');
});
