import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let farmId: string;
let key: string;
let taskId: string;

beforeAll(async () => {
  service = await startTestService('postgres');
  ({ farmId } = await createFarm(service));
  key = await service.createKey({ farmIds: [farmId], rateLimitPerMinute: 10_000 });
  const { body } = await service.send('POST', '/tasks', { key, body: { title: 'Water' } });
  taskId = body.id;
});
afterAll(() => service.close());

/** The fewest round trips of several tries, as other work of the service may add some. */
async function roundTrips(ask: () => Promise<{ readonly status: number }>): Promise<number> {
  const { database } = service.service.runtime;
  const sent = () => database.figures?.().sent?.roundTrips ?? 0;
  let fewest = Number.POSITIVE_INFINITY;
  await database.transaction(async (transaction) => {
    // Meanwhile the audit log, which is written every 50 ms, waits for its turn.
    await transaction.lock('audit-chain');
    for (let count = 0; count < 10; count++) {
      const before = sent();
      const { status } = await ask();
      expect(status).toBeLessThan(300);
      fewest = Math.min(fewest, sent() - before);
    }
  });
  return fewest;
}

describe('round trips to PostgreSQL for a cached key', () => {
  test('a record takes one', async () => {
    expect(await roundTrips(() => service.send('GET', `/tasks/${taskId}`, { key }))).toBe(1);
  });

  test.each(['', '?status=open&order=dueDate&dir=asc', '?farmId=FARM'])(
    'a list takes two: /tasks%s',
    async (query) => {
      const path = `/tasks${query.replace('FARM', farmId)}`;
      expect(await roundTrips(() => service.send('GET', path, { key }))).toBe(2);
    },
  );

  test('a create takes three, also with an Idempotency-Key', async () => {
    const create = (headers = {}) =>
      service.send('POST', '/tasks', { key, body: { title: 'Water' }, headers });
    expect(await roundTrips(() => create())).toBe(3);
    let number = 0;
    const create2 = () => create({ 'idempotency-key': `try-${number++}` });
    expect(await roundTrips(create2)).toBe(3);
  });

  test('a full scan of a farm sends its reads together, and so do its risks and gaps', async () => {
    const scan = () => service.send('POST', '/os/brain/scan', { body: { farmId } });
    expect(await roundTrips(scan)).toBe(13);
  });

  test('a key that sees all farms needs no more', async () => {
    expect(await roundTrips(() => service.send('GET', `/tasks/${taskId}`))).toBe(1);
    expect(await roundTrips(() => service.send('GET', '/tasks'))).toBe(2);
    const create = () =>
      service.send('POST', `/tasks?farmId=${farmId}`, { body: { title: 'Water' } });
    expect(await roundTrips(create)).toBe(3);
  });
});

