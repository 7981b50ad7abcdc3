import { once } from 'node:events';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import type { Transport } from '../../src/client/errors.ts';
import { createHttpTransport } from '../../src/client/http-transport.ts';

const closers: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** Long enough for an answer on a busy machine. */
const PATIENT = { timeoutMs: 60_000 };
const IMPATIENT = { timeoutMs: 300 };

async function serve(answer: RequestListener, path = '', options = PATIENT): Promise<Transport> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const transport = createHttpTransport(`http://127.0.0.1:${port}${path}`, options);
  closers.push(async () => {
    await transport.close();
    server.closeAllConnections();
    server.close();
  });
  return transport;
}

const get = { method: 'GET', path: '/v1/platform/me?a=1', headers: {} };

test('a request and its response are transmitted unchanged', async () => {
  const attempts: unknown[] = [];
  const transport = await serve(async (request, response) => {
    const body = (await request.toArray()).join('');
    attempts.push(request.method, request.url, request.headers['x-test'], body);
    response.setHeader('set-cookie', ['a=1', 'b=2']);
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"name":"משק"}');
  });
  const answer = await transport.send({
    method: 'POST',
    path: '/v1/platform/farms',
    headers: { 'x-test': 'yes' },
    body: '{"name":"משק"}',
  });
  expect(attempts).toEqual(['POST', '/v1/platform/farms', 'yes', '{"name":"משק"}']);
  expect(answer).toMatchObject({
    status: 201,
    headers: { 'content-type': 'application/json', 'set-cookie': 'a=1, b=2' },
    body: '{"name":"משק"}',
  });
});

test('a server below a path keeps that path', async () => {
  const transport = await serve((request, response) => response.end(request.url), '/farm/');
  expect((await transport.send(get)).body).toBe('/farm/v1/platform/me?a=1');
  expect(transport.server).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/farm$/);
});

test('an error status is a response like others', async () => {
  const transport = await serve((_request, response) => response.writeHead(503).end());
  expect(await transport.send(get)).toMatchObject({ status: 503, body: '' });
});

test('a server that does not listen is a connection error', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  const transport = createHttpTransport(`http://127.0.0.1:${port}`, PATIENT);
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'refused' });
  await transport.close();
});

test('a server that does not respond is given up after the time-out', async () => {
  const transport = await serve(() => {}, '', IMPATIENT);
  await expect(transport.send(get)).rejects.toMatchObject({
    kind: 'timed_out',
    message: expect.stringContaining('no answer came in time (0.3 s)'),
  });
});

test('an endless body is given up after the time-out', async () => {
  const begin: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('beginning');
  };
  const transport = await serve(begin, '', IMPATIENT);
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'timed_out' });
});

test('a connection that breaks within the response is a connection error', async () => {
  const transport = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('beginning', () => response.destroy());
  });
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'broken' });
});

test('a response that is not HTTP is an error', async () => {
  const transport = await serve((request) => {
    request.socket.end('220 mail.example.com ESMTP\r\n\r\n');
  });
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'not_understood' });
});

test('https to a server without TLS is an error', async () => {
  const plain = await serve((_request, response) => response.end());
  const secure = createHttpTransport(plain.server.replace('http:', 'https:'), PATIENT);
  closers.push(() => secure.close());
  await expect(secure.send(get)).rejects.toMatchObject({ kind: 'not_understood' });
});

test('an abort ends the request with its reason', async () => {
  const controller = new AbortController();
  const transport = await serve(() => controller.abort(new Error('interrupted')));
  const sent = transport.send({ ...get, signal: controller.signal });
  await expect(sent).rejects.toThrow('interrupted');
});

test('consecutive requests share a connection', async () => {
  const ports = new Set<number | undefined>();
  const transport = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end();
  });
  for (let number = 0; number < 3; number++) await transport.send(get);
  expect(ports.size).toBe(1);
});

test('at most eight requests run concurrently', async () => {
  const waiting: ServerResponse[] = [];
  let most = 0;
  const transport = await serve((_request, response) => {
    waiting.push(response);
    most = Math.max(most, waiting.length);
    // Responds once eight are waiting, with time for a ninth to arrive.
    if (waiting.length !== 8) return;
    setTimeout(() => {
      for (const answer of waiting.splice(0)) answer.end();
    }, 30);
  });
  await Promise.all(Array.from({ length: 24 }, () => transport.send(get)));
  expect(most).toBe(8);
});

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'])(
  'the body of a %s has a length',
  async (method) => {
    const transport = await serve(async (request, response) => {
      const body = (await request.toArray()).join('');
      response.end(`${request.headers['content-length']} ${body}`);
    });
    expect((await transport.send({ ...get, method, body: '"לול"' })).body).toBe('8 "לול"');
    // The next response on the same connection is not mistaken for a part of it.
    expect((await transport.send(get)).body).toBe('undefined ');
  },
);

