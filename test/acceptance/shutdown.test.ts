import { connect, type Socket } from 'node:net';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { openCaller } from '../support/reliability/caller.ts';
import { type ChildServer, startChildServer } from '../support/reliability/child-server.ts';
import { findContradictions } from '../support/reliability/find-contradictions.ts';
import { startKeepAliveWriters } from '../support/reliability/keep-alive-writers.ts';
import { createFolder, createPlace, type Place } from '../support/reliability/place.ts';
import { prepareStage, SMALL_STAGE } from '../support/reliability/stage.ts';
import { createLedger, startWriters } from '../support/reliability/write-load.ts';

/** The promise of limits.drainMillis. */
const DRAIN_MILLIS = 25_000;
const SLOW_TESTS = process.env['FARMCTL_SLOW_TESTS'] !== undefined;

async function start(place: Place): Promise<ChildServer> {
  const server = await startChildServer({ argv: place.argv, logLevel: 'silent' });
  onTestFinished(async () => {
    await server.end('SIGKILL');
    await place.remove();
  });
  return server;
}

/** A connection that sends the given text and records what it receives. */
async function openSocket(
  server: ChildServer,
  text: string,
): Promise<Socket & { heard(): string }> {
  const socket = connect(Number(new URL(server.baseUrl).port), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(text);
  onTestFinished(() => {
    socket.destroy();
  });
  return Object.assign(socket, { heard: () => received });
}

function head(server: ChildServer, method: string, path: string, length = 0): string {
  return [
    `${method} ${path} HTTP/1.1`,
    'host: x',
    `authorization: Bearer ${server.key}`,
    ...(length ? ['content-type: application/json', `content-length: ${length}`] : []),
    '',
    '',
  ].join('\r\n');
}

/** The same, for a caller that waits for 100 Continue. */
function expecting(head: string): string {
  return head.replace('\r\n', '\r\nexpect: 100-continue\r\n');
}

/** Sends a request on a new connection; returns the response, or the code of the error. */
function askOnce(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1');
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.on('data', (chunk) => {
      received += chunk;
      if (!received.includes('\r\n\r\n')) return;
      resolve(received);
      socket.destroy();
    });
    socket.on('close', () => resolve('closed without an answer'));
    socket.write(text);
  });
}

/** For events within a second or two on an idle machine. */
const PATIENCE = { timeout: 60_000 };

/** Whether it has heard a signal to stop; it answers until it ends. */
async function isStopping(server: ChildServer): Promise<boolean> {
  return (await fetch(`${server.baseUrl}/readyz`)).status === 503;
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

describe.each(DATABASES)('%s: a server that is stopped under load', (database) => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'a server that is stopped under load by %s answers requests in progress and exits with 0',
    async (signal) => {
      const place = await createPlace(database, inject('postgresUrl'));
      const server = await start(place);
      const caller = openCaller(server.baseUrl, server.key ?? '');
      const kinds = await prepareStage(caller, SMALL_STAGE);
      const ledger = createLedger();
      const load = startWriters(caller, { kinds, ledger, writers: 32 });
      while (ledger.acknowledged.length < 100) await pause(10);
      const from = performance.now();
      const exit = await server.end(signal);
      expect([exit, performance.now() - from < DRAIN_MILLIS]).toEqual([
        { code: 0, signal: null },
        true,
      ]);
      await load.stop();
      await caller.close();
      // Some are asked to retry; all acknowledged writes exist, and nothing is incomplete.
      const refusals = ledger.refused.map(({ status, reply }) => [
        status,
        reply.headers['retry-after'],
      ]);
      expect(refusals).toEqual(refusals.map(() => [503, '1']));
      expect(await findContradictions(place, ledger)).toEqual([]);
    },
  );
});

