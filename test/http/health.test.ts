import { readFile } from 'node:fs/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const get = (url: string, remoteAddress = '127.0.0.1') =>
  service.service.app.inject({ url, remoteAddress });

test.each(['/livez', '/readyz'])('%s is available without a key', async (url) => {
  const answer = await get(url, '203.0.113.9');
  expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }]);
});

test('possibly missing commits, detected by the missing marker, are reported by /readyz and the audit log', async () => {
  const at = '2026-11-28T09:00:00.000Z';
  const unmarked = await startTestService('sqlite', {
    wrap: (database) => ({
      ...database,
      condition: {
        loss: () => undefined,
        unmarkedSince: () => at,
        damage: () => undefined,
        lastCheck: () => undefined,
        checked: () => {},
      },
    }),
  });
  onTestFinished(() => unmarked.close());
  const ready = await unmarked.service.app.inject({ url: '/readyz' });
  expect([ready.statusCode, ready.json()]).toMatchObject([
    200,
    { status: 'degraded', code: 'commits_unknown' },
  ]);
  const verified = await unmarked.send('GET', '/os/audit/verify');
  expect(verified.body).toMatchObject({ ok: true, unmarkedSince: at });
});

describe('the metrics', () => {
  test('count requests by the template of their route, never by their path', async () => {
    await service.send('GET', '/tasks/task_secret?q=secret');
    await service.send('GET', '/secret');
    const { body, headers } = await get('/metrics');
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toMatch(
      /farmctl_http_requests_total\{method="GET",route="\/v1\/platform\/tasks\/:id",status="400"\} 1/,
    );
    expect(body).not.toContain('secret');
  });

  test('are all documented, with names and types that promtool accepts', async () => {
    const { body } = await get('/metrics');
    const page = await readFile('docs/operations.md', 'utf8');
    const declared = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => ({
      name: String(name),
      type: String(type),
    }));
    const documented = declared
      .map(({ name }) => name)
      .filter((name) => !/_(nodejs|process)_/.test(name));
    expect(documented.length).toBeGreaterThan(25);
    expect(documented.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    const misnamed = declared.filter(
      ({ name, type }) =>
        !/^farmctl_[a-z0-9_]+$/.test(name) ||
        name.endsWith('_total') !== (type === 'counter') ||
        /_(millis|ms|minutes|hours|kb|mb|count|sum|bucket|gauge|counter)(_total)?$/.test(name),
    );
    expect(misnamed).toEqual([]);
  });

  test('include every cache, and the page of operations states the memory limits', async () => {
    const { body } = await get('/metrics');
    const page = await readFile('docs/operations.md', 'utf8');
    const bytes = [...body.matchAll(/^farmctl_cache_limit_bytes\{.+\} (\d+)$/gm)].map(([, size]) =>
      Number(size),
    );
    // Answers 4; keys, sessions, totals and zones 1 each; farms of portfolios 32 and their parts 96.
    expect(bytes).toHaveLength(Object.keys(service.service.runtime.caches).length + 1);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBe(136 * 1024 * 1024);
    const streams = limits.eventStreams.toLocaleString('en');
    const slow = `${limits.eventStreamBytes / 1024} KiB`;
    expect(page).toContain(`| event streams | ${streams}, with at most ${slow} waiting`);
    const messages = `${limits.integrationMessages} and ${limits.integrationQueueBytes / 1024 ** 2} MiB`;
    expect(page).toContain(`| MQTT messages that wait | ${messages} |`);
  });

  test('count rejections by code, and requests in progress', async () => {
    await service.send('GET', '/tasks', {
      key: await service.createKey({ rateLimitPerMinute: 0 }),
    });
    const { body } = await get('/metrics');
    expect(body).toMatch(/farmctl_http_refusals_total\{code="rate_limited"\} 1/);
    expect(body).toMatch(/^farmctl_http_requests_in_flight 1$/m);
  });

  test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])(
    'are shown to %s',
    async (address) => {
      expect((await get('/metrics', address)).statusCode).toBe(200);
    },
  );

  test.each(['203.0.113.9', '10.0.0.1', '::ffff:203.0.113.9', '2001:db8::1'])(
    'are not shown to %s, who gets the answer of an unknown route',
    async (address) => {
      const metrics = await get('/metrics', address);
      const missing = await get('/nothing', address);
      expect(metrics.statusCode).toBe(404);
      const { requestId: _, ...told } = metrics.json();
      const { requestId: __, ...toldOfNothing } = missing.json();
      expect(told).toEqual(toldOfNothing);
    },
  );

  test('are not shown to others through a trusted proxy on this machine', async () => {
    const proxied = await startTestService('sqlite', { app: { trustProxy: ['127.0.0.1'] } });
    const { app } = proxied.service;
    for (const forwarded of ['203.0.113.9', '127.0.0.1, 203.0.113.9']) {
      const headers = { 'x-forwarded-for': forwarded };
      expect((await app.inject({ url: '/metrics', headers })).statusCode).toBe(404);
    }
    expect((await app.inject({ url: '/metrics' })).statusCode).toBe(200);
    await proxied.close();
  });

  test('are shown to everybody if so configured', async () => {
    const open = await startTestService('sqlite', { app: { publicMetrics: true } });
    const { app } = open.service;
    const answer = await app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' });
    expect(answer.statusCode).toBe(200);
    await open.close();
  });
});

