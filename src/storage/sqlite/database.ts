import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Connection, Database, Statement } from '../database.ts';
import { sqliteDialect } from './dialect.ts';
import { openSqliteHandle, type SqliteHandle, type SqliteValue } from './driver.ts';
import { toFarmError } from './errors.ts';
import { createStatements, type Statements } from './statements.ts';
import { createWriterQueue, type OpenTransaction, TransactionLost } from './writer-queue.ts';

const MEMORY = ':memory:';
const BUSY_MILLIS = 2000;
const PAGE_CACHE_KIB = 32_768;

/** Opens a database file, or one in memory, made when it does not exist; files are 0600. */
export async function openSqlite(path: string): Promise<Database> {
  if (path !== MEMORY) createPrivateFile(path);
  const writer = await openSqliteHandle(path);
  configure(writer, path);
  // In memory there is one connection only: another would open another, empty database.
  const reader = path === MEMORY ? writer : await openReader(path);
  return createDatabase(writer, reader);
}

function createPrivateFile(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, 'a', 0o600));
  chmodSync(path, 0o600);
}

function configure(handle: SqliteHandle, path: string): void {
  handle.exec(`pragma busy_timeout = ${BUSY_MILLIS}`);
  handle.exec('pragma foreign_keys = on');
  handle.exec(`pragma cache_size = -${PAGE_CACHE_KIB}`);
  if (path === MEMORY) return;
  handle.exec('pragma journal_mode = wal');
  // The driver's default in WAL is NORMAL, which loses the last commits in a power cut.
  handle.exec('pragma synchronous = full');
}

async function openReader(path: string): Promise<SqliteHandle> {
  const reader = await openSqliteHandle(path, { readOnly: true });
  reader.exec(`pragma busy_timeout = ${BUSY_MILLIS}`);
  reader.exec(`pragma cache_size = -${PAGE_CACHE_KIB}`);
  return reader;
}

function createDatabase(writer: SqliteHandle, reader: SqliteHandle): Database {
  const reads = createStatements(reader);
  const writes = reader === writer ? reads : createStatements(writer);
  const queue = createWriterQueue(writer, () => createTransaction(writer, writes));
  const isShared = reader === writer;
  const settled = async () => {
    // On the one connection in memory a read must not see half of a transaction.
    if (isShared) await queue.idle();
  };
  return {
    ...createConnection(reads, settled),
    // A change outside a transaction is one of its own; the reading connection cannot write.
    run: (statement) => queue.enqueue((transaction) => transaction.run(statement)),
    transaction: (work) => queue.enqueue(work),
    async ping() {
      await settled();
      runGuarded(() => reader.prepare('select 1').get());
    },
    async close() {
      await queue.close();
      if (!isShared) reader.close();
      // So that a closed database is one file, which can be copied.
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
  };
}

function createConnection(statements: Statements, before?: () => Promise<void>): Connection {
  return {
    dialect: sqliteDialect,
    async all<T extends object>(query: Statement) {
      await before?.();
      return runGuarded(() => statements.get(query.sql).all(...valuesOf(query)) as T[]);
    },
    async first<T extends object>(query: Statement) {
      await before?.();
      return runGuarded(() => statements.get(query.sql).get(...valuesOf(query)) as T | undefined);
    },
    async run(query) {
      return runGuarded(() => Number(statements.get(query.sql).run(...valuesOf(query)).changes));
    },
  };
}

function createTransaction(handle: SqliteHandle, statements: Statements): OpenTransaction {
  const actions: (() => void)[] = [];
  let depth = 0;
  return {
    ...createConnection(statements),
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
    runScript: async (script) => handle.exec(script),
    // There is one writer, so whoever runs holds every name.
    lock: async () => {},
    tryLock: async () => true,
    afterCommit: (action) => actions.push(action),
    committed: () => {
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

function valuesOf(query: Statement): SqliteValue[] {
  return query.values.map((value) =>
    typeof value === 'boolean' ? Number(value) : (value as SqliteValue),
  );
}

function runGuarded<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw toFarmError(error);
  }
}
