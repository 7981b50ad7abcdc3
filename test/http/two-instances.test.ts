import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../src/model/limits.ts';
import { composeService } from '../../src/server/compose.ts';
import { createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Two services on one PostgreSQL database, as behind a balancer. */
let one: TestService;
let other: ReturnType<typeof composeService>;
let farmId: string;
beforeAll(async () => {
  one = await startTestService('postgres');
  const { database, clock } = one.service.runtime;
  other = composeService({
    database: { ...database, close: async () => {} },
    clock,
    log: pino({ level: 'silent' }),
  });
  ({ farmId } = await createFarm(one));
});
afterAll(async () => {
  await other.close();
  await one.close();
});

/** Asks the other instance. */
async function askOther(
  method: 'GET' | 'POST',
  path: string,
  { key = one.admin, ...request }: { key?: string; payload?: object; headers?: object } = {},
) {
  const { payload, headers = {} } = request;
  const answer = await other.app.inject({
    method,
    url: `/v1/platform${path}`,
    headers: { authorization: `Bearer ${key}`, ...headers },
    ...(payload ? { payload } : {}),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}

test('what one wrote the other reads at once', async () => {
  const { body } = await one.send('POST', `/tasks?farmId=${farmId}`, { body: { title: 'x' } });
  expect((await askOther('GET', `/tasks/${body.id}`)).body).toEqual(body);
});

test('a key that one revoked the other refuses at once', async () => {
  const { body } = await one.send('POST', '/os/keys', { body: { name: 'x', scopes: ['read:*'] } });
  expect((await askOther('GET', '/tasks', { key: body.key })).status).toBe(200);
  await one.send('DELETE', `/os/keys/${body.id}`);
  expect((await askOther('GET', '/tasks', { key: body.key })).status).toBe(401);
});

test('an Idempotency-Key that one has seen the other knows', async () => {
  const headers = { 'idempotency-key': 'shared' };
  const first = await one.send('POST', `/tasks?farmId=${farmId}`, {
    body: { title: 'shared' },
    headers,
  });
  const second = await askOther('POST', `/tasks?farmId=${farmId}`, {
    payload: { title: 'shared' },
    headers,
  });
  expect([second.status, second.headers['idempotent-replayed']]).toEqual([201, 'true']);
  expect(second.body).toEqual(first.body);
});

test('a key may send both together as many requests as its limit says', async () => {
  const key = await one.createKey({ rateLimitPerMinute: 5 });
  const answers = [];
  for (let index = 0; index < 7; index++) {
    const answer =
      index % 2 === 0
        ? await one.send('GET', '/tasks', { key })
        : await askOther('GET', '/tasks', { key });
    answers.push([answer.status, Number(answer.headers['x-ratelimit-remaining'])]);
  }
  expect(answers).toEqual([
    [200, 4],
    [200, 3],
    [200, 2],
    [200, 1],
    [200, 0],
    [429, 0],
    [429, 0],
  ]);
});

test('a stranger may knock at both together 600 times a minute', async () => {
  const knock = (index: number) =>
    index % 2 === 0
      ? one.send('GET', '/tasks', { key: 'no key' })
      : askOther('GET', '/tasks', { key: 'no key' });
  const statuses: number[] = [];
  for (let index = 0; index < 620; index += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => knock(index + at)));
    statuses.push(...answers.map(({ status }) => status));
  }
  // The revoked key above was the first knock from this address.
  expect(statuses.filter((status) => status === 401)).toHaveLength(599);
  expect(statuses.slice(600)).toEqual(Array(20).fill(429));
});

test('both write one audit log, whose chain is whole', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? one.send('GET', '/tasks', { headers: { 'x-request-id': `both-${index}` } })
        : askOther('GET', '/tasks', { headers: { 'x-request-id': `both-${index}` } }),
    ),
  );
  const seen = async () => {
    const { body } = await one.send('GET', '/os/audit?limit=200&path=/v1/platform/tasks');
    return body.data.filter(({ requestId }: { requestId: string }) =>
      requestId.startsWith('both-'),
    );
  };
  await expect.poll(seen).toHaveLength(40);
  expect((await one.send('GET', '/os/audit/verify')).body).toMatchObject({ ok: true });
});

test('120 parallel creates on both give as many webhooks as the limit says', async () => {
  const key = await one.createKey({ orgId: await one.createOrganisation('Many webhooks') });
  const body = { url: 'https://one.example.com/hook', events: ['task.created'] };
  const statuses = await Promise.all(
    Array.from({ length: 120 }, async (_, index) => {
      const answer =
        index % 2 === 0
          ? await one.send('POST', '/webhooks', { key, body })
          : await askOther('POST', '/webhooks', { key, payload: body });
      return answer.status;
    }),
  );
  const made = statuses.filter((status) => status === 201).length;
  const { body: listed } = await one.send('GET', '/webhooks?limit=1', { key });
  expect(listed.meta.total).toBe(made);
  // A create that waited too long for the lock is answered 503; none may exceed the limit.
  expect(new Set(statuses.filter((status) => status !== 503))).toEqual(new Set([201, 422]));
  expect(made).toBe(limits.webhooksPerOrganisation);
}, 30_000);
