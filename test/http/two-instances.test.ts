import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { composeService } from '../../src/server/core/compose-service.ts';
import { createAuthenticator } from '../support/authenticator.ts';
import { createFarm } from '../support/farm.ts';
import { startIdentityProvider, type TestProvider } from '../support/identity-provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { createLink, createUser, fromOwnPage, signIn } from '../support/signed-in.ts';
import { type StubModel, says, startStubModel } from '../support/stub-model.ts';

/** Two services on one PostgreSQL database, as behind a load balancer. */
let one: TestService;
let other: ReturnType<typeof composeService>;
let farmId: string;
let stub: StubModel;
let idp: TestProvider;
const DAILY_QUESTIONS = 3;
beforeAll(async () => {
  stub = await startStubModel();
  const model = { url: stub.url, model: 'stub-1', daily: DAILY_QUESTIONS };
  idp = await startIdentityProvider(['http://localhost/sign-in']);
  const { issuer, clientId, boundSecret } = idp;
  const secretRef = 'env:FARMCTL_SECRET_OIDC';
  const environment = { FARMCTL_SECRET_OIDC: boundSecret };
  const signingIn = {
    provider: { issuer, clientId, secretRef },
    secretPlaces: { environment, folder: undefined },
  };
  one = await startTestService('postgres', { model, ...signingIn });
  const { database, clock } = one.service.runtime;
  other = composeService({
    database: { ...database, close: async () => {} },
    clock,
    model,
    ...signingIn,
    log: pino({ level: 'silent' }),
  });
  ({ farmId } = await createFarm(one));
});
afterAll(async () => {
  await other.close();
  await one.close();
  await stub.close();
  await idp.close();
});

/** Sends requests to the other instance. */
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

test('a write on one is visible on the other immediately', async () => {
  const { body } = await one.send('POST', `/tasks?farmId=${farmId}`, { body: { title: 'x' } });
  expect((await askOther('GET', `/tasks/${body.id}`)).body).toEqual(body);
});

test('a key revoked on one is rejected by the other immediately', async () => {
  const { body } = await one.send('POST', '/os/keys', { body: { name: 'x', scopes: ['read:*'] } });
  expect((await askOther('GET', '/tasks', { key: body.key })).status).toBe(200);
  await one.send('DELETE', `/os/keys/${body.id}`);
  expect((await askOther('GET', '/tasks', { key: body.key })).status).toBe(401);
});