describe('a server that is stopped', () => {
  test('closes silent and idle connections, rejects new ones, and answers the slow one', async () => {
    const server = await start(await createFolder());
    const slow = await openSocket(
      server,
      `${head(server, 'POST', '/v1/platform/farms', 15)}{"name":`,
    );
    const silent = await openSocket(server, '');
    const idle = await openSocket(server, head(server, 'GET', '/v1/platform/me'));
    await expect.poll(() => idle.heard(), PATIENCE).toMatch(/^HTTP\/1\.1 200 /);
    const exit = server.end('SIGTERM');
    await expect.poll(() => isStopping(server), PATIENCE).toBe(true);
    // While a request is in progress, new connections are asked to retry.
    const late = await openSocket(server, head(server, 'GET', '/v1/platform/me'));
    await expect.poll(() => late.heard(), PATIENCE).toMatch(/^HTTP\/1\.1 503 /);
    expect(late.heard()).toMatch(/^connection: close\r$/im);
    expect(late.heard()).toMatch(/^retry-after: 1\r$/im);
    await expect.poll(() => [silent.closed, idle.closed], PATIENCE).toEqual([true, true]);
    expect((await fetch(`${server.baseUrl}/livez`)).status).toBe(200);
    slow.write('"Emek"}');
    expect(await exit).toEqual({ code: 0, signal: null });
    expect(slow.heard()).toMatch(/^HTTP\/1\.1 201 .*connection: close/is);
  });

  test('exits quickly although a caller was rejected before it sent its body', async () => {
    const server = await start(await createFolder());
    const path = '/v1/platform/os/media/media_0/content';
    const caller = await openSocket(server, expecting(head(server, 'PUT', path, 100)));
    await expect.poll(() => caller.heard(), PATIENCE).toMatch(/^HTTP\/1\.1 404 /);
    const from = performance.now();
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(performance.now() - from).toBeLessThan(15_000);
  });

  test('a server that is stopped resets no writer on a persistent connection, and asks each to close it', async () => {
    const server = await start(await createFolder());
    const crowd = startKeepAliveWriters(server, 32);
    await expect.poll(() => crowd.answers().length, PATIENCE).toBeGreaterThan(200);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await crowd.ended;
    const answers = crowd.answers();
    const closing = answers.filter(({ isLast }) => isLast);
    const firstRequestAt = Math.min(...closing.map(({ heardAt }) => heardAt));
    expect(crowd.resets()).toEqual([]);
    expect(answers.filter(({ sentAt, isLast }) => sentAt > firstRequestAt && !isLast)).toEqual([]);
    // All open connections have ended this way, and late requests were asked to retry.
    expect(closing.length).toBeGreaterThanOrEqual(32);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(
      refused.filter(({ status, head }) => status !== 503 || !/^retry-after: 1$/im.test(head)),
    ).toEqual([]);
    expect(refused.length).toBeGreaterThan(0);
  });

  test('resets no client that connects repeatedly, even when it stops listening', async () => {
    const server = await start(await createFolder());
    const received = { refused: 0, resets: [] as string[] };
    const port = Number(new URL(server.baseUrl).port);
    const callers = Array.from({ length: 32 }, async () => {
      for (;;) {
        const outcome = await askOnce(port, head(server, 'GET', '/v1/platform/me'));
        if (outcome === 'ECONNREFUSED') return;
        if (outcome.startsWith('HTTP/1.1 503 ')) {
          received.refused += 1;
          // 32 callers still connect hundreds of times a second.
          await pause(100);
        } else if (!outcome.startsWith('HTTP/1.1 200 ')) received.resets.push(outcome);
      }
    });
    await pause(300);
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await Promise.all(callers);
    expect(received.resets).toEqual([]);
    expect(received.refused).toBeGreaterThan(32);
  });

  test('exits on SIGHUP as on SIGTERM, and opens no inspector on SIGUSR1', async () => {
    const server = await start(await createFolder());
    process.kill(server.pid, 'SIGUSR1');
    expect((await fetch(`${server.baseUrl}/livez`)).status).toBe(200);
    expect(await server.end('SIGHUP')).toEqual({ code: 0, signal: null });
    expect(server.stderr()).not.toContain('Debugger');
  });

  test('is not ready immediately, alive to its end, and ends event streams, before it stops listening', async () => {
    const server = await start(await createFolder());
    const probe = async (path: string) => {
      const answer = await fetch(`${server.baseUrl}${path}`);
      return [answer.status, answer.headers.get('connection')];
    };
    expect(await probe('/readyz')).toEqual([200, 'keep-alive']);
    const stream = await openSocket(server, head(server, 'GET', '/v1/platform/os/events/stream'));
    await expect.poll(() => stream.heard(), PATIENCE).toContain('event: ready');
    const exit = server.end('SIGTERM');
    await expect.poll(() => stream.heard(), PATIENCE).toContain('shutting_down');
    expect(await probe('/livez')).toEqual([200, 'close']);
    expect(await probe('/readyz')).toEqual([503, 'close']);
    // An informed balancer is not waited for any longer.
    expect(await probe('/readyz')).toEqual([503, 'close']);
    expect(await exit).toEqual({ code: 0, signal: null });
  });

  test.each([
    ['SIGTERM', 'SIGTERM'],
    ['SIGINT', 'SIGINT'],
    ['SIGTERM', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
  ] as const)(
    'a server that is stopped by %s exits immediately on a second signal, %s, with the status of that signal',
    async (first, second) => {
      const server = await start(await createFolder());
      const slow = await openSocket(
        server,
        expecting(head(server, 'POST', '/v1/platform/farms', 15)),
      );
      await expect.poll(() => slow.heard(), PATIENCE).toMatch(/^HTTP\/1\.1 100 /);
      const exit = server.end(first);
      await expect.poll(() => isStopping(server), PATIENCE).toBe(true);
      await server.end(second);
      // Without the second signal it would wait for the body, and end with 0.
      expect(await exit).toEqual({ code: null, signal: second });
    },
  );

  test.skipIf(!SLOW_TESTS)('is not delayed beyond 25 s by a slow body', async () => {
    const server = await start(await createFolder());
    const length = 100_000;
    const socket = await openSocket(server, head(server, 'POST', '/v1/platform/farms', length));
    const trickle = setInterval(() => socket.write(' '), 500);
    await pause(500);
    const from = performance.now();
    expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
    clearInterval(trickle);
    const millis = performance.now() - from;
    expect(millis).toBeGreaterThan(15_000);
    expect(millis).toBeLessThan(DRAIN_MILLIS);
  });
});
