import { readSync } from 'node:fs';
import { type FileHeader, HEADER_BYTES, parseHeader } from './file-header.ts';

/** What a write-ahead log says of the database file it belongs to. */
export interface LogFacts {
  readonly pageBytes: number;
  /** Pages of the database after the last commit in the log; undefined when it holds none. */
  readonly pages: number | undefined;
  /** The newest first page in the log; undefined when the log does not hold it. */
  readonly firstPage: FileHeader | undefined;
}

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGICS: readonly number[] = [0x377f0682, 0x377f0683];
/** A log that was never given back can be long; the start of a server must not be. */
const MOST_FRAMES = 200_000;

/** Reads an open log file; `undefined` when it is empty or blank, `'strange'` when it is no log. */
export function readLog(file: number): LogFacts | 'strange' | undefined {
  const header = readAt(file, 0, LOG_HEADER_BYTES);
  if (header.every((byte) => byte === 0)) return undefined;
  if (header.length < LOG_HEADER_BYTES || !MAGICS.includes(header.readUInt32BE(0))) {
    return 'strange';
  }
  const pageBytes = header.readUInt32BE(8);
  const salts = header.subarray(16, 24);
  let pages: number | undefined;
  let firstPage: FileHeader | undefined;
  for (let index = 0; index < MOST_FRAMES; index++) {
    const start = LOG_HEADER_BYTES + index * (FRAME_HEADER_BYTES + pageBytes);
    const frame = readAt(file, start, FRAME_HEADER_BYTES);
    // Behind the newest frames stand those of an earlier round, under other salts.
    if (frame.length < FRAME_HEADER_BYTES || !frame.subarray(8, 16).equals(salts)) break;
    if (frame.readUInt32BE(0) === 1) {
      firstPage = parseHeader(readAt(file, start + FRAME_HEADER_BYTES, HEADER_BYTES)) ?? firstPage;
    }
    const pagesAfterCommit = frame.readUInt32BE(4);
    if (pagesAfterCommit > 0) pages = pagesAfterCommit;
  }
  return { pageBytes, pages, firstPage };
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}
