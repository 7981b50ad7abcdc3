import pg from 'pg';
import type { Database } from '../core/database.ts';
import { unavailable } from '../core/errors.ts';
import { isConnectionLost } from './dialect.ts';
import { createStatementNames, isLostStatement, type SentStatement } from './exchange.ts';
import { createFairPool, type FairPool, onBehalfOf, poolOptions } from './fair-pool.ts';
import { type ExchangeContext, exchangeCounted, usualWaits, type Waits } from './line.ts';
import { connectionOf, connectTo, transact } from './transaction.ts';

/** A server that hangs ends no statement by itself; it has this long more to do so. */
const SILENCE_MILLIS = 1000;
/** A process that hangs must not hold its locks for ever. */
const IDLE_TRANSACTION_MILLIS = 10_000;

/** Whether nothing can be written, as on a replica. */
const READ_ONLY = "select current_setting('transaction_read_only') = 'on' as read_only";

/** Connects to PostgreSQL; queries wait for a free connection of the pool. */
export async function openPostgres(url: string, waits: Waits = usualWaits): Promise<Database> {
  const { reads: mostReads, transactions, isPrepared } = poolOptions(url);
  const context: ExchangeContext = {
    names: createStatementNames(isPrepared),
    sent: { roundTrips: 0, statements: 0 },
    waits,
  };
  const reads = openPool(url, mostReads, waits);
  const writes = openPool(url, transactions, waits);
  const commits = { count: 0, seconds: 0 };
  const read = connectionOf((statement) => single(reads, context, statement));
  const write = connectionOf((statement) => single(writes, context, statement));
  return {
    ...read,
    run: write.run,
    transaction: (work) => transact({ ...context, pool: writes, commits }, work),
    onBehalfOf,
    figures: () => ({
      commits: { ...commits },
      waiting: writes.figures().waiting,
      pools: [
        { name: 'reads', ...reads.figures() },
        { name: 'transactions', ...writes.figures() },
      ],
      sent: { ...context.sent },
    }),
    async ping() {
      await read.first({ sql: '', text: 'select 1', values: [] });
      const found = await write.first<{ read_only: boolean }>({
        sql: '',
        text: READ_ONLY,
        values: [],
      });
      if (found?.read_only) throw unavailable('database_read_only');
    },
    async close() {
      await Promise.all([reads.end(), writes.end()]);
    },
  };
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
    // Time stamps leave the database as UTC text made by the query, never by the session's zone.
    options: '-c timezone=UTC',
  });
  // A connection that dies while idle is replaced by the pool; its error must not end the process.
  pool.on('error', () => {});
  // The same while it is in use; whoever uses it is told by the query that fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return createFairPool(pool, max, waits.connection);
}

/** Runs one statement on a connection of its own. */
async function single(pool: FairPool, context: ExchangeContext, statement: SentStatement) {
  try {
    return await singleOnce(pool, context, statement);
  } catch (error) {
    // Nothing of it was kept, so that it may be sent again: now it is prepared anew.
    if (!isLostStatement(error)) throw error;
    return singleOnce(pool, context, statement);
  }
}

async function singleOnce(pool: FairPool, context: ExchangeContext, statement: SentStatement) {
  const { client, release } = await connectTo(pool);
  let isBroken = false;
  try {
    const [result] = await exchangeCounted(client, context, [statement]);
    if (!result) throw new Error('a statement was not answered');
    return result;
  } catch (error) {
    isBroken = isConnectionLost(error);
    throw error;
  } finally {
    release(isBroken);
  }
}
