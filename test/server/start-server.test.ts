import { appendFile, copyFile, readdir, readFile } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAnchorSigner, isSigned } from '../../src/platform/audit/anchors.ts';
import { findServer } from '../../src/server/core/server-file.ts';
import { examineFolder } from '../../src/server/doctor/examine-database.ts';
import type { RunningServer } from '../../src/server/jobs/running-server.ts';
import { type ServerOptions, startServer } from '../../src/server/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const MEMORY: ServerOptions = {
  host: '127.0.0.1',
  port: 0,
  database: { kind: 'memory' },
  logLevel: 'silent',
};

/** Starts a server that is closed when the test ends. */
async function start(options: Partial<ServerOptions> = {}): Promise<RunningServer> {
  const server = await startServer({ ...MEMORY, ...options });
  onTestFinished(() => server.close());
  return server;
}

const inFolder = (dataDir: string) => ({ database: { kind: 'sqlite', dataDir } as const });

const ask = (server: RunningServer, path: string, key = server.ready.keys['admin']) =>
  fetch(`${server.ready.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });

/** A connection that can be written to bit by bit. */
const CONTINUE = /^HTTP\/1\.1 100 Continue\r\n\r\n/;

async function openSocket(server: RunningServer): Promise<Socket & { received: () => string }> {
  const { hostname, port } = new URL(server.ready.baseUrl);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  onTestFinished(() => {
    socket.destroy();
  });
  return Object.assign(socket, { received: () => text.replace(CONTINUE, '') });
}

const endOf = (socket: Socket) =>
  new Promise<void>((resolve) =>
    socket.closed ? resolve() : socket.once('close', () => resolve()),
  );

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

describe('a server in memory', () => {
  test('prints its address and shows the admin key', async () => {
    const { ready } = await start();
    expect(ready).toEqual({
      event: 'ready',
      baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      pid: process.pid,
      orgId: expect.stringMatching(/^org_/),
      farms: [],
      keys: { admin: expect.stringMatching(/^fk_live_/) },
      cameras: [],
    });
  });

  test('answers over its socket', async () => {
    const server = await start();
    expect(await (await ask(server, '/livez')).json()).toEqual({ status: 'ok' });
    expect(await (await ask(server, '/readyz')).json()).toEqual({ status: 'ok' });
    const me = await ask(server, '/v1/platform/me');
    expect(me.status).toBe(200);
    expect(await me.json()).toMatchObject({ org: { id: server.ready.orgId }, allFarms: true });
    const metrics = await (await ask(server, '/metrics')).text();
    expect(metrics).toContain('farmctl_http_requests_total');
  });

  test('does not share anything with another one', async () => {
    const [one, other] = [await start(), await start()];
    expect(one.ready.orgId).not.toBe(other.ready.orgId);
    const refused = await ask(other, '/v1/platform/me', one.ready.keys['admin']);
    expect(refused.status).toBe(401);
  });

  test('a server in memory also listens on the IPv6 loopback address', async () => {
    const server = await start({ host: '::1' });
    expect(server.ready.baseUrl).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await ask(server, '/livez')).status).toBe(200);
  });
});

describe('a server in a folder', () => {
  test('shows its key on the first start only, and keeps its rows', async () => {
    const dataDir = await temporaryFolder();
    const first = await start(inFolder(dataDir));
    const key = first.ready.keys['admin'];
    const created = await fetch(`${first.ready.baseUrl}/v1/platform/farms`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: '{"name":"Emek"}',
    });
    expect(created.status).toBe(201);
    const { id } = (await created.json()) as { id: string };
    await first.close();
    const second = await start(inFolder(dataDir));
    expect(second.ready).toMatchObject({ keys: {}, farms: [{ id, name: 'Emek' }] });
    expect((await ask(second, `/v1/platform/farms/${id}`, key)).status).toBe(200);
  });

  test('writes signed anchors of its audit log to the named file, which doctor compares', async () => {
    const dataDir = await temporaryFolder();
    const auditAnchors = join(await temporaryFolder(), 'elsewhere.jsonl');
    const server = await start({ ...inFolder(dataDir), auditAnchors });
    expect((await ask(server, '/v1/platform/me')).status).toBe(200);
    await server.close();
    const lines = (await readFile(auditAnchors, 'utf8')).trim().split('\n');
    const last = JSON.parse(lines.at(-1) ?? '');
    expect(isSigned(last)).toBe(true);
    expect(await readdir(dataDir)).not.toContain('audit-anchors.jsonl');
    const examine = async (file: string) => {
      const findings = await examineFolder(dataDir, {
        isDeep: true,
        now: Date.now(),
        auditAnchors: file,
      });
      return findings.filter(({ check, state }) => check === 'auditLog' && state !== 'ok');
    };
    expect(await examine(auditAnchors)).toEqual([]);
    // Anchors of entries that are not there any more, which the database itself knows nothing of.
    const key = await readFile(join(dataDir, 'farmctl.key'));
    const { number, position, entries, at, hash } = last;
    const statement = {
      number: number + 1,
      position: position + 5,
      entries: entries + 5,
      at,
      hash,
    };
    const later = createAnchorSigner(key).sign(statement);
    await appendFile(auditAnchors, `${JSON.stringify(later)}\n`);
    expect(await examine(auditAnchors)).toMatchObject([
      { state: 'failed', finding: expect.stringContaining(`number ${number + 1} was signed`) },
      { state: 'failed', finding: expect.stringContaining('5 entries were removed') },
    ]);
    await copyFile(auditAnchors, join(dataDir, 'audit-anchors.jsonl'));
    expect(await examineFolder(dataDir, { isDeep: false, now: Date.now() })).toContainEqual(
      expect.objectContaining({ finding: expect.stringContaining('5 entries were removed') }),
    );
  });

  test('is the only one, until it stops', async () => {
    const dataDir = await temporaryFolder();
    const first = await start(inFolder(dataDir));
    expect(findServer(dataDir)).toEqual({ pid: process.pid, baseUrl: first.ready.baseUrl });
    await expect(startServer({ ...MEMORY, ...inFolder(dataDir) })).rejects.toThrow(
      `${dataDir} is already served by process ${process.pid} at ${first.ready.baseUrl}`,
    );
    expect((await ask(first, '/livez')).status).toBe(200);
    await first.close();
    expect(findServer(dataDir)).toBeUndefined();
    expect(await readdir(dataDir)).not.toContain('server.json');
    await start(inFolder(dataDir));
  });

  test('a server in a folder that cannot listen releases the folder and does not use up its first key', async () => {
    const dataDir = await temporaryFolder();
    const otherServer = createServer();
    await new Promise<void>((resolve) => otherServer.listen(0, '127.0.0.1', resolve));
    const { port } = otherServer.address() as { port: number };
    await expect(startServer({ ...MEMORY, port, ...inFolder(dataDir) })).rejects.toThrow(
      /EADDRINUSE/,
    );
    expect(findServer(dataDir)).toBeUndefined();
    await new Promise((resolve) => otherServer.close(resolve));
    const server = await start({ port, ...inFolder(dataDir) });
    expect(server.ready.keys['admin']).toMatch(/^fk_live_/);
  });

  test('one of two concurrent starts in a folder serves, and the other releases its port', async () => {
    const dataDir = await temporaryFolder();
    const ports = await Promise.all([freePort(), freePort()]);
    const outcomes = await Promise.allSettled(
      ports.map((port) => startServer({ ...MEMORY, port, ...inFolder(dataDir) })),
    );
    const started = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const server of started) onTestFinished(() => server.close());
    expect(started).toHaveLength(1);
    const releasedPort = ports.find((port) => !started[0]?.ready.baseUrl.endsWith(`:${port}`));
    const status = await fetch(`http://127.0.0.1:${releasedPort}/livez`).then(
      (answer) => answer.status,
      () => 'no answer',
    );
    expect(status).toBe('no answer');
    expect(findServer(dataDir)?.baseUrl).toBe(started[0]?.ready.baseUrl);
  });
});

