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
import { unavailable } from '../core/errors.ts';
import { createPace, type Pace, unpaced } from '../core/slices.ts';
import { damageOf, sqliteDialect, toFarmError } from './dialect.ts';
import {
  openSqliteHandle,
  type SqliteHandle,
  type SqliteStatement,
  type SqliteValue,
  withFullSync,
} from './driver.ts';
import type { FileCondition } from './file-condition.ts';
import { markFile, openConditionOf } from './inspect-file.ts';
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
  TransactionLost,
  type WriterQueue,
} from './writer-queue.ts';

const MEMORY = ':memory:';
const PAGE_CACHE_KIB = 8192;
/** The pages are already in memory: a page cache would store them twice. */
const MEMORY_CACHE_KIB = 2048;
const LARGEST_IDLE_LOG_BYTES = 64 * 1024 * 1024;
const USER_VERSION: Statement = { sql: 'pragma user_version', text: '', values: [] };

/** Opens a database file or an in-memory database, creating it if necessary; files are 0600. */
export async function openSqlite(path: string): Promise<Database> {
  const isInMemory = path === MEMORY || isSharedMemory(path);
  if (!isInMemory) await makePrivateFile(path, createMarked);
  const writer = await openSqliteHandle(path);
  configure(writer, path);
  // Busy waits are handled in the writer queue so that the event loop is not blocked.
  writer.exec('pragma busy_timeout = 0');
  // In memory there is a single connection: another one would open another, empty database.
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

/** A read-only database file; the opener closes it. */
export interface SqliteReader extends Connection {
  /** All changes are those of other processes. */
  readonly changes: TableChanges;
  close(): void;
}

/**
 * Opens a database file for reading. With `isStill` no file is created next to it and nothing is
 * locked: for files without writers.
 */
export async function openSqliteReader(
  path: string,
  options: { readonly isStill?: boolean } = {},
): Promise<SqliteReader> {
  const address = options.isStill ? `${pathToFileURL(path).href}?immutable=1` : path;
  const handle = await openReader(address);
  const reads = createStatements(handle);
  const connect = (onStatement?: (sql: string) => void) =>
    createConnection(reads, onStatement ? { statement: onStatement } : {});
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
  // The driver's default in WAL mode is NORMAL, which loses the last commits in a power failure.
  handle.exec('pragma synchronous = full');
  // The log grows while another program reads for long; this limit releases the disk space
  // afterwards.
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
  // On the single in-memory connection a read must not see a partial transaction.
  const whenIdle = () => queue.idle();
  const pace = createPace(limits.sliceMillis);
  const reading = {
    pace,
    ...(isShared ? { reading: whenIdle } : {}),
    ...(condition ? { damage: condition.damaged } : {}),
  };
  const changes = createTableChanges(
    writer,
    (onStatement) => createConnection(reads, { ...reading, statement: onStatement }),
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
    // A change outside a transaction becomes its own transaction; the reading connection cannot
    // write.
    run: (statement) => enqueue((transaction) => transaction.run(statement)),
    transaction: enqueue,
    ...(condition ? { condition } : {}),
    figures: () => ({
      ...queue.figures(),
      ...(path === undefined ? {} : { bytes: sizesOf(path) }),
    }),
    ...(isShared ? { snapshots: createSnapshots(writer, queue.idle, changes) } : {}),
    async ping() {
      if (isShared) await whenIdle();
      runGuarded(() => reads.get('select 1').get());
      condition?.requireSound();
      if (condition?.loss()) throw unavailable('commits_lost');
      // After a failed write, only a successful one shows that the failure has passed.
      if (queue.failure()) await queue.enqueue(rewriteFirstPage);
    },
    async close() {
      await queue.close();
      if (!isShared) reader.close();
      // Checkpoint so that the closed database is a single file, which can be copied.
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

/** Both operations are synchronous, so that no transaction can begin in between. */
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
  handlers: {
    readonly pace?: Pace;
    /** Awaited before a query. */
    readonly reading?: () => Promise<void>;
    /** Called for every statement. */
    readonly statement?: (sql: string) => void;
    /** Called with damage reported by SQLite. */
    readonly damage?: ((fault: string) => void) | undefined;
  } = {},
): Connection {
  const { pace = unpaced } = handlers;
  const read = <T>(query: Statement, run: (statement: SqliteStatement) => unknown) => {
    handlers.statement?.(query.sql);
    return pace.time(() => runGuarded(() => run(statements.get(query.sql)) as T, handlers.damage));
  };
  return {
    dialect: sqliteDialect,
    async all<T extends object>(query: Statement) {
      for (let pause = pace.pause(); pause; pause = pace.pause()) await pause;
      if (handlers.reading) await handlers.reading();
      return read<T[]>(query, (statement) => statement.all(...valuesOf(query)));
    },
    async first<T extends object>(query: Statement) {
      for (let pause = pace.pause(); pause; pause = pace.pause()) await pause;
      if (handlers.reading) await handlers.reading();
      return read<T | undefined>(query, (statement) => statement.get(...valuesOf(query)));
    },
    async run(query) {
      const { sql } = query;
      handlers.statement?.(sql);
      return runGuarded(
        () => Number(statements.get(sql).run(...valuesOf(query)).changes),
        handlers.damage,
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
    // There is a single writer, so the running transaction holds every lock.
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
  // Multi-row statements have hundreds of values, already bound by the dialect.
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
