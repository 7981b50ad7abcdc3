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

/** How far a copy has come. */
export interface CopyProgress {
  readonly bytes: number;
  /** About as many as there will be. */
  readonly totalBytes: number;
}

/** What hears of a long work, and what stops it. */
export interface CopyEvents {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** A copy that was made, checked and synced. */
export interface Copy extends DatabaseContent {
  readonly bytes: number;
}

const PROGRESS_MILLIS = 250;

/**
 * Copies a database, in one consistent state, into a new file that only its owner reads; checks the
 * copy and syncs it to the disk. Nothing is left of a copy that failed.
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
    for (const left of [target, `${target}-journal`]) rmSync(left, { force: true });
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** The figures of a database file that nobody writes to. */
export async function readFileContent(path: string): Promise<DatabaseContent> {
  const reader = await openSqliteReader(path, { isStill: true });
  try {
    return await readContent(reader);
  } finally {
    reader.close();
  }
}

/** Syncs what was written to a file, or the names in a folder, to the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function requireRoom(folder: string, bytes: number): void {
  const free = freeBytes(folder);
  if (free >= bytes) return;
  throw new BackupRefused(
    'failed',
    message('fault.backupNoRoom', {
      folder,
      free: String(megabytes(free)),
      needed: String(megabytes(bytes)),
    }),
  );
}

/** Bytes that a user may still write in a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

/** Bytes of a file; 0 when it is not there. */
export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Long work on a database file, done by a process of its own. */
export type SqliteTask =
  /** Writes all that is committed into an empty file, and checks the whole of that file. */
  | { readonly kind: 'copy'; readonly source: string; readonly target: string }
  /** Checks the whole of a file; the values of these columns too. */
  | { readonly kind: 'check'; readonly source: string; readonly values?: JsonColumns }
  /**
   * Checks a file that is in use, table by table with a pause after each, at the lowest priority:
   * so the log can be given back in between, and the server is hardly slowed down.
   */
  | { readonly kind: 'slices'; readonly source: string; readonly values?: JsonColumns };

/** The columns of each table whose values SQLite reads as JSON. */
export type JsonColumns = Readonly<Record<string, readonly string[]>>;

/** The JSON columns of all resources; nothing else that is stored is read as JSON by SQLite. */
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
 * VACUUM INTO takes one consistent state while others write; the backup interface of SQLite would
 * begin again with every write. It holds a thread for as long as it runs, and cannot be stopped but
 * with its process.
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

/** Runs the task; returns the fault that SQLite found, if any. Throws the reason of the signal. */
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
  let said = '';
  const listen = (chunk: string) => {
    if (said.length < MOST_OUTPUT_BYTES) said += chunk;
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
  const reason = said.trim().split('\n').join(', ') || String(status);
  if (status === FAILED) return reason;
  throw new Error(`the process that works on ${task.source} failed: ${reason}`);
}

/** What stands in the name of a file that is not whole yet, before a number of its own. */
export const PARTIAL = '.partial-';

/** A name beside a file, for what is not whole yet. */
export function partialName(file: string): string {
  return `${file}${PARTIAL}${process.pid}-${randomBytes(4).toString('hex')}`;
}

/** Throws BackupRefused unless a file may be made there. */
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

/** Throws BackupRefused for the database itself, in whose place nothing must come while it is used. */
export function requireOther(file: string, source: string): void {
  const folder = dirname(file);
  if (!existsSync(folder)) return;
  if (join(realpathSync(folder), basename(file)) !== realpathSync(source)) return;
  throw new BackupRefused('unfit', message('fault.backupIsDatabase', { file }));
}

function alreadyThere(file: string): BackupRefused {
  return new BackupRefused('unfit', message('fault.backupExists', { file }));
}

/** Gives a whole file its name; throws BackupRefused when another one has it meanwhile. */
export function putInPlace(partial: string, file: string, overwrites: boolean): void {
  if (overwrites) {
    renameSync(partial, file);
    return;
  }
  try {
    // Unlike a rename it fails when another program has made the file meanwhile.
    linkSync(partial, file);
    rmSync(partial);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw alreadyThere(file);
    // The file systems of most sticks have no second names.
    if (existsSync(file)) throw alreadyThere(file);
    renameSync(partial, file);
  }
}

/** Why a backup or a restore was not made. */
export type RefusedReason =
  /** What was named cannot be used: a file that exists already, that is damaged, or no backup. */
  | 'unfit'
  /** There is nothing to back up or to restore from. */
  | 'missing'
  /** It was tried and did not work out: no room, a fault of the database or of a tool. */
  | 'failed';

/** A backup or restore that was not made; the message says the cause and what to do. */
export class BackupRefused extends Error {
  readonly reason: RefusedReason;
  /** The same for readers of any language; undefined where the text is that of another program. */
  readonly said: Message | undefined;

  constructor(reason: RefusedReason, said: string | Message, cause?: unknown) {
    super(typeof said === 'string' ? said : renderMessage({ language: 'en', texts: en }, said), {
      cause,
    });
    this.name = 'BackupRefused';
    this.reason = reason;
    this.said = typeof said === 'string' ? undefined : said;
  }
}
