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
  const transport = createHttpTransport(`http://127.0.0.1:${port}`, PATIENT);
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'refused' });
  await transport.close();
});

test('a server that says nothing is given up after the time-out', async () => {
  const transport = await serve(() => {}, '', IMPATIENT);
  await expect(transport.send(get)).rejects.toMatchObject({
    kind: 'timed_out',
    message: expect.stringContaining('no answer came in time (0.3 s)'),
  });
});

test('a body that does not end is given up after the time-out', async () => {
  const begin: RequestListener = (_request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('beginning');
  };
  const transport = await serve(begin, '', IMPATIENT);
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

test('a server without encryption that is asked for it is not understood', async () => {
  const plain = await serve((_request, response) => response.end());
  const secure = createHttpTransport(plain.server.replace('http:', 'https:'), PATIENT);
  closers.push(() => secure.close());
  await expect(secure.send(get)).rejects.toMatchObject({ kind: 'not_understood' });
});

test('an interruption ends the request with its reason', async () => {
  const controller = new AbortController();
  const transport = await serve(() => controller.abort(new Error('interrupted')));
  const sent = transport.send({ ...get, signal: controller.signal });
  await expect(sent).rejects.toThrow('interrupted');
});

test('requests one after another take the same connection', async () => {
  const ports = new Set<number | undefined>();
  const transport = await serve((request, response) => {
    ports.add(request.socket.remotePort);
    response.end();
  });
  for (let number = 0; number < 3; number++) await transport.send(get);
  expect(ports.size).toBe(1);
});

test('at most eight requests are under way at once', async () => {
  const waiting: ServerResponse[] = [];
  let most = 0;
  const transport = await serve((_request, response) => {
    waiting.push(response);
    most = Math.max(most, waiting.length);
    // Answered once eight wait, with time for a ninth to come.
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
    // The next one on the same connection is not taken for a part of it.
    expect((await transport.send(get)).body).toBe('undefined ');
  },
);

test('headers that do not end are too large', async () => {
  const transport = await serve((_request, response) => {
    response.setHeader('x-long', 'a'.repeat(64 * 1024)).end();
  });
  await expect(transport.send(get)).rejects.toMatchObject({ kind: 'too_large' });
});

test('a byte order mark is no part of a body', async () => {
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

  test('arrives whole', async () => {
    const transport = await serve(async (request, response) => {
      response.end(`${request.headers['content-length']} ${(await request.toArray()).join('')}`);
    });
    expect((await transport.send(sending(['one ', 'two']))).body).toBe('7 one two');
  });

  test.each([
    ['shorter', 100],
    ['longer', 2],
  ])('that has become %s while it was sent', async (_name, bytes) => {
    const transport = await serve(async (request, response) => {
      await request.toArray().catch(() => []);
      response.end();
    });
    await expect(transport.send(sending(['one ', 'two'], bytes))).rejects.toMatchObject({
      kind: 'broken',
      message: expect.stringContaining('the file changed while it was sent'),
    });
  });

  test('that the server does not want is answered all the same', async () => {
    const transport = await serve((_request, response) => {
      response.writeHead(413, { connection: 'close' }).end('too large');
    });
    const chunks = Array.from({ length: 64 }, () => 'x'.repeat(1024));
    expect(await transport.send(sending(chunks))).toMatchObject({ status: 413, body: 'too large' });
  });
});

describe('an answer that is read while it comes', () => {
  const text = async (chunks: AsyncIterable<Uint8Array>) => {
    let read = '';
    for await (const chunk of chunks) read += Buffer.from(chunk).toString();
    return read;
  };

  test('gives its chunks to the end', async () => {
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

  test('is given up when it is silent for too long', async () => {
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

  test('breaks where the connection breaks', async () => {
    const transport = await serve((_request, response) => {
      response.write('one', () => setTimeout(() => response.destroy(), 20));
    });
    const answer = await transport.open?.(get, 1000);
    await expect(answer && text(answer.chunks)).rejects.toMatchObject({ kind: 'broken' });
  });

  test('ends with the reason of who does not want it any more', async () => {
    const transport = await serve((_request, response) => void response.write('one'));
    const controller = new AbortController();
    const answer = await transport.open?.({ ...get, signal: controller.signal }, 1000);
    setTimeout(() => controller.abort(new Error('interrupted')), 20);
    await expect(answer && text(answer.chunks)).rejects.toThrow('interrupted');
  });

  test('leaves the server when it is not read to its end', async () => {
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

test('a transport that was never used closes', async () => {
  await createHttpTransport('http://127.0.0.1:9', { timeoutMs: 300 }).close();
});