test('an Idempotency-Key used on one is known to the other', async () => {
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

test('a key is limited on both together', async () => {
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

test('an unauthenticated address is limited to 600 requests a minute on both together', async () => {
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

test('both write one audit log with an intact chain', async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0
        ? one.send('GET', '/tasks', { headers: { 'x-request-id': `both-${index}` } })
        : askOther('GET', '/tasks', { headers: { 'x-request-id': `both-${index}` } }),
    ),
  );
  const readSessions = async () => {
    const { body } = await one.send('GET', '/os/audit?limit=200&path=/v1/platform/tasks');
    return body.data.filter(({ requestId }: { requestId: string }) =>
      requestId.startsWith('both-'),
    );
  };
  await expect.poll(readSessions).toHaveLength(40);
  expect((await one.send('GET', '/os/audit/verify')).body).toMatchObject({ ok: true });
});

test('120 concurrent creates on both give as many webhooks as the limit allows', async () => {
  const key = await one.createKey({ orgId: await one.createOrganisation('Many webhooks') });
  const body = { url: 'https://one.example.com/hook', events: ['task.created'] };
  const create = async (index: number): Promise<number> => {
    const { status } =
      index % 2 === 0
        ? await one.send('POST', '/webhooks', { key, body })
        : await askOther('POST', '/webhooks', { key, payload: body });
    // Waited too long for the lock: the caller tries again.
    return status === 503 ? create(index) : status;
  };
  const statuses = await Promise.all(Array.from({ length: 120 }, (_, index) => create(index)));
  const createdCount = statuses.filter((status) => status === 201).length;
  const { body: listed } = await one.send('GET', '/webhooks?limit=1', { key });
  expect(listed.meta.total).toBe(createdCount);
  expect(new Set(statuses)).toEqual(new Set([201, 422]));
  expect(createdCount).toBe(limits.webhooksPerOrganisation);
});

test('concurrent questions on both call a model as often as its key may', async () => {
  stub.script(says('It may be the heat of the day.'));
  const body = { farmId, question: 'Why did so many birds die in barn 1?' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      index % 2 === 0
        ? one.send('POST', '/ask', { body })
        : askOther('POST', '/ask', { payload: body }),
    ),
  );
  const modes = answers.map((answer) => answer.body.mode);
  expect(modes.filter((mode) => mode === 'model')).toHaveLength(DAILY_QUESTIONS);
  expect(modes.filter((mode) => mode === 'deterministic')).toHaveLength(8 - DAILY_QUESTIONS);
  expect(stub.requests).toHaveLength(DAILY_QUESTIONS);
});

test('concurrent uploads on both fill the files of an organisation up to the limit', async () => {
  const orgId = await one.createOrganisation('Many files');
  const key = await one.createKey({ orgId });
  const farm = await one.send('POST', '/farms', { key, body: { name: 'Files' } });
  const { database, ids } = one.service.runtime;
  const file = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF\n');
  const rooms = 3;
  // As many on each instance as one key may have under way there.
  const uploads = 2 * limits.uploadsUnderWayPerKey;
  const used = limits.mediaBytesPerOrganisation - rooms * file.length;
  await database.run(sql`
    insert into media_contents (id, org_id, farm_id, media_id, variant, mime_type, size_bytes,
      chunk_bytes, sha256, analysis_tries, created_at, kept_at)
    values (${ids.create('content')}, ${orgId}, ${farm.body.id}, 'media_large', 'original',
      'video/mp4', ${used}, 1, 'none', 0, '2026-11-02T08:00:00Z', '2026-11-02T08:00:00Z')`);
  const rows = await Promise.all(
    Array.from({ length: uploads }, () =>
      one.send('POST', `/media?farmId=${farm.body.id}`, { key, body: {} }),
    ),
  );
  const statuses = await Promise.all(
    rows.map(async ({ body }, index) => {
      const { app } = index % 2 === 0 ? one.service : other;
      const answer = await app.inject({
        method: 'PUT',
        url: `/v1/platform/os/media/${body.id}/content`,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/pdf' },
        payload: file,
      });
      return answer.statusCode;
    }),
  );
  expect(statuses.filter((status) => status === 200)).toHaveLength(rooms);
  expect(statuses.filter((status) => status === 422)).toHaveLength(uploads - rooms);
});

test('a session opened on one is accepted by the other until its user signs out', async () => {
  const user = await signIn(one, 'Leaving', [{ role: 'viewer', farmIds: [farmId] }]);
  const url = '/v1/platform/os/session';
  const headers = { ...fromOwnPage, cookie: user.cookie };
  const read = async () =>
    (await other.app.inject({ method: 'GET', url, headers, remoteAddress: '127.0.0.9' }))
      .statusCode;
  expect(await read()).toBe(200);
  expect((await user.send('DELETE', '/os/session')).status).toBe(200);
  expect(await read()).toBe(401);
});

test('a session opened on one is accepted by the other, and a suspension ends it on both', async () => {
  const user = await signIn(one, 'Two', [{ role: 'admin', farmIds: [farmId] }]);
  const minted = await user.send('POST', '/os/keys', { body: { name: 'k', scopes: ['read:*'] } });
  const byKey = async () => (await askOther('GET', '/tasks', { key: minted.body.key })).status;
  const statusOf = async () => {
    const headers = { ...fromOwnPage, cookie: user.cookie };
    const url = '/v1/platform/tasks';
    // Not the address whose limit another test has used up.
    const remoteAddress = '127.0.0.9';
    return (await other.app.inject({ method: 'GET', url, headers, remoteAddress })).statusCode;
  };
  expect([await statusOf(), await byKey()]).toEqual([200, 200]);
  await one.send('DELETE', `/os/users/${user.id}/access?farmId=${farmId}`);
  expect([await statusOf(), await byKey()]).toEqual([403, 403]);
  await one.send('PATCH', `/users/${user.id}`, { body: { status: 'suspended' } });
  expect(await statusOf()).toBe(401);
  expect([401, 429]).toContain(await byKey());
});

test('a link used on one is rejected by the other', async () => {
  const token = await createLink(one, await createUser(one, 'Link', [{ role: 'viewer' }]));
  const open = (app: TestService['service']['app']) =>
    app.inject({
      method: 'POST',
      url: '/v1/platform/os/session/link',
      headers: fromOwnPage,
      payload: { token },
    });
  const answers = await Promise.all([open(one.service.app), open(other.app)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
});

test('a challenge issued by one is accepted by the other, once on both', async () => {
  const user = await signIn(one, 'Passkey', [{ role: 'viewer' }]);
  const authenticator = createAuthenticator();
  const post = (app: TestService['service']['app'], path: string, payload?: object) =>
    app.inject({
      method: 'POST',
      url: `/v1/platform/os/session/passkey${path}`,
      headers: { ...fromOwnPage, cookie: user.cookie },
      remoteAddress: '127.0.0.10',
      ...(payload ? { payload } : {}),
    });
  const answer = await post(one.service.app, '/registration/options');
  const body = { name: 'Phone', credential: authenticator.create(answer.json()) };
  expect((await post(other.app, '/registration', body)).statusCode).toBe(201);
  const credential = authenticator.get((await post(other.app, '/options')).json());
  const apps = [one.service.app, other.app];
  const answers = await Promise.all(apps.map((app) => post(app, '', { credential })));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
});

test('a sign-in at the provider started on one completes on the other, once on both', async () => {
  const id = await createUser(one, 'Provider', [{ role: 'viewer' }]);
  const email = 'provider@emek.example';
  await one.send('PUT', `/os/users/${id}/email`, { body: { email } });
  const post = (app: TestService['service']['app'], path: string, payload: object, cookie = '') =>
    app.inject({
      method: 'POST',
      url: `/v1/platform/os/session/oidc/${path}`,
      headers: { ...fromOwnPage, cookie },
      remoteAddress: '127.0.0.11',
      payload,
    });
  const started = await post(one.service.app, 'start', {});
  const [cookie = ''] = String(started.headers['set-cookie']).split(';');
  const returned = await idp.signIn(started.json().url, { subject: 'p', email, isVerified: true });
  const response = { response: returned.search.slice(1) };
  const apps = [one.service.app, other.app];
  const answers = await Promise.all(apps.map((app) => post(app, 'callback', response, cookie)));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
});
