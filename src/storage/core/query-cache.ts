import { LRUCache } from 'lru-cache';
import type { Connection, Database, Statement, Transaction } from './database.ts';

/** A database for reads, with its change tracking if available. */
type Source = Connection & Pick<Database, 'changes'>;

/** Cache of query results; an entry is valid while none of the rows it was read from changes. */
export interface QueryCache<T extends object> {
  /**
   * Returns the cached value of a key, or reads it. The value may depend only on the key and the
   * rows that `read` reads on its connection. If it becomes part of another cached value, pass the
   * connection of that read as `within`.
   */
  find(key: string, read: (connection: Connection) => Promise<T>, within?: Connection): Promise<T>;
  /** The last value of a key that is read each time; it may be outdated. */
  last(key: string): T | undefined;
  figures(): CacheFigures;
}

/** Statistics of a cache since its creation. */
export interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
  readonly maxBytes: number;
}

interface Entry<T> {
  readonly value: T;
  readonly tables: ReadonlySet<string>;
  /** The last commit visible to the reader. */
  readonly commit: number;
}

/**
 * Creates a cache with a maximum size in bytes; the least recently used entries are evicted. On
 * PostgreSQL, whose changes this process cannot see, nothing is cached.
 */
export function createQueryCache<T extends object>(
  database: Source,
  options: {
    readonly maxBytes: number;
    readonly bytesOf: (value: T) => number;
    /** Whether `last` returns values. */
    readonly isRemembered?: boolean;
  },
): QueryCache<T> {
  const { changes } = database;
  if (!changes) {
    const last = new LRUCache<string, T>({
      maxSize: options.maxBytes,
      sizeCalculation: (value, key) => options.bytesOf(value) + key.length,
    });
    return {
      async find(key, read, within = database) {
        const value = await read(within);
        if (options.isRemembered) last.set(key, value);
        return value;
      },
      last: (key) => last.get(key),
      figures: () => ({ hits: 0, misses: 0, bytes: 0, maxBytes: 0 }),
    };
  }
  let hits = 0;
  let misses = 0;
  const entries = new LRUCache<string, Entry<T>>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ value }, key) => options.bytesOf(value) + key.length,
  });
  return {
    async find(key, read, within) {
      const cached = entries.get(key);
      if (cached && changes.lastOf(cached.tables) <= cached.commit) {
        if (within) changes.named(within, cached.tables);
        hits += 1;
        return cached.value;
      }
      misses += 1;
      const commit = changes.last();
      const { connection, tables } = changes.watch();
      const value = await read(connection);
      entries.set(key, { value, tables, commit });
      if (within) changes.named(within, tables);
      return value;
    },
    last: () => undefined,
    figures: () => ({ hits, misses, bytes: entries.calculatedSize, maxBytes: options.maxBytes }),
  };
}

/** Tables that most writes of a farm read and few change. */
const SHARED_TABLES: ReadonlySet<string> = new Set([
  'organisations',
  'organisation_settings',
  'farms',
  'barns',
  'flocks',
]);

/**
 * Wraps a transaction so that rows of organisations, farms, barns and flocks are cached for its
 * later queries: a transaction that writes many rows repeats these reads for each row. Tables that
 * it writes to are read each time, and so are rows locked for a change. Shared row locks remain,
 * unless their savepoint is rolled back. On PostgreSQL another transaction may change a cached row
 * in the meantime, so this is only for transactions well below a second.
 */
export function rememberReads(transaction: Transaction): Transaction {
  const written = new Set<string>();
  const answers = new Map<string, { readonly tables: readonly string[]; answer: unknown }>();
  const { lockRowsShared } = transaction.dialect;
  const lockedKeys = new Set<string>();
  const locked = new Set<string>();
  const recordWrite = (text: string) => {
    for (const table of tablesWritten(text)) {
      if (written.has(table) || !SHARED_TABLES.has(table)) continue;
      written.add(table);
      for (const [key, { tables }] of answers) if (tables.includes(table)) answers.delete(key);
    }
  };
  const remembered = async <T>(
    kind: 'all' | 'first',
    query: Statement,
    ask: () => Promise<T>,
  ): Promise<T> => {
    const isHolding = lockRowsShared !== '' && query.text.trimEnd().endsWith(lockRowsShared);
    const tables = sharedTablesOf(isHolding ? query.text.replace(lockRowsShared, '') : query.text);
    if (!tables?.every((table) => !written.has(table))) {
      recordWrite(query.text);
      return ask();
    }
    const key = JSON.stringify([kind, query.text, query.values]);
    const cached = answers.get(key);
    if (cached) return cached.answer as T;
    const answer = await ask();
    if (tables.every((table) => !written.has(table))) answers.set(key, { tables, answer });
    if (isHolding) lockedKeys.add(key);
    return answer;
  };
  return {
    ...transaction,
    all: <T extends object>(query: Statement) =>
      remembered('all', query, () => transaction.all<T>(query)),
    first: <T extends object>(query: Statement) =>
      remembered('first', query, () => transaction.first<T>(query)),
    run(query) {
      recordWrite(query.text);
      return transaction.run(query);
    },
    ...posting(transaction, recordWrite),
    async lock(...names) {
      const unlocked = names.filter((name) => !locked.has(name));
      await transaction.lock(...unlocked);
      for (const name of unlocked) locked.add(name);
    },
    savepoint: (work, options) =>
      transaction.savepoint(work, options).catch((error: unknown) => {
        // Locks taken since the savepoint are released as well.
        for (const key of lockedKeys) answers.delete(key);
        locked.clear();
        throw error;
      }),
  };
}

function posting(
  { post }: Transaction,
  recordWrite: (text: string) => void,
): Pick<Transaction, 'post'> {
  if (!post) return {};
  return {
    post(statement) {
      recordWrite(statement.text);
      return post(statement);
    },
  };
}

const sharedTables = new LRUCache<string, { readonly tables: readonly string[] | undefined }>({
  max: 200,
});

/**
 * The tables of a query that reads only shared tables and locks no rows for a change; else
 * undefined.
 */
function sharedTablesOf(text: string): readonly string[] | undefined {
  const cached = sharedTables.get(text);
  if (cached) return cached.tables;
  // Common table expressions and functions are not tables.
  const namedQueries = new Set(namedAfter(/\bwith\s+(\w+)\s+as\b/gi, text));
  const tables = tablesRead(text).filter((table) => !namedQueries.has(table));
  const isShared =
    /^\s*(?:select|with)\b/i.test(text) &&
    tables.length > 0 &&
    tables.every((table) => SHARED_TABLES.has(table)) &&
    !/\b(?:insert into|delete from|update|for share|for key share)\b/i.test(text);
  const sharedTableNames = isShared ? tables : undefined;
  sharedTables.set(text, { tables: sharedTableNames });
  return sharedTableNames;
}

/** The tables that a statement inserts into, updates or deletes from. */
export function tablesWritten(text: string): string[] {
  return namedAfter(/\b(?:insert into|update|delete from)\s+(\w+)/gi, text);
}

/** The tables and common table expressions that a statement reads. */
export function tablesRead(text: string): string[] {
  return namedAfter(/\b(?:from|join)\s+(\w+\b)(?!\()/gi, text);
}

function namedAfter(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => (name ? [name.toLowerCase()] : []));
}
