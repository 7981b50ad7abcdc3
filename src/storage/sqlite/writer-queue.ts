import { setTimeout as sleep } from 'node:timers/promises';
import { FarmError } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import type { DatabaseFigures, Transaction } from '../core/database.ts';
import { unavailable } from '../core/errors.ts';
import { damageOf, isBusy, toFarmError } from './dialect.ts';
import type { SqliteHandle, SqliteStatement } from './driver.ts';

const MOST_IN_ONE_COMMIT = 128;
/** After this time a commit takes no more jobs: those in it wait for their result. */
const COMMIT_MILLIS = 25;
/** After this time reads that have arrived get a turn, while the transaction stays open. */
const TURN_MILLIS = 4;
const BUSY_RETRY_MILLIS = 20;

/** A transaction with the callback for its commit. */
export interface OpenTransaction extends Transaction {
  committed(): void;
}

/** The single writer: waiting transactions share one commit, and thus one fsync. */
export interface WriterQueue {
  /** Runs `work` in its turn; resolves when its commit is on disk. */
  enqueue<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Resolves when no transaction is open. */
  idle(): Promise<void>;
  /** Number of commits so far, and of waiting transactions. */
  figures(): Pick<DatabaseFigures, 'commits' | 'waiting'>;
  /** Why the last transaction failed; undefined if it succeeded. */
  failure(): FarmError | undefined;
  /** Finishes the queued transactions and refuses later ones. */
  close(): Promise<void>;
}

interface Job {
  readonly work: (transaction: Transaction) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** When it stops waiting for another program, by the monotonic clock. */
  readonly deadline: number;
}

/** Updates to the condition of a database file. */
interface CommitCondition {
  readonly counter: CommitCounter;
  /** Called with damage reported by SQLite. */
  damaged(fault: string): void;
}

/** Shared state of the steps of a commit. */
interface Writer {
  readonly handle: SqliteHandle;
  readonly openTransaction: () => OpenTransaction;
  readonly condition: CommitCondition | undefined;
  readonly waiting: Job[];
  readonly commits: { count: number; seconds: number };
  failure: FarmError | undefined;
}

/** Creates the writer of a connection, which must not wait for locks itself: busy_timeout 0. */
export function createWriterQueue(
  handle: SqliteHandle,
  openTransaction: () => OpenTransaction,
  condition?: CommitCondition,
): WriterQueue {
  const writer: Writer = {
    handle,
    openTransaction,
    condition,
    waiting: [],
    commits: { count: 0, seconds: 0 },
    failure: undefined,
  };
  let running: Promise<void> | undefined;
  let open: Promise<void> | undefined;
  let isClosed = false;

  const drain = async () => {
    while (writer.waiting.length > 0) {
      // One turn of the event loop: requests that arrived together join the same commit, and
      // between two commits responses are sent and reads are served.
      await new Promise(setImmediate);
      if (!(await beginTransaction(writer))) continue;
      open = commitTogether(writer, takeJobs(writer));
      await open;
    }
    running = undefined;
  };

  return {
    enqueue<T>(work: (transaction: Transaction) => Promise<T>) {
      if (isClosed) return Promise.reject(new FarmError('unavailable', shuttingDown));
      if (writer.waiting.length >= limits.writesWaiting) {
        return Promise.reject(unavailable('overloaded'));
      }
      return new Promise<T>((resolve, reject) => {
        const deadline = performance.now() + limits.busyMillis;
        writer.waiting.push({ work, resolve: resolve as Job['resolve'], reject, deadline });
        running ??= drain();
      });
    },
    idle: () => open ?? Promise.resolve(),
    figures: () => ({ commits: { ...writer.commits }, waiting: writer.waiting.length }),
    failure: () => writer.failure,
    async close() {
      isClosed = true;
      await running;
    },
  };
}

const shuttingDown = {
  message: 'The service is shutting down; try again.',
  headers: { 'retry-after': '1' },
} as const;

/** SQLite has rolled back the whole transaction itself, as it does when the disk is full. */
export class TransactionLost extends Error {
  constructor(cause: unknown) {
    super('the transaction was undone by the database', { cause });
    this.name = 'TransactionLost';
  }
}

/**
 * Begins a transaction for the waiting jobs; false if that is not possible now. While another
 * program locks the database the event loop is not blocked: reads continue.
 */
async function beginTransaction(writer: Writer): Promise<boolean> {
  const { handle, waiting } = writer;
  try {
    handle.exec('begin immediate');
    return true;
  } catch (error) {
    if (!isBusy(error)) {
      for (const job of waiting.splice(0)) rejectJob(writer, job, error);
      return false;
    }
    // Jobs are queued in deadline order.
    const overdue = waiting.filter(({ deadline }) => deadline <= performance.now());
    for (const job of waiting.splice(0, overdue.length)) rejectJob(writer, job, error);
    await sleep(BUSY_RETRY_MILLIS);
    return false;
  }
}

