import { LRUCache } from 'lru-cache';
import type { Connection, Database } from './database.ts';

/** A database whose rows are read, with its changes where they are seen. */
type Source = Connection & Pick<Database, 'changes'>;

/** What was read from the rows of a database, kept for as long as none of those rows changes. */
export interface Kept<T extends object> {
  /**
   * What is kept under a key, else what `read` finds with the connection it is given. Nothing but
   * the key and the rows that it reads by that connection may decide what it finds. What becomes
   * part of another value that is kept is found `within` the connection that one is read by.
   */
  find(key: string, read: (connection: Connection) => Promise<T>, within?: Connection): Promise<T>;
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
export function createKept<T extends object>(
  database: Source,
  options: { readonly maxBytes: number; readonly bytesOf: (value: T) => number },
): Kept<T> {
  const { changes } = database;
  if (!changes) return { find: (_, read, within = database) => read(within) };
  const entries = new LRUCache<string, Entry<T>>({
    maxSize: options.maxBytes,
    sizeCalculation: ({ value }, key) => options.bytesOf(value) + key.length,
  });
  return {
    async find(key, read, within) {
      const known = entries.get(key);
      if (known && changes.lastOf(known.tables) <= known.commit) {
        if (within) changes.named(within, known.tables);
        return known.value;
      }
      const commit = changes.last();
      const { connection, tables } = changes.watch();
      const value = await read(connection);
      entries.set(key, { value, tables, commit });
      if (within) changes.named(within, tables);
      return value;
    },
  };
}
