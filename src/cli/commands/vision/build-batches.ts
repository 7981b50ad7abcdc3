import { limits } from '../../../model/limits.ts';
import { checkLine, type Reject } from './check-line.ts';
import type { InputLine } from './split-lines.ts';

/** A stretch of the input, in bytes of the text: from `start` up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A stretch of lines that is acknowledged as a whole. */
export interface Batch extends Span {
  /** Number of its last line. */
  readonly lastLine: number;
  /** Lines that are not blank. */
  readonly lines: number;
  /** The events of one call, as they stand in the input. */
  readonly events: readonly InputLine[];
  readonly rejects: readonly Reject[];
  /** Acknowledged by an earlier run: there is nothing to do. */
  readonly isDone: boolean;
}

/** Puts lines together to calls. */
export interface BatchBuilder {
  /** The batches that are complete with this line. */
  add(line: InputLine): readonly Batch[];
  /** What has been put together so far. */
  flush(): readonly Batch[];
}

/** Bytes of one call; half of what the service takes. */
const MOST_BYTES = limits.ingestBodyBytes / 2;
const MOST_REJECTS = 200;

/**
 * Makes a builder; `done` is what an earlier run has sent already, in order. The same lines always give the same batches, also when an earlier run was cut:
 * a call that was under way then is sent again as it was, and the service knows it by its key.
 */
export function createBatchBuilder(done: readonly Span[]): BatchBuilder {
  const waiting = [...done];
  let events: InputLine[] = [];
  let rejects: Reject[] = [];
  let span: Span | undefined;
  let lastLine = 0;
  let lines = 0;

  function take(isDone: boolean): readonly Batch[] {
    if (span === undefined) return [];
    const batch = { ...span, lastLine, lines, events, rejects, isDone };
    events = [];
    rejects = [];
    span = undefined;
    lines = 0;
    return [batch];
  }

  function reach(line: InputLine): void {
    span = { start: span?.start ?? line.start, end: line.end };
    lastLine = line.number;
  }

  function read(line: InputLine): void {
    if (line.fault === undefined && line.text.trim() === '') return;
    lines++;
    const reject = checkLine(line);
    if (reject) rejects.push(reject);
    else events.push(line);
  }

  function isFull(): boolean {
    const bytes = span === undefined ? 0 : span.end - span.start;
    return (
      events.length >= limits.visionEventsPerCall ||
      rejects.length >= MOST_REJECTS ||
      bytes >= MOST_BYTES
    );
  }

  return {
    add(line) {
      const [next] = waiting;
      const before = next?.start === line.start ? take(false) : [];
      const isSent = next !== undefined && line.start >= next.start;
      reach(line);
      if (!isSent) {
        read(line);
        return isFull() ? [...before, ...take(false)] : before;
      }
      if (line.end < next.end) return before;
      waiting.shift();
      return [...before, ...take(true)];
    },
    flush: () => take(false),
  };
}
