import pg from 'pg';
import sql from 'sql-template-tag';
import { limits } from '../../model/core/limits.ts';
import type {
  CommitQueue,
  Connection,
  Database,
  Statement,
  Transaction,
} from '../core/database.ts';
import { unavailable } from '../core/errors.ts';
import {
  isConnectionLost,
  isSerializationFailure,
  postgresDialect,
  toFarmError,
} from './dialect.ts';
import { createFairPool, type FairPool, onBehalfOf, poolSizes } from './fair-pool.ts';

const MOST_TRIES = 5;
/** A server that hangs ends no statement by itself. */
const SILENCE_MILLIS = limits.statementMillis + 1000;
/** A change of the schema may take long; the server's own limits hold for it. */
const SCRIPT_MILLIS = 3_600_000;
/** A process that hangs must not hold its locks for ever. */
const IDLE_TRANSACTION_MILLIS = 10_000;
/** How long a transaction may wait for locks in all, from when it was asked for. */
const LONGEST_WAIT_MILLIS = 2900;
/** What is left for each further wait once that is over. */
const SHORTEST_WAIT_MILLIS = 100;
/** A statement that takes so long has probably waited for a lock. */
const SLOW_MILLIS = 100;
/** Held by transactions that run again. */
const RUN_AGAIN = 'transactions that run again';

/** Whether nothing can be written, as on a replica. */
const READ_ONLY = "select current_setting('transaction_read_only') = 'on' as read_only";

type Queryable = Pick<pg.PoolClient, 'query'>;

/** Connects to PostgreSQL; queries wait for a free connection of the pool. */
export async function openPostgres(url: string): Promise<Database> {
  const sizes = poolSizes(url);
  const reads = openPool(url, sizes.reads);
  const writes = openPool(url, sizes.transactions);
  const commits = { count: 0, seconds: 0 };
  return {
    ...createConnection(singleQueries(reads)),
    run: createConnection(singleQueries(writes)).run,
    transaction: (work) => transact(writes, work, commits),
    onBehalfOf,
    figures: () => ({
      commits: { ...commits },
      waiting: writes.figures().waiting,
      pools: [
        { name: 'reads', ...reads.figures() },
        { name: 'transactions', ...writes.figures() },
      ],
    }),
    async ping() {
      await guard(singleQueries(reads).query('select 1'));
      const asked = singleQueries(writes).query<{ read_only: boolean }>(READ_ONLY);
      const { rows } = await guard(asked);
      if (rows[0]?.read_only) throw unavailable('database_read_only');
    },
    async close() {
      await Promise.all([reads.end(), writes.end()]);
    },
  };
}

function openPool(url: string, max: number): FairPool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: limits.connectionMillis,
    statement_timeout: limits.statementMillis,
    lock_timeout: limits.busyMillis,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MILLIS,
    query_timeout: SILENCE_MILLIS,
    keepAlive: true,
    application_name: 'farmctl',
    // Time stamps leave the database as UTC text made by the query, never by the session's zone.
    options: '-c timezone=UTC',
  });
  // A connection that dies while idle is replaced by the pool; its error must not end the process.
  pool.on('error', () => {});
  // The same while it is in use; whoever uses it is told by the query that fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return createFairPool(pool, max);
}

/** The pool for single queries, each on a connection of its own. */
function singleQueries(pool: FairPool): Queryable {
  const query = async (config: pg.QueryConfig) => {
    const { client, release } = await pool.connect();
    let isBroken = false;
    try {
      return await client.query(config);
    } catch (error) {
      isBroken = isConnectionLost(toFarmError(error));
      throw error;
    } finally {
      release(isBroken);
    }
  };
  return { query: query as Queryable['query'] };
}

function createConnection(client: Queryable): Connection {
  const query = (statement: Statement) =>
    guard(client.query({ text: statement.text, values: [...statement.values] }));
  return {
    dialect: postgresDialect,
    all: async <T extends object>(statement: Statement) => (await query(statement)).rows as T[],
    first: async <T extends object>(statement: Statement) =>
      (await query(statement)).rows[0] as T | undefined,
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  };
}

/**
 * Runs a transaction, again where it lost against another one. Transactions that run again do so one
 * after the other, so that they do not lose against each other.
 */
