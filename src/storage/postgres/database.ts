import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { FarmError } from '../../model/core/errors.ts';
import type { Database } from '../core/database.ts';
import { unavailable } from '../core/errors.ts';
import { isConnectionLost } from './dialect.ts';
import {
  createStatementNames,
  isLostStatement,
  type SentStatement,
  type StatementResult,
} from './exchange.ts';
import {
  type ConnectionEnd,
  createFairPool,
  type FairPool,
  onBehalfOf,
  poolOptions,
} from './fair-pool.ts';
import { createFarmChanges } from './farm-changes.ts';
import {
  atEndOfTurn,
  type ExchangeContext,
  exchangeCounted,
  usualWaits,
  type Waits,
} from './line.ts';
import { createReadMemory } from './read-ahead.ts';
import { createReplica, type Primary, type Replica } from './replica.ts';
import { connectionOf, connectTo, transact } from './transaction.ts';

/** A hanging server does not enforce its statement timeout; it gets this additional time. */
const SILENCE_MILLIS = 1000;
/** A hanging process must not hold its locks for ever. */
const IDLE_TRANSACTION_MILLIS = 10_000;

/** Whether the server is read-only, like a replica. */
const READ_ONLY = "select current_setting('transaction_read_only') = 'on' as read_only";

/** Options of a PostgreSQL database besides its address. */
interface PostgresOptions {
  readonly waits?: Waits;
  /** Address of a replica for reads. */
  readonly replicaUrl?: string | undefined;
}

/** Connects to PostgreSQL; queries wait for a free connection of the pool. */
export async function openPostgres(
  url: string,
  { waits = usualWaits, replicaUrl }: PostgresOptions = {},
): Promise<Database> {
  const { reads: mostReads, transactions: mostTransactions, isPrepared } = poolOptions(url);
  const context: ExchangeContext = {
    names: createStatementNames(isPrepared),
    sent: { roundTrips: 0, statements: 0 },
    waits,
  };
  const reads = openPool(url, mostReads, waits);
  const writes = openPool(url, mostTransactions, waits);
  const commits = { count: 0, seconds: 0 };
  const transactions = { ...context, pool: writes, commits, memory: createReadMemory() };
  const replica =
    replicaUrl === undefined
      ? undefined
      : openReplica(replicaUrl, waits, {
          send: (statements) => exchangeOn(reads, context, statements),
          commits: () => commits.count,
        });
  const exchange = replica?.send ?? ((statements) => exchangeOn(reads, context, statements));
  const gathering = createGathering(exchange);
  const read = connectionOf(gathering.send);
  const write = connectionOf((statement) =>
    single((statements) => exchangeOn(writes, context, statements), statement),
  );
  const primary = connectionOf((statement) =>
    single((statements) => exchangeOn(reads, context, statements), statement),
  );
  return {
    ...read,
    run: write.run,
    farmChanges: createFarmChanges(primary),
    transaction: (work, options) => transact(transactions, work, options),
    onBehalfOf,
    together: gathering.together,
    ...(replica ? { onReplica: replica.during, requireReplica: replica.requireFit } : {}),
    figures: () => ({
      commits: { ...commits },
      waiting: writes.figures().waiting,
      pools: [
        { name: 'reads', ...reads.figures() },
        { name: 'transactions', ...writes.figures() },
        ...(replica ? [{ name: 'replica', ...replica.pool() }] : []),
      ],
      ...(replica ? { replica: replica.figures() } : {}),
      sent: { ...context.sent },
    }),
    async ping() {
      await read.first({ sql: '', text: 'select 1', values: [] });
      const status = await write.first<{ read_only: boolean }>({
        sql: '',
        text: READ_ONLY,
        values: [],
      });
      if (status?.read_only) throw unavailable('database_read_only');
    },
    async close() {
      await Promise.all([reads.end(), writes.end(), replica?.end()]);
      gathering.end();
    },
  };
}

function openReplica(url: string, waits: Waits, primary: Primary): Replica {
  const { reads, isPrepared } = poolOptions(url);
  const names = createStatementNames(isPrepared);
  const sent = { roundTrips: 0, statements: 0 };
  return createReplica(openPool(url, reads, waits), { names, sent, waits }, primary);
}

function openPool(url: string, max: number, waits: Waits): FairPool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: waits.connection,
    statement_timeout: waits.statement,
    lock_timeout: waits.lock,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MILLIS,
    query_timeout: waits.statement + SILENCE_MILLIS,
    keepAlive: true,
    application_name: 'farmctl',
    // Queries convert time stamps to UTC text, independently of the time zone of the session.
    options: '-c timezone=UTC',
  });
  // The pool replaces an idle connection that breaks; its error must not end the process.
  pool.on('error', () => {});
  // The same for a connection in use; the failing query reports the error.
  pool.on('connect', (client) => client.on('error', () => {}));
  return createFairPool(pool, max, waits);
}

interface Gathered {
  readonly statement: SentStatement;
  readonly resolve: (result: StatementResult) => void;
  readonly reject: (error: unknown) => void;
}

/** Sends statements in one message on a pooled connection. */
type Exchange = (statements: readonly SentStatement[]) => Promise<readonly StatementResult[]>;

/** Sends single statements; those of work that gathers them are sent in one message per turn. */
function createGathering(exchange: Exchange) {
  const gatherings = new AsyncLocalStorage<Gathered[]>();
  const sendAll = async (gathered: readonly Gathered[]) => {
    try {
      const statements = gathered.map(({ statement }) => statement);
      const results = await exchange(statements);
      for (const [index, { resolve }] of gathered.entries()) {
        const result = results[index];
        if (result) resolve(result);
      }
    } catch (error) {
      // None was committed: retry each one on its own, with its own result.
      for (const { statement, resolve, reject } of gathered) {
        if (error instanceof FarmError) reject(error);
        else single(exchange, statement).then(resolve, reject);
      }
    }
  };
  return {
    together: <T>(work: () => T): T => gatherings.run(gatherings.getStore() ?? [], work),
    send: (statement: SentStatement): Promise<StatementResult> => {
      const gathering = gatherings.getStore();
      if (!gathering) return single(exchange, statement);
      return new Promise((resolve, reject) => {
        gathering.push({ statement, resolve, reject });
        if (gathering.length > 1) return;
        atEndOfTurn(() => void sendAll(gathering.splice(0)));
      });
    },
    /** An enabled AsyncLocalStorage slows down every later promise of the process. */
    end: () => gatherings.disable(),
  };
}

/** Runs one statement on its own connection. */
async function single(exchange: Exchange, statement: SentStatement): Promise<StatementResult> {
  try {
    return await singleOnce(exchange, statement);
  } catch (error) {
    // Nothing was committed, so it may be sent again, prepared afresh.
    if (!isLostStatement(error)) throw error;
    return singleOnce(exchange, statement);
  }
}

async function singleOnce(exchange: Exchange, statement: SentStatement): Promise<StatementResult> {
  const [result] = await exchange([statement]);
  if (!result) throw new Error('a statement was not answered');
  return result;
}

async function exchangeOn(
  pool: FairPool,
  context: ExchangeContext,
  statements: readonly SentStatement[],
): Promise<readonly StatementResult[]> {
  const { client, release } = await connectTo(pool);
  let end: ConnectionEnd = 'failed';
  try {
    const results = await exchangeCounted(client, context, statements);
    end = 'done';
    return results;
  } catch (error) {
    if (isConnectionLost(error)) end = 'broken';
    throw error;
  } finally {
    release(end);
  }
}
