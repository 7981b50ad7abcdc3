import { getRandomValues } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { UnusableDatabase } from '../core/errors.ts';
import type { SqliteHandle } from './driver.ts';
import { type CommitMark, markFileOf, readMark } from './file-condition.ts';

/** A database file as its bytes show it, before SQLite has touched it. */
export interface InspectedFile {
  readonly bytes: number;
  /** Whether a write-ahead log lies beside it, as while it is in use and after a crash. */
  readonly hasLog: boolean;
}

const RESTORE = 'put a backup in its place with: farmctl restore FILE';

/**
 * Looks at a database file without changing anything; undefined when there is none yet.
 * Throws UnusableDatabase for what SQLite would misread or overwrite: a file of another program, one
 * that is cut off, a log that belongs to another database.
 */
export function inspectFile(
  path: string,
  options: { readonly isOnlyRead?: boolean } = {},
): InspectedFile | undefined {
  const status = findStatus(path);
  const log = findStatus(logOf(path));
  if (status && !status.isFile()) {
    throw new UnusableDatabase(
      `${path} is not a file but a folder or device`,
      'move it away, or choose another --data',
    );
  }
  if (!status || status.size === 0) {
    requireNew(path, { status, log });
    return undefined;
  }
  requireAccess(path, options.isOnlyRead === true);
  const header = parseHeader(readStart(path));
  if (!header)
    throw new UnusableDatabase(`${path} is not a database`, `move it away, or ${RESTORE}`);
  requireOwn(path, header);
  if (log && log.size > 0) requireOwnLog(path, header);
  else requireWhole(path, header, status.size);
  return { bytes: status.size, hasLog: log !== undefined };
}

/** Throws unless there was never a database. */
function requireNew(
  path: string,
  { status, log }: { readonly status: Stats | undefined; readonly log: Stats | undefined },
): void {
  // SQLite takes a log beside an empty file for a left-over and deletes it.
  if (log && log.size > 0) throw withoutFile(path, status);
  if (status) {
    throw new UnusableDatabase(
      `${path} is empty (0 bytes), but a database was expected`,
      `${RESTORE}, or ${startEmpty(path)}`,
    );
  }
  const mark = findStatus(markFileOf(path)) && readMark(path);
  if (mark && mark.commits > 0) throw gone(path, mark);
}

function findStatus(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file stands where its folder would be; whoever makes the folder says so.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw notReadable(path, error);
  }
}

function notReadable(path: string, error: unknown): UnusableDatabase {
  const { code } = error as NodeJS.ErrnoException;
  return new UnusableDatabase(
    `${path} may not be read and written (${code})`,
    'give it to the user that runs farmctl, with mode 600',
    { cause: error },
  );
}

function withoutFile(path: string, status: Stats | undefined): UnusableDatabase {
  const state = status ? 'is empty' : 'is missing';
  return new UnusableDatabase(
    `${path} ${state}, but its log ${logOf(path)} holds changes`,
    'bring the file back, or move the log away',
  );
}

function gone(path: string, { commits }: CommitMark): UnusableDatabase {
  return new UnusableDatabase(
    `${path} is missing, but ${commits} commits in it were acknowledged`,
    `bring the file back, ${RESTORE}, or ${startEmpty(path)}`,
  );
}

/** What to do where the rows are not wanted any more. */
export function startEmpty(path: string): string {
  return `delete ${path} and ${markFileOf(path)} to start with an empty database`;
}

function requireAccess(path: string, isOnlyRead: boolean): void {
  try {
    accessSync(path, isOnlyRead ? constants.R_OK : constants.R_OK | constants.W_OK);
  } catch (error) {
    throw notReadable(path, error);
  }
}

function readStart(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(HEADER_BYTES);
    return bytes.subarray(0, readSync(file, bytes, 0, HEADER_BYTES, 0));
  } finally {
    closeSync(file);
  }
}

function requireOwn(path: string, { applicationId }: FileHeader): void {
  if (applicationId === 0 || applicationId === APPLICATION_ID) return;
  const id = (applicationId >>> 0).toString(16).padStart(8, '0');
  throw new UnusableDatabase(
    `${path} is the database of another program (application id ${id})`,
    'give farmctl a folder of its own with --data',
  );
}

/** With a log the file may be shorter for now: what is missing stands in the log. */
function requireWhole(path: string, { pages, pageBytes }: FileHeader, bytes: number): void {
  const expected = pages * pageBytes;
  if (bytes >= expected) return;
  throw new UnusableDatabase(
    `${path} is damaged (cut off at ${bytes} of ${expected} bytes)`,
    RESTORE,
  );
}

function requireOwnLog(path: string, header: FileHeader): void {
  const facts = inspectLog(logOf(path));
  if (facts === undefined) return;
  if (facts !== 'strange' && isOwnLog(facts, header)) return;
  throw new UnusableDatabase(
    `${logOf(path)} does not belong to ${path}`,
    'if the database was copied there, move the log away, else bring its own file back',
  );
}

function inspectLog(path: string): ReturnType<typeof readLog> {
  const file = openSync(path, 'r');
  try {
    return readLog(file);
  } finally {
    closeSync(file);
  }
}

/** A log holds the first page whenever the database grew; where it did not, it has kept its size. */
function isOwnLog({ pageBytes, pages, firstPage }: LogFacts, header: FileHeader): boolean {
  if (pageBytes !== header.pageBytes) return false;
  if (!firstPage) return pages === undefined || header.pages === 0 || pages === header.pages;
  const isSameFile =
    firstPage.identity === header.identity || firstPage.identity === 0 || header.identity === 0;
  return isSameFile && [0, APPLICATION_ID].includes(firstPage.applicationId);
}

function logOf(path: string): string {
  return `${path}-wal`;
}

/** What a write-ahead log says of the database file it belongs to. */
interface LogFacts {
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
function readLog(file: number): LogFacts | 'strange' | undefined {
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

/** What the first 100 bytes of a SQLite file, or of its first page in a log, say. */
interface FileHeader {
  readonly pageBytes: number;
  /** Pages the file should have; 0 where a very old SQLite wrote it. */
  readonly pages: number;
  /** Random number of this very file, so that a log of another one is noticed; 0: none yet. */
  readonly identity: number;
  /** Which program the file belongs to; 0: none said so. */
  readonly applicationId: number;
}

const HEADER_BYTES = 100;

/** `Farm`: what marks a file as farmctl's. */
export const APPLICATION_ID = 0x4661726d;

const MAGIC = 'SQLite format 3\0';
const LARGEST_PAGE = 65_536;

/** Reads a header; undefined when it is not that of a SQLite file. */
function parseHeader(bytes: Buffer): FileHeader | undefined {
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
