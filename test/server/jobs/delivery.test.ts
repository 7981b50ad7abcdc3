import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, test } from 'vitest';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { type ServerOptions, startServer } from '../../../src/server/start-server.ts';
import { createEmptyDatabase } from '../../support/databases.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PATIENCE_MILLIS = 10_000;
const KEY = 'MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

async function start(options: Partial<ServerOptions>): Promise<RunningServer> {
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    logLevel: 'silent',
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}

function caller({ ready }: RunningServer, key: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${ready.baseUrl}/v1/platform${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
    const answer = (await response.json()) as any;
    return { ...answer, status: response.status };
  };
}

/** A local receiver that stores what it gets. */
async function startReceiver(statusOf: (count: number) => number = () => 200) {
  const received: { headers: Record<string, string>; body: string }[] = [];
  const server = await startLocalServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(statusOf(received.length), { location: '/elsewhere' }).end('thanks');
    });
  });
  return { url: `${server.url}/hook`, port: server.port, received };
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MILLIS;
  while (!(await isDone()) && performance.now() < end) await sleep(20);
}

test('a mock server delivers to its own machine, immediately and verifiably', async () => {
  const server = await start({ mock: { content: 'demo', seed: 42 } });
  const call = caller(server, server.ready.keys['admin'] ?? '');
  const receiver = await startReceiver();
  const hook = await call('POST', '/webhooks', { url: receiver.url, events: ['task.created'] });
  const farmId = server.ready.farms[0]?.id;
  const task = await call('POST', '/tasks', { farmId, title: 'בדיקת מאווררים' });
  await until(() => receiver.received.length === 1);
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  expect(new Webhook(hook.secret).verify(body, headers)).toMatchObject({
    event: 'task.created',
    farmId,
    data: { record: { id: task.id, title: 'בדיקת מאווררים' } },
  });
});

test('a redirect is a failure that is not followed', async () => {
  const server = await start({ mock: { content: 'demo', seed: 42 } });
  const call = caller(server, server.ready.keys['admin'] ?? '');
  const receiver = await startReceiver(() => 302);
  const { id } = await call('POST', '/webhooks', { url: receiver.url, events: ['task.created'] });
  await call('POST', `/os/webhooks/${id}/test`);
  await until(async () => (await call('GET', `/os/webhooks/${id}`)).consecutiveFailures === 1);
  const { data } = await call('GET', `/os/webhooks/${id}/deliveries`);
  const { log } = await call('GET', `/os/webhooks/deliveries/${data[0].id}`);
  expect(log).toMatchObject([{ status: 302, response: 'thanks', failure: null }]);
  expect(receiver.received).toHaveLength(1);
});

test('pending deliveries are sent after a restart, with the key beside the database', async () => {
  const dataDir = await temporaryFolder();
  const database = { kind: 'sqlite', dataDir } as const;
  const receiver = await startReceiver((count) => (count === 1 ? 500 : 200));
  const allowedHosts = [`127.0.0.1:${receiver.port}`];
  const first = await start({ database, allowedHosts });
  const key = first.ready.keys['admin'] ?? '';
  const call = caller(first, key);
  const keyFile = join(dataDir, 'farmctl.key');
  expect(existsSync(keyFile)).toBe(false);
  const hook = await call('POST', '/webhooks', { url: receiver.url, events: ['task.created'] });
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  const farm = await call('POST', '/farms', { name: 'Emek Hefer' });
  await call('POST', '/tasks', { farmId: farm.id, title: 'Check the fans' });
  await until(() => receiver.received.length === 1);
  await first.close();
  const second = await start({ database, allowedHosts });
  await until(() => receiver.received.length === 2);
  const { headers, body } = receiver.received[1] ?? { headers: {}, body: '' };
  expect(new Webhook(hook.secret).verify(body, headers)).toBeTruthy();
  await second.close();
});

test('on PostgreSQL secrets require a key from the configuration', async () => {
  const { url, drop } = await createEmptyDatabase();
  onTestFinished(drop);
  const database = { kind: 'postgres', url } as const;
  const hook = { url: 'https://brain.example.com/', events: ['*'] };
  const without = await start({ database });
  const key = without.ready.keys['admin'] ?? '';
  expect(await caller(without, key)('POST', '/webhooks', hook)).toMatchObject({
    status: 422,
    code: 'secret_key_missing',
  });
  await without.close();
  const withKey = await start({ database, secretKey: KEY });
  expect((await caller(withKey, key)('POST', '/webhooks', hook)).status).toBe(201);
  await withKey.close();
});

test('an invalid key prevents the start', async () => {
  await expect(start({ secretKey: 'secret' })).rejects.toThrow(
    'FARMCTL_SECRET_KEY must be 32 bytes as hex or base64, as of openssl rand -base64 32',
  );
});
