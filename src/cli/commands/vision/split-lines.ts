import { isUtf8 } from 'node:buffer';

/** One line of the input. */
export interface InputLine {
  /** Counted from 1. */
  readonly number: number;
  /** Where it begins and where the next one does, in bytes of the text. */
  readonly start: number;
  readonly end: number;
  /** Without what ends it; of a line that cannot be read, its beginning as far as it can be shown. */
  readonly text: string;
  readonly fault?: 'too_long' | 'not_utf8';
}

/** Cuts a stream of bytes into lines. */
export interface LineSplitter {
  /** The lines that end within these bytes. */
  push(bytes: Uint8Array): readonly InputLine[];
  /** The last line, when nothing ends it; empty at any other place. */
  end(): readonly InputLine[];
}

/** Longest line that is read, in bytes: far above an event with all that fits into its fields. */
export const LONGEST_LINE = 64 * 1024;
const SHOWN_BYTES = 1000;
const NEWLINE = 10;

/** Starts to cut where an earlier reading stopped: at a byte, after so many lines. */
export function createLineSplitter(from: {
  readonly offset: number;
  readonly line: number;
}): LineSplitter {
  let number = from.line;
  let start = from.offset;
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let length = 0;

  function keep(part: Buffer): void {
    length += part.length;
    // The rest of an endless line is counted, not kept.
    if (keptBytes > LONGEST_LINE || part.length === 0) return;
    kept.push(part);
    keptBytes += part.length;
  }

  function finish(endBytes: number): InputLine {
    const [only] = kept;
    const bytes = kept.length === 1 && only ? only : Buffer.concat(kept);
    const line = readLine(bytes, { length, isFirst: start === 0 });
    number++;
    const placed = { number, start, end: start + length + endBytes, ...line };
    start = placed.end;
    kept = [];
    keptBytes = 0;
    length = 0;
    return placed;
  }

  return {
    push(bytes) {
      const chunk = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const lines: InputLine[] = [];
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, at));
        lines.push(finish(1));
        from = at + 1;
      }
      keep(chunk.subarray(from));
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
