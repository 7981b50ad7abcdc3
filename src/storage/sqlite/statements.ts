import { LRUCache } from 'lru-cache';
import type { Connection, TableChanges } from '../core/database.ts';
import { toFarmError } from './dialect.ts';
import type { SqliteHandle, SqliteStatement } from './driver.ts';

const MOST_STATEMENTS = 500;

/** Prepared statements by text; beyond 500 the least recently used ones are evicted. */
export interface Statements {
  get(sql: string): SqliteStatement;
  /** Whether the plan of a query contains a sort; determined once, because it is prepared once. */
  sorts(sql: string): boolean;
}

interface PlanStep {
  readonly detail: string;
}

/** Creates the cache of prepared statements of a connection. */
export function createStatements(handle: SqliteHandle): Statements {
  const cache = new LRUCache<string, SqliteStatement>({ max: MOST_STATEMENTS });
  const sorting = new LRUCache<string, boolean>({ max: MOST_STATEMENTS });
  return {
    sorts(sql) {
      const cached = sorting.get(sql);
      if (cached !== undefined) return cached;
      const steps = handle.prepare(`explain query plan ${sql}`).all() as PlanStep[];
      const isSorted = steps.some(({ detail }) => detail.includes('TEMP B-TREE'));
      sorting.set(sql, isSorted);
      return isSorted;
    },
    get(sql) {
      const cached = cache.get(sql);
      if (cached) return cached;
      const statement = handle.prepare(sql);
      cache.set(sql, statement);
      return statement;
    },
  };
}

const MOST_TEXTS = 2000;
/** Counts change together with the counted rows, whose table is named in every query of counts. */
const CHANGES_WITH_OTHERS = 'row_counts';

/** The change tracking of a database, updated by its writer. */
export interface NotedChanges extends TableChanges {
  /** The tables that a statement changes; undefined if its text does not show them. */
  changedBy(sql: string): readonly string[] | undefined;
  /** Called when a commit is visible to all; undefined: the changed tables are unknown. */
  committed(tables: Iterable<string> | undefined): void;
}

/**
 * Tracks the changes of a database: its own `writer` reports them; those of other programs are
 * detected by the counter of SQLite.
 */
export function createTableChanges(
  writer: SqliteHandle,
  /** Creates a connection for reads that reports every statement. */
  connect: (onStatement: (sql: string) => void) => Connection,
  options: {
    /** Whether no other program can open the database, as one in memory. */
    readonly isAlone: boolean;
  },
): NotedChanges {
  const namedIn = createTableNames(writer);
  const lastOfTable = new Map<string, number>();
  let last = 0;
  let lastOfAll = 0;
  const isOthers = options.isAlone ? () => false : oncePerTurn(createWatchOfOthers(writer));
  const seeOthers = () => {
    if (isOthers()) lastOfAll = ++last;
  };
  const watchedTables = new WeakMap<Connection, Set<string>>();
  return {
    last() {
      seeOthers();
      return last;
    },
    lastOf(tables) {
      seeOthers();
      let newest = lastOfAll;
      for (const table of tables) newest = Math.max(newest, lastOfTable.get(table) ?? 0);
      return newest;
    },
    watch() {
      const tables = new Set<string>();
      const connection = connect((sql) => {
        for (const table of namedIn.of(sql)) if (table !== CHANGES_WITH_OTHERS) tables.add(table);
      });
      watchedTables.set(connection, tables);
      return { connection, tables };
    },
    named(connection, tables) {
      const readTables = watchedTables.get(connection);
      for (const table of tables) readTables?.add(table);
    },
    changedBy(sql) {
      if (isRead(sql)) return [];
      const tables = namedIn.of(sql);
      return tables.length > 0 ? tables : undefined;
    },
    committed(tables) {
      last++;
      if (tables) {
        for (const table of tables) lastOfTable.set(table, last);
        return;
      }
      lastOfAll = last;
      namedIn.forget();
    },
  };
}

/**
 * Returns a check whether another program has committed since the last call; throws `unavailable`.
 */
function createWatchOfOthers(handle: SqliteHandle): () => boolean {
  const readVersion = handle.prepare('pragma data_version');
  // On a connection, data_version changes with commits of all other connections, never with its
  // own.
  const version = () => {
    try {
      return (readVersion.get() as { data_version: number }).data_version;
    } catch (error) {
      throw toFarmError(error);
    }
  };
  let lastVersion = version();
  return () => {
    const before = lastVersion;
    lastVersion = version();
    return lastVersion !== before;
  };
}

/**
 * Checks once per turn of the event loop: until the turn ends no request arrives, so no caller can
 * know of a commit after the check.
 */
function oncePerTurn(check: () => boolean): () => boolean {
  let hasLooked = false;
  const forget = () => {
    hasLooked = false;
  };
  return () => {
    if (hasLooked) return false;
    const isChanged = check();
    hasLooked = true;
    // Ticks run before microtasks: a tick alone would reset the check before awaiting code
    // continues.
    queueMicrotask(() => process.nextTick(forget));
    return isChanged;
  };
}

function isRead(sql: string): boolean {
  const text = sql.trimStart().slice(0, 6).toLowerCase();
  if (text === 'select') return true;
  return text.startsWith('with') && !/\b(?:insert|update|delete|replace)\b/i.test(sql);
}

/** Every table whose name occurs as a word in a text: possibly more than are used, never fewer. */
function createTableNames(handle: SqliteHandle) {
  const cache = new LRUCache<string, readonly string[]>({ max: MOST_TEXTS });
  let tables: readonly string[] | undefined;
  const findTables = () => {
    const rows = handle.prepare("select name from sqlite_master where type = 'table'").all();
    return (rows as { readonly name: string }[]).map(({ name }) => name);
  };
  return {
    of(sql: string): readonly string[] {
      const cached = cache.get(sql);
      if (cached) return cached;
      tables ??= findTables();
      const words = new Set(sql.toLowerCase().match(/\w+/g));
      const namedTables = tables.filter((table) => words.has(table));
      cache.set(sql, namedTables);
      return namedTables;
    },
    forget() {
      tables = undefined;
      cache.clear();
    },
  };
}
