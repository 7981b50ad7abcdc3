import { formatQuantity, renderMessage, type Translator } from '../../../i18n/render-message.ts';
import { type Message, message } from '../../../model/core/message.ts';
import type { Io } from '../../core/io.ts';
import type { Batch, Span } from './push-lines.ts';

/** Results of the lines so far. */
export interface PushTotals {
  /** Number of non-blank lines. */
  readonly lines: number;
  /** Events accepted by the service. */
  readonly sent: number;
  readonly stored: number;
  /** Events that were already stored. */
  readonly duplicates: number;
  readonly rejected: number;
  /** Number of successful calls. */
  readonly calls: number;
}

/** The position of a push. */
export interface PushPosition {
  /** Everything before this byte of the text is acknowledged. */
  readonly offset: number;
  /** Number of lines before the offset. */
  readonly line: number;
  /** Acknowledged ranges after the offset, in order. */
  readonly beyond: readonly Span[];
  readonly totals: PushTotals;
}

/** Tracks acknowledged batches, in any order. */
export interface PushLedger {
  /** Records a batch before it is sent, in input order. */
  open(batch: Batch): void;
  /** Records the acknowledgement and result of a batch. */
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

/** Start position of a new push. */
export const FIRST_POSITION: PushPosition = { offset: 0, line: 0, beyond: [], totals: NO_TOTALS };

interface Entry {
  readonly batch: Batch;
  isClosed: boolean;
}

/** Creates a ledger that starts at the given position. */
export function createPushLedger(from: PushPosition): PushLedger {
  let { offset, line, totals } = from;
  let beyond = [...from.beyond];
  const entries: Entry[] = [];

  function advance(): void {
    for (let [first] = entries; first?.isClosed; [first] = entries) {
      offset = first.batch.end;
      line = first.batch.lastLine;
      entries.shift();
    }
    beyond = beyond.filter(({ start }) => start >= offset);
  }

  return {
    open: (batch) => {
      entries.push({ batch, isClosed: false });
    },
    close(batch, outcome) {
      const entry = entries.find((candidate) => candidate.batch === batch);
      if (entry) entry.isClosed = true;
      if (!batch.isDone) {
        totals = addTotals(totals, { ...outcome, lines: batch.lines });
        beyond.push({ start: batch.start, end: batch.end });
      }
      advance();
    },
    position: () => ({
      offset,
      line,
      totals,
      beyond: beyond.toSorted((left, right) => left.start - right.start),
    }),
  };
}

function addTotals(left: PushTotals, right: PushTotals): PushTotals {
  return {
    lines: left.lines + right.lines,
    sent: left.sent + right.sent,
    stored: left.stored + right.stored,
    duplicates: left.duplicates + right.duplicates,
    rejected: left.rejected + right.rejected,
    calls: left.calls + right.calls,
  };
}

/** The progress of a push. */
export interface PushState {
  readonly totals: PushTotals;
  /** Bytes read of the total; undefined if unknown. */
  readonly readBytes: number;
  readonly totalBytes: number | undefined;
}

/** The progress of a long push: updated in place on a terminal, otherwise logged periodically. */
export interface PushProgress {
  show(state: PushState): void;
  /** Clears the line. */
  end(): Promise<void>;
}

/** Start time and position of this run. */
export interface PushStart {
  readonly lines: number;
  readonly readBytes: number;
}

const TERMINAL_MILLIS = 200;
const ELSEWHERE_MILLIS = 30_000;
/** Before this time, a rate is not meaningful. */
const FIRST_MILLIS = 500;

/** Creates the line; `millis` is a monotonic clock. */
export function createPushProgress(
  { stderr }: Pick<Io, 'stderr'>,
  start: PushStart,
  millis: () => number,
  translator: Translator,
): PushProgress {
  const startedAt = millis();
  let shownAt = startedAt;
  let isShown = false;
  const write = (text: string) => stderr.write(text).catch(() => undefined);
  return {
    show(state) {
      const now = millis();
      if (now - shownAt < (stderr.isTerminal ? TERMINAL_MILLIS : ELSEWHERE_MILLIS)) return;
      shownAt = now;
      isShown = stderr.isTerminal;
      const text = progressText(state, start, { elapsedMs: now - startedAt, translator });
      void write(stderr.isTerminal ? `\r${text}\x1b[K` : `farmctl: ${text}\n`);
    },
    async end() {
      if (isShown) await write('\r\x1b[K');
      isShown = false;
    },
  };
}

/** `12,400 lines, 8,120/s, 3 rejected, 41 %, 2 min left`, in the translator's language. */
export function progressText(
  { totals, readBytes, totalBytes }: PushState,
  start: PushStart,
  { elapsedMs, translator }: { readonly elapsedMs: number; readonly translator: Translator },
): string {
  const counted = (text: 'push.lines' | 'push.rate' | 'push.rejected', count: number) =>
    renderMessage(translator, message(text, { count }));
  const parts = [counted('push.lines', totals.lines)];
  if (elapsedMs >= FIRST_MILLIS) {
    parts.push(counted('push.rate', Math.round((totals.lines - start.lines) / (elapsedMs / 1000))));
  }
  if (totals.rejected > 0) parts.push(counted('push.rejected', totals.rejected));
  if (totalBytes !== undefined && totalBytes > 0) {
    const quantity = Math.min(100, Math.floor((100 * readBytes) / totalBytes));
    parts.push(formatQuantity(translator, { quantity, unit: '%' }));
    const doneBytes = readBytes - start.readBytes;
    const remainingBytes = Math.max(0, totalBytes - readBytes);
    if (elapsedMs >= FIRST_MILLIS && doneBytes > 0) {
      parts.push(renderMessage(translator, timeLeft((elapsedMs * remainingBytes) / doneBytes)));
    }
  }
  return parts.join(', ');
}

const MOST_SECONDS = 90;
const MOST_MINUTES = 90;

/** Remaining time, in the largest unit with a value of more than one. */
export function timeLeft(millis: number): Message {
  const seconds = Math.ceil(millis / 1000);
  const minutes = seconds < MOST_SECONDS ? 0 : Math.round(seconds / 60);
  const hours = minutes < MOST_MINUTES ? 0 : Math.round(minutes / 6) / 10;
  return message('push.left', { hours, minutes, seconds });
}
