import { isUtf8 } from 'node:buffer';
import { open } from 'node:fs/promises';
import { type Issue, issueOf } from '../../../model/core/errors.ts';
import { limits } from '../../../model/core/limits.ts';
import { message } from '../../../model/core/message.ts';
import { readVisionEvent } from '../../../model/validation/row-rules.ts';
import { messageOf } from '../../../tools/unknown-values.ts';
import { usageError } from '../../core/errors.ts';
import { namedIssueText, phrasesOf } from '../../output/error-report.ts';
import { neutralise, renderJsonLine } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';

/** One line of the input. */
export interface InputLine {
  /** Counted from 1. */
  readonly number: number;
  /** Byte offsets in the text of this line and of the next one. */
  readonly start: number;
  readonly end: number;
  /**
   * Excludes the line ending; for a line that cannot be read, the displayable part of its
   * beginning.
   */
  readonly text: string;
  readonly fault?: 'too_long' | 'not_utf8';
}

/** Splits a byte stream into lines. */
export interface LineSplitter {
  /** The lines that end within these bytes. */
  push(bytes: Uint8Array): readonly InputLine[];
  /** The last line, if unterminated; otherwise empty. */
  end(): readonly InputLine[];
}

/** Maximum line length in bytes: far more than an event with all fields at their limits. */
export const LONGEST_LINE = 64 * 1024;
const SHOWN_BYTES = 1000;
const NEWLINE = 10;

/** Resumes splitting at a byte offset, after a number of lines. */
export function createLineSplitter(from: {
  readonly offset: number;
  readonly line: number;
}): LineSplitter {
  let number = from.line;
  let start = from.offset;
  let buffers: Buffer[] = [];
  let bufferedBytes = 0;
  let length = 0;

  function addPart(part: Buffer): void {
    length += part.length;
    // The rest of an overlong line is counted but not stored.
    if (bufferedBytes > LONGEST_LINE || part.length === 0) return;
    buffers.push(part);
    bufferedBytes += part.length;
  }

  function finish(endBytes: number): InputLine {
    const [onlyBuffer] = buffers;
    const bytes = buffers.length === 1 && onlyBuffer ? onlyBuffer : Buffer.concat(buffers);
    const line = readLine(bytes, { length, isFirst: start === 0 });
    number++;
    const placed = { number, start, end: start + length + endBytes, ...line };
    start = placed.end;
    buffers = [];
    bufferedBytes = 0;
    length = 0;
    return placed;
  }

  return {
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const lines: InputLine[] = [];
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        addPart(chunk.subarray(from, at));
        lines.push(finish(1));
        from = at + 1;
      }
      addPart(chunk.subarray(from));
      return lines;
    },
    end: () => (length === 0 ? [] : [finish(0)]),
  };
}

function readLine(
  bytes: Buffer,
  { length, isFirst }: { readonly length: number; readonly isFirst: boolean },
): Pick<InputLine, 'text' | 'fault'> {
  if (length > LONGEST_LINE) return { text: beginningOf(bytes), fault: 'too_long' };
  if (!isUtf8(bytes)) return { text: beginningOf(bytes), fault: 'not_utf8' };
  const text = bytes.toString('utf8');
  return { text: isFirst ? text.replace(/^\uFEFF/, '') : text };
}

function beginningOf(bytes: Buffer): string {
  return bytes.subarray(0, SHOWN_BYTES).toString('utf8');
}

/** A line that is not pushed, with the reason. */
export interface Reject {
  readonly line: number;
  /** The invalid field; `line` for the line itself. */
  readonly field: string;
  /** Machine-readable issue code, such as `required`. */
  readonly code: string;
  /** Reason in English, for display. */
  readonly reason: string;
  readonly text: string;
  /** Issues that the reason is derived from; not written to the file. */
  readonly issues: readonly Issue[];
}

const faults = {
  too_long: issueOf('line', 'too_long', `The line is longer than ${LONGEST_LINE} bytes.`),
  not_utf8: issueOf('line', 'invalid_format', 'The line is not UTF-8.'),
} as const;

/**
 * Why a line is not a valid event; undefined if it may be pushed. The service validates its time
 * and references against its own clock and rows.
 */
function checkLine(line: InputLine): Reject | undefined {
  const { number, text, fault } = line;
  const reject = (issue: Issue, code: string = issue.code) =>
    ({ line: number, field: 'line', code, reason: issue.message, text, issues: [issue] }) as const;
  if (fault !== undefined) return reject(faults[fault], fault);
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    return reject(issueOf('line', 'invalid_json', `The line is not JSON: ${reason}`));
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    return reject(issueOf('line', 'wrong_type', 'The line is not a JSON object.'));
  }
  // A time without an offset differs by at most a day in the farm's time zone.
  const { issues } = readVisionEvent(event, { zone: 'UTC' });
  return issues && rejectOf({ number, text }, issues);
}

/** The reject of a line with these issues, labelled with event fields. */
export function rejectOf(
  { number, text }: Pick<InputLine, 'number' | 'text'>,
  issues: readonly Issue[],
): Reject {
  const [first] = issues;
  return {
    line: number,
    field: first?.path || 'line',
    code: first?.code ?? 'invalid_format',
    reason: issues.map(({ message }) => message).join(' '),
    text,
    issues,
  };
}

