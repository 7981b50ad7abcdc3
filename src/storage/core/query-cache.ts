import { LRUCache } from 'lru-cache';
import type { Connection, Database, Statement, Transaction } from './database.ts';

/** A database whose rows are read, with its changes where they are seen. */
type Source = Connection & Pick<Database, 'changes'>;

/** What was read from the rows of a database, kept for as long as none of those rows changes. */
export interface QueryCache<T extends object> {
  /**
   * What is kept under a key, else what `read` finds with the connection it is given. Nothing but
   * the key and the rows that it reads by that connection may decide what it finds. What becomes
   * part of another value that is kept is found `within` the connection that one is read by.
   */
  find(key: string, read: (connection: Connection) => Promise<T>, within?: Connection): Promise<T>;
  /** What was found last under a key, where it is read each time; it may be out of date. */
  last(key: string): T | undefined;
  figures(): CacheFigures;
}

/** The use of a cache since it was created. */
export interface CacheFigures {
  readonly hits: number;
  readonly misses: number;
  readonly bytes: number;
  readonly maxBytes: number;
}

interface Entry<T> {
  readonly value: T;
  readonly tables: ReadonlySet<string>;
  /** The last commit that was there for the reader to see. */
  readonly commit: number;
}

/**
 * Makes a store of at most so many bytes, by the size of each value; those unused for longest make
 * room. On a database whose changes are not seen by this process, PostgreSQL, nothing is kept.
 */
export function createQueryCache<T extends object>(
  database: Source,
  options: {
    readonly maxBytes: number;
    readonly bytesOf: (value: T) => number;
    /** Whether `last` answers. */
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
      const known = entries.get(key);
      if (known && changes.lastOf(known.tables) <= known.commit) {
        if (within) changes.named(within, known.tables);
        hits += 1;
        return known.value;
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

/** The tables whose rows most writes of a farm read and few change. */
const SHARED_TABLES: ReadonlySet<string> = new Set([
  'organisations',
  'organisation_settings',
  'farms',
  'barns',
  'flocks',
]);

/**
 * The transaction, with the rows of organisations, farms, barns and flocks that it reads kept for its
 * later queries: a transaction that writes many rows asks for the same ones for each of them. Tables
 * that it writes to are read each time, and so are rows that a query locks for a change. Rows that a
 * query holds stay held, unless its savepoint is undone. On PostgreSQL another transaction may change
 * a kept row meanwhile, so this is for transactions that take well below a second.
 */
export function rememberReads(transaction: Transaction): Transaction {
  const written = new Set<string>();
  const answers = new Map<string, { readonly tables: readonly string[]; answer: unknown }>();
  const { lockRowsShared } = transaction.dialect;
  const held = new Set<string>();
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
    const known = answers.get(key);
    if (known) return known.answer as T;
    const answer = await ask();
    if (tables.every((table) => !written.has(table))) answers.set(key, { tables, answer });
    if (isHolding) held.add(key);
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
      const fresh = names.filter((name) => !locked.has(name));
      await transaction.lock(...fresh);
      for (const name of fresh) locked.add(name);
    },
    savepoint: (work, options) =>
      transaction.savepoint(work, options).catch((error: unknown) => {
        // The locks that were taken since are gone, too.
        for (const key of held) answers.delete(key);
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

/** The tables of a query that reads from shared tables alone and locks no row; else undefined. */
function sharedTablesOf(text: string): readonly string[] | undefined {
  const known = sharedTables.get(text);
  if (known) return known.tables;
  // Queries that are named in front of the query, and functions, are no tables.
  const named = new Set(namedAfter(/\bwith\s+(\w+)\s+as\b/gi, text));
  const tables = tablesRead(text).filter((table) => !named.has(table));
  const isShared =
    /^\s*(?:select|with)\b/i.test(text) &&
    tables.length > 0 &&
    tables.every((table) => SHARED_TABLES.has(table)) &&
    !/\b(?:insert into|delete from|update|for share|for key share)\b/i.test(text);
  const found = isShared ? tables : undefined;
  sharedTables.set(text, { tables: found });
  return found;
}

/** The tables that a statement inserts into, updates or deletes from. */
export function tablesWritten(text: string): string[] {
  return namedAfter(/\b(?:insert into|update|delete from)\s+(\w+)/gi, text);
}

/** The tables, and queries named in front of it, that a statement reads from. */
export function tablesRead(text: string): string[] {
  return namedAfter(/\b(?:from|join)\s+(\w+\b)(?!\()/gi, text);
}

function namedAfter(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => (name ? [name.toLowerCase()] : []));
}
