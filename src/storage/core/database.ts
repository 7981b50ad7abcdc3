import type { Field } from '../../model/core/fields.ts';

/** A statement with its values, as created by `sql` of sql-template-tag. */
export interface Statement {
  /** With a `?` placeholder for each value. */
  readonly sql: string;
  /** With `$1`, `$2` … placeholders. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Changes that a transaction collects and writes together just before its commit. */
export interface CommitQueue<T> {
  write(connection: Connection, items: readonly T[]): Promise<void>;
}

/** Runs queries: the database itself, or one transaction on it. */
export interface Connection {
  readonly dialect: Dialect;
  /** Returns all rows of a query. */
  all<T extends object>(query: Statement): Promise<T[]>;
  /** Returns the first row of a query, or undefined. */
  first<T extends object>(query: Statement): Promise<T | undefined>;
  /** Runs a statement and returns the number of affected rows. */
  run(query: Statement): Promise<number>;
  /**
   * Whether the rows of a query must be sorted because no index has their order; only on SQLite,
   * where the plan is known before execution.
   */
  sorts?(query: Statement): boolean;
  /**
   * Defers an item to just before the commit, unless its savepoint is rolled back. Only in
   * concurrent transactions, for rows that many of them change.
   */
  defer?<T>(queue: CommitQueue<T>, item: T): void;
  /**
   * Queues a statement whose result is not needed; it is sent with the next statement or with the
   * commit, and a failure fails that exchange. Only in transactions on a server. May be awaited
   * before the next post to limit the queue.
   */
  post?(statement: Statement): Promise<void>;
}

export interface TransactionOptions {
  /**
   * Transactions of one kind repeat some queries with the same values; on a server these are sent
   * together.
   */
  readonly kind?: string;
}

export interface SavepointOptions {
  readonly settles?: 'now' | 'later';
}

/** A transaction: the same queries, committed or rolled back as a whole. */
export interface Transaction extends Connection {
  /** Runs a script of several statements without parameters; for migrations. */
  runScript(script: string): Promise<void>;
  /**
   * Rolls back the writes of `work` if it throws, and rethrows; earlier writes remain. With
   * `later`, posted statements may still fail after the savepoint, which then fails the whole
   * transaction.
   */
  savepoint<T>(work: () => Promise<T>, options?: SavepointOptions): Promise<T>;
  /**
   * Waits until no other transaction on any instance holds these names; locks them until the end.
   */
  lock(...names: readonly string[]): Promise<void>;
  /** Locks the name if it is free; false if another transaction holds it. */
  tryLock(name: string): Promise<boolean>;
  /** Runs once the transaction is durable; never after a rollback. */
  afterCommit(action: () => void): void;
}

/**
 * Database access for SQLite and PostgreSQL. Transient failures (full, busy, unreachable) are
 * thrown as FarmError `unavailable`.
 */
export interface Database extends Connection {
  /**
   * Runs `work` in a transaction; resolves when it is durable on disk. The work must await only the
   * transaction: other requests may share its commit.
   */
  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Runs work whose queries are attributed to a caller, where callers share connections: a caller
   * that uses many connections leaves some to the others.
   */
  onBehalfOf?<T>(caller: Caller, work: () => T): T;
  /**
   * Runs work whose queries of one event-loop turn are sent together, where a round trip costs more
   * than a query. None of them may wait long for a lock.
   */
  together?<T>(work: () => T): T;
  /**
   * Runs work whose reads may be served by a replica, if there is one. They see every write that
   * was acknowledged before they were requested.
   */
  onReplica?<T>(work: () => T): T;
  /**
   * Throws UnusableDatabase if the configured replica belongs to another database. An unreachable
   * replica is not an error.
   */
  requireReplica?(): Promise<void>;
  /** Tracks row changes, where every change passes through this process or is visible to it. */
  readonly changes?: TableChanges;
  /** Tracks row changes per farm, where the database must be queried for them. */
  readonly farmChanges?: FarmChanges;
  /** Of a database file: whether its rows are complete and undamaged. */
  readonly condition?: StorageCondition;
  /** Of an in-memory database: saves and loads its whole content as a file. */
  readonly snapshots?: DatabaseSnapshots;
  /** Counts and sizes for operators; runs no queries. */
  readonly figures?: () => DatabaseFigures;
  /** Checks that the database responds. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Counts and sizes of a database since it was opened. */
export interface DatabaseFigures {
  /** Commits of transactions, and their total time until durable. */
  readonly commits: { readonly count: number; readonly seconds: number };
  /** Transactions waiting for their turn or a connection. */
  readonly waiting: number;
  /** Sizes of a database file and its write-ahead log; undefined without a file. */
  readonly bytes?: { readonly file: number; readonly log: number };
  /** Pools of connections to a server. */
  readonly pools?: readonly PoolFigures[];
  /** Reads that a replica could serve. */
  readonly replica?: ReplicaFigures;
  /** Round trips to a server, and the number of statements sent. */
  readonly sent?: { readonly roundTrips: number; readonly statements: number };
}

/** Reads that a replica could serve, by the server that served them. */
export interface ReplicaFigures {
  /** Served by the replica. */
  readonly replica: number;
  /** Served by the primary because the replica lagged too far behind. */
  readonly behind: number;
  /** Served by the primary because the replica did not respond. */
  readonly failed: number;
  /** Whether the last request to the replica failed, so that it is skipped for now. */
  readonly isFailing: boolean;
}

/** The use of a pool of connections. */
export interface PoolFigures {
  readonly name: string;
  readonly size: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** A caller that shares the connections of a database with others. */
export interface Caller {
  readonly id: string;
  /** Whether it is still waiting for a response. */
  isPresent: boolean;
}

/** Tracks changes of table rows, counted in commits, so that query results can be cached. */
export interface TableChanges {
  /**
   * The number of the last commit, by any process, that changed a row of these tables; limited to
   * the farm where farms are tracked.
   */
  lastOf(tables: Iterable<string>, farmId?: string): number;
  /** The number of the last commit. */
  last(): number;
  /** A connection for reads, with the set of tables that its queries have named so far. */
  watch(): { readonly connection: Connection; readonly tables: ReadonlySet<string> };
  /** Adds tables to those of a connection of `watch`, for cached results read from them. */
  named(connection: Connection, tables: Iterable<string>): void;
}

/**
 * Tracks changes counted in polls that found changes. A table without change tracking counts as
 * always changed.
 */
export interface FarmChanges extends TableChanges {
  /**
   * Polls for all changes committed before the call. Must be called before a cache is used; without
   * it everything counts as changed.
   */
  look(): Promise<void>;
}

/**
 * Whether the rows of a database file are complete and undamaged. With damage all writes are
 * refused; with lost commits the service continues but is not ready.
 */
export interface StorageCondition {
  /**
   * Acknowledged commits missing from the file; undefined once an operator has accepted the loss.
   */
  loss(): CommitLoss | undefined;
  /**
   * Since when the file has been used without the mark of its earlier commits, so that a loss would
   * not be noticed; undefined once an operator has accepted it.
   */
  unmarkedSince(): string | undefined;
  /** The known damage; undefined if there is none. */
  damage(): string | undefined;
  lastCheck(): IntegrityCheck | undefined;
  /**
   * Applies the result of a check of the whole file and stores it next to the file. Damage found by
   * queries since the check began is kept.
   */
  checked(check: IntegrityCheck): void;
}

/** Acknowledged commits missing from a database file. */
export interface CommitLoss {
  /** When the loss was noticed, as a timestamp. */
  readonly noticedAt: string;
  /** Time of the last acknowledged commit, as a timestamp. */
  readonly lastAcknowledgedAt: string;
  readonly commits: number;
}

/** A check of the whole database file. */
export interface IntegrityCheck {
  /** When it ended, as a timestamp. */
  readonly checkedAt: string;
  readonly millis: number;
  /** The fault that SQLite found; null if none. */
  readonly fault: string | null;
}

/** Saves and loads the whole content of a database as a file. */
export interface DatabaseSnapshots {
  /** Writes a new file that includes a note of the caller. */
  save(path: string, note: string): Promise<void>;
  /**
   * Replaces the whole content with that of the file, and returns its note. Throws
   * UnusableDatabase, without changes, for a file of another schema or kind.
   */
  load(path: string): Promise<string>;
}

/** How a field is stored in a column. */
export type ColumnKind = Field['type'];

/** A bound value of a statement. */
export type SqlValue = string | number | boolean | null;

/** The differences between the two databases; all other code is shared. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Expression for the text of a JSON object from alternating names and values. */
  jsonObject(pairs: string): string;
  /** Function for the 1-based position of a text in another; 0 if it is not found. */
  readonly positionFunction: string;
  /**
   * The column by which a sorted page is first selected and then joined to its rows; undefined if
   * whole rows are sorted, because an index has their order or no index finds them again.
   */
  rowPlace(page: {
    readonly table: string;
    readonly direction: 'asc' | 'desc';
    readonly mayBeNull: boolean;
  }): string | undefined;
  /** Appended to a SELECT whose rows the transaction will change. */
  readonly lockRows: string;
  /**
   * Appended to a SELECT whose rows must not be locked for a change before the transaction ends.
   */
  readonly lockRowsShared: string;
  /** Follows the direction in ORDER BY so that nulls sort last. */
  nullsLast(direction: 'asc' | 'desc'): string;
  /** The column as a value inside a JSON object. */
  jsonValue(column: string, kind: ColumnKind): string;
  /** FROM item with the texts of a list column, one row each in the column `value`. */
  listItems(column: string): string;
  /** Converts a value for binding to a statement. */
  bind(value: unknown, kind: ColumnKind): SqlValue;
}

const columnNames = new Map<string, string>();

/** The column of a model field: `avgWeightGr` is stored in `avg_weight_gr`. */
export function columnName(field: string): string {
  const cached = columnNames.get(field);
  if (cached !== undefined) return cached;
  const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columnNames.set(field, column);
  return column;
}

/** The table of a resource: `daily-logs` is stored in `daily_logs`. */
export function tableName(resource: string): string {
  return resource.replaceAll('-', '_');
}

/** The tables that are partitioned by the month of `ts`, in UTC. */
export const PARTITIONED_TABLES = ['env_readings', 'vision_events'] as const;

export type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

export function isPartitioned(table: string): table is PartitionedTable {
  return PARTITIONED_TABLES.some((name) => name === table);
}
