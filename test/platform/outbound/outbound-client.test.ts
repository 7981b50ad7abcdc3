import { getEventListeners, setMaxListeners } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { type OutboundPolicy, strictPolicy } from '../../../src/platform/outbound/check-target.ts';
import type { Resolve } from '../../../src/platform/outbound/guarded-connections.ts';
import {
  createOutboundClient,
  type OutboundRequest,
} from '../../../src/platform/outbound/outbound-client.ts';

/**
 * A call without a deadline would take longer than this; one with a deadline does not, even on a
 * busy machine.
 */
const ENDLESS_MILLIS = 10_000;
const mockPolicy: OutboundPolicy = { allowedHosts: [], allowLoopback: true };

async function serve(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}

function send(
  policy: OutboundPolicy,
  request: Partial<OutboundRequest> & { readonly url: string },
  resolve?: Resolve,
) {
  const client = createOutboundClient(policy, resolve);
  onTestFinished(() => client.close());
  return client.send({ method: 'GET', timeoutMs: 2000, maxBytes: 100, ...request });
}

test('an answer is read up to its limit', async () => {
  const port = await serve((_, response) => response.end('x'.repeat(5000)));
  const answer = await send(mockPolicy, { url: `http://127.0.0.1:${port}/` });
  expect(answer).toMatchObject({ status: 200, body: 'x'.repeat(100), isCut: true });
});

test('a redirect is an answer and is not followed', async () => {
  const requests: string[] = [];
  const port = await serve(({ url = '' }, response) => {
    requests.push(url);
    response.writeHead(302, { location: '/inside' }).end();
  });
  const answer = await send(mockPolicy, { url: `http://127.0.0.1:${port}/` });
  expect([answer.status, requests]).toEqual([302, ['/']]);
});

test('a slow body ends with the time limit of the whole call', async () => {
  const port = await serve((_, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    response.on('close', () => clearInterval(timer));
  });
  const call = send(mockPolicy, { url: `http://127.0.0.1:${port}/`, timeoutMs: 200 });
  await expect(call).rejects.toMatchObject({ failure: 'timeout' });
});

test.each(['http://127.0.0.1:1/', 'https://localhost/', 'https://10.0.0.1/', 'https://[::1]/'])(
  'the strict policy does not call %s',
  async (url) => {
    await expect(send(strictPolicy, { url })).rejects.toMatchObject({ failure: 'blocked' });
  },
);

test('a name that resolves to a private address is not called, even if others are public', async () => {
  const resolve: Resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ];
  const call = send(strictPolicy, { url: 'https://hooks.example.com/' }, resolve);
  await expect(call).rejects.toMatchObject({ failure: 'blocked' });
});

test('a host allowed by the operator is called at any address', async () => {
  const port = await serve((_, response) => response.end('pong'));
  const policy = { allowedHosts: [`controller.lan:${port}`], allowLoopback: false };
  const resolve: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const answer = await send(policy, { url: `http://controller.lan:${port}/` }, resolve);
  expect(answer.body).toBe('pong');
});

test('a refused connection is distinguished from an unknown host', async () => {
  const port = await serve(() => {});
  const unresolvable: Resolve = () =>
    Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' }));
  const policy = { allowedHosts: ['gone.example'], allowLoopback: true };
  await expect(send(policy, { url: 'http://gone.example/' }, unresolvable)).rejects.toMatchObject({
    failure: 'dns',
  });
  await expect(
    send(policy, { url: `http://127.0.0.1:${port}/x`, timeoutMs: 100 }),
  ).rejects.toMatchObject({ failure: 'timeout' });
  await expect(send(policy, { url: 'http://127.0.0.1:9/' })).rejects.toMatchObject({
    failure: 'connect',
  });
});