test('endless headers are too large', async () => {
  const transport = await serve((_request, response) => {
    response.setHeader('x-long', 'a'.repeat(64 * 1024)).end();
  });
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'too_large' });
});

test('a byte order mark is not part of a body', async () => {
  const transport = await serve((_request, response) => response.end('\uFEFF{}'));
  expect((await transport.send(get)).body).toBe('{}');
});

describe('a file', () => {
  const sending = (chunks: readonly string[], bytes = chunks.join('').length) => ({
    ...get,
    method: 'POST',
    file: {
      bytes,
      async *chunks() {
        for (const chunk of chunks) yield Buffer.from(chunk);
      },
    },
  });

  test('is sent completely', async () => {
    const transport = await serve(async (request, response) => {
      response.end(`${request.headers['content-length']} ${(await request.toArray()).join('')}`);
    });
    expect((await transport.send(sending(['one ', 'two']))).body).toBe('7 one two');
  });

  test.each([
    ['shorter', 100],
    ['longer', 2],
  ])('a file that is %s while it is sent fails', async (_name, bytes) => {
    const transport = await serve(async (request, response) => {
      await request.toArray().catch(() => []);
      response.end();
    });
    await expect(transport.send(sending(['one ', 'two'], bytes))).rejects.toMatchObject({
      kind: 'broken',
      message: expect.stringContaining('the file changed while it was sent'),
    });
  });

  test('rejected by the server still has a response', async () => {
    const transport = await serve((_request, response) => {
      response.writeHead(413, { connection: 'close' }).end('too large');
    });
    const chunks = Array.from({ length: 64 }, () => 'x'.repeat(1024));
    expect(await transport.send(sending(chunks))).toMatchObject({ status: 413, body: 'too large' });
  });
});

describe('a streamed response', () => {
  const text = async (chunks: AsyncIterable<Uint8Array>) => {
    let read = '';
    for await (const chunk of chunks) read += Buffer.from(chunk).toString();
    return read;
  };

  test('returns its chunks to the end', async () => {
    const transport = await serve((_request, response) => {
      response.write('one ');
      setTimeout(() => response.end('two'), 20);
    });
    const answer = await transport.open?.(get, 1000);
    expect([answer?.status, answer && (await text(answer.chunks))]).toEqual([200, 'one two']);
  });

  test('may last longer than a request', async () => {
    const transport = await serve((_request, response) => {
      const timer = setInterval(() => response.write('.'), 50);
      setTimeout(() => clearInterval(timer), 450);
      setTimeout(() => response.end(), 500);
    });
    const answer = await transport.open?.(get, 1000);
    expect(answer && (await text(answer.chunks))).toMatch(/^\.{5,}$/);
  });

  test('is given up after a silence', async () => {
    const transport = await serve((_request, response) => void response.write('one'));
    const answer = await transport.open?.(get, 50);
    await expect(answer && text(answer.chunks)).rejects.toMatchObject({
      kind: 'timed_out',
      message: expect.stringContaining('(0.05 s)'),
    });
  });

  test('waits for slow readers', async () => {
    const transport = await serve((_request, response) => response.end('one'));
    const answer = await transport.open?.(get, 50);
    await new Promise((resolve) => setTimeout(resolve, 120));
    expect(answer && (await text(answer.chunks))).toBe('one');
  });

  test('fails when the connection breaks', async () => {
    const transport = await serve((_request, response) => {
      response.write('one', () => setTimeout(() => response.destroy(), 20));
    });
    const answer = await transport.open?.(get, 1000);
    await expect(answer && text(answer.chunks)).rejects.toMatchObject({ kind: 'broken' });
  });

  test('ends with the reason of an abort', async () => {
    const transport = await serve((_request, response) => void response.write('one'));
    const controller = new AbortController();
    const answer = await transport.open?.({ ...get, signal: controller.signal }, 1000);
    setTimeout(() => controller.abort(new Error('interrupted')), 20);
    await expect(answer && text(answer.chunks)).rejects.toThrow('interrupted');
  });

  test('closes the connection if it is not read to its end', async () => {
    let left: Promise<unknown> | undefined;
    const transport = await serve((_request, response) => {
      left = once(response, 'close');
      response.write('one');
    });
    const answer = await transport.open?.(get, 1000);
    for await (const chunk of answer?.chunks ?? []) {
      expect(chunk.length).toBe(3);
      break;
    }
    await left;
  });
});

test('an unused transport can be closed', async () => {
  await createHttpTransport('http://127.0.0.1:9', { timeoutMs: 300 }).close();
});