/** The jobs of one commit, each dequeued in its turn. */
function* takeJobs({ waiting }: Writer): Generator<Job> {
  const end = performance.now() + COMMIT_MILLIS;
  for (let count = 0; count < MOST_IN_ONE_COMMIT; count++) {
    const job = waiting.shift();
    if (!job) return;
    yield job;
    if (performance.now() > end) return;
  }
}

/** Runs jobs in the open transaction, and commits it. */
async function commitTogether(writer: Writer, jobs: Iterable<Job>): Promise<void> {
  const batch: Job[] = [];
  const callbacks: (() => void)[] = [];
  try {
    let turnEnd = performance.now() + TURN_MILLIS;
    for (const job of jobs) {
      batch.push(job);
      callbacks.push(await runOne(writer, job));
      if (writer.waiting.length === 0 || performance.now() < turnEnd) continue;
      await new Promise(setImmediate);
      turnEnd = performance.now() + TURN_MILLIS;
    }
    writer.condition?.counter.count();
    const start = performance.now();
    writer.handle.exec('commit');
    writer.commits.count += 1;
    writer.commits.seconds += (performance.now() - start) / 1000;
  } catch (error) {
    rollBack(writer.handle);
    await retryAlone(writer, batch, error);
    return;
  }
  writer.condition?.counter.committed();
  for (const callback of callbacks) callback();
}

/**
 * Runs the jobs of a failed commit one by one: if one of them filled the disk, the others must not
 * fail with it.
 */
async function retryAlone(writer: Writer, jobs: readonly Job[], error: unknown): Promise<void> {
  const [only, ...others] = jobs;
  if (only && others.length === 0) {
    rejectJob(writer, only, error instanceof TransactionLost ? error.cause : error);
    return;
  }
  for (const job of jobs) {
    try {
      writer.handle.exec('begin immediate');
    } catch (failure) {
      rejectJob(writer, job, failure);
      continue;
    }
    await commitTogether(writer, [job]);
  }
}

async function runOne(writer: Writer, job: Job): Promise<() => void> {
  const transaction = writer.openTransaction();
  try {
    const value = await transaction.savepoint(() => job.work(transaction));
    return () => {
      writer.failure = undefined;
      try {
        transaction.committed();
        job.resolve(value);
      } catch (error) {
        job.reject(error);
      }
    };
  } catch (error) {
    if (error instanceof TransactionLost) throw error;
    return () => rejectJob(writer, job, error);
  }
}

function rejectJob(writer: Writer, job: Job, cause: unknown): void {
  const fault = damageOf(cause);
  if (fault !== undefined) writer.condition?.damaged(fault);
  const error = toFarmError(cause);
  if (error instanceof FarmError && error.slug === 'unavailable') writer.failure = error;
  job.reject(error);
}

function rollBack(handle: SqliteHandle): void {
  try {
    handle.exec('rollback');
  } catch {
    // SQLite has already rolled back itself, as it does when the disk is full.
  }
}

/** Counts the commits of a database file, within each transaction. */
export interface CommitCounter {
  /** Counts the open transaction, if it has changed anything; called just before its commit. */
  count(): void;
  /** The counted transaction is durable. */
  committed(): void;
}

const TABLE = 'commit_counter';

/** The commit count of a database; 0 before the schema has a counter. */
export function readCommits(handle: SqliteHandle): number {
  if (!hasCounter(handle)) return 0;
  const row = handle.prepare(`select commits from ${TABLE} where id = 1`).get();
  return (row as { commits: number } | undefined)?.commits ?? 0;
}

/** Creates the counter of a writing connection; `told` is called for each counted commit. */
export function createCommitCounter(
  handle: SqliteHandle,
  onCommits: (commits: number) => void,
): CommitCounter {
  const changes = handle.prepare('select total_changes() as total');
  const totalChanges = () => (changes.get() as { total: number }).total;
  let isThere = hasCounter(handle);
  let statement: SqliteStatement | undefined;
  let before = totalChanges();
  let counted: number | undefined;
  const increase = () => {
    statement ??= handle.prepare(
      `update ${TABLE} set commits = commits + 1 where id = 1 returning commits`,
    );
    return (statement.get() as { commits: number } | undefined)?.commits;
  };
  return {
    count() {
      counted = undefined;
      // A read-only transaction writes nothing to the log, and must not start to.
      if (totalChanges() === before) return;
      if (isThere || hasCounter(handle)) counted = increase();
    },
    committed() {
      before = totalChanges();
      if (counted === undefined) return;
      isThere = true;
      onCommits(counted);
    },
  };
}

function hasCounter(handle: SqliteHandle): boolean {
  const statement = handle.prepare("select 1 from sqlite_master where type = 'table' and name = ?");
  return statement.get(TABLE) !== undefined;
}