/** Answers every connection with raw bytes, as `talk` writes them. */
async function serveRaw(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    socket.once('data', () => talk(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Writes again and again until the socket is gone. */
function drip(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), 5);
  socket.on('close', () => clearInterval(timer));
}

/**
 * Writes as fast as it is read until the socket is closed, and returns the number of bytes written.
 */
function flood(socket: Socket, bytes: number): () => number {
  let written = 0;
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const write = () => {
    while (written < bytes && !socket.destroyed) {
      written += chunk.length;
      if (!socket.write(chunk)) return;
    }
  };
  socket.on('drain', write);
  write();
  return () => written;
}

const OK = 'HTTP/1.1 200 OK\r\n';
const headersOf = (count: number) =>
  Array.from({ length: count }, (_, index) => `x-header-${index}: value\r\n`).join('');
const bigChunk = `fa000\r\n${'x'.repeat(0xfa000)}\r\n`;

test.each<[string, (socket: Socket) => void]>([
  ['does not respond', () => {}],
  ['stops within its status line', (socket) => socket.write('HTTP/1.1 20')],
  ['sends its status line slowly', (socket) => drip(socket, ' ')],
  ['stops within its headers', (socket) => socket.write(`${OK}content-type: te`)],
  ['sends a header slowly', (socket) => socket.write(`${OK}x-long: `, () => drip(socket, 'x'))],
  [
    'sends its body slowly',
    (socket) => socket.write(`${OK}content-length: 90\r\n\r\n`, () => drip(socket, '\n')),
  ],
  [
    'sends chunks slowly',
    (socket) =>
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`, () =>
        drip(socket, '1\r\nx\r\n'.slice(0, 3)),
      ),
  ],
  [
    'announces more than it sends, and stays connected',
    (socket) => socket.write(`${OK}content-length: 99\r\n\r\nshort`),
  ],
  [
    'answers 103 endlessly',
    (socket) => drip(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
  ],
  ['answers 102 endlessly', (socket) => drip(socket, 'HTTP/1.1 102 Processing\r\n\r\n')],
])('a receiver that %s is given up within the time limit', async (_, talk) => {
  const url = await serveRaw(talk);
  const start = performance.now();
  const error = await send(mockPolicy, { url, timeoutMs: 300, maxBytes: 1000 }).catch((e) => e);
  expect(['timeout', 'broken']).toContain(error.failure);
  expect(performance.now() - start).toBeLessThan(ENDLESS_MILLIS);
});

test.each<[string, (socket: Socket) => void]>([
  ['disconnects immediately', (socket) => socket.end()],
  ['resets the connection', (socket) => socket.resetAndDestroy()],
  ['uses another protocol', (socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
  ['answers 100 unrequested', (socket) => socket.end('HTTP/1.1 100 Continue\r\n\r\n')],
  [
    'switches protocols unrequested',
    (socket) => socket.end('HTTP/1.1 101 Switch\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  ],
  ['announces more than it sends', (socket) => socket.end(`${OK}content-length: 99\r\n\r\nshort`)],
  [
    'ends within a chunk',
    (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\n9\r\nshort`),
  ],
  [
    'has chunks without a length',
    (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\nzz\r\nx\r\n`),
  ],
  [
    'announces two lengths',
    (socket) => socket.end(`${OK}content-length: 1\r\ncontent-length: 2\r\n\r\nxx`),
  ],
  ['announces a negative length', (socket) => socket.end(`${OK}content-length: -1\r\n\r\n`)],
  ['sends 5,000 headers', (socket) => socket.end(`${OK}${headersOf(5000)}\r\n`)],
  [
    'sends a header of a megabyte',
    (socket) => socket.end(`${OK}x: ${'x'.repeat(1_000_000)}\r\n\r\n`),
  ],
  [
    'sends a megabyte of trailers',
    (socket) => socket.end(`${OK}transfer-encoding: chunked\r\n\r\n0\r\n${headersOf(50_000)}\r\n`),
  ],
])('a receiver that %s is reported as a broken connection', async (_, talk) => {
  const url = await serveRaw(talk);
  const call = send(mockPolicy, { url, timeoutMs: 3000, maxBytes: 1000 });
  await expect(call).rejects.toMatchObject({
    failure: 'broken',
    message: 'The connection broke before the answer was whole.',
  });
});

test.each<[string, string, string, boolean]>([
  [
    'sends more than it announced',
    `${OK}content-length: 5\r\n\r\nshort and much more`,
    'short',
    false,
  ],
  ['announces no length', `${OK}connection: close\r\n\r\nuntil the end`, 'until the end', false],
  [
    'sends a megabyte of status text',
    `HTTP/1.1 200 ${'x'.repeat(1_000_000)}\r\ncontent-length: 2\r\n\r\nok`,
    'ok',
    false,
  ],
  ['sends an empty body', 'HTTP/1.1 204 No Content\r\n\r\n', '', false],
  [
    'sends one byte too many',
    `${OK}content-length: 1001\r\n\r\n${'x'.repeat(1001)}`,
    'x'.repeat(1000),
    true,
  ],
  [
    'sends as much as the limit',
    `${OK}content-length: 1000\r\n\r\n${'x'.repeat(1000)}`,
    'x'.repeat(1000),
    false,
  ],
  [
    'sends one chunk of a megabyte',
    `${OK}transfer-encoding: chunked\r\n\r\n${bigChunk}0\r\n\r\n`,
    'x'.repeat(1000),
    true,
  ],
])('a receiver that %s is reported with its answer', async (_, bytes, body, isCut) => {
  const url = await serveRaw((socket) => socket.end(bytes));
  const answer = await send(mockPolicy, { url, maxBytes: 1000 });
  expect([answer.body, answer.isCut]).toEqual([body, isCut]);
});

test('early hints before an answer are skipped', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(3);
  const url = await serveRaw((socket) => socket.end(`${hints}${OK}content-length: 2\r\n\r\nok`));
  expect(await send(mockPolicy, { url })).toMatchObject({ status: 200, body: 'ok' });
});

test('of 100 MB only the start is read, and the connection is closed', async () => {
  let written = () => 0;
  let isClosed = false;
  const url = await serveRaw((socket) => {
    socket.write(`${OK}content-length: 100000000\r\n\r\n`);
    written = flood(socket, 100_000_000);
    socket.on('close', () => {
      isClosed = true;
    });
  });
  const answer = await send(mockPolicy, { url, maxBytes: 16 * 1024, timeoutMs: 5000 });
  expect([answer.body.length, answer.isCut]).toEqual([16 * 1024, true]);
  await expect.poll(() => isClosed).toBe(true);
  // The capacity of the buffers of both ends.
  expect(written()).toBeLessThan(20_000_000);
});

test('memory does not grow with many oversized answers', async () => {
  const url = await serveRaw((socket) => {
    socket.write(`${OK}content-length: 100000000\r\n\r\n`);
    flood(socket, 100_000_000);
  });
  const client = createOutboundClient(mockPolicy);
  onTestFinished(() => client.close());
  const ask = () => client.send({ method: 'GET', url, timeoutMs: 5000, maxBytes: 16 * 1024 });
  await ask();
  const before = process.memoryUsage().rss;
  for (let round = 0; round < 8; round++) await Promise.all(Array.from({ length: 8 }, ask));
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
});

test('compression is not requested, and a compressed answer is not unpacked', async () => {
  let requests: string | undefined;
  const bomb = gzipSync(Buffer.alloc(10_000_000));
  const port = await serve(({ headers }, response) => {
    requests = headers['accept-encoding'];
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
  });
  const answer = await send(mockPolicy, { url: `http://127.0.0.1:${port}/`, maxBytes: 100_000 });
  expect(requests).toBeUndefined();
  expect(answer.headers['content-encoding']).toBe('gzip');
  expect(answer.body.length).toBeLessThanOrEqual(bomb.length);
});

test('a connection dropped within the handshake is reported as broken', async () => {
  const url = await serveRaw((socket) => {
    // The beginning of a ServerHello.
    socket.write(Buffer.from('160303007a020000760303', 'hex'), () => socket.destroy());
  });
  const call = send(mockPolicy, { url: url.replace('http:', 'https:') });
  await expect(call).rejects.toMatchObject({ failure: 'broken' });
});

test('a hanging handshake or resolver ends with the time limit of the call', async () => {
  const url = await serveRaw(() => {});
  const start = performance.now();
  const handshake = send(mockPolicy, { url: url.replace('http:', 'https:'), timeoutMs: 200 });
  await expect(handshake).rejects.toMatchObject({ failure: 'timeout' });
  const hangingResolver: Resolve = () => new Promise(() => {});
  const request = { url: 'https://hooks.example.com/', timeoutMs: 200 };
  await expect(send(strictPolicy, request, hangingResolver)).rejects.toMatchObject({
    failure: 'timeout',
  });
  expect(performance.now() - start).toBeLessThan(ENDLESS_MILLIS);
});

test('a call that is aborted while connecting ends immediately', async () => {
  const hangingResolver: Resolve = () => new Promise(() => {});
  const start = performance.now();
  const signal = AbortSignal.timeout(100);
  const call = send(strictPolicy, { url: 'https://hooks.example.com/', signal }, hangingResolver);
  await expect(call).rejects.toMatchObject({ failure: 'broken' });
  expect(performance.now() - start).toBeLessThan(ENDLESS_MILLIS);
});

test('a caller may abort a call, which leaves no listener on the signal', async () => {
  const url = await serveRaw((socket) => socket.end(`${OK}content-length: 2\r\n\r\nok`));
  const silent = await serveRaw(() => {});
  const controller = new AbortController();
  const { signal } = controller;
  for (let call = 0; call < 5; call++) await send(mockPolicy, { url, signal });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  const call = send(mockPolicy, { url: silent, signal });
  setTimeout(() => controller.abort(), 50);
  await expect(call).rejects.toMatchObject({ failure: 'broken' });
  await expect(send(mockPolicy, { url, signal })).rejects.toMatchObject({ failure: 'broken' });
});

test('32 hanging calls to one host do not delay those to another', async () => {
  const silent = await serveRaw(() => {});
  const url = await serveRaw((socket) => socket.end(`${OK}content-length: 2\r\n\r\nok`));
  const client = createOutboundClient(mockPolicy);
  onTestFinished(() => client.close());
  const abortController = new AbortController();
  setMaxListeners(40, abortController.signal);
  const ask = (address: string) =>
    client.send({
      method: 'GET',
      url: address,
      timeoutMs: 20_000,
      signal: abortController.signal,
      maxBytes: 10,
    });
  const left: string[] = [];
  const hangingRequests = Array.from({ length: 32 }, () =>
    ask(silent).catch(() => left.push('left')),
  );
  expect((await ask(url)).body).toBe('ok');
  expect(left).toEqual([]);
  abortController.abort();
  await Promise.all(hangingRequests);
  expect(left).toEqual(Array(32).fill('left'));
});
