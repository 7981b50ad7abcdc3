import sql from 'sql-template-tag';
import type {
  CommitQueue,
  Connection,
  Statement,
  Transaction,
  TransactionOptions,
} from '../core/database.ts';
import {
  isConnectionLost,
  isSerializationFailure,
  postgresDialect,
  toFarmError,
} from './dialect.ts';
import { isLostStatement, type SentStatement, type StatementResult } from './exchange.ts';
import type { ConnectionEnd, FairPool } from './fair-pool.ts';
import { type ExchangeContext, TransactionLine, type Waits } from './line.ts';
import { ReadAhead, type ReadMemory } from './read-ahead.ts';

const MOST_TRIES = 5;
/** Lock of retried transactions. */
const RUN_AGAIN = 'transactions that run again';

/** A pool whose connections run transactions. */
export interface TransactionPool extends ExchangeContext {
  readonly pool: FairPool;
  readonly memory: ReadMemory;
  readonly commits: { count: number; seconds: number };
}

/**
 * Runs a transaction and retries it after a conflict with another one. Retries are serialised, so
 * that they do not conflict with each other.
 */
export async function transact<T>(
  from: TransactionPool,
  work: (transaction: Transaction) => Promise<T>,
  { kind }: TransactionOptions = {},
): Promise<T> {
  const start = performance.now();
  const { commits } = from;
  let hasLost = false;
  for (let tries = 1; ; tries++) {
    const { client, release } = await connectTo(from.pool);
    const line = new TransactionLine(client, from, start);
    let end: ConnectionEnd = 'failed';
    try {
      const sending = (statement: SentStatement) => line.send(statement);
      const readAhead = kind === undefined ? undefined : new ReadAhead(sending, from.memory, kind);
      const started = createTransaction(line, readAhead, from.waits);
      if (hasLost) await started.transaction.lock(RUN_AGAIN);
      const result = await work(started.transaction);
      const committing = performance.now();
      await started.commit();
      commits.count += 1;
      commits.seconds += (performance.now() - committing) / 1000;
      end = 'done';
      return result;
    } catch (error) {
      end = await rollBack(line, error);
      const isLate = performance.now() - start > from.waits.locks;
      hasLost ||= isSerializationFailure(error);
      const isPassing = isSerializationFailure(error) || isLostStatement(error);
      if (tries >= MOST_TRIES || isLate || !isPassing) throw error;
    } finally {
      release(end);
    }
  }
}

/** Rolls back a failed transaction; returns the state of its connection. */
async function rollBack(line: TransactionLine, error: unknown): Promise<ConnectionEnd> {
  return isConnectionLost(error) || !(await line.rollBack()) ? 'broken' : 'failed';
}

/** Borrows a connection of a pool. */
export async function connectTo(pool: FairPool): ReturnType<FairPool['connect']> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toFarmError(error);
  }
}

/** Creates a connection whose statements are sent by a function. */
export function connectionOf(
  send: (statement: SentStatement) => Promise<StatementResult>,
): Connection {
  return {
    dialect: postgresDialect,
    all: async <T extends object>(statement: Statement) => (await send(statement)).rows as T[],
    first: async <T extends object>(statement: Statement) =>
      (await send(statement)).rows[0] as T | undefined,
    run: async (statement) => (await send(statement)).rowCount,
  };
}

/** A transaction with its commit. */
interface OpenTransaction {
  readonly transaction: Transaction;
  /** Writes deferred changes, commits, and runs the actions for after the commit. */
  commit(): Promise<void>;
}

function createTransaction(
  line: TransactionLine,
  readAhead: ReadAhead | undefined,
  waits: Waits,
): OpenTransaction {
  const actions: (() => void)[] = [];
  const deferred = createDeferred();
  const connection = connectionOf((statement) => (readAhead ?? line).send(statement));
  let depth = 0;
  const transaction: Transaction = {
    ...connection,
    post(statement) {
      readAhead?.note(statement);
      return line.post(statement);
    },
    defer: deferred.add,
    async savepoint(work, { settles = 'now' } = {}) {
      const length = deferred.length();
      const mark = line.mark(`nested_${depth++}`);
      try {
        const result = await work();
        if (settles === 'now') await line.settle(mark);
        else line.leave(mark);
        return result;
      } catch (error) {
        deferred.cutTo(length);
        await line.undo(mark);
        throw error;
      } finally {
        depth--;
      }
    },
    runScript: (script) => line.runScript(script),
    async lock(...names) {
      if (names.length > 0) await connection.run(lockStatement(names, waits));
    },
    async tryLock(name) {
      const lock = await connection.first<{ taken: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as taken`,
      );
      return lock?.taken === true;
    },
    afterCommit: (action) => actions.push(action),
  };
  return {
    transaction,
    async commit() {
      await deferred.write(transaction);
      await line.commit();
      readAhead?.finish();
      for (const action of actions) action();
    },
  };
}

/**
 * Locks several names in a fixed order to avoid deadlocks. Names are held only briefly, so a wait
 * may take longer than one for a row.
 */
function lockStatement(names: readonly string[], { turn, lock }: Waits): Statement {
  const sorted = JSON.stringify([...new Set(names)].sort());
  return sql`
    select set_config('lock_timeout', ${String(turn)}, true),
      pg_advisory_xact_lock(hashtextextended(item.name, 0)),
      set_config('lock_timeout', ${String(lock)}, true)
    from json_array_elements_text(cast(${sorted} as json)) as item(name)`;
}

/** Deferred changes of the savepoints of a transaction. */
function createDeferred() {
  const items: { readonly queue: CommitQueue<unknown>; readonly item: unknown }[] = [];
  return {
    length: () => items.length,
    add<T>(queue: CommitQueue<T>, item: T): void {
      items.push({ queue: queue as CommitQueue<unknown>, item });
    },
    cutTo(length: number): void {
      items.length = length;
    },
    async write(connection: Connection): Promise<void> {
      for (const queue of new Set(items.map((item) => item.queue))) {
        const queueItems = items.filter((item) => item.queue === queue);
        await queue.write(
          connection,
          queueItems.map(({ item }) => item),
        );
      }
    },
  };
}
