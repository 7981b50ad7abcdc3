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
import { damageOf } from './dialect.ts';
import type { SqliteHandle } from './driver.ts';
import {
  type CommitFacts,
  type CommitMark,
  type FileCondition,
  markFileOf,
  openCondition,
  readMark,
} from './file-condition.ts';
import { readCommits } from './writer-queue.ts';

/** A database file according to its bytes, before SQLite opens it. */
export interface InspectedFile {
  readonly bytes: number;
  /** Whether a write-ahead log exists, as during use and after a crash. */
  readonly hasLog: boolean;
}

const RESTORE = 'put a backup in its place with: farmctl restore FILE';

/**
 * Inspects a database file without changes; undefined if it does not exist. Throws UnusableDatabase
 * for files that SQLite would misread or overwrite: those of another program, truncated ones, and
 * logs of another database.
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

/** Throws unless the database has never existed. */
function requireNew(
  path: string,
  { status, log }: { readonly status: Stats | undefined; readonly log: Stats | undefined },
): void {
  // SQLite treats a log next to an empty file as a leftover and deletes it.
  if (log && log.size > 0) throw withoutFile(path, status);
  if (status) {
    throw new UnusableDatabase(
      `${path} is empty (0 bytes), but a database was expected`,
      `${RESTORE}, or ${startEmpty(path)}`,
    );
  }
  const mark = findStatus(markFileOf(path)) && readMark(path);
  if (mark && mark.commits > 0) throw missingFile(path, mark);
}

function findStatus(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // A file exists in place of the folder; creating the folder reports that.
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

function missingFile(path: string, { commits }: CommitMark): UnusableDatabase {
  return new UnusableDatabase(
    `${path} is missing, but ${commits} commits in it were acknowledged`,
    `bring the file back, ${RESTORE}, or ${startEmpty(path)}`,
  );
}

/** Remedy if the rows are no longer needed. */
function startEmpty(path: string): string {
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

/** With a log the file may be shorter: the missing pages are in the log. */
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

/**
 * A log contains the first page whenever the database grew; otherwise the database has kept its
 * size.
 */
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

/** Facts in a write-ahead log about its database file. */
interface LogFacts {
  readonly pageBytes: number;
  /** Pages of the database after the last commit in the log; undefined without commits. */
  readonly pages: number | undefined;
  /** The newest first page in the log; undefined if the log does not contain it. */
  readonly firstPage: FileHeader | undefined;
}

const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
const MAGICS: readonly number[] = [0x377f0682, 0x377f0683];
/** A log without checkpoints can be long, but the start of a server must not take long. */
const MOST_FRAMES = 200_000;

/** Reads an open log file; `undefined` if it is empty or blank, `'strange'` if it is not a log. */
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
    // The newest frames are followed by those of an earlier round, with other salts.
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

/** Content of the first 100 bytes of a SQLite file, or of its first page in a log. */
interface FileHeader {
  readonly pageBytes: number;
  /** Expected number of pages; 0 if written by a very old SQLite. */
  readonly pages: number;
  /** Random number of this file, which detects logs of another file; 0: none yet. */
  readonly identity: number;
  /** The program of the file; 0: unspecified. */
  readonly applicationId: number;
}

const HEADER_BYTES = 100;

/** `Farm`: identifies a file as farmctl's. */
export const APPLICATION_ID = 0x4661726d;

const MAGIC = 'SQLite format 3\0';
const LARGEST_PAGE = 65_536;

/** Parses a header; undefined if it is not that of a SQLite file. */
function parseHeader(bytes: Buffer): FileHeader | undefined {
  if (bytes.length < HEADER_BYTES || bytes.toString('latin1', 0, 16) !== MAGIC) return undefined;
  const written = bytes.readUInt16BE(16);
  const pageBytes = written === 1 ? LARGEST_PAGE : written;
  if (pageBytes < 512 || (pageBytes & (pageBytes - 1)) !== 0) return undefined;
  // The page count is valid only if the same write set both counters.
  const isCounted = bytes.readUInt32BE(24) === bytes.readUInt32BE(92);
  return {
    pageBytes,
    pages: isCounted ? bytes.readUInt32BE(28) : 0,
    identity: bytes.readInt32BE(60),
    applicationId: bytes.readInt32BE(68),
  };
}

/** Marks a new file as farmctl's, with its own identity; leaves a marked one unchanged. */
export function markFile(handle: SqliteHandle): void {
  if (isMarked(handle)) return;
  // Under the write lock: of two processes that open a new file concurrently, only one marks it.
  handle.exec('begin immediate');
  if (!isMarked(handle)) {
    handle.exec(`pragma application_id = ${APPLICATION_ID}`);
    handle.exec(`pragma user_version = ${randomIdentity()}`);
  }
  handle.exec('commit');
}

/** A random number that is practically unique to the file, 1 to 2^31 - 1. */
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

export function openConditionOf(path: string, handle: SqliteHandle): FileCondition {
  try {
    // Read the mark first: another process may commit in between.
    const mark = readMark(path);
    const facts = readFacts(handle);
    if (isErased(handle, mark, facts)) throw erased(path, mark);
    return openCondition(path, mark, facts);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || damageOf(error) !== undefined) throw error;
    throw new UnusableDatabase(
      `the files beside ${path} cannot be written (${code})`,
      'give its folder to the user that runs farmctl, or choose another --data',
      { cause: error },
    );
  }
}

/** Whether a file with acknowledged commits has lost even its tables. */
function isErased(
  handle: SqliteHandle,
  mark: CommitMark | undefined,
  { identity }: CommitFacts,
): mark is CommitMark {
  if (!mark || mark.commits === 0 || mark.identity !== identity) return false;
  return handle.prepare("select 1 from sqlite_master where type = 'table'").get() === undefined;
}

function erased(path: string, { commits }: CommitMark): UnusableDatabase {
  return new UnusableDatabase(
    `${path} is empty, but ${commits} commits in it were acknowledged`,
    `bring its log ${path}-wal back, put a backup in its place with: farmctl restore FILE, or ${startEmpty(path)}`,
  );
}

/** The facts of a database file that are compared with its mark. */
function readFacts(handle: SqliteHandle): CommitFacts {
  const { user_version: identity } = handle.prepare('pragma user_version').get() as {
    user_version: number;
  };
  return { identity, commits: readCommits(handle) };
}
