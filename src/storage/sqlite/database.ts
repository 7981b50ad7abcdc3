import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { limits } from '../../model/core/limits.ts';
import type {
  Connection,
  Database,
  DatabaseSnapshots,
  Statement,
  TableChanges,
  Transaction,
} from '../core/database.ts';
import { UnusableDatabase, unavailable } from '../core/errors.ts';
import { createPace, type Pace, unpaced } from '../core/slices.ts';
import { damageOf, sqliteDialect, toFarmError } from './dialect.ts';
import {
  openSqliteHandle,
  type SqliteHandle,
  type SqliteStatement,
  type SqliteValue,
  withFullSync,
} from './driver.ts';
import {
  type CommitFacts,
  type CommitMark,
  type FileCondition,
  openCondition,
  readMark,
} from './file-condition.ts';
import { markFile, startEmpty } from './inspect-file.ts';
import { isSharedMemory, loadSnapshot, readSnapshot, saveSnapshot } from './memory-database.ts';
import { leaveToOwner, makePrivateFile } from './private-files.ts';
import {
  createStatements,
  createTableChanges,
  type NotedChanges,
  type Statements,
} from './statements.ts';
import {
  createCommitCounter,
  createWriterQueue,
  type OpenTransaction,
  readCommits,
  TransactionLost,
  type WriterQueue,
} from './writer-queue.ts';

const MEMORY = ':memory:';
const PAGE_CACHE_KIB = 8192;
/** Its pages are in memory already: what is kept of them is there twice. */
const MEMORY_CACHE_KIB = 2048;
const LARGEST_IDLE_LOG_BYTES = 64 * 1024 * 1024;
const USER_VERSION: Statement = { sql: 'pragma user_version', text: '', values: [] };

/** Opens a database file, or one in memory, made when it does not exist; files are 0600. */
export async function openSqlite(path: string): Promise<Database> {
  const isInMemory = path === MEMORY || isSharedMemory(path);
  if (!isInMemory) await makePrivateFile(path, createMarked);
  const writer = await openSqliteHandle(path);
  configure(writer, path);
  // From now on its queue waits for other programs, without holding up the event loop.
  writer.exec('pragma busy_timeout = 0');
  // In memory there is one connection only: another would open another, empty database.
  if (isInMemory) return createDatabase(writer, writer);
  const reader = await openReader(path);
  try {
    return withFullSync(
      createDatabase(writer, reader, { path, condition: openConditionOf(path, writer) }),
      writer,
    );
  } catch (error) {
    reader.close();
    writer.close();
    throw error;
  }
}

