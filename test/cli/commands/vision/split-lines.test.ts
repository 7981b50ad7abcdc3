import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createLineSplitter,
  type InputLine,
  LONGEST_LINE,
} from '../../../../src/cli/commands/vision/push-lines.ts';

const START = { offset: 0, line: 0 };

function split(chunks: readonly Uint8Array[], from = START): readonly InputLine[] {
  const splitter = createLineSplitter(from);
  return [...chunks.flatMap((chunk) => splitter.push(chunk)), ...splitter.end()];
}

test('lines have numbers and byte positions', () => {
  expect(split([Buffer.from('é\n\nb')])).toEqual([
    { number: 1, start: 0, end: 3, text: 'é' },
    { number: 2, start: 3, end: 4, text: '' },
    { number: 3, start: 4, end: 5, text: 'b' },
  ]);
});

test('a later start continues counting, and does not skip a byte order mark', () => {
  expect(split([Buffer.from('\uFEFFa\n')], { offset: 90, line: 7 })).toEqual([
    { number: 8, start: 90, end: 95, text: '\uFEFFa' },
  ]);
});

test('a line that is too long keeps its position and its start', () => {
  const long = Buffer.alloc(LONGEST_LINE + 1, 'x');
  const [first, second] = split([long, long, Buffer.from('\nb\n')]);
  expect(first).toEqual({
    number: 1,
    start: 0,
    end: 2 * LONGEST_LINE + 3,
    text: 'x'.repeat(1000),
    fault: 'too_long',
  });
  expect(second).toMatchObject({ number: 2, start: 2 * LONGEST_LINE + 3, text: 'b' });
});

test('a line of the maximum length is read', () => {
  expect(split([Buffer.alloc(LONGEST_LINE, 'x')])[0]?.fault).toBeUndefined();
});

test('invalid UTF-8 is an error of its line only', () => {
  const bytes = Buffer.concat([Buffer.from('a\n'), Buffer.from([0xc3, 0x0a]), Buffer.from('c\n')]);
  expect(split([bytes]).map(({ fault }) => fault)).toEqual([undefined, 'not_utf8', undefined]);
});

test('the division into chunks makes no difference', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 12 });
  const withLines = pieces.map((parts) =>
    parts.map((part) => part.map((byte) => (byte < 60 ? 10 : byte))),
  );
  fc.assert(
    fc.property(withLines, (parts) => {
      expect(split(parts)).toEqual(split([Buffer.concat(parts)]));
    }),
  );
});