async function transact<T>(
  pool: FairPool,
  work: (transaction: Transaction) => Promise<T>,
  commits: { count: number; seconds: number },
): Promise<T> {
  const start = performance.now();
  for (let tries = 1; ; tries++) {
    const { client, release } = await guard(pool.connect());
    let broken = false;
    try {
      const begun = createTransaction(client, start);
      await begun.begin({ isAgain: tries > 1 });
      const result = await work(begun.transaction);
      const committing = performance.now();
      await begun.commit();
      commits.count += 1;
      commits.seconds += (performance.now() - committing) / 1000;
      return result;
    } catch (error) {
      broken = isConnectionLost(error) || !(await rollBack(client));
      const isLate = performance.now() - start > LONGEST_WAIT_MILLIS;
      if (tries >= MOST_TRIES || isLate || !isSerializationFailure(error)) throw error;
    } finally {
      release(broken);
    }
  }
}

/** A transaction with its ends. */
interface OpenTransaction {
  readonly transaction: Transaction;
  begin(input: { readonly isAgain: boolean }): Promise<void>;
  /** Writes what was deferred, commits, and does what was left for afterwards. */
  commit(): Promise<void>;
}

function createTransaction(client: pg.PoolClient, start: number): OpenTransaction {
  const actions: (() => void)[] = [];
  const deferred = createDeferred();
  const connection = createConnection(patientQueries(client, start));
  let depth = 0;
  const transaction: Transaction = {
    ...connection,
    defer: deferred.add,
    async savepoint(work) {
      const name = `nested_${depth++}`;
      const length = deferred.length();
      await guard(client.query(`savepoint ${name}`));
      try {
        const result = await work();
        await guard(client.query(`release ${name}`));
        return result;
      } catch (error) {
        deferred.cutTo(length);
        await guard(client.query(`rollback to ${name}; release ${name}`));
        throw error;
      } finally {
        depth--;
      }
    },
    async runScript(script) {
      await guard(client.query({ text: script, query_timeout: SCRIPT_MILLIS } as pg.QueryConfig));
    },
    async lock(...names) {
      if (names.length > 0) await connection.run(lockStatement(names));
    },
    async tryLock(name) {
      const { rows } = await guard(
        client.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken', [name]),
      );
      return rows[0]?.taken === true;
    },
    afterCommit: (action) => actions.push(action),
  };
  return {
    transaction,
    async begin({ isAgain }) {
      await guard(client.query('begin'));
      if (isAgain) await transaction.lock(RUN_AGAIN);
    },
    async commit() {
      await deferred.write(connection);
      await commit(client);
      for (const action of actions) action();
    },
  };
}

/** Takes several names in one order, so that two that want the same ones do not wait in a circle. */
function lockStatement(names: readonly string[]): Statement {
  const [name, ...others] = names;
  if (others.length === 0) return sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
  const sorted = JSON.stringify([...new Set(names)].sort());
  return sql`
    select pg_advisory_xact_lock(hashtextextended(item.name, 0))
    from json_array_elements_text(cast(${sorted} as json)) as item(name)`;
}

/** What the savepoints of a transaction have left for its end. */
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
      for (const queue of new Set(items.map((one) => one.queue))) {
        const own = items.filter((one) => one.queue === queue);
        await queue.write(
          connection,
          own.map(({ item }) => item),
        );
      }
    },
  };
}

/**
 * The queries of a transaction. The server bounds each wait for a lock; a transaction that has waited
 * before gets less time for the next one, so that all of them together stay bounded.
 */
function patientQueries(client: pg.PoolClient, start: number): Queryable {
  const query = async (config: pg.QueryConfig) => {
    const from = performance.now();
    const result = await client.query(config);
    const now = performance.now();
    if (now - from > SLOW_MILLIS) {
      const left = Math.round(LONGEST_WAIT_MILLIS - (now - start));
      const patience = Math.min(limits.busyMillis, Math.max(SHORTEST_WAIT_MILLIS, left));
      await client.query(`set local lock_timeout = ${patience}`);
    }
    return result;
  };
  return { query: query as Queryable['query'] };
}

async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await guard(client.query('commit'));
  // So the server answers when a statement had failed and the work went on all the same.
  if (command !== 'COMMIT') throw new Error('the transaction was undone by the database');
}

async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}

async function guard<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw toFarmError(error);
  }
}
