import { getRandomValues } from 'node:crypto';
import type { SqliteHandle } from './driver.ts';

/** What the first 100 bytes of a SQLite file, or of its first page in a log, say. */
export interface FileHeader {
  readonly pageBytes: number;
  /** Pages the file should have; 0 where a very old SQLite wrote it. */
  readonly pages: number;
  /** Random number of this very file, so that a log of another one is noticed; 0: none yet. */
  readonly identity: number;
  /** Which program the file belongs to; 0: none said so. */
  readonly applicationId: number;
}

export const HEADER_BYTES = 100;

/** `Farm`: what marks a file as farmctl's. */
export const APPLICATION_ID = 0x4661726d;

const MAGIC = 'SQLite format 3\0';
const LARGEST_PAGE = 65_536;

/** Reads a header; undefined when it is not that of a SQLite file. */
export function parseHeader(bytes: Buffer): FileHeader | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 16) !== MAGIC) return undefined;
  const written = bytes.readUInt16BE(16);
  const pageBytes = written === 1 ? LARGEST_PAGE : written;
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) return undefined;
  // The count of pages is true only where the same write set both counters.
  const isCounted = bytes.readUInt32BE(24) === bytes.readUInt32BE(92);
  return {
    pageBytes,
    pages: isCounted ? bytes.readUInt32BE(28) : 0,
    identity: bytes.readInt32BE(60),
    applicationId: bytes.readInt32BE(68),
  };
}

/** Marks a new file as farmctl's, and as one of its own; leaves a marked one as it is. */
export function markFile(handle: SqliteHandle): void {
  if (isMarked(handle)) return;
  // Under the lock of a writer: of two that open a new file at once, one marks it.
  handle.exec('begin immediate');
  if (!isMarked(handle)) {
    handle.exec(`pragma application_id = ${APPLICATION_ID}`);
    handle.exec(`pragma user_version = ${randomIdentity()}`);
  }
  handle.exec('commit');
}

/** A number that no other file is likely to have, 1 to 2^31 - 1. */
export function randomIdentity(): number {
  const [random = 0] = getRandomValues(new Uint32Array(1));
  return random & 0x7fffffff || 1;
}

function isMarked(handle: SqliteHandle): boolean {
  const { user_version: identity } = handle.prepare('pragma user_version').get() as {
    user_version: number;
  };
  const { application_id: id } = handle.prepare('pragma application_id').get() as {
    application_id: number;
  };
  return identity !== 0 && id === APPLICATION_ID;
}
