import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitBodyTime } from '../../../src/http/core/request-limits.ts';

const PATIENCE_MILLIS = 150;

let app: FastifyInstance;
let port: number;

beforeAll(async () => {
  app = fastify();
  limitBodyTime(app, PATIENCE_MILLIS);
  app.post('/short', async () => 'taken');
  app.post(
    '/refused',
    { onRequest: async (_, reply) => reply.code(403).send('no') },
    async () => '',
  );
  app.addContentTypeParser('application/file', (_, payload, done) => done(null, payload));
  app.put('/file', { config: { isTransfer: true } }, async ({ body }) => {
    let bytes = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) bytes += chunk.length;
    return `${bytes} bytes`;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  port = (app.server.address() as { port: number }).port;
});
afterAll(() => app.close());

/** Sends a head and the start of a body, and the rest after a delay, if any. */
function send(
  line: string,
  type: string,
  remainder?: { readonly text: string; readonly after: number },
) {
  return new Promise<string>((resolve) => {
    let received = '';
    const socket = connect(port, '127.0.0.1', () => {
      const length = 2 + (remainder?.text.length ?? 100);
      socket.write(
        `${line} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n` +
          `connection: close\r\n\r\n{}`,
      );
      if (remainder) setTimeout(() => socket.write(remainder.text), remainder.after);
    });
    socket.on('data', (chunk) => {
      received += chunk;
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(received));
  });
}

test('a body that does not arrive is answered with 408', async () => {
  const answer = await send('POST /short', 'application/json');
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('"error":"request_timeout"');
});

test('a body that arrives in time is accepted', async () => {
  const answer = await send('POST /short', 'application/json', { text: '   ', after: 20 });
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('the body of a rejected request is not waited for', async () => {
  const answer = await send('POST /refused', 'application/json');
  expect(answer).toMatch(/^HTTP\/1\.1 403 /);
});

test('a file has a longer time limit', async () => {
  const late = { text: 'more', after: 3 * PATIENCE_MILLIS };
  const answer = await send('PUT /file', 'application/file', late);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('6 bytes');
});
