import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { type ServerOptions, startServer } from '../../../src/server/start-server.ts';
import { systemClock } from '../../../src/tools/clock.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { openMeteoAnswer } from '../../support/open-meteo-answer.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const DAY_MILLIS = 86_400_000;
const PATIENCE_MILLIS = 10_000;

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

/** The forecast of the five days around the present of the machine. */
function forecast() {
  const yesterday = new Date(systemClock.now() - DAY_MILLIS).toISOString().slice(0, 10);
  return JSON.stringify(openMeteoAnswer({ first: `${yesterday}T00:00`, hours: 120 }));
}

function caller({ ready }: RunningServer, key: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${ready.baseUrl}/v1/platform${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return (await response.json()) as Record<string, unknown> & { readonly id: string };
  };
}

/** A database in a folder, with a farm at a place and an integration that wants its weather. */
async function farmInFolder() {
  const database = { kind: 'sqlite', dataDir: await temporaryFolder() } as const;
  const server = await start({ database });
  const key = server.ready.keys['admin'] ?? '';
  const call = caller(server, key);
  const place = { latitude: 32.36, longitude: 34.91 };
  const farm = await call('POST', '/farms', { name: 'Emek Hefer', ...place });
  await call('POST', '/barns', { farmId: farm.id, name: 'Barn 1' });
  const { id } = await call('POST', '/integrations', { farmId: farm.id, kind: 'weather' });
  await server.close();
  return { database, key, integrationId: id };
}

test('a server fetches the weather of its farms when it starts, and stores it', async () => {
  const { database, key, integrationId } = await farmInFolder();
  const service = await startLocalServer((_, response) => response.end(forecast()));
  const allowedHosts = [`127.0.0.1:${service.port}`];
  const server = await start({ database, weather: { url: service.url }, allowedHosts });
  const call = caller(server, key);
  const end = performance.now() + PATIENCE_MILLIS;
  let integration = await call('GET', `/integrations/${integrationId}`);
  while (integration['status'] !== 'active' && performance.now() < end) {
    await sleep(20);
    integration = await call('GET', `/integrations/${integrationId}`);
  }
  expect(integration).toMatchObject({ status: 'active', lastError: null });
  expect(await call('GET', '/env-readings?source=weather')).toMatchObject({ meta: { total: 120 } });
  expect(service.asked).toHaveLength(1);
});

test('a server waiting for the weather stops immediately', async () => {
  const { database } = await farmInFolder();
  const hangingServer = await startLocalServer(() => {});
  const allowedHosts = ['127.0.0.1'];
  const server = await start({ database, weather: { url: hangingServer.url }, allowedHosts });
  while (hangingServer.asked.length === 0) await sleep(10);
  const startedAt = performance.now();
  await server.close();
  expect(performance.now() - startedAt).toBeLessThan(10_000);
});

test('a mock server fetches no weather unless an address is given', async () => {
  const service = await startLocalServer((_, response) => response.end(forecast()));
  const server = await start({ mock: { content: 'demo', seed: 42, now: systemClock.now() } });
  await server.close();
  expect(service.asked).toEqual([]);
});

test.each([
  ['http://weather.example', 'must begin with https://, or its host must be allowed'],
  ['https://10.0.0.7/', 'The address is not one of the internet'],
  ['https://user:word@weather.example', 'must not hold a user name or password'],
  ['ftp://weather.example', 'must be a URL that begins with https://'],
])('a server does not start with %s as its weather service', async (url, reason) => {
  await expect(start({ weather: { url } })).rejects.toThrow(reason);
});
