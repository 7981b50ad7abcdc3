import { LRUCache } from 'lru-cache';
import type { SqliteHandle, SqliteStatement } from './driver.ts';

const MOST_STATEMENTS = 500;

/** Prepared statements by their text; beyond 500 those unused for longest make room. */
export interface Statements {
  get(sql: string): SqliteStatement;
}

/** Makes a store of prepared statements for one connection. */
export function createStatements(handle: SqliteHandle): Statements {
  const kept = new LRUCache<string, SqliteStatement>({ max: MOST_STATEMENTS });
  return {
    get(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = handle.prepare(sql);
      kept.set(sql, statement);
      return statement;
    },
  };
}
