import type { Batch, Span } from './build-batches.ts';

/** What came of the lines so far. */
export interface PushTotals {
  /** Lines that are not blank. */
  readonly lines: number;
  /** Events that the service has taken. */
  readonly sent: number;
  readonly stored: number;
  /** Events that were stored already. */
  readonly duplicates: number;
  readonly rejected: number;
  /** Calls that were answered with success. */
  readonly calls: number;
}

/** How far a push has come. */
export interface PushPosition {
  /** Up to this byte of the text everything is acknowledged. */
  readonly offset: number;
  /** The lines up to there. */
  readonly line: number;
  /** What is acknowledged beyond it, in order. */
  readonly beyond: readonly Span[];
  readonly totals: PushTotals;
}

/** Remembers which batches are acknowledged, in whatever order that happens. */
export interface PushLedger {
  /** Notes a batch that is about to be sent; in the order of the input. */
  open(batch: Batch): void;
  /** Notes that a batch is acknowledged, with what came of it. */
  close(batch: Batch, outcome: Omit<PushTotals, 'lines'>): void;
  position(): PushPosition;
}

export const NO_TOTALS: PushTotals = {
  lines: 0,
  sent: 0,
  stored: 0,
  duplicates: 0,
  rejected: 0,
  calls: 0,
};

/** A push that begins at the beginning. */
export const FIRST_POSITION: PushPosition = { offset: 0, line: 0, beyond: [], totals: NO_TOTALS };

interface Entry {
  readonly batch: Batch;
  isClosed: boolean;
}

/** Starts where a push stands. */
export function createPushLedger(from: PushPosition): PushLedger {
  let { offset, line, totals } = from;
  let ahead = [...from.beyond];
  const entries: Entry[] = [];

  function settle(): void {
    for (let [first] = entries; first?.isClosed; [first] = entries) {
      offset = first.batch.end;
      line = first.batch.lastLine;
      entries.shift();
    }
    ahead = ahead.filter(({ start }) => start >= offset);
  }

  return {
    open: (batch) => {
      entries.push({ batch, isClosed: false });
    },
    close(batch, outcome) {
      const entry = entries.find((one) => one.batch === batch);
      if (entry) entry.isClosed = true;
      if (!batch.isDone) {
        totals = addTotals(totals, { ...outcome, lines: batch.lines });
        ahead.push({ start: batch.start, end: batch.end });
      }
      settle();
    },
    position: () => ({
      offset,
      line,
      totals,
      beyond: ahead.toSorted((one, other) => one.start - other.start),
    }),
  };
}

function addTotals(one: PushTotals, other: PushTotals): PushTotals {
  return {
    lines: one.lines + other.lines,
    sent: one.sent + other.sent,
    stored: one.stored + other.stored,
    duplicates: one.duplicates + other.duplicates,
    rejected: one.rejected + other.rejected,
    calls: one.calls + other.calls,
  };
}