test('the access log names the caller and route, and no address or secret', async () => {
  const lines: object[] = [];
  const log = pino({ level: 'silent' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  const logged = await startTestService('sqlite', { app: { accessLog: true }, log });
  await logged.send('GET', '/tasks/task_secret?q=secret');
  await logged.service.app.inject({ url: '/acknowledge/secret', remoteAddress: '203.0.113.9' });
  await logged.close();
  const request = { msg: 'request', method: 'GET', millis: expect.any(Number) };
  expect(lines).toMatchObject([
    {
      ...request,
      route: '/v1/platform/tasks/:id',
      status: 400,
      keyId: expect.any(String),
    },
    { ...request, status: expect.any(Number), ip: '203.0.113.9' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test.each(['sqlite', 'postgres'] as const)('%s: the metrics of the database', async (database) => {
  const other = await startTestService(database);
  await other.send('POST', '/tasks', { body: { title: 'Clean the drinkers' } });
  await other.send('GET', '/tasks');
  await other.send('GET', '/tasks');
  const { body } = await other.service.app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' });
  const sampleOf = (sample: string) => {
    const line = body.split('\n').find((text) => text.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };
  expect(sampleOf('farmctl_database_commits_total')).toBeGreaterThan(0);
  expect(sampleOf('farmctl_database_commit_seconds_total')).toBeGreaterThan(0);
  expect(sampleOf('farmctl_database_writes_waiting')).toBe(0);
  expect(sampleOf('farmctl_backlog{queue="webhook_deliveries"}')).toBe(0);
  expect(sampleOf('farmctl_backlog_oldest_timestamp_seconds{queue="commands"}')).toBe(0);
  expect(sampleOf('farmctl_webhooks_disabled')).toBe(0);
  const isPooled = database === 'postgres';
  expect(sampleOf('farmctl_database_pool_waiting{pool="reads"}')).toBe(isPooled ? 0 : undefined);
  expect(sampleOf('farmctl_cache_hits_total{cache="answers"}')).toBe(isPooled ? 0 : 1);
  await other.close();
});

describe('the client address', () => {
  const ipOf = async (trusting: TestService) => {
    await trusting.send('DELETE', '/tasks/nothing', {
      headers: { 'x-forwarded-for': '198.51.100.7', 'x-request-id': 'forwarded' },
    });
    return vi.waitFor(async () => {
      const { body } = await trusting.send('GET', '/os/audit');
      return body.data.find((entry: { requestId: string }) => entry.requestId === 'forwarded').ip;
    });
  };

  test('is that of the connection, whatever the request claims', async () => {
    expect(await ipOf(service)).toBe('127.0.0.1');
  });

  test('is taken from a trusted proxy', async () => {
    const proxied = await startTestService('sqlite', { app: { trustProxy: ['127.0.0.1'] } });
    expect(await ipOf(proxied)).toBe('198.51.100.7');
    await proxied.close();
  });
});
