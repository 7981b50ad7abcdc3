import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createOutput, createPaint, OutputClosed } from '../../src/cli/core/io.ts';

function outputTo(stream: Writable) {
  // A process stream has more members; only those of every stream are used.
  return createOutput(stream as NodeJS.WriteStream);
}

function failingWith(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
  });
}

describe('an output', () => {
  test('accepts three megabytes, however slowly they are read', async () => {
    const pipe = new PassThrough({ highWaterMark: 64 * 1024 });
    const text = '0123456789abcde\n'.repeat(3 * 65_536);
    let size = 0;
    const read = (async () => {
      for await (const chunk of pipe) {
        size += (chunk as Buffer).length;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await outputTo(pipe).write(text);
    pipe.end();
    await read;
    expect(size).toBe(3 * 1024 * 1024);
  });

  test('reports that its reader disconnected', async () => {
    await expect(outputTo(failingWith('EPIPE')).write('x')).rejects.toBeInstanceOf(OutputClosed);
  });

  test('reports this for every later write as well', async () => {
    const output = outputTo(failingWith('EPIPE'));
    await output.write('x').catch(() => undefined);
    await expect(output.write('y')).rejects.toBeInstanceOf(OutputClosed);
  });

  test('an output that cannot be written is an error', async () => {
    await expect(outputTo(failingWith('ENOSPC')).write('x')).rejects.toMatchObject({
      outcome: 'bug',
      message: 'the output cannot be written: ENOSPC',
    });
  });

  test('an output that is not a terminal has 80 columns', () => {
    expect(outputTo(new PassThrough())).toMatchObject({ isTerminal: false, columns: 80 });
  });

  test('an output of a terminal without a size has 80 columns', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 0 });
    expect(outputTo(terminal)).toMatchObject({ isTerminal: true, columns: 80 });
  });

  test('an output of a terminal has its columns', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 132 });
    expect(outputTo(terminal)).toMatchObject({ isTerminal: true, columns: 132 });
  });
});

test.each([
  [true, '\u001b[31mx\u001b[39m'],
  [false, 'x'],
])('paint on a terminal (%s) returns %j, whatever chalk detects', (isTerminal, text) => {
  expect(createPaint({ mode: undefined, environment: {}, isTerminal }).red('x')).toBe(text);
});
