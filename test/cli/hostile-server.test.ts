import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runCli } from '../../src/cli/run-cli.ts';
import { openTransport } from '../../src/cli/session/context.ts';
import { wait } from '../../src/client/retry.ts';
import { systemClock } from '../../src/tools/clock.ts';
import { createFakeIo } from '../support/fake-io.ts';

type Reply = (
  response: ServerResponse,
  request: { readonly url: string; readonly count: number },
) => void;

/** Runs a command against a server with the given responses; returns how it ended. */
async function runAgainst(reply: Reply, argv: readonly string[], isTerminal = false) {
  let count = 0;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    count += 1;
    reply(response, { url: request.url ?? '', count });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const io = createFakeIo({
    isTerminal,
    environment: {
      FARMCTL_KEY: 'fk_live_test_key',
      FARMCTL_SERVER: `http://127.0.0.1:${port}`,
    },
  });
  const code = await runCli(argv, {
    io,
    clock: systemClock,
    version: '1.2.3',
    openTransport,
    random: Math.random,
    sleep: wait,
    newKey: () => globalThis.crypto.randomUUID(),
  });
  return { code, count, ...io.written };
}

function sendJson(response: ServerResponse, body: unknown): void {
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
}

const pageOf = (id: string, nextCursor?: string) => ({
  data: [{ id }],
  meta: { total: 5, limit: 1, offset: 0, hasMore: true, ...(nextCursor ? { nextCursor } : {}) },
});

test.each<[string, readonly string[], Reply]>([
  [
    'a cursor that refers to itself',
    ['flocks', 'list', '--all'],
    (response, { count }) => sendJson(response, pageOf(`flock_${count}`, 'same')),
  ],
  [
    'the first page under every cursor',
    ['tasks', 'list', '--all', '-o', 'jsonl'],
    (response, { count }) => sendJson(response, pageOf('task_1', `cursor ${count}`)),
  ],
  [
    'the first page at every offset',
    ['keys', 'list', '--all'],
    (response) => sendJson(response, pageOf('key_1')),
  ],
])('%s is reported as a fault of the server, after two pages', async (_, argv, reply) => {
  const { code, count, stderr } = await runAgainst(reply, argv);
  expect([code, count]).toEqual([8, 2]);
  expect(stderr).toContain('its list does not end');
});

test('control characters in a one-time link are neutralised', async () => {
  const steering = '\u001b]0;owned\u0007\u202e';
  const { code, stdout, stderr } = await runAgainst(
    (response, { url }) =>
      sendJson(
        response,
        url.endsWith('/invite')
          ? { path: `/sign-in#${steering}`, expiresAt: steering, userId: steering }
          : { id: 'user_01M6DP2BT0E0HV2FT58D2VD2VN', name: steering, status: 'active' },
      ),
    ['users', 'invite', 'user_01M6DP2BT0E0HV2FT58D2VD2VN'],
  );
  expect([code, stderr]).toEqual([0, expect.stringContaining('owned')]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what steers a terminal.
  expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test.each([
  ['a terminal', true],
  ['a program', false],
])(
  'control characters in an export are neutralised only at a terminal: %s',
  async (_, isTerminal) => {
    const row = '"a\u001b]0;owned\u0007\u009b31m\u202e",1\r\n';
    const { code, stdout } = await runAgainst(
      (response) => response.setHeader('content-type', 'text/csv').end(`title,n\r\n${row}`),
      ['tasks', 'export', '--all'],
      isTerminal,
    );
    expect(code).toBe(0);
    const escaped = '"a\\x1b]0;owned\\x07\\x9b31m\\u202e",1\r\n';
    expect(stdout).toBe(`title,n\r\n${isTerminal ? escaped : row}`);
  },
);

test('a redirection to itself is not followed', async () => {
  const { code, count } = await runAgainst(
    (response, { url }) => response.writeHead(302, { location: url }).end(),
    ['me'],
  );
  expect([code, count]).toEqual([8, 1]);
});

test.each<[string, readonly string[], Reply]>([
  [
    'endless new rows and cursors',
    ['flocks', 'list', '--all'],
    (response, { count }) => sendJson(response, pageOf(`flock_${count}`, `cursor ${count}`)),
  ],
  [
    'endless new rows at every offset',
    ['audit', 'list', '--all'],
    (response, { count }) => sendJson(response, pageOf(`audit_${count}`)),
  ],
  ['no response', ['me'], () => {}],
  [
    'an endless slow body',
    ['me'],
    (response) => {
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
  [
    'an endless slow file',
    ['flocks', 'export'],
    (response) => {
      response.setHeader('content-type', 'text/csv');
      const timer = setInterval(() => response.write('id\n'), 20);
      response.on('close', () => clearInterval(timer));
    },
  ],
  [
    'endless 503 with a short Retry-After',
    ['me', '--max-wait', '1h'],
    (response) => response.writeHead(503, { 'retry-after': '1' }).end(),
  ],
  [
    'one 503 with a long Retry-After',
    ['me', '--max-wait', '24h'],
    (response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
  ],
  ['endless broken connections', ['me'], (response) => response.destroy()],
])('--timeout ends a command that is sent %s', async (_, argv, reply) => {
  const { code, stderr } = await runAgainst(reply, [...argv, '--timeout', '400ms']);
  expect([code, stderr]).toEqual([8, expect.stringContaining('within --timeout 400ms')]);
});

test('the time limit of one request differs from that of the whole command', async () => {
  const pages = 4;
  const { code, count } = await runAgainst(
    (response, { count }) => {
      const page = pageOf(`flock_${count}`, `cursor ${count}`);
      const body = count < pages ? page : { ...page, meta: { ...page.meta, hasMore: false } };
      setTimeout(() => sendJson(response, body), 60);
    },
    ['flocks', 'list', '--all', '--timeout', '20s'],
  );
  expect([code, count]).toEqual([0, pages]);
});
