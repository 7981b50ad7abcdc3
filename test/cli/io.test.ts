import { PassThrough, Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { createOutput, createPaint, OutputClosed } from '../../src/cli/core/io.ts';

function outputTo(stream: Writable) {
  // A stream of a process has more, of which nothing is used but what every stream has.
  return createOutput(stream as NodeJS.WriteStream);
}

function failingWith(code: string): Writable {
  return new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code })),
  });
}

describe('an output', () => {
  test('takes three megabytes whole, however slowly they are read', async () => {
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

  test('says that its reader went away', async () => {
    await expect(outputTo(failingWith('EPIPE')).write('x')).rejects.toBeInstanceOf(OutputClosed);
  });

  test('says so of every later write as well', async () => {
    const output = outputTo(failingWith('EPIPE'));
    await output.write('x').catch(() => undefined);
    await expect(output.write('y')).rejects.toBeInstanceOf(OutputClosed);
  });

  test('that cannot take more is a failure', async () => {
    await expect(outputTo(failingWith('ENOSPC')).write('x')).rejects.toMatchObject({
      outcome: 'bug',
      message: 'the output cannot be written: ENOSPC',
    });
  });

  test('that is no terminal is taken to have 80 columns', () => {
    expect(outputTo(new PassThrough())).toMatchObject({ isTerminal: false, columns: 80 });
  });

  test('of a terminal that was never given a size has 80 columns', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 0 });
    expect(outputTo(terminal)).toMatchObject({ isTerminal: true, columns: 80 });
  });

  test('of a terminal has its columns', () => {
    const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 132 });
    expect(outputTo(terminal)).toMatchObject({ isTerminal: true, columns: 132 });
  });
});

test.each([
  [true, '\u001b[31mx\u001b[39m'],
  [false, 'x'],
])('paint on a terminal (%s) gives %j, whatever chalk finds out by itself', (isTerminal, text) => {
  expect(createPaint({ mode: undefined, environment: {}, isTerminal }).red('x')).toBe(text);
});
