import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { DATABASES } from '../support/databases.ts';
import { createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const BODY = '{"title":"reset"}';
const PIPELINED = 20;
const TIMES = 5;
const PATIENCE = { timeout: 10_000, interval: 5 };

/**
 * The bytes a client sends before it resets its connection, and whether it waits for a first
 * response.
 */
interface Stage {
  readonly name: string;
  readonly bytes: string;
  readonly waits?: 'for an answer' | 'a turn';
}

const get = (lines = '') => `GET /v1/platform/tasks HTTP/1.1\r\nhost: x\r\n${lines}\r\n`;
const post = (lines: string, body: string) =>
  `POST /v1/platform/tasks?farmId={farm} HTTP/1.1\r\nhost: x\r\n{key}content-type: application/json\r\n${lines}\r\n${body}`;
const length = `content-length: ${BODY.length}\r\n`;

const stages: readonly Stage[] = [
  { name: 'before anything is sent', bytes: '' },
  { name: 'within the request line', bytes: 'GET /v1/plat' },
  { name: 'within the headers', bytes: get().slice(0, -6) },
  { name: 'after the headers', bytes: get() },
  { name: 'after the headers, with a key', bytes: get('{key}') },
  { name: 'within a body', bytes: post(length, BODY.slice(0, 5)), waits: 'a turn' },
  { name: 'after a body', bytes: post(length, BODY) },
  { name: 'while the change is written', bytes: post(length, BODY), waits: 'a turn' },
  { name: 'within a chunk', bytes: post('transfer-encoding: chunked\r\n', 'ff\r\n{"a') },
  {
    name: 'before the body that was announced',
    bytes: post(`expect: 100-continue\r\n${length}`, ''),
  },
  { name: 'during the answer', bytes: get('{key}'), waits: 'for an answer' },
  { name: 'with requests of strangers in a row', bytes: get().repeat(PIPELINED) },
  { name: 'with requests of a key in a row', bytes: get('{key}').repeat(PIPELINED) },
  {
    name: 'with requests in a row, a while later',
    bytes: get().repeat(PIPELINED),
    waits: 'a turn',
  },
  { name: 'with a change in a row of reads', bytes: get('{key}') + post(length, BODY) + get() },
  { name: 'with a request that is not HTTP behind one that is', bytes: `${get()}\0\0\r\n\r\n` },
  { name: 'for a document that needs no key', bytes: get().replace('tasks', 'capabilities') },
  { name: 'for a path nobody has', bytes: get().replace('/v1/platform/tasks', '/nothing') },
];

describe.each(DATABASES)('%s: connections that are reset', (database) => {
  let service: TestService;
  let farmId: string;
  let port: number;
  beforeAll(async () => {
    service = await startTestService(database);
    ({ farmId } = await createFarm(service));
    await service.service.app.listen({ host: '127.0.0.1', port: 0 });
    port = (service.service.app.server.address() as { port: number }).port;
  });
  afterAll(() => service.close());

  const reset = async ({ bytes, waits }: Stage) => {
    const socket: Socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    const filledBytes = bytes
      .replaceAll('{key}', `authorization: Bearer ${service.admin}\r\n`)
      .replaceAll('{farm}', farmId);
    if (filledBytes !== '') await new Promise((resolve) => socket.write(filledBytes, resolve));
    if (waits === 'for an answer') await once(socket, 'data');
    if (waits === 'a turn') await new Promise((resolve) => setImmediate(resolve));
    socket.resetAndDestroy();
  };
  const waitUntilQuiet = async () =>
    new Promise<number>((resolve, reject) =>
      service.service.app.server.getConnections((error, count) =>
        error ? reject(error) : resolve(count),
      ),
    );

  test.each(stages)('$name do not break the audit log', async (stage) => {
    await Promise.all(Array.from({ length: TIMES }, () => reset(stage)));
    await expect.poll(waitUntilQuiet, PATIENCE).toBe(0);
    const requestId = `after ${stage.name}`.replaceAll(/[ ,]+/g, '-');
    await service.send('GET', '/tasks?limit=1', { headers: { 'x-request-id': requestId } });
    const state = (await service.send('GET', '/os/audit/verify')).body;
    expect(state).toMatchObject({ ok: true, firstBroken: null });
    const { runtime } = service.service;
    const entries = await runtime.database.all(
      sql`select ip from audit_log where request_id = ${requestId} and hash is not null`,
    );
    expect(entries).toEqual([{ ip: '127.0.0.1' }]);
    expect((await service.service.app.inject('/readyz')).statusCode).toBe(200);
  });

  test('are logged as calls from an address, or from an unknown one', async () => {
    const { runtime } = service.service;
    const rows = await runtime.database.all<{ ip: string }>(
      sql`select distinct ip from audit_log order by ip`,
    );
    const ips = rows.map(({ ip }) => ip);
    expect(ips).toContain('127.0.0.1');
    expect(ips.filter((ip) => ip !== '127.0.0.1' && ip !== 'unknown')).toEqual([]);
    const [unsealed] = await runtime.database.all<{ waiting: number | string }>(
      sql`select count(*) as waiting from audit_log where position is null`,
    );
    expect(Number(unsealed?.waiting)).toBe(0);
  });
});

const STREAM = get('{key}').replace('tasks', 'os/events/stream');
const EXPORT = get('{key}').replace('tasks', 'os/export/tasks');

describe('resources held by a connection', () => {
  let service: TestService;
  let port: number;
  beforeAll(async () => {
    service = await startTestService();
    await service.service.app.listen({ host: '127.0.0.1', port: 0 });
    port = (service.service.app.server.address() as { port: number }).port;
  });
  afterAll(() => service.close());

  test.each([
    ['of exports behind an endless stream', STREAM + EXPORT, true],
    ['of streams behind an endless stream', STREAM.repeat(3), true],
    ['of exports whose caller disconnects immediately', EXPORT, false],
    ['of streams whose caller disconnects immediately', STREAM, false],
  ])('are released when it is reset: %s', async (_, sent, isStarted) => {
    for (let count = 0; count <= limits.exportsUnderWayPerKey; count++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      const request = sent.replaceAll('{key}', `authorization: Bearer ${service.admin}\r\n`);
      await new Promise((resolve) => socket.write(request, resolve));
      if (isStarted) await once(socket, 'data');
      await sleep(isStarted ? 20 : 0);
      socket.resetAndDestroy();
    }
    const underWay = async () => {
      const { body } = await service.service.app.inject({ url: '/metrics' });
      return Number(/^farmctl_http_requests_in_flight (\d+)$/m.exec(body)?.[1]);
    };
    // The request for the metrics counts itself.
    await expect.poll(underWay, PATIENCE).toBe(1);
    const exported = async () => (await service.send('GET', '/os/export/tasks')).status;
    await expect.poll(exported, PATIENCE).toBe(200);
  });
});
