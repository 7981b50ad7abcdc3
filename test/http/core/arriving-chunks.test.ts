import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { arrivingChunks } from '../../../src/http/core/request-limits.ts';

const PATIENCE = { totalMillis: 200, silenceMillis: 60 };

/** A body of chunks that arrive so many milliseconds apart. */
function aBody(chunkCount: number, delayMillis: number): Readable {
  return Readable.from(
    (async function* () {
      for (let index = 0; index < chunkCount; index++) {
        await new Promise((resolve) => setTimeout(resolve, delayMillis));
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

test('a body that arrives in chunks is read completely', async () => {
  expect(await read(aBody(5, 5))).toBe(5);
});

test.each([
  ['stops arriving', aBody(2, 400)],
  ['takes too long in total', aBody(100, 15)],
])('a body that %s is rejected', async (_, body) => {
  await expect(read(body)).rejects.toMatchObject({ slug: 'request_timeout' });
});

test('a broken connection is reported as such', async () => {
  const body = new Readable({ read() {} });
  setImmediate(() => body.destroy(new Error('ECONNRESET')));
  await expect(read(body)).rejects.toThrow('ended before the whole file had arrived');
});

test('stopping early leaves the connection open, so that an error can be sent', async () => {
  const body = aBody(3, 1);
  for await (const _ of arrivingChunks(body, PATIENCE)) break;
  expect(body.destroyed).toBe(false);
  body.destroy();
});
