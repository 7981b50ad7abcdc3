import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { arrivingChunks } from '../../../src/http/core/request-limits.ts';

const PATIENCE = { totalMillis: 200, silenceMillis: 60 };

/** A body of pieces that come so many milliseconds apart. */
function aBody(pieces: number, apart: number): Readable {
  return Readable.from(
    (async function* () {
      for (let piece = 0; piece < pieces; piece++) {
        await new Promise((resolve) => setTimeout(resolve, apart));
        yield Buffer.from('x');
      }
    })(),
  );
}

async function read(body: Readable): Promise<number> {
  let bytes = 0;
  for await (const chunk of arrivingChunks(body, PATIENCE)) bytes += chunk.length;
  return bytes;
}

test('a body that keeps coming is read to its end', async () => {
  expect(await read(aBody(5, 5))).toBe(5);
});

test.each([
  ['falls silent', aBody(2, 400)],
  ['takes too long altogether', aBody(100, 15)],
])('a body that %s is refused', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ slug: 'request_timeout' });
});

test('a connection that breaks is told as such', async () => {
  const body = new Readable({ read() {} });
  setImmediate(() => body.destroy(new Error('ECONNRESET')));
  await expect(read(body)).rejects.toThrow('ended before the whole file had arrived');
});

test('leaving early leaves the connection open, so that a refusal can be sent', async () => {
  const body = aBody(3, 1);
  for await (const _ of arrivingChunks(body, PATIENCE)) break;
  expect(body.destroyed).toBe(false);
  body.destroy();
});
