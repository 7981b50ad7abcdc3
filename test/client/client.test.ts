import { describe, expect, expectTypeOf, test } from 'vitest';
import { type ClientOptions, createClient, type FarmClient } from '../../src/client/client.ts';
import { ConnectionFailed } from '../../src/client/errors.ts';
import type { Attempt } from '../../src/client/retry.ts';
import type { Row } from '../../src/model/resources/registry.ts';
import { createMovableClock } from '../../src/tools/clock.ts';
import { createFakeTransport, type Exchange } from '../support/fake-transport.ts';

const START = Date.UTC(2026, 10, 21, 8);
const broken = new ConnectionFailed('broken', { method: 'POST', path: '/', server: 'x' });

function aClient(
  script: readonly Exchange[],
  options: Partial<Omit<ClientOptions, 'transport' | 'server'>> = {},
) {
  const transport = createFakeTransport(script);
  const clock = createMovableClock(START);
  const waits: number[] = [];
  let keys = 0;
  const client = createClient({
    transport,
    key: 'fk_live_secret',
    userAgent: 'farmctl/1.2.3',
    clock,
    random: () => 0,
    sleep: async (millis) => {
      waits.push(millis);
      clock.advance(millis);
    },
    newKey: () => `key-${++keys}`,
    maxWaitMs: 10_000,
    ...options,
  });
  return { client, transport, waits };
}

const emptyPage = { data: [], meta: { total: 0, limit: 50, offset: 0, hasMore: false } };

