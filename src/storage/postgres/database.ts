import pg from 'pg';
import { limits } from '../../model/limits.ts';
import type { Connection, Database, Statement, Transaction } from '../database.ts';
import { postgresDialect } from './dialect.ts';
import { isSerializationFailure, toFarmError } from './errors.ts';

const MOST_CONNECTIONS = 10;
const CONNECT_MILLIS = 2500;
const MOST_TRIES = 5;

type Queryable = Pick<pg.PoolClient, 'query'>;

/** Connects to PostgreSQL; queries wait for a free connection of the pool. */
export async function openPostgres(url: string): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MILLIS,
    statement_timeout: limits.statementMillis,
    application_name: 'farmctl',
    // Time stamps leave the database as UTC text made by the query, never by the session's zone.
    options: '-c timezone=UTC',
  });
  // A connection that dies while idle is replaced by the pool; its error must not end the process.
  pool.on('error', () => {});
  // The same while it is in use; whoever uses it is told by the query that fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    ...createConnection(pool),
    transaction: (work) => transact(pool, work),
    async ping() {
      await guard(pool.query('select 1'));
    },
    close: () => pool.end(),
  };
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

async function transact<T>(
  pool: pg.Pool,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    const client = await guard(pool.connect());
    const actions: (() => void)[] = [];
    let broken = false;
    try {
      await guard(client.query('begin'));
      const result = await work(createTransaction(client, actions));
      await guard(client.query('commit'));
      for (const action of actions) action();
      return result;
    } catch (error) {
      broken = !(await rollBack(client));
      if (tries >= MOST_TRIES || !isSerializationFailure(error)) throw error;
    } finally {
      client.release(broken);
    }
  }
}

function createTransaction(client: pg.PoolClient, actions: (() => void)[]): Transaction {
  let depth = 0;
  const connection = createConnection(client);
  return {
    ...connection,
    async savepoint(work) {
      const name = `nested_${depth++}`;
      await guard(client.query(`savepoint ${name}`));
      try {
        const result = await work();
        await guard(client.query(`release ${name}`));
        return result;
      } catch (error) {
        await guard(client.query(`rollback to ${name}; release ${name}`));
        throw error;
      } finally {
        depth--;
      }
    },
    async runScript(script) {
      await guard(client.query(script));
    },
    async lock(name) {
      await guard(client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]));
    },
    async tryLock(name) {
      const { rows } = await guard(
        client.query('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as taken', [name]),
      );
      return rows[0]?.taken === true;
    },
    afterCommit: (action) => actions.push(action),
  };
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
