import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Batch } from '../../../../src/cli/commands/vision/push-lines.ts';
import {
  createPushLedger,
  FIRST_POSITION,
  NO_TOTALS,
} from '../../../../src/cli/commands/vision/push-progress.ts';

function aBatch(index: number, more: Partial<Batch> = {}): Batch {
  return {
    start: index * 10,
    end: index * 10 + 10,
    lastLine: index + 1,
    lines: 1,
    events: [],
    rejects: [],
    isDone: false,
    ...more,
  };
}

const STORED = { sent: 1, stored: 1, duplicates: 0, rejected: 0, calls: 1 };

test('acknowledgements out of order are recorded after the position up to which all are acknowledged', () => {
  const ledger = createPushLedger(FIRST_POSITION);
  const batches = [aBatch(0), aBatch(1), aBatch(2)] as const;
  for (const batch of batches) ledger.open(batch);
  ledger.close(batches[2], STORED);
  ledger.close(batches[0], STORED);
  expect(ledger.position()).toEqual({
    offset: 10,
    line: 1,
    beyond: [{ start: 20, end: 30 }],
    totals: { ...STORED, sent: 2, stored: 2, calls: 2, lines: 2 },
  });
  ledger.close(batches[1], STORED);
  expect(ledger.position()).toMatchObject({ offset: 30, line: 3, beyond: [] });
});

test('batches sent by an earlier run are skipped, and not counted again', () => {
  const beyond = [{ start: 10, end: 20 }];
  const ledger = createPushLedger({ offset: 0, line: 0, beyond, totals: NO_TOTALS });
  const [first, second] = [aBatch(0), aBatch(1, { isDone: true, lines: 0 })];
  ledger.open(first);
  ledger.open(second);
  ledger.close(second, { ...STORED, sent: 0, stored: 0, calls: 0 });
  expect(ledger.position()).toEqual({ offset: 0, line: 0, beyond, totals: NO_TOTALS });
  ledger.close(first, STORED);
  expect(ledger.position()).toMatchObject({
    offset: 20,
    line: 2,
    beyond: [],
    totals: { lines: 1 },
  });
});

test('for any order of acknowledgements, nothing before the position is missing', () => {
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7]);
  fc.assert(
    fc.property(order, (closed) => {
      const ledger = createPushLedger(FIRST_POSITION);
      const batches = Array.from({ length: 8 }, (_, index) => aBatch(index));
      for (const batch of batches) ledger.open(batch);
      for (const index of closed) ledger.close(batches[index] ?? aBatch(99), STORED);
      const { offset, beyond, totals } = ledger.position();
      const before = offset / 10;
      const known = [...Array(before).keys(), ...beyond.map(({ start }) => start / 10)];
      expect(known.toSorted()).toEqual(closed.toSorted());
      expect([closed.includes(before), totals.lines]).toEqual([false, closed.length]);
    }),
  );
});
