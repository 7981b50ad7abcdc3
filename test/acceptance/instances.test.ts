import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmptyDatabase, type EmptyDatabase } from '../support/databases.ts';
import { type HoldingMailServer, startHoldingMailServer } from '../support/holding-mail-server.ts';
import {
  ask,
  type Balancer,
  createBalancer,
  type Instance,
  startInstance,
} from '../support/instances.ts';

/** The duration of each load around an event on the instances. */
const LOAD_MILLIS = Number(process.env['FARMCTL_TEST_LOAD_MILLIS'] ?? 400);
const WRITERS = 6;
/** Pause of each writer between two writes: events on the instances take seconds. */
const PAUSE_MILLIS = 80;

let database: EmptyDatabase;
let balancer: Balancer;
let mails: HoldingMailServer;
let mailSettings: Readonly<Record<string, string>> = {};
let instances: Instance[] = [];
let admin = '';
let farmId = '';

/** Where the first and the second instance listen. */
const urlOf = (index: 0 | 1) => instances[index]?.ready.baseUrl ?? '';
const balance = () => balancer.use(instances.map(({ ready }) => ready.baseUrl));

beforeAll(async () => {
  database = await createEmptyDatabase();
  balancer = createBalancer();
  mails = await startHoldingMailServer();
  mailSettings = { FARMCTL_SMTP_URL: mails.url, FARMCTL_MAIL_FROM: 'farm@example.com' };
  // At the same moment, on a database without a table.
  instances = await Promise.all([start(), start()]);
  admin = instances.map(({ ready }) => ready.keys['admin']).find((key) => key !== undefined) ?? '';
  balance();
  const farm = await send('POST', '/farms', { name: 'Shared' });
  farmId = farm.body.id;
});
afterAll(async () => {
  await Promise.all(instances.map((instance) => instance.stop('SIGKILL')));
  await balancer.close();
  await mails.close();
  await database.drop();
});

function start(): Promise<Instance> {
  return startInstance(database.url, mailSettings);
}

function send(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown) {
  return balancer.send({ method, path, key: admin, body });
}

async function createKey(key: object): Promise<{ id: string; key: string }> {
  return (await send('POST', '/os/keys', { name: 'x', scopes: ['read:*'], ...key })).body;
}

/** Titles of all tasks that begin with a word, in their order. */
async function titles(word: string): Promise<string[]> {
  const problems: string[] = [];
  for (let offset = 0; ; offset += 200) {
    const { body } = await send(
      'GET',
      `/tasks?q=${word}&limit=200&offset=${offset}&order=title&dir=asc`,
    );
    problems.push(...body.data.map(({ title }: { title: string }) => title));
    if (!body.meta.hasMore) return problems;
  }
}

/** Writes tasks through the balancer, several at a time, while something is done to the instances. */
async function underLoad(word: string, happening: () => Promise<void>) {
  const acknowledged: string[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  let count = 0;
  const writers = Array.from({ length: WRITERS }, async () => {
    while (!isOver) {
      const title = `${word}-${String(count++).padStart(5, '0')}`;
      const answer = await balancer
        .send({
          method: 'POST',
          path: `/tasks?farmId=${farmId}`,
          key: admin,
          body: { title },
          idempotencyKey: title,
        })
        .catch((error: unknown) => ({ status: 0, body: String(error) }));
      if (answer.status === 201) acknowledged.push(title);
      else failures.push(answer);
      await wait(PAUSE_MILLIS);
    }
  });
  try {
    await wait(LOAD_MILLIS);
    await happening();
    await wait(LOAD_MILLIS);
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  return { acknowledged: acknowledged.sort(), failures };
}

test('two that start concurrently on an empty database set it up once', () => {
  const [first, second] = instances.map(({ ready }) => ready);
  expect(first?.orgId).toBe(second?.orgId);
  const keys = [first, second].flatMap((ready) => Object.keys(ready?.keys ?? {}));
  expect(keys).toEqual(['admin']);
});

test('a request sent to both concurrently, many times, runs once', async () => {
  const idempotencyKey = 'sent-often';
  const once = (index: 0 | 1) =>
    ask(urlOf(index), {
      method: 'POST',
      path: `/tasks?farmId=${farmId}`,
      key: admin,
      body: { title: 'sent often' },
      idempotencyKey,
    });
  const answers = await Promise.all(Array.from({ length: 12 }, (_, at) => once(at % 2 ? 1 : 0)));
  const created = answers.filter(({ status }) => status === 201);
  const fresh = created.filter(({ headers }) => headers['idempotent-replayed'] === undefined);
  expect(fresh).toHaveLength(1);
  expect(new Set(created.map(({ body }) => body.id)).size).toBe(1);
  const others = answers.filter(({ status }) => status !== 201);
  for (const { status, body } of others) {
    expect([status, body.code]).toEqual([409, 'idempotency_in_flight']);
  }
  expect((await once(1)).headers['idempotent-replayed']).toBe('true');
  expect(await titles('often')).toEqual(['sent often']);
});

describe('a change to a key on one instance takes effect on the other', () => {
  test('the revocation of a key on one instance takes effect on the other from the next request on', async () => {
    const { id, key } = await createKey({});
    expect((await ask(urlOf(1), { path: '/tasks', key })).status).toBe(200);
    await ask(urlOf(0), { method: 'DELETE', path: `/os/keys/${id}`, key: admin });
    const { status, body } = await ask(urlOf(1), { path: '/tasks', key });
    expect([status, body.code]).toEqual([401, 'revoked_key']);
  });

  test('a change of the limit or expiry of a key on one instance takes effect on the other from the next request on', async () => {
    const { id, key } = await createKey({ rateLimitPerMinute: 100 });
    await ask(urlOf(1), { path: '/tasks', key });
    const change = (body: object) =>
      ask(urlOf(0), { method: 'PATCH', path: `/os/keys/${id}`, key: admin, body });
    await change({ rateLimitPerMinute: 7 });
    const { headers } = await ask(urlOf(1), { path: '/tasks', key });
    expect([headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]).toEqual(['7', '5']);
    const expiresAt = Date.now() + 1000;
    expect((await change({ expiresAt: new Date(expiresAt).toISOString() })).status).toBe(200);
    await wait(Math.max(0, expiresAt - Date.now()) + 20);
    const { body } = await ask(urlOf(1), { path: '/tasks', key });
    expect(body.code).toBe('expired_key');
  });
});

test('a key of 60 requests a minute has 60 on both together', async () => {
  const { key } = await createKey({ rateLimitPerMinute: 60 });
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, at) => ask(urlOf(at % 2 ? 1 : 0), { path: '/me', key })),
  );
  const passed = answers.filter(({ status }) => status === 200);
  expect(passed).toHaveLength(60);
  const remaining = passed.map(({ headers }) => Number(headers['x-ratelimit-remaining']));
  expect(remaining.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(30);
  for (const { headers } of refused) {
    expect(headers['x-ratelimit-remaining']).toBe('0');
    expect(Number(headers['retry-after'])).toBeGreaterThan(50);
  }
});

