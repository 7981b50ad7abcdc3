import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createHttpTransport } from '../../src/client/http-transport.ts';
import type { Transport } from '../../src/client/transport.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function serve(answer: RequestListener, path = ''): Promise<Transport> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = createHttpTransport(`http://127.0.0.1:${port}${path}`, { timeoutMs: 300 });
  closers.push(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  return transport;
}

const get = { method: 'GET', path: '/v1/platform/me?a=1', headers: {} };

test('a request arrives as it is, and its answer as it was sent', async () => {
  const seen: unknown[] = [];
  const transport = await serve(async (request, response) => {
    const body = (await request.toArray()).join('');
    seen.push(request.method, request.url, request.headers['x-test'], body);
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"name":"משק"}');
  });
  const answer = await transport.send({
    method: 'POST',
    path: '/v1/platform/farms',
    headers: { 'x-test': 'yes' },
    body: '{"name":"משק"}',
  });
  expect(seen).toEqual(['POST', '/v1/platform/farms', 'yes', '{"name":"משק"}']);
  expect(answer).toMatchObject({
    status: 201,
    headers: { 'content-type': 'application/json', 'set-cookie': 'a=1, b=2' },
    body: '{"name":"משק"}',
  });
});

test('a server under a path keeps that path', async () => {
  const transport = await serve((request, response) => response.end(request.url), '/farm/');
  expect((await transport.send(get)).body).toBe('/farm/v1/platform/me?a=1');
  expect(transport.server).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/farm$/);
});

test('an error status is an answer like others', async () => {
  const transport = await serve((_request, response) => response.writeHead(503).end());
  expect(await transport.send(get)).toMatchObject({ status: 503, body: '' });
});

test('nothing listens', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const transport = createHttpTransport(`http://127.0.0.1:${port}`, { timeoutMs: 300 });
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'refused' });
  await transport.close();
});

test('a server that says nothing is given up after the time-out', async () => {
  const transport = await serve(() => {});
  await expect(transport.send(get)).rejects.toMatchObject({
    kind: 'timed_out',
    message: expect.stringContaining('no answer came in time (0.3 s)'),
  });
});

test('a body that does not end is given up after the time-out', async () => {
  const transport = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('beginning');
  });
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'timed_out' });
});

test('a connection that breaks within the answer', async () => {
  const transport = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('beginning', () => response.destroy());
  });
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'broken' });
});

test('what is no HTTP is not understood', async () => {
  const transport = await serve((request) => {
    request.socket.end('220 mail.example.com ESMTP\r\n\r\n');
  });
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'not_understood' });
});

test('an interruption ends the request with its reason', async () => {
  const controller = new AbortController();
  const transport = await serve(() => controller.abort(new Error('interrupted')));
  const sent = transport.send({ ...get, signal: controller.signal });
  await expect(sent).rejects.toThrow('interrupted');
});

test('a transport that was never used closes', async () => {
  await createHttpTransport('http://127.0.0.1:9', { timeoutMs: 300 }).close();
});
