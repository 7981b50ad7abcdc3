import { connect } from 'node:net';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { runningServer } from '../../../src/server/jobs/running-server.ts';
import { createFarm } from '../../support/farm.ts';
import { startTestService } from '../../support/service.ts';

/** A server whose requests may take 200 ms once it stops. */
async function startServer() {
  const started = await startTestService();
  const { service, orgId } = started;
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.app.server.address() as { port: number };
  const ready = {
    event: 'ready',
    baseUrl: '',
    pid: 1,
    orgId,
    farms: [],
    keys: {},
    cameras: [],
  } as const;
  const server = runningServer(service, ready, undefined, 200);
  return { ...started, port, server };
}

test.each([
  ['one answer', 'application/json'],
  ['lines', 'application/x-ndjson'],
])(
  'an import that exceeds its time limit stops between two batches and reports this, as %s',
  async (_, accept) => {
    const started = await startServer();
    const { service, port, server, admin } = started;
    const { farmId } = await createFarm(started);
    const rows = Array.from({ length: 20_000 }, (_, index) => `Task ${index}`);
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'text/csv', accept };
    const url = `http://127.0.0.1:${port}/v1/platform/os/import/tasks?onError=skip&farmId=${farmId}`;
    const body = `title\n${rows.join('\n')}\n`;
    const response = fetch(url, { method: 'POST', headers, body });
    const count = async () =>
      (await service.runtime.database.first<{ n: number }>(sql`select count(*) as n from tasks`))
        ?.n;
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(0);
    const closed = server.close();
    const answer = await response;
    const text = await answer.text();
    const message =
      accept === 'application/json' ? text : (text.trimEnd().split('\n').at(-1) ?? '');
    expect(message).toMatch(/"error":"unavailable".*shutting down; \d+00 of 20000 rows are done/);
    if (accept === 'application/json') {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    }
    await closed;
  },
  90_000,
);

test('unfinished requests receive 503 before their connection is closed', async () => {
  const started = await startServer();
  const { port, server, admin, service } = started;
  const { database } = service.runtime;
  let letGo = () => {};
  const lockTransaction = database.transaction(
    () =>
      new Promise<void>((resolve) => {
        letGo = resolve;
      }),
  );
  const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' };
  const url = `http://127.0.0.1:${port}/v1/platform/farms`;
  const response = fetch(url, { method: 'POST', headers, body: '{"name":"Emek"}' });
  await new Promise((resolve) => setTimeout(resolve, 100));
  const closed = server.close();
  const answer = await response;
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(answer.headers.get('connection')).toBe('close');
  letGo();
  await lockTransaction;
  await closed;
});

test('a slow body is cut off after the time limit, and the server stops', async () => {
  const { port, server, admin } = await startServer();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(
    [
      'POST /v1/platform/farms HTTP/1.1',
      'host: x',
      `authorization: Bearer ${admin}`,
      'content-type: application/json',
      'content-length: 100000',
      '',
      '',
    ].join('\r\n'),
  );
  const trickle = setInterval(() => socket.write(' '), 20);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const start = performance.now();
  await server.close();
  await server.closed;
  clearInterval(trickle);
  socket.destroy();
  expect(performance.now() - start).toBeLessThan(10_000);
});
