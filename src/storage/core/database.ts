import type { Field } from '../../model/core/fields.ts';

/** A statement with its values, as `sql` of sql-template-tag makes it. */
export interface Statement {
  /** With `?` for each value. */
  readonly sql: string;
  /** With `$1`, `$2` … for the values. */
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Changes that a transaction collects and writes together, just before it commits. */
export interface CommitQueue<T> {
  write(connection: Connection, items: readonly T[]): Promise<void>;
}

/** Where queries run: the database itself, or one transaction on it. */
export interface Connection {
  readonly dialect: Dialect;
  /** All rows of a query. */
  all<T extends object>(query: Statement): Promise<T[]>;
  /** The first row of a query, or undefined. */
  first<T extends object>(query: Statement): Promise<T | undefined>;
  /** Runs a statement and returns how many rows it touched. */
  run(query: Statement): Promise<number>;
  /**
   * Whether the rows of a query have to be sorted, as no index has them in their order; only on
   * SQLite, where that is known before it is run.
   */
  sorts?(query: Statement): boolean;
  /**
   * Leaves an item to be written just before the commit, unless its savepoint is undone; only in
   * transactions that run beside others, for rows that many of them change.
   */
  defer?<T>(queue: CommitQueue<T>, item: T): void;
  /**
   * Leaves a statement whose result nobody needs to be sent with the next one or with the commit; only
   * in transactions on a server. When it fails, so does what it was sent with. May be awaited before
   * the next one is posted, so that no more than a few wait.
   */
  post?(statement: Statement): Promise<void>;
}

/** What is known of a transaction before it begins. */
export interface TransactionOptions {
  /**
   * Transactions of one kind ask some of the same queries with the same values each time; a server is
   * asked these together.
   */
  readonly kind?: string;
}

/** How a savepoint ends. */
export interface SavepointOptions {
  readonly settles?: 'now' | 'later';
}

/** A transaction: the same queries, all of them kept or none. */
export interface Transaction extends Connection {
  /** Runs a script of several statements without values; for migrations. */
  runScript(script: string): Promise<void>;
  /**
   * Undoes what `work` wrote when it throws, and throws on; what came before stands. Where it settles
   * `later`, what it posted may fail only after it is over, and then fails the whole transaction.
   */
  savepoint<T>(work: () => Promise<T>, options?: SavepointOptions): Promise<T>;
  /** Waits until no other transaction, on any instance, holds these names; held to the end. */
  lock(...names: readonly string[]): Promise<void>;
  /** Takes the name when it is free; false when another transaction holds it. */
  tryLock(name: string): Promise<boolean>;
  /** Runs once the transaction is durable; never when it is undone. */
  afterCommit(action: () => void): void;
}

/**
 * Rows at rest, on SQLite or PostgreSQL.
 * What it cannot do for now (full, busy, gone) is thrown as FarmError `unavailable`.
 */
export interface Database extends Connection {
  /**
   * Runs `work` in a transaction; resolves when it is durable on disk.
   * The work must await nothing but the transaction: other requests may share its commit.
   */
  transaction<T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: TransactionOptions,
  ): Promise<T>;
  /**
   * Does work whose queries count as those of a caller, where callers share connections: one that
   * keeps many busy leaves some to the others.
   */
  onBehalfOf?<T>(caller: Caller, work: () => T): T;
  /**
   * Does work whose queries travel together, where a round trip costs more than a query: those asked
   * for in the same turn of the event loop. None of them must wait for a lock for long.
   */
  together?<T>(work: () => T): T;
  /**
   * Does work whose reads may be answered by a replica of the database, where there is one. They see
   * every write that was acknowledged before they were asked for.
   */
  onReplica?<T>(work: () => T): T;
  /**
   * Throws UnusableDatabase where what was named as a replica is that of another database. One that
   * does not answer is not an error.
   */
  requireReplica?(): Promise<void>;
  /** When rows changed, where every change passes through this process or is seen by it. */
  readonly changes?: TableChanges;
  /** When rows of farms changed, where the database has to be asked for it. */
  readonly farmChanges?: FarmChanges;
  /** Of a database file: whether its rows are all there and sound. */
  readonly condition?: StorageCondition;
  /** Of a database in memory: all that it holds as a file, and back. */
  readonly snapshots?: DatabaseSnapshots;
  /** Counts and sizes for operators; reads nothing from the database. */
  readonly figures?: () => DatabaseFigures;
  /** Whether the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Counts and sizes of a database since it was opened. */
export interface DatabaseFigures {
  /** Commits of transactions, and the time they took until they were durable. */
  readonly commits: { readonly count: number; readonly seconds: number };
  /** Transactions that wait for their turn or a connection. */
  readonly waiting: number;
  /** Sizes of a database file and its write-ahead log; undefined without a file. */
  readonly bytes?: { readonly file: number; readonly log: number };
  /** Pools of connections to a server. */
  readonly pools?: readonly PoolFigures[];
  /** Reads that a replica might answer. */
  readonly replica?: ReplicaFigures;
  /** Round trips to a server, and the statements they carried. */
  readonly sent?: { readonly roundTrips: number; readonly statements: number };
}

/** Reads that a replica might answer, by who answered them. */
export interface ReplicaFigures {
  /** The replica. */
  readonly replica: number;
  /** The primary, because the replica was too far behind. */
  readonly behind: number;
  /** The primary, because the replica did not answer. */
  readonly failed: number;
  /** Whether the replica did not answer last, so that it is left alone for now. */
  readonly isFailing: boolean;
}

/** The use of a pool of connections. */
export interface PoolFigures {
  readonly name: string;
  readonly size: number;
  readonly inUse: number;
  readonly waiting: number;
}

/** One of those who share the connections of a database. */
export interface Caller {
  readonly id: string;
  /** Whether it still waits for an answer. */
  isPresent: boolean;
}

/** When the rows of tables changed, counted in commits: so that what was read once can be kept. */
export interface TableChanges {
  /**
   * The number of the last commit that changed a row of these tables, by whomever; of the farm alone
   * where that is known.
   */
  lastOf(tables: Iterable<string>, farmId?: string): number;
  /** The number of the last commit of all. */
  last(): number;
  /** A connection that reads, and the tables that its queries have named until now. */
  watch(): { readonly connection: Connection; readonly tables: ReadonlySet<string> };
  /** Counts tables as named by a connection of `watch`, which was given what was read from them. */
  named(connection: Connection, tables: Iterable<string>): void;
}

/**
 * The same counted in looks at the database that have found changes. A table whose changes are not
 * noted has always changed.
 */
export interface FarmChanges extends TableChanges {
  /**
   * Finds all that was committed before it was asked for. Whoever asks for what is kept looks first;
   * without a look everything has always changed.
   */
  look(): Promise<void>;
}

/**
 * Whether the rows of a database file are all there and sound. With damage nothing is written; with
 * lost commits the service goes on, but is not ready.
 */
export interface StorageCondition {
  /** Acknowledged commits that the file does not hold; undefined once an operator has accepted it. */
  loss(): CommitLoss | undefined;
  /**
   * Since when the file is in use without a mark of its earlier commits, so that their loss would
   * not show; undefined once an operator has accepted it.
   */
  unmarkedSince(): string | undefined;
  /** What is damaged; undefined while nothing is known to be. */
  damage(): string | undefined;
  lastCheck(): IntegrityCheck | undefined;
  /**
   * Takes the result of a check of the whole file, and keeps it beside the file. Damage that a query
   * has met since the check began stays.
   */
  checked(check: IntegrityCheck): void;
}

/** Acknowledged commits that a database file does not hold. */
export interface CommitLoss {
  /** When it was noticed, as a timestamp. */
  readonly noticedAt: string;
  /** When the last of the acknowledged commits was made, as a timestamp. */
  readonly lastAcknowledgedAt: string;
  readonly commits: number;
}

/** A check of the whole database file. */
export interface IntegrityCheck {
  /** When it ended, as a timestamp. */
  readonly checkedAt: string;
  readonly millis: number;
  /** What SQLite found; null when nothing. */
  readonly fault: string | null;
}

/** Everything a database holds, in a file. */
export interface DatabaseSnapshots {
  /** Writes a new file, with a text of the caller's in it. */
  save(path: string, note: string): Promise<void>;
  /**
   * Puts what the file holds in place of everything, and returns its text. Throws UnusableDatabase,
   * and changes nothing, for a file of another schema or of another kind.
   */
  load(path: string): Promise<string>;
}

/** How a field is kept in a column. */
export type ColumnKind = Field['type'];

/** A value as it is bound to a statement. */
export type SqlValue = string | number | boolean | null;

/** What differs between the two databases; everything else is written once. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Expression of the text of a JSON object of the names and values given in turn. */
  jsonObject(pairs: string): string;
  /** Expression of the position of a text in another, 1 or more; 0 when it is not in it. */
  readonly positionFunction: string;
  /**
   * The column that a page in some order is sorted by and joined to its rows again; undefined where
   * whole rows are sorted, because an index has them in that order or no index finds them again.
   */
  rowPlace(page: {
    readonly table: string;
    readonly direction: 'asc' | 'desc';
    readonly mayBeNull: boolean;
  }): string | undefined;
  /** Appended to a SELECT whose rows the transaction is about to change. */
  readonly lockRows: string;
  /** Appended to a SELECT whose rows nobody may lock for a change before the transaction ends. */
  readonly lockRowsShared: string;
  /** What an ORDER BY says behind the direction so that nulls come last. */
  nullsLast(direction: 'asc' | 'desc'): string;
  /** The column as a value inside a JSON object. */
  jsonValue(column: string, kind: ColumnKind): string;
  /** FROM item of the texts in a list column, one row each with the column `value`. */
  listItems(column: string): string;
  /** The value as it is bound to a statement. */
  bind(value: unknown, kind: ColumnKind): SqlValue;
}

const columnNames = new Map<string, string>();

/** The column of a field that the model names: `avgWeightGr` is kept in `avg_weight_gr`. */
export function columnName(field: string): string {
  const known = columnNames.get(field);
  if (known !== undefined) return known;
  const made = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columnNames.set(field, made);
  return made;
}

/** The table of a resource: `daily-logs` is kept in `daily_logs`. */
export function tableName(resource: string): string {
  return resource.replaceAll('-', '_');
}

/** The tables that are partitioned by the month of `ts`, in UTC. */
export const PARTITIONED_TABLES = ['env_readings', 'vision_events'] as const;

export type PartitionedTable = (typeof PARTITIONED_TABLES)[number];

export function isPartitioned(table: string): table is PartitionedTable {
  return PARTITIONED_TABLES.some((name) => name === table);
}
