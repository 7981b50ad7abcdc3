import type { SqliteHandle, SqliteStatement } from './driver.ts';

const MOST_STATEMENTS = 500;

/** Prepared statements by their text; beyond 500 those unused for longest make room. */
export interface Statements {
  get(sql: string): SqliteStatement;
}

/** Makes a store of prepared statements for one connection. */
export function createStatements(handle: SqliteHandle): Statements {
  // A map lists its keys in the order they were set: the first is the one unused for longest.
  const kept = new Map<string, SqliteStatement>();
  return {
    get(sql) {
      const known = kept.get(sql);
      const statement = known ?? handle.prepare(sql);
      // While there is room for all, none is dropped and their order does not matter.
      if (known && kept.size < MOST_STATEMENTS) return known;
      if (known) kept.delete(sql);
      kept.set(sql, statement);
      if (kept.size > MOST_STATEMENTS) {
        const [oldest] = kept.keys();
        if (oldest !== undefined) kept.delete(oldest);
      }
      return statement;
    },
  };
}