describe('requests', () => {
  const rows: readonly [string, (client: FarmClient) => Promise<unknown>, Exchange][] = [
    [
      'list',
      (client) => client.list('flocks', { status: 'active', limit: 5, farmId: undefined }),
      { on: 'GET /v1/platform/flocks?status=active&limit=5', reply: emptyPage },
    ],
    [
      'get',
      (client) => client.get('barns', 'a/b'),
      { on: 'GET /v1/platform/barns/a%2Fb', reply: { id: 'a/b' } },
    ],
    [
      'create',
      (client) => client.create('farms', { name: 'North' }),
      { on: 'POST /v1/platform/farms', status: 201, reply: { id: 'farm_1' } },
    ],
    [
      'create on a farm',
      (client) => client.create('tasks', { title: 'Weigh' }, { farmId: 'farm_1' }),
      { on: 'POST /v1/platform/tasks?farmId=farm_1', status: 201, reply: { id: 'task_1' } },
    ],
    [
      'update',
      (client) => client.update('tasks', { id: 'task_1', body: { status: 'done' } }),
      { on: 'PATCH /v1/platform/tasks/task_1', reply: { id: 'task_1' } },
    ],
    [
      'remove',
      (client) => client.remove('tasks', 'task_1'),
      { on: 'DELETE /v1/platform/tasks/task_1', reply: { id: 'task_1', deleted: true } },
    ],
    ['me', (client) => client.me(), { on: 'GET /v1/platform/me', reply: {} }],
    ['resources', (client) => client.resources(), { on: 'GET /v1/platform/resources', reply: {} }],
    [
      'capabilities',
      (client) => client.capabilities(),
      { on: 'GET /v1/platform/capabilities', reply: {} },
    ],
    ['openapi', (client) => client.openapi(), { on: 'GET /v1/platform/openapi.json', reply: {} }],
    [
      'a path from the root of the server',
      (client) => client.request({ method: 'GET', path: '/livez' }),
      { on: 'GET /livez', reply: 'ok' },
    ],
    [
      'a query beside the one in the path',
      (client) => client.request({ method: 'GET', path: '/v1/x?a=1', query: { b: 'ä&' } }),
      { on: 'GET /v1/x?a=1&b=%C3%A4%26', reply: {} },
    ],
  ];
  test.each(rows)('%s', async (_name, call, exchange) => {
    const { client, transport } = aClient([exchange]);
    await call(client);
    transport.verify();
  });

  test('a read sends the key and nothing of a write', async () => {
    const { client, transport } = aClient([{ on: 'GET /v1/platform/me', reply: {} }]);
    await client.me();
    expect(transport.requests[0]).toEqual({
      method: 'GET',
      path: '/v1/platform/me',
      headers: {
        accept: 'application/json',
        'user-agent': 'farmctl/1.2.3',
        authorization: 'Bearer fk_live_secret',
      },
    });
  });

  test('a client with a language requests texts in it', async () => {
    const { client, transport } = aClient([{ on: 'GET /v1/platform/me', reply: {} }], {
      language: 'th',
    });
    await client.me();
    expect(transport.requests[0]?.headers).toMatchObject({ 'accept-language': 'th' });
  });

  test('a write sends its body, its key and its condition', async () => {
    const { client, transport } = aClient([
      { on: 'PATCH /v1/platform/tasks/task_1', reply: { id: 'task_1' } },
    ]);
    await client.update('tasks', { id: 'task_1', body: { status: 'done' } }, { ifMatch: '"v3"' });
    expect(transport.requests[0]).toMatchObject({
      headers: {
        'content-type': 'application/json',
        'idempotency-key': 'key-1',
        'if-match': '"v3"',
      },
      body: '{"status":"done"}',
    });
  });

  test('requests without a key have no authorization header', async () => {
    const { client, transport } = aClient([{ on: 'GET /v1/platform/me', reply: {} }], {
      key: undefined,
    });
    await client.me();
    expect(transport.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('retries', () => {
  test('a write that was answered late keeps its Idempotency-Key', async () => {
    const create = 'POST /v1/platform/farms';
    const { client, transport, waits } = aClient([
      { on: create, fails: broken },
      { on: create, status: 503, headers: { 'retry-after': '2' }, reply: {} },
      { on: create, status: 201, reply: { id: 'farm_1' } },
    ]);
    expect(await client.create('farms', { name: 'North' })).toEqual({ id: 'farm_1' });
    expect(transport.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-1',
      'key-1',
      'key-1',
    ]);
    expect(waits).toEqual([125, 2000]);
  });

  test('two writes have two keys', async () => {
    const create = { on: 'POST /v1/platform/farms', status: 201, reply: { id: 'farm_1' } };
    const { client, transport } = aClient([create, create]);
    await client.create('farms', { name: 'North' });
    await client.create('farms', { name: 'North' });
    expect(transport.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([
      'key-1',
      'key-2',
    ]);
  });

  test('a wait longer than allowed ends with the error', async () => {
    const { client, waits } = aClient([
      {
        on: 'GET /v1/platform/me',
        status: 429,
        headers: { 'retry-after': '11' },
        reply: { error: 'rate_limited', message: 'Too many.' },
      },
    ]);
    await expect(client.me()).rejects.toMatchObject({ slug: 'rate_limited', status: 429 });
    expect(waits).toEqual([]);
  });

  test('a rejection is not retried', async () => {
    const { client } = aClient([
      { on: 'GET /v1/platform/me', status: 401, reply: { error: 'unauthorized', message: 'No.' } },
    ]);
    await expect(client.me()).rejects.toMatchObject({ slug: 'unauthorized' });
  });

  test('every attempt is reported', async () => {
    const reported: Attempt[] = [];
    const { client } = aClient(
      [
        { on: 'GET /v1/platform/me', status: 503, reply: {} },
        { on: 'GET /v1/platform/me', reply: {} },
      ],
      { onAttempt: (attempt) => reported.push(attempt) },
    );
    await client.me();
    expect(
      reported.map(({ number, response, retryInMs }) => [number, response?.status, retryInMs]),
    ).toEqual([
      [1, 503, 125],
      [2, 200, undefined],
    ]);
  });
});

describe('invalid responses of the service', () => {
  test.each<[string, Omit<Exchange, 'on'>]>([
    ['a page of text', { reply: '<html>Sign in</html>' }],
    ['an empty body', {}],
    ['a redirect', { status: 302, headers: { location: '/login' } }],
    ['broken JSON', { headers: { 'content-type': 'application/json' }, reply: '{"a":' }],
  ])('%s', async (_name, exchange) => {
    const { client } = aClient([{ on: 'GET /v1/platform/me', ...exchange }]);
    await expect(client.me()).rejects.toMatchObject({ kind: 'not_understood' });
  });

  test('a list without data', async () => {
    const { client } = aClient([{ on: 'GET /v1/platform/farms', reply: { rows: [] } }]);
    await expect(client.list('farms')).rejects.toMatchObject({ kind: 'not_understood' });
  });
});

test('listAll returns the rows of all pages, with the filters on every page', async () => {
  const meta = { total: 3, limit: 2, offset: 0 };
  const { client, transport } = aClient([
    {
      on: 'GET /v1/platform/farms?q=n&limit=2&offset=1',
      reply: {
        data: [{ id: '1' }, { id: '2' }],
        meta: { ...meta, hasMore: true, nextCursor: 'c' },
      },
    },
    {
      on: 'GET /v1/platform/farms?q=n&limit=2&cursor=c',
      reply: { data: [{ id: '3' }], meta: { ...meta, hasMore: false } },
    },
  ]);
  const ids: string[] = [];
  for await (const { id } of client.listAll('farms', { q: 'n', limit: 2, offset: 1 })) ids.push(id);
  expect(ids).toEqual(['1', '2', '3']);
  transport.verify();
});

test('the rows of a list have the type of their resource', () => {
  const { client } = aClient([]);
  expectTypeOf(client.list<'flocks'>).returns.resolves.toHaveProperty('data');
  expectTypeOf<Awaited<ReturnType<typeof client.get<'flocks'>>>>().toEqualTypeOf<Row<'flocks'>>();
  expectTypeOf<Row<'flocks'>['placementDate']>().toEqualTypeOf<string>();
});

test('a client with another key and signal shares the connections', async () => {
  const reply = { key: {} };
  const { client, transport } = aClient([
    { on: 'GET /v1/platform/me', reply },
    { on: 'GET /v1/platform/me', reply },
  ]);
  const controller = new AbortController();
  await client.with({ key: 'fk_live_other', signal: controller.signal }).me();
  await client.me();
  const [other, ownRequest] = transport.requests;
  expect(other?.headers['authorization']).toBe('Bearer fk_live_other');
  expect(ownRequest?.headers['authorization']).toBe('Bearer fk_live_secret');
  expect(ownRequest?.signal).toBeUndefined();
  controller.abort();
  expect(other?.signal?.aborted).toBe(true);
});