describe('a cached key that was changed since', () => {
  const paths = () => [`/tasks/${taskId}`, '/tasks', '/tasks?farmId=none', '/tasks/unknown'];

  /** A key known to the service, and a function that changes its row directly in the database. */
  async function seenKey() {
    const text = await service.createKey({ farmIds: [farmId], rateLimitPerMinute: 1000 });
    const response = await service.send('GET', `/tasks/${taskId}`, { key: text });
    expect(response.status).toBe(200);
    const id = text.split('_')[2];
    const change = (set: ReturnType<typeof sql>) =>
      service.service.runtime.database.run(sql`update api_keys set ${set} where id = ${id}`);
    return { text, change };
  }

  test('is rejected at the next request once it is revoked, for any operation', async () => {
    for (const path of paths()) {
      const { text, change } = await seenKey();
      expect(await change(sql`revoked_at = ${'2026-11-02T08:00:00.000Z'}`)).toBe(1);
      const refused = await service.send('GET', path, { key: text });
      expect([refused.status, refused.body.code]).toEqual([401, 'revoked_key']);
      expect(refused.headers['etag']).toBeUndefined();
      const written = await service.send('POST', '/tasks', { key: text, body: { title: 'x' } });
      expect([written.status, written.body.code]).toEqual([401, 'revoked_key']);
    }
  });

  test('is rejected once it has expired or its secret has changed', async () => {
    const expired = await seenKey();
    await expired.change(sql`expires_at = ${'2026-11-02T08:00:00.000Z'}`);
    const { body } = await service.send('GET', `/tasks/${taskId}`, { key: expired.text });
    expect(body.code).toBe('expired_key');
    const stolen = await seenKey();
    await stolen.change(sql`secret_hash = ${'0'.repeat(64)}`);
    const refused = await service.send('GET', `/tasks/${taskId}`, { key: stolen.text });
    expect(refused.body.code).toBe('invalid_key');
  });

  test('has its current scopes, farms and limit', async () => {
    const narrowed = await seenKey();
    await narrowed.change(sql`scopes = ${JSON.stringify(['read:flocks'])}`);
    for (const path of paths()) {
      const { status } = await service.send('GET', path, { key: narrowed.text });
      expect(status).toBe(403);
    }
    const changedKey = await seenKey();
    await changedKey.change(sql`farm_ids = ${JSON.stringify(['farm_other'])}`);
    expect((await service.send('GET', `/tasks/${taskId}`, { key: changedKey.text })).status).toBe(
      404,
    );
    const again = await service.send('GET', '/tasks', { key: changedKey.text });
    expect(again.body).toMatchObject({ data: [], meta: { total: 0 } });
    const limited = await seenKey();
    await limited.change(sql`rate_limit_per_minute = ${2}`);
    await service.send('GET', '/tasks', { key: limited.text });
    const refused = await service.send('GET', '/tasks', { key: limited.text });
    expect(refused.status).toBe(429);
    expect(refused.headers['x-ratelimit-limit']).toBe('2');
    const widened = await seenKey();
    await widened.change(sql`scopes = ${JSON.stringify(['read:flocks'])}`);
    expect((await service.send('GET', '/tasks', { key: widened.text })).status).toBe(403);
    await widened.change(sql`scopes = ${JSON.stringify(['read:*'])}`);
    expect((await service.send('GET', '/tasks', { key: widened.text })).status).toBe(200);
  });

  test('leaves one audit entry for each request, with its id', async () => {
    const { text, change } = await seenKey();
    await change(sql`revoked_at = ${'2026-11-02T08:00:00.000Z'}`);
    await service.send('GET', `/tasks/${taskId}`, {
      key: text,
      headers: { 'x-request-id': 'refused-read' },
    });
    await service.send('GET', `/tasks/${taskId}`, {
      key,
      headers: { 'x-request-id': 'answered-read' },
    });
    const entries = () =>
      service.service.runtime.database.all(sql`
        select request_id, status, code, row_id, farm_id from audit_log
        where request_id in ('refused-read', 'answered-read') order by request_id`);
    await expect.poll(entries, { timeout: 20_000 }).toEqual([
      { request_id: 'answered-read', status: 200, code: null, row_id: taskId, farm_id: farmId },
      { request_id: 'refused-read', status: 401, code: 'revoked_key', row_id: null, farm_id: null },
    ]);
  });
});

test('prefetched rows are current: a new webhook receives the next event', async () => {
  const create = () => service.send('POST', '/tasks', { key, body: { title: 'Water' } });
  for (let count = 0; count < 3; count++) await create();
  const { database } = service.service.runtime;
  const deliveries = async () =>
    (await database.all(sql`select id from webhook_deliveries`)).length;
  expect(await deliveries()).toBe(0);
  const hook = await service.send('POST', '/webhooks', {
    body: { url: 'https://example.com/hook', events: ['*'] },
  });
  expect(hook.status, hook.text).toBe(201);
  await create();
  expect(await deliveries()).toBe(1);
});