const OWNERS = 3;
const FARMS = 8;

/** Owners who are notified by e-mail. */
async function createOwners(): Promise<void> {
  const ids = await Promise.all(
    Array.from({ length: OWNERS }, async (_, index) => {
      const { body: user } = await send('POST', '/users', { name: `Owner ${index}` });
      await ask(urlOf(0), {
        method: 'PUT',
        path: `/os/users/${user.id}/access`,
        key: admin,
        body: { role: 'owner' },
      });
      const address = `owner${index}@example.com`;
      const body = { kind: 'email', address, userId: user.id };
      return (await send('POST', '/os/notices/channels', body)).body.id as string;
    }),
  );
  await expect.poll(() => mails.taken.length, { timeout: 10_000 }).toBe(OWNERS);
  for (const [index, id] of ids.entries()) {
    const { text = '' } = mails.taken.find(({ to }) => to.startsWith(`owner${index}@`)) ?? {};
    const code = /\d{4}-\d{4}/.exec(text)?.[0];
    const { body } = await send('POST', `/os/notices/channels/${id}/verify`, { code });
    expect(body.verified).toBe(true);
  }
}

/** A critical alert on each of several farms, so that both instances have messages to send. */
async function raiseAlerts(): Promise<void> {
  await Promise.all(
    Array.from({ length: FARMS }, async (_, index) => {
      const { body: farm } = await send('POST', '/farms', { name: `Farm ${index}` });
      const alert = { title: `Heat ${index}`, severity: 'critical' };
      expect((await send('POST', `/alerts?farmId=${farm.id}`, alert)).status).toBe(201);
    }),
  );
}

/** The leases of a dead instance run out after 45 seconds; this test does not wait for them. */
async function endLeases(): Promise<void> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("update notices set lease_until = now() where state = 'leased'");
  await client.end();
}

/** Which owners know of which alerts, each once. */
function reportedTitles(): string[] {
  const pairs = mails.taken.flatMap(({ to, text }) => {
    const [title] = /Heat \d/.exec(text) ?? [];
    return title === undefined ? [] : [`${title} ${to}`];
  });
  return [...new Set(pairs)].sort();
}

test('acknowledged writes exist once when one instance is killed and the other continues', async () => {
  await createOwners();
  mails.hold();
  const { acknowledged, failures } = await underLoad('killed', async () => {
    await raiseAlerts();
    await expect.poll(() => mails.held(), { timeout: 10_000 }).toBeGreaterThan(OWNERS);
    await instances[0]?.stop('SIGKILL');
  });
  expect(failures).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(await titles('killed')).toEqual(acknowledged);
});

test('every owner is notified of every critical alert, whichever instance was to send it', async () => {
  await endLeases();
  mails.release();
  const all = Array.from({ length: FARMS }, (_, farm) =>
    Array.from({ length: OWNERS }, (_owner, owner) => `Heat ${farm} owner${owner}@example.com`),
  ).flat();
  await expect.poll(reportedTitles, { timeout: 20_000 }).toEqual(all);
  const isSettled = async () => {
    const { body } = await ask(urlOf(1), { path: '/os/notices?kind=alert&limit=200', key: admin });
    return body.data.every(({ state }: { state: string }) => state === 'sent');
  };
  await expect.poll(isSettled, { timeout: 10_000 }).toBe(true);
  instances[0] = await start();
  balance();
});

test('both instances are restarted in turn, and no client gets an error', async () => {
  const { acknowledged, failures } = await underLoad('rolling', async () => {
    for (const index of [0, 1]) {
      expect(await instances[index]?.stop('SIGTERM')).toBe(0);
      instances[index] = await start();
      balance();
    }
  });
  expect(failures).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(20);
  expect(await titles('rolling')).toEqual(acknowledged);
});

test('the audit log written by all instances is one intact chain', async () => {
  await wait(300);
  expect((await send('GET', '/os/audit/verify')).body).toMatchObject({ ok: true });
});
