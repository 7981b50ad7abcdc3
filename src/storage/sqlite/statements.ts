import type { SqliteHandle, SqliteStatement } from './driver.ts';

const MOST_STATEMENTS = 500;

/** Prepared statements by their text; beyond 500 the oldest make room. */
export interface Statements {
  get(sql: string): SqliteStatement;
}

/** Makes a store of prepared statements for one connection. */
export function createStatements(handle: SqliteHandle): Statements {
  const kept = new Map<string, SqliteStatement>();
  return {
    get(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = handle.prepare(sql);
      kept.set(sql, statement);
      if (kept.size > MOST_STATEMENTS) {
        const [oldest] = kept.keys();
        if (oldest !== undefined) kept.delete(oldest);
      }
      return statement;
    },
  };
}