/** Destination of lines that are not pushed. */
export interface RejectsFile {
  add(rejects: readonly Reject[]): void;
  /** Size in bytes after all pending data has been written. */
  bytes(): number;
  /** Writes pending data. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the rejects file, accessible to its owner only. Content of an earlier run is kept up to
 * `keptBytes`; lines rejected after its last checkpoint are rejected again.
 */
export async function openRejectsFile(path: string, startBytes: number): Promise<RejectsFile> {
  const file = await open(path, startBytes > 0 ? 'a' : 'w', 0o600).catch((error: unknown) => {
    const reason = messageOf(error);
    throw usageError(message('fault.rejectsNotWritten', { path, reason }));
  });
  await file.chmod(0o600);
  const { size } = await file.stat();
  let bytes = Math.min(size, startBytes);
  if (size > bytes) await file.truncate(bytes);
  let waiting: string[] = [];
  let writing: Promise<unknown> = Promise.resolve();
  const flush = () => {
    const text = waiting.join('');
    waiting = [];
    // Serialised: the file keeps the order in which lines were rejected.
    if (text !== '') writing = writing.then(() => file.appendFile(text));
    return writing.then(() => undefined);
  };
  return {
    add(rejects) {
      const lines = rejects.map(({ issues: _issues, ...row }) => renderJsonLine(row));
      waiting.push(...lines);
      for (const line of lines) bytes += Buffer.byteLength(line);
    },
    bytes: () => bytes,
    flush,
    async close() {
      await flush();
      await file.close();
    },
  };
}

const MAX_REPORTED = 5;
const REASON_LENGTH = 300;

/** Reports the first rejects on stderr if there is no rejects file. */
export function createRejectReporter(
  context: Pick<CommandContext, 'report' | 'translator'>,
): Pick<RejectsFile, 'add' | 'flush'> {
  let reported = 0;
  let reporting: Promise<unknown> = Promise.resolve();
  // Serialised: reports keep the order of the rejects, however long a text takes to load.
  const reportNext = (print: () => Promise<unknown>) => {
    reporting = reporting.then(print);
  };
  const reportReject = async ({ line, issues }: Reject) => {
    const phrases = await phrasesOf(context);
    const reason = issues.map((issue) => namedIssueText(issue, phrases)).join(' ');
    const text = neutralise(reason).slice(0, REASON_LENGTH);
    await context.report('note.lineRejected', { line: String(line), reason: text });
  };
  return {
    add(rejects) {
      for (const reject of rejects.slice(0, Math.max(0, MAX_REPORTED - reported))) {
        reportNext(() => reportReject(reject));
      }
      const isMore = reported <= MAX_REPORTED && reported + rejects.length > MAX_REPORTED;
      reported += rejects.length;
      if (isMore) reportNext(() => context.report('note.moreRejected'));
    },
    flush: () => reporting.then(() => undefined),
  };
}

/** A range of the input, in bytes of the text: from `start` up to but not including `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A range of lines that is acknowledged as a whole. */
export interface Batch extends Span {
  /** Number of its last line. */
  readonly lastLine: number;
  /** Number of non-blank lines. */
  readonly lines: number;
  /** The events of one call, as in the input. */
  readonly events: readonly InputLine[];
  readonly rejects: readonly Reject[];
  /** Already acknowledged in an earlier run. */
  readonly isDone: boolean;
}

/** Groups lines into calls. */
export interface BatchBuilder {
  /** The batches completed by this line. */
  add(line: InputLine): readonly Batch[];
  /** The incomplete batch. */
  flush(): readonly Batch[];
}

/** Maximum size of one call in bytes; half of the service's limit. */
const MOST_BYTES = limits.ingestBodyBytes / 2;
const MOST_REJECTS = 200;

/**
 * Creates a builder; `done` lists the ranges that an earlier run sent, in order. The same lines
 * always produce the same batches, even after an interruption: a call that was in progress is then
 * sent again unchanged, and the service recognises it by its key.
 */
export function createBatchBuilder(sentSpans: readonly Span[]): BatchBuilder {
  const waiting = [...sentSpans];
  let events: InputLine[] = [];
  let rejects: Reject[] = [];
  let span: Span | undefined;
  let lastLine = 0;
  let lines = 0;

  function takeBatches(isDone: boolean): readonly Batch[] {
    if (span === undefined) return [];
    const batch = { ...span, lastLine, lines, events, rejects, isDone };
    events = [];
    rejects = [];
    span = undefined;
    lines = 0;
    return [batch];
  }

  function advance(line: InputLine): void {
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
      const before = next?.start === line.start ? takeBatches(false) : [];
      const isSent = next !== undefined && line.start >= next.start;
      advance(line);
      if (!isSent) {
        read(line);
        return isFull() ? [...before, ...takeBatches(false)] : before;
      }
      if (line.end < next.end) return before;
      waiting.shift();
      return [...before, ...takeBatches(true)];
    },
    flush: () => takeBatches(false),
  };
}
