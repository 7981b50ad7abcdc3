import type { Database } from '../database.ts';
import type { SqliteHandle } from './driver.ts';

const FULL = 2;

/**
 * The database, with proof that its commits reach the disk: the first write that is done is
 * answered only if the connection syncs in full. The driver's default changes when the log is
 * opened, so what was set before would prove nothing.
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

/** Throws unless every commit of the connection is on disk before it is done. */
export function requireFullSync(handle: SqliteHandle): void {
  const { synchronous } = handle.prepare('pragma synchronous').get() as { synchronous: number };
  if (synchronous >= FULL) return;
  throw new Error(`commits are not synced to the disk: synchronous is ${synchronous}, not ${FULL}`);
}
