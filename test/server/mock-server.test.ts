import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceNames } from '../../src/model/resources/registry.ts';
import { beginServer } from '../../src/server/begin-server.ts';
import type { RunningServer } from '../../src/server/jobs/running-server.ts';
import { startServer } from '../../src/server/start-server.ts';

const NOW = Date.parse('2026-11-20T06:00:00Z');

describe('a mock server', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({
      host: '127.0.0.1',
      port: 0,
      database: { kind: 'memory' },
      mock: { content: 'demo', seed: 42, now: NOW },
      faults: ['PATCH /farms 503'],
      logLevel: 'silent',
    });
  });
  afterAll(() => server.close());

  const send = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    fetch(`${server.ready.baseUrl}/v1/platform${path}`, {
      method,
      headers: {
        authorization: `Bearer ${server.ready.keys['admin']}`,
        'content-type': 'application/json',
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  test('prints its address, its keys and its cameras', () => {
    const { ready } = server;
    expect(ready).toMatchObject({ event: 'ready', pid: process.pid });
    expect(ready.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(Object.keys(ready.keys)).toEqual(['admin', 'reader', 'assistant', 'pinned']);
    expect(ready.farms.length).toBeGreaterThanOrEqual(2);
    expect(ready.cameras[0]).toEqual({
      integrationId: expect.stringMatching(/^integration_/),
      token: expect.stringMatching(/^cam_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/),
      barnId: expect.stringMatching(/^barn_/),
      source: expect.any(String),
    });
  });

  test('has rows in all 32 resources', async () => {
    const totals = await Promise.all(
      resourceNames.map(async (name) => {
        const answer = await send('GET', `/${name}?limit=1`);
        const { meta } = (await answer.json()) as { meta: { total: number } };
        return [name, meta.total > 0];
      }),
    );
    expect(Object.fromEntries(totals)).toEqual(
      Object.fromEntries(resourceNames.map((name) => [name, true])),
    );
  });

  test('gives the pinned key its first farm and nothing else', async () => {
    const pinned = { authorization: `Bearer ${server.ready.keys['pinned']}` };
    const answer = await send('GET', '/farms', undefined, pinned);
    const { data } = (await answer.json()) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).toEqual([server.ready.farms[0]?.id]);
  });

  test('fails as configured, and when a request prefers it', async () => {
    const farm = server.ready.farms[0]?.id;
    const reported = await send('PATCH', `/farms/${farm}`, { notes: 'x' });
    const preferred = await send('GET', '/farms', undefined, { prefer: 'code=429' });
    expect([reported.status, reported.headers.get('retry-after')]).toEqual([503, '1']);
    expect(preferred.status).toBe(429);
    expect(Object.fromEntries(preferred.headers)).toMatchObject({
      'retry-after': '1',
      'x-ratelimit-limit': '240',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': '1',
    });
    await send('DELETE', '/os/mock/faults');
    expect((await send('PATCH', `/farms/${farm}`, { notes: 'x' })).status).toBe(200);
  });

  test('loses an answer after the commit if configured, and the row exists', async () => {
    const farm = server.ready.farms[0]?.id;
    await send('POST', '/os/mock/faults', { rule: 'POST /contacts drop-after-commit' });
    const path = `/contacts?farmId=${farm}`;
    await expect(send('POST', path, { name: 'Lost answer' })).rejects.toThrow();
    await send('DELETE', '/os/mock/faults');
    const contacts = await send('GET', '/contacts?q=lost%20answer');
    expect(((await contacts.json()) as { meta: { total: number } }).meta.total).toBe(1);
  });

  test('moves its clock, and time-dependent data follows', async () => {
    const flock = async () => {
      const answer = await send('GET', '/flocks?status=active&limit=1&order=id');
      const { data } = (await answer.json()) as { data: { ageDays: number }[] };
      return data[0]?.ageDays ?? 0;
    };
    const before = await flock();
    const clock = await send('PUT', '/os/mock/clock', { advanceMs: 3 * 86_400_000 });
    expect(((await clock.json()) as { now: string }).now.slice(0, 10)).toBe('2026-11-23');
    expect(await flock()).toBe(before + 3);
    // `farmctl doctor` compares this header with the clock of its machine.
    const { headers } = await send('GET', '/me');
    expect(headers.get('date')).toMatch(/^Mon, 23 Nov 2026 /);
    expect((await send('PUT', '/os/mock/clock', { now: 'yesterday' })).status).toBe(400);
  });
});

const clockOf = async ({ ready }: RunningServer) => {
  const answer = await fetch(`${ready.baseUrl}/v1/platform/os/mock/clock`, {
    headers: { authorization: `Bearer ${ready.keys['admin']}` },
  });
  return Date.parse(((await answer.json()) as { now: string }).now);
};

test('has a clock that runs with the machine from the moment it is ready', async () => {
  const start = { host: '127.0.0.1', port: 0, database: { kind: 'memory' } } as const;
  const mock = { content: 'demo', seed: 7 } as const;
  const server = await beginServer({ ...start, mock, logLevel: 'silent' });
  const before = Date.now();
  const now = await clockOf(server);
  await server.close();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});

test('shows the clock time set at the start when it is ready', async () => {
  const start = { host: '127.0.0.1', port: 0, database: { kind: 'memory' } } as const;
  const mock = { content: 'empty', seed: 7, now: NOW } as const;
  const before = Date.now();
  const server = await beginServer({ ...start, mock, logLevel: 'silent' });
  const elapsed = (await clockOf(server)) - NOW;
  await server.close();
  expect(elapsed).toBeGreaterThanOrEqual(0);
  expect(elapsed).toBeLessThanOrEqual(Date.now() - before);
});

test('has the same keys and rows for the same seed and clock', async () => {
  const read = async () => {
    const server = await startServer({
      host: '127.0.0.1',
      port: 0,
      database: { kind: 'memory' },
      mock: { content: 'demo', seed: 7, now: NOW },
      logLevel: 'silent',
    });
    const headers = { authorization: `Bearer ${server.ready.keys['admin']}` };
    const tasks = await fetch(`${server.ready.baseUrl}/v1/platform/tasks?limit=200`, { headers });
    const text = await tasks.text();
    const digest = createHash('sha256').update(text).digest('hex');
    await server.close();
    return { keys: server.ready.keys, cameras: server.ready.cameras, digest };
  };
  expect(await read()).toEqual(await read());
});