function openConditionOf(path: string, handle: SqliteHandle): FileCondition {
  try {
    // The mark is read first: another process may commit in between.
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

/** Whether not even tables are left of a file in which commits were acknowledged. */
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

/** What a database file is compared with its mark by. */
function readFacts(handle: SqliteHandle): CommitFacts {
  const { user_version: identity } = handle.prepare('pragma user_version').get() as {
    user_version: number;
  };
  return { identity, commits: readCommits(handle) };
}

/** A database file that is only read; whoever opens it closes it. */
export interface SqliteReader extends Connection {
  /** Of its changes all are another's. */
  readonly changes: TableChanges;
  close(): void;
}

/**
 * Opens a database file to read it. With `isStill` nothing is made beside the file and nothing is
 * locked: for files that nobody writes to.
 */
export async function openSqliteReader(
  path: string,
  options: { readonly isStill?: boolean } = {},
): Promise<SqliteReader> {
  const address = options.isStill ? `${pathToFileURL(path).href}?immutable=1` : path;
  const handle = await openReader(address);
  const reads = createStatements(handle);
  const connect = (tell?: (sql: string) => void) =>
    createConnection(reads, tell ? { statement: tell } : {});
  const changes = createTableChanges(handle, connect, { isAlone: options.isStill === true });
  return { ...connect(), changes, close: () => handle.close() };
}

/** Writes the header of a new file. */
async function createMarked(path: string): Promise<void> {
  const handle = await openSqliteHandle(path);
  try {
    markFile(handle);
  } finally {
    handle.close();
  }
}

function configure(handle: SqliteHandle, path: string): void {
  handle.exec(`pragma busy_timeout = ${limits.busyMillis}`);
  handle.exec('pragma foreign_keys = on');
  const cacheKib = isSharedMemory(path) ? MEMORY_CACHE_KIB : PAGE_CACHE_KIB;
  handle.exec(`pragma cache_size = -${cacheKib}`);
  if (path === MEMORY || isSharedMemory(path)) return;
  markFile(handle);
  handle.exec('pragma journal_mode = wal');
  // The driver's default in WAL is NORMAL, which loses the last commits in a power cut.
  handle.exec('pragma synchronous = full');
  // The log grows while another program reads for long; afterwards the disk is given back.
  handle.exec(`pragma journal_size_limit = ${LARGEST_IDLE_LOG_BYTES}`);
}

async function openReader(path: string): Promise<SqliteHandle> {
  const reader = await openSqliteHandle(path, { readOnly: true });
  reader.exec(`pragma busy_timeout = ${limits.busyMillis}`);
  reader.exec(`pragma cache_size = -${PAGE_CACHE_KIB}`);
  return reader;
}

function createDatabase(
  writer: SqliteHandle,
  reader: SqliteHandle,
  file: { readonly path?: string; readonly condition?: FileCondition } = {},
): Database {
  const { path, condition } = file;
  const reads = createStatements(reader);
  const writes = reader === writer ? reads : createStatements(writer);
  const isShared = reader === writer;
  // On the one connection in memory a read must not see half of a transaction.
  const settled = () => queue.idle();
  const pace = createPace(limits.sliceMillis);
  const reading = {
    pace,
    ...(isShared ? { reading: settled } : {}),
    ...(condition ? { damage: condition.damaged } : {}),
  };
  const changes = createTableChanges(
    writer,
    (tell) => createConnection(reads, { ...reading, statement: tell }),
    { isAlone: isShared },
  );
  const queue: WriterQueue = createWriterQueue(
    writer,
    () => createTransaction(writer, writes, changes, condition),
    condition && {
      counter: createCommitCounter(writer, condition.committed),
      damaged: condition.damaged,
    },
  );
  const enqueue: WriterQueue['enqueue'] = async (work) => {
    condition?.requireSound();
    return queue.enqueue(work);
  };
  return {
    ...createConnection(reads, reading),
    changes,
    // A change outside a transaction is one of its own; the reading connection cannot write.
    run: (statement) => enqueue((transaction) => transaction.run(statement)),
    transaction: enqueue,
    ...(condition ? { condition } : {}),
    figures: () => ({
      ...queue.figures(),
      ...(path === undefined ? {} : { bytes: sizesOf(path) }),
    }),
    ...(isShared ? { snapshots: createSnapshots(writer, queue.idle, changes) } : {}),
    async ping() {
      if (isShared) await settled();
      runGuarded(() => reads.get('select 1').get());
      condition?.requireSound();
      if (condition?.loss()) throw unavailable('commits_lost');
      // Once a write has failed, only one that succeeds shows that it has passed.
      if (queue.failure()) await queue.enqueue(rewriteFirstPage);
    },
    async close() {
      await queue.close();
      if (!isShared) reader.close();
      // So that a closed database is one file, which can be copied.
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
      condition?.close();
      if (path !== undefined) leaveToOwner(dirname(path));
    },
  };
}

function sizesOf(path: string) {
  const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  return { file: bytesOf(path), log: bytesOf(`${path}-wal`) };
}

/** Each is done at once, so that no transaction can begin in the middle. */
function createSnapshots(
  handle: SqliteHandle,
  idle: () => Promise<void>,
  changes: NotedChanges,
): DatabaseSnapshots {
  return {
    async save(path, note) {
      await idle();
      await saveSnapshot(handle, path, note);
    },
    async load(path) {
      const note = await readSnapshot(path);
      await idle();
      try {
        loadSnapshot(handle, path);
      } finally {
        changes.committed(undefined);
      }
      return note;
    },
  };
}

async function rewriteFirstPage(transaction: Transaction): Promise<void> {
  const row = await transaction.first<{ user_version: number }>(USER_VERSION);
  await transaction.runScript(`pragma user_version = ${row?.user_version ?? 0}`);
}

function createConnection(
  statements: Statements,
  on: {
    readonly pace?: Pace;
    /** Awaited before a query. */
    readonly reading?: () => Promise<void>;
    /** Told of every statement. */
    readonly statement?: (sql: string) => void;
    /** Told what SQLite finds damaged. */
    readonly damage?: ((fault: string) => void) | undefined;
  } = {},
): Connection {
  const { pace = unpaced } = on;
  const read = <T>(query: Statement, run: (statement: SqliteStatement) => unknown) => {
    on.statement?.(query.sql);
    return pace.time(() => runGuarded(() => run(statements.get(query.sql)) as T, on.damage));
  };
  return {
    dialect: sqliteDialect,
    async all<T extends object>(query: Statement) {
      for (let pause = pace.pause(); pause; pause = pace.pause()) await pause;
      if (on.reading) await on.reading();
      return read<T[]>(query, (statement) => statement.all(...valuesOf(query)));
    },
    async first<T extends object>(query: Statement) {
      for (let pause = pace.pause(); pause; pause = pace.pause()) await pause;
      if (on.reading) await on.reading();
      return read<T | undefined>(query, (statement) => statement.get(...valuesOf(query)));
    },
    async run(query) {
      const { sql } = query;
      on.statement?.(sql);
      return runGuarded(
        () => Number(statements.get(sql).run(...valuesOf(query)).changes),
        on.damage,
      );
    },
    sorts: ({ sql }) => runGuarded(() => statements.sorts(sql)),
  };
}

function createTransaction(
  handle: SqliteHandle,
  statements: Statements,
  changes: NotedChanges,
  condition: FileCondition | undefined,
): OpenTransaction {
  const actions: (() => void)[] = [];
  const changed = new Set<string>();
  let isAllChanged = false;
  let depth = 0;
  const connection = createConnection(statements, {
    pace: createPace(limits.sliceMillis),
    damage: condition?.damaged,
    statement(sql) {
      const tables = changes.changedBy(sql);
      isAllChanged ||= tables === undefined;
      for (const table of tables ?? []) changed.add(table);
    },
  });
  return {
    ...connection,
    async savepoint(work) {
      const name = `nested_${depth++}`;
      handle.exec(`savepoint ${name}`);
      try {
        const result = await work();
        handle.exec(`release ${name}`);
        return result;
      } catch (error) {
        undo(handle, name, error);
        throw error;
      } finally {
        depth--;
      }
    },
    runScript: async (script) => {
      isAllChanged = true;
      runGuarded(() => handle.exec(script));
    },
    // There is one writer, so whoever runs holds every name.
    lock: async () => {},
    tryLock: async () => true,
    afterCommit: (action) => actions.push(action),
    committed: () => {
      changes.committed(isAllChanged ? undefined : changed);
      for (const action of actions) action();
    },
  };
}

function undo(handle: SqliteHandle, savepoint: string, cause: unknown): void {
  if (cause instanceof TransactionLost) return;
  try {
    handle.exec(`rollback to ${savepoint}; release ${savepoint}`);
  } catch {
    throw new TransactionLost(cause);
  }
}

function valuesOf({ values }: Statement): readonly SqliteValue[] {
  // Statements that insert many rows have hundreds, and the dialect has bound them already.
  if (!values.some((value) => typeof value === 'boolean')) return values as SqliteValue[];
  return values.map((value) =>
    typeof value === 'boolean' ? Number(value) : (value as SqliteValue),
  );
}

function runGuarded<T>(work: () => T, tellDamage?: (fault: string) => void): T {
  try {
    return work();
  } catch (error) {
    const fault = tellDamage && damageOf(error);
    if (fault !== undefined) tellDamage?.(fault);
    throw toFarmError(error);
  }
}
