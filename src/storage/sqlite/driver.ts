import type { Database } from '../core/database.ts';

/** A prepared statement, with the interface of `node:sqlite`. */
export interface SqliteStatement {
  all(...values: SqliteValue[]): unknown[];
  get(...values: SqliteValue[]): unknown;
  run(...values: SqliteValue[]): { changes: number | bigint };
}

/** An open database, with the interface of `node:sqlite`. */
export interface SqliteHandle {
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

export type SqliteValue = string | number | bigint | null | Uint8Array;

interface SqliteModule {
  readonly DatabaseSync: new (
    path: string,
    options?: { readonly readOnly?: boolean },
  ) => SqliteHandle;
}

/**
 * Opens a file, or `:memory:`, with the SQLite of Node if available, else with the packaged one.
 */
export async function openSqliteHandle(
  path: string,
  options: { readonly readOnly?: boolean } = {},
): Promise<SqliteHandle> {
  const { DatabaseSync } = await loadModule();
  return new DatabaseSync(path, options);
}

/** Name and version of the SQLite in use: `@photostructure/sqlite 3.53.0`. */
export async function describeDriver(): Promise<string> {
  const handle = await openSqliteHandle(':memory:');
  const row = handle.prepare('select sqlite_version() as version').get();
  handle.close();
  const name = loadBuiltIn() ? 'node:sqlite' : '@photostructure/sqlite';
  return `${name} ${(row as { version: string }).version}`;
}

async function loadModule(): Promise<SqliteModule> {
  const builtIn = loadBuiltIn();
  if (builtIn) return builtIn;
  return (await import('@photostructure/sqlite')) as unknown as SqliteModule;
}

function loadBuiltIn(): SqliteModule | undefined {
  const emitWarning = process.emitWarning;
  // Node 22 to 24 warn that the module is experimental, which is irrelevant in a farmer's cron
  // mail.
  process.emitWarning = () => {};
  try {
    return process.getBuiltinModule('node:sqlite') as unknown as SqliteModule | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

const FULL = 2;

/**
 * Wraps a database with a check that its commits reach the disk: the first write is acknowledged
 * only if the connection syncs in full. The driver's default changes when the log is opened, so an
 * earlier check would prove nothing.
 */
export function withFullSync(database: Database, writer: SqliteHandle): Database {
  let isProven = false;
  const prove = <T>(result: T): T => {
    if (!isProven) requireFullSync(writer);
    isProven = true;
    return result;
  };
  return {
    ...database,
    run: async (statement) => prove(await database.run(statement)),
    transaction: async (work) => prove(await database.transaction(work)),
  };
}

/** Throws unless every commit of the connection is on disk when it returns. */
export function requireFullSync(handle: SqliteHandle): void {
  const { synchronous } = handle.prepare('pragma synchronous').get() as { synchronous: number };
  if (synchronous >= FULL) return;
  throw new Error(`commits are not synced to the disk: synchronous is ${synchronous}, not ${FULL}`);
}
