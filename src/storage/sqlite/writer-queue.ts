import { FarmError } from '../../model/errors.ts';
import type { Transaction } from '../database.ts';
import type { SqliteHandle } from './driver.ts';
import { toFarmError } from './errors.ts';

const MOST_IN_ONE_COMMIT = 128;

/** A transaction with what the queue calls once it is durable. */
export interface OpenTransaction extends Transaction {
  committed(): void;
}

/** The one writer: transactions that wait together share one commit, and so one fsync. */
export interface WriterQueue {
  /** Runs `work` in its turn; resolves when its commit is on disk. */
  enqueue<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
  /** Resolves when no transaction is open. */
  idle(): Promise<void>;
  /** Waits for what is queued and refuses what comes later. */
  close(): Promise<void>;
}

interface Job {
  readonly work: (transaction: Transaction) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Makes the writer of a connection. */
export function createWriterQueue(
  handle: SqliteHandle,
  openTransaction: () => OpenTransaction,
): WriterQueue {
  const waiting: Job[] = [];
  let running: Promise<void> | undefined;
  let isClosed = false;

  const drain = async () => {
    // One turn of the event loop lets requests that arrived together join the same commit.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      await commitTogether(handle, waiting.splice(0, MOST_IN_ONE_COMMIT), openTransaction);
    }
    running = undefined;
  };

  return {
    enqueue<T>(work: (transaction: Transaction) => Promise<T>) {
      if (isClosed) return Promise.reject(new FarmError('unavailable', shuttingDown));
      return new Promise<T>((resolve, reject) => {
        waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
        running ??= drain();
      });
    },
    idle: () => running ?? Promise.resolve(),
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

/** SQLite has undone the whole transaction by itself, as it does when the disk is full. */
export class TransactionLost extends Error {
  constructor(cause: unknown) {
    super('the transaction was undone by the database', { cause });
    this.name = 'TransactionLost';
  }
}

async function commitTogether(
  handle: SqliteHandle,
  jobs: readonly Job[],
  openTransaction: () => OpenTransaction,
): Promise<void> {
  if (!begin(handle, jobs)) return;
  const settled: (() => void)[] = [];
  try {
    for (const job of jobs) settled.push(await runOne(job, openTransaction()));
    handle.exec('commit');
  } catch (error) {
    rollBack(handle);
    await retryAlone(handle, jobs, { openTransaction, error });
    return;
  }
  for (const settle of settled) settle();
}

function begin(handle: SqliteHandle, jobs: readonly Job[]): boolean {
  try {
    handle.exec('begin immediate');
    return true;
  } catch (error) {
    for (const job of jobs) job.reject(toFarmError(error));
    return false;
  }
}

/** One of them filled the disk; whoever still fits is not to suffer from it. */
async function retryAlone(
  handle: SqliteHandle,
  jobs: readonly Job[],
  failed: { readonly openTransaction: () => OpenTransaction; readonly error: unknown },
): Promise<void> {
  const [only, ...others] = jobs;
  if (only && others.length === 0) {
    const { error } = failed;
    only.reject(toFarmError(error instanceof TransactionLost ? error.cause : error));
    return;
  }
  for (const job of jobs) await commitTogether(handle, [job], failed.openTransaction);
}

async function runOne(job: Job, transaction: OpenTransaction): Promise<() => void> {
  try {
    const value = await transaction.savepoint(() => job.work(transaction));
    return () => {
      transaction.committed();
      job.resolve(value);
    };
  } catch (error) {
    if (error instanceof TransactionLost) throw error;
    return () => job.reject(error);
  }
}

function rollBack(handle: SqliteHandle): void {
  try {
    handle.exec('rollback');
  } catch {
    // SQLite has rolled back by itself, as it does when the disk is full.
  }
}
