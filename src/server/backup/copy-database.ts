import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { en } from '../../i18n/en.ts';
import { renderMessage } from '../../i18n/render-message.ts';
import { type Message, message } from '../../model/core/message.ts';
import { getResource, resourceNames } from '../../model/resources/registry.ts';
import { columnName, tableName } from '../../storage/core/database.ts';
import { columnsOf } from '../../storage/core/stored-row.ts';
import { openSqliteReader } from '../../storage/sqlite/database.ts';
import { FIRST_COMMIT } from '../../storage/sqlite/file-condition.ts';
import { APPLICATION_ID, randomIdentity } from '../../storage/sqlite/inspect-file.ts';
import { type DatabaseContent, readContent } from '../../storage/system/database-content.ts';

export interface CopyProgress {
  readonly bytes: number;
  /** Approximate total. */
  readonly totalBytes: number;
}

/** Progress callback and abort signal of a long operation. */
export interface CopyEvents {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** A completed, verified and synced copy. */
export interface Copy extends DatabaseContent {
  readonly bytes: number;
}

const PROGRESS_MILLIS = 250;

/**
 * Copies a database in one consistent state into a new file that only its owner can read, verifies
 * the copy and syncs it to disk. A failed copy leaves no files behind.
 */
export async function copyDatabase(
  source: string,
  target: string,
  { signal, onProgress }: CopyEvents,
): Promise<Copy> {
  const totalBytes = bytesOf(source) + bytesOf(`${source}-wal`);
  requireRoom(dirname(target), totalBytes);
  closeSync(openSync(target, 'wx', 0o600));
  const timer = setInterval(
    () => onProgress?.({ bytes: bytesOf(target), totalBytes }),
    PROGRESS_MILLIS,
  );
  try {
    const fault = await runSqliteTask({ kind: 'copy', source, target }, signal);
    if (fault !== undefined) {
      throw new BackupRefused('failed', message('fault.backupNotCopied', { source, fault }));
    }
    const content = await readFileContent(target);
    if (content.organisations === 0) {
      throw new BackupRefused('unfit', message('fault.backupNothing', { source }));
    }
    syncFile(target);
    return { ...content, bytes: bytesOf(target) };
  } catch (error) {
    for (const leftover of [target, `${target}-journal`]) rmSync(leftover, { force: true });
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Reads the figures of a database file that no process writes to. */
export async function readFileContent(path: string): Promise<DatabaseContent> {
  const reader = await openSqliteReader(path, { isStill: true });
  try {
    return await readContent(reader);
  } finally {
    reader.close();
  }
}

/** Syncs a file, or the entries of a folder, to disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function requireRoom(folder: string, bytes: number): void {
  const availableBytes = freeBytes(folder);
  if (availableBytes >= bytes) return;
  throw new BackupRefused(
    'failed',
    message('fault.backupNoRoom', {
      folder,
      free: String(megabytes(availableBytes)),
      needed: String(megabytes(bytes)),
    }),
  );
}

/** Bytes available to a user in a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

/** Size of a file in bytes; 0 if it does not exist. */
export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** A long operation on a database file, run in a child process. */
export type SqliteTask =
  /** Copies all committed data to an empty file, and checks that file completely. */
  | { readonly kind: 'copy'; readonly source: string; readonly target: string }
  /** Checks a whole file, including the values of these columns. */
  | { readonly kind: 'check'; readonly source: string; readonly values?: JsonColumns }
  /**
   * Checks a file in use table by table at the lowest priority, with a pause after each table so
   * that the write-ahead log can be checkpointed and the server is hardly slowed down.
   */
  | { readonly kind: 'slices'; readonly source: string; readonly values?: JsonColumns };

/** The columns of each table that SQLite reads as JSON. */
export type JsonColumns = Readonly<Record<string, readonly string[]>>;

/** The JSON columns of all resources; SQLite reads no other stored values as JSON. */
export function jsonColumns(): JsonColumns {
  const tables = resourceNames.map((name) => {
    const definition = getResource(name);
    const columns = columnsOf(definition).filter(([, { type }]) => /^(?:json|list)$/.test(type));
    return [tableName(name), columns.map(([name]) => columnName(name))] as const;
  });
  return Object.fromEntries(tables);
}

const MOST_OUTPUT_BYTES = 64 * 1024;

/**
 * VACUUM INTO copies one consistent state while others write; the backup API of SQLite would
 * restart with every write. It blocks a thread while it runs and can only be stopped with its
 * process.
 */
const SCRIPT = `
const { driver, task, applicationId, identity, firstCommit } = JSON.parse(process.argv[1]);
const { DatabaseSync } = process.getBuiltinModule?.('node:sqlite') ?? require(driver);
const check = (database, scope = '1') => {
  const [row] = database.prepare('pragma integrity_check(' + scope + ')').all();
  const said = String(Object.values(row)[0]);
  if (said !== 'ok') throw Object.assign(new Error(said), { errcode: 11 });
};
const checkValues = (database, table) => {
  const names = database.prepare('select name from pragma_table_info(?)').all(table);
  const stored = names.map(({ name }) => name);
  for (const column of (task.values?.[table] ?? []).filter((name) => stored.includes(name))) {
    const wrong = '"' + column + '" is not null and not json_valid("' + column + '")';
    const row = database.prepare('select id from "' + table + '" where ' + wrong + ' limit 1').get();
    if (row) throw Object.assign(new Error('malformed JSON in ' + table + '.' + column + ' of ' + row.id), { errcode: 11 });
  }
};
const checkSlices = (database) => {
  require('node:os').setPriority(19);
  const idle = new Int32Array(new SharedArrayBuffer(4));
  const tables = database.prepare(
    "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
  );
  for (const { name } of tables.all()) {
    const start = performance.now();
    check(database, '"' + name.replaceAll('"', '""') + '"');
    checkValues(database, name);
    Atomics.wait(idle, 0, 0, performance.now() - start);
  }
};
try {
  const source = new DatabaseSync(task.source, { readOnly: true });
  source.exec('pragma busy_timeout = 10000');
  if (task.kind === 'copy') {
    source.prepare('vacuum into ?').run(task.target);
    const copy = new DatabaseSync(task.target);
    copy.exec('pragma application_id = ' + applicationId + '; pragma user_version = ' + identity);
    // A copy has no mark of its commits, so that it counts them from the start.
    const counter = copy.prepare("select 1 from sqlite_master where name = 'commit_counter'").get();
    if (counter) copy.exec('update commit_counter set commits = ' + firstCommit);
    check(copy);
    copy.close();
  } else if (task.kind === 'slices') checkSlices(source);
  else {
    check(source);
    for (const table of Object.keys(task.values ?? {})) checkValues(source, table);
  }
  source.close();
} catch (error) {
  const code = (error.errcode ?? error.sqliteCode ?? 0) & 255;
  const isDamage = code === 11 || code === 26;
  process.stdout.write(error.message);
  // A server in use may be busy: that is no finding about its file.
  process.exitCode = task.kind === 'slices' && !isDamage ? 1 : 3;
}`;

const FAILED = 3;

/**
 * Runs the task; returns the fault that SQLite found, if any. Throws the abort reason of the
 * signal.
 */
export async function runSqliteTask(
  task: SqliteTask,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const driver = createRequire(import.meta.url).resolve('@photostructure/sqlite');
  const job = {
    driver,
    task,
    applicationId: APPLICATION_ID,
    identity: randomIdentity(),
    firstCommit: FIRST_COMMIT,
  };
  const argv = ['--no-warnings', '-e', SCRIPT, JSON.stringify(job)];
  signal?.throwIfAborted();
  const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  const stop = () => child.kill('SIGKILL');
  signal?.addEventListener('abort', stop, { once: true });
  let output = '';
  const listen = (chunk: string) => {
    if (output.length < MOST_OUTPUT_BYTES) output += chunk;
  };
  child.stdout.setEncoding('utf8').on('data', listen);
  child.stderr.setEncoding('utf8').on('data', listen);
  const status = await new Promise<number | string>((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, killedBy) => resolve(code ?? `stopped by ${killedBy}`));
  });
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (status === 0) return undefined;
  const reason = output.trim().split('\n').join(', ') || String(status);
  if (status === FAILED) return reason;
  throw new Error(`the process that works on ${task.source} failed: ${reason}`);
}

/** Marks the name of an incomplete file; a unique number follows. */
export const PARTIAL = '.partial-';

/** A temporary name next to a file, for its incomplete content. */
export function partialName(file: string): string {
  return `${file}${PARTIAL}${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Throws BackupRefused unless the file may be created. */
export function requireTarget(file: string, overwrites: boolean): void {
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new BackupRefused('missing', message('fault.backupNoFolder', { folder }));
  }
  const status = lstatSync(file, { throwIfNoEntry: false });
  if (status === undefined) return;
  if (status.isDirectory()) {
    throw new BackupRefused('unfit', message('fault.backupIsFolder', { file }));
  }
  if (!overwrites) throw alreadyThere(file);
}

/**
 * Throws BackupRefused if the file is the database itself, which must not be replaced while it is
 * in use.
 */
export function requireOther(file: string, source: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) return;
  if (join(realpathSync(folder), basename(file)) !== realpathSync(source)) return;
  throw new BackupRefused('unfit', message('fault.backupIsDatabase', { file }));
}

function alreadyThere(file: string): BackupRefused {
  return new BackupRefused('unfit', message('fault.backupExists', { file }));
}

/**
 * Renames a complete file to its final name; throws BackupRefused if that name has been taken in
 * the meantime.
 */
export function putInPlace(partial: string, file: string, overwrites: boolean): void {
  if (overwrites) {
    renameSync(partial, file);
    return;
  }
  try {
    // Unlike a rename, this fails if another program has created the file in the meantime.
    linkSync(partial, file);
    rmSync(partial);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyThere(file);
    // File systems of most USB sticks do not support hard links.
    if (existsSync(file)) throw alreadyThere(file);
    renameSync(partial, file);
  }
}

/** Why a backup or restore failed. */
export type RefusedReason =
  /** The named file is unusable: it already exists, is damaged, or is not a backup. */
  | 'unfit'
  /** Nothing to back up or to restore from. */
  | 'missing'
  /** The operation failed: no disk space, or an error of the database or a tool. */
  | 'failed';

/** A failed backup or restore; the message gives the cause and the remedy. */
export class BackupRefused extends Error {
  readonly reason: RefusedReason;
  /** The message in translatable form; undefined if the text comes from another program. */
  readonly explanation: Message | undefined;

  constructor(reason: RefusedReason, explanation: string | Message, cause?: unknown) {
    super(
      typeof explanation === 'string'
        ? explanation
        : renderMessage({ language: 'en', texts: en }, explanation),
      {
        cause,
      },
    );
    this.name = 'BackupRefused';
    this.reason = reason;
    this.explanation = typeof explanation === 'string' ? undefined : explanation;
  }
}