describe('a server that stops', () => {
  const head = (server: RunningServer, length: number) =>
    [
      'POST /v1/platform/farms HTTP/1.1',
      'host: x',
      `authorization: Bearer ${server.ready.keys['admin']}`,
      'content-type: application/json',
      `content-length: ${length}`,
      'expect: 100-continue',
      '',
      '',
    ].join('\r\n');
  /** Sends a request that is in progress when this resolves: the server has asked for its body. */
  const sendHalf = async (socket: Socket, server: RunningServer) => {
    const requested = new Promise((resolve) => socket.once('data', resolve));
    socket.write(head(server, 15));
    await requested;
    socket.write('{"name":');
  };

  /** The first event: the server stops, or the timeout. */
  const firstOf = (closing: Promise<void>, millis: number) =>
    Promise.race([closing.then(() => 'ended'), pause(millis).then(() => 'still running')]);

  test('answers requests in progress, and only then stops', async () => {
    const dataDir = await temporaryFolder();
    const server = await start(inFolder(dataDir));
    const key = server.ready.keys['admin'];
    const socket = await openSocket(server);
    await sendHalf(socket, server);
    const closing = server.close();
    expect(await firstOf(closing, 100)).toBe('still running');
    // Not end(): Node gives up a request whose client closes its side before the answer.
    socket.write('"Emek"}');
    await endOf(socket);
    await closing;
    expect(socket.received()).toMatch(/^HTTP\/1\.1 201 /);
    const again = await start(inFolder(dataDir));
    const farms = await (await ask(again, '/v1/platform/farms', key)).json();
    expect(farms).toMatchObject({ data: [{ name: 'Emek' }] });
  });

  test('does not wait for a connection whose request is answered', async () => {
    const server = await start();
    const socket = await openSocket(server);
    await sendHalf(socket, server);
    const closing = server.close();
    await pause(50);
    socket.write('"Emek"}');
    expect(await firstOf(closing, 3000)).toBe('ended');
    expect(socket.received()).toMatch(/^HTTP\/1\.1 201 /);
  });

  test('does not wait for a connection without requests', async () => {
    const server = await start();
    await openSocket(server);
    expect(await firstOf(server.close(), 3000)).toBe('ended');
  });

  test('rejects requests immediately, and connections once requests in progress are answered', async () => {
    const server = await start();
    const socket = await openSocket(server);
    await sendHalf(socket, server);
    const closing = server.close();
    expect((await ask(server, '/readyz')).status).toBe(503);
    const connecting = () =>
      ask(server, '/livez').then(
        () => 'accepted',
        () => 'refused',
      );
    expect(await connecting()).toBe('accepted');
    socket.write('"Emek"}');
    await expect.poll(connecting, { interval: 1000 }).toBe('refused');
    await closing;
  });

  test('tells a late request to try again, in the standard error shape', async () => {
    const server = await start();
    const [busySocket, late] = [await openSocket(server), await openSocket(server)];
    await sendHalf(busySocket, server);
    late.write('GET /v1/platform/farms HTTP/1.1\r\nhost: x\r\nx-request-id: late\r\n');
    await pause(200);
    const closing = server.close();
    await pause(50);
    late.write(`authorization: Bearer ${server.ready.keys['admin']}\r\n\r\n`);
    await endOf(late);
    busySocket.end('"Emek"}');
    await closing;
    const [headers = '', body = ''] = late.received().split('\r\n\r\n');
    expect(headers).toMatch(/^HTTP\/1\.1 503 /);
    expect(headers).toMatch(/\r\nretry-after: \d+/i);
    expect(headers).toMatch(/\r\nx-request-id: late/i);
    expect(JSON.parse(body)).toMatchObject({ error: 'unavailable', requestId: 'late' });
  });

  test('stops once, even if called repeatedly', async () => {
    const server = await start();
    await Promise.all([server.close(), server.close()]);
    await server.close();
    await server.closed;
    await expect(ask(server, '/livez')).rejects.toThrow();
  });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}
