import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../src/server/start-server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    mock: { content: 'demo', seed: 42, now: Date.parse('2026-11-20T06:00:00.000Z') },
    logLevel: 'warn',
  });
});
afterAll(() => server.close());

/** How many rows of the demo farm are in a status. */
async function count(resource: string, status: string): Promise<number> {
  return (await send('GET', `/${resource}?status=${status}&limit=1`)).meta.total;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
async function send(method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(`${server.ready.baseUrl}/v1/platform${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.ready.keys['admin']}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return response.json();
}

const advanceClock = async (advanceMs: number) => {
  await send('PUT', '/os/mock/clock', { advanceMs });
  return [
    await count('controller-commands', 'pending'),
    await count('tenders', 'open'),
    await count('reg-items', 'due'),
  ];
};

test('time-dependent changes follow the clock of a mock server immediately', async () => {
  expect(await advanceClock(0)).toEqual([1, 3, 1]);
  expect(await advanceClock(21 * MINUTE)).toEqual([0, 3, 1]);
  expect(await advanceClock(3 * DAY)).toEqual([0, 2, 0]);
});
