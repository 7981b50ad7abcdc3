import { LRUCache } from 'lru-cache';
import type { SqliteHandle, SqliteStatement } from './driver.ts';

const MOST_STATEMENTS = 500;

/** Prepared statements by their text; beyond 500 those unused for longest make room. */
export interface Statements {
  get(sql: string): SqliteStatement;
  /** Whether the plan of a query has a step that sorts; planned once, as it is prepared once. */
  sorts(sql: string): boolean;
}

interface PlanStep {
  readonly detail: string;
}

/** Makes a store of prepared statements for one connection. */
export function createStatements(handle: SqliteHandle): Statements {
  const kept = new LRUCache<string, SqliteStatement>({ max: MOST_STATEMENTS });
  const sorting = new LRUCache<string, boolean>({ max: MOST_STATEMENTS });
  return {
    sorts(sql) {
      const known = sorting.get(sql);
      if (known !== undefined) return known;
      const steps = handle.prepare(`explain query plan ${sql}`).all() as PlanStep[];
      const isSorted = steps.some(({ detail }) => detail.includes('TEMP B-TREE'));
      sorting.set(sql, isSorted);
      return isSorted;
    },
    get(sql) {
      const known = kept.get(sql);
      if (known) return known;
      const statement = handle.prepare(sql);
      kept.set(sql, statement);
      return statement;
    },
  };
}
