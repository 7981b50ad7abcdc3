import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Batch,
  createBatchBuilder,
  createLineSplitter,
  type Span,
} from '../../../../src/cli/commands/vision/push-lines.ts';

const GOOD = '{"source":"c","kind":"count","value":1}';

function batchesOf(lines: readonly string[], sentSpans: readonly Span[] = []): readonly Batch[] {
  const splitter = createLineSplitter({ offset: 0, line: 0 });
  const builder = createBatchBuilder(sentSpans);
  const read = splitter.push(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  return [...read.flatMap((line) => builder.add(line)), ...builder.flush()];
}

const summary = ({ start, end, lines, events, rejects, isDone }: Batch) => ({
  start,
  end,
  lines,
  events: events.length,
  rejects: rejects.length,
  isDone,
});

test('a batch is full with 200 events', () => {
  const width = GOOD.length + 1;
  expect(batchesOf(Array<string>(450).fill(GOOD)).map(summary)).toEqual([
    { start: 0, end: 200 * width, lines: 200, events: 200, rejects: 0, isDone: false },
    { start: 200 * width, end: 400 * width, lines: 200, events: 200, rejects: 0, isDone: false },
    { start: 400 * width, end: 450 * width, lines: 50, events: 50, rejects: 0, isDone: false },
  ]);
});

test('rejects and blank lines belong to the batch they occur in', () => {
  expect(batchesOf(['', 'x', GOOD, ' '])).toMatchObject([
    { start: 0, lines: 2, lastLine: 4, events: [{ number: 3 }], rejects: [{ line: 2 }] },
  ]);
});

test('a file with only rejects is read in parts', () => {
  expect(batchesOf(Array<string>(450).fill('x')).map(({ rejects }) => rejects.length)).toEqual([
    200, 200, 50,
  ]);
});

test('large events make small batches', () => {
  const large = `{"source":"c","kind":"count","meta":{"a":"${'x'.repeat(15_000)}"}}`;
  const [first] = batchesOf(Array<string>(200).fill(large));
  const bytes = (first?.events ?? []).reduce((sum, { text }) => sum + text.length, 0);
  expect([bytes > 1_000_000, bytes < 1_200_000]).toEqual([true, true]);
});

describe('the part sent by an earlier run', () => {
  const width = GOOD.length + 1;

  test('is skipped, and the batches around it are unchanged', () => {
    const sentSpans = [{ start: 200 * width, end: 400 * width }];
    expect(batchesOf(Array<string>(450).fill(GOOD), sentSpans).map(summary)).toEqual([
      { start: 0, end: 200 * width, lines: 200, events: 200, rejects: 0, isDone: false },
      { start: 200 * width, end: 400 * width, lines: 0, events: 0, rejects: 0, isDone: true },
      { start: 400 * width, end: 450 * width, lines: 50, events: 50, rejects: 0, isDone: false },
    ]);
  });

  test('ends the previous batch, however short', () => {
    const sentSpans = [{ start: 3 * width, end: 5 * width }];
    expect(
      batchesOf(Array<string>(9).fill(GOOD), sentSpans).map(({ events }) => events.length),
    ).toEqual([3, 0, 4]);
  });
});

test('batches cover the input without gaps', () => {
  const lines = fc.array(fc.constantFrom(GOOD, 'x', '', '{}'), { minLength: 1, maxLength: 900 });
  fc.assert(
    fc.property(lines, (texts) => {
      const batches = batchesOf(texts);
      const ends = batches.map(({ end }) => end);
      expect(batches.map(({ start }) => start)).toEqual([0, ...ends.slice(0, -1)]);
      expect(ends.at(-1)).toBe(texts.reduce((sum, text) => sum + text.length + 1, 0));
    }),
    { numRuns: 30 },
  );
});
