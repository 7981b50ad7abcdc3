import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { FarmError } from '../../model/core/errors.ts';
import { coalesceQueries } from '../../tools/concurrency.ts';
import type { PoolFigures, ReplicaFigures } from '../core/database.ts';
import { UnusableDatabase } from '../core/errors.ts';
import { isConnectionLost, isSerializationFailure, isStatementTimeout } from './dialect.ts';
import type { SentStatement, StatementResult } from './exchange.ts';
import type { ConnectionEnd, FairPool } from './fair-pool.ts';
import { type ExchangeContext, exchangeCounted, isRead } from './line.ts';
import { FLUSHED, IDENTITY, type LogPosition, logPosition, REPLAYED } from './server-facts.ts';
import { connectTo } from './transaction.ts';

/**
 * Pauses between checks whether a replica has replayed a position; after the last one it counts as
 * behind.
 */
const CATCH_UP_MILLIS = [1, 2, 4, 8, 16];

/** The reads of one request. */
interface Reader {
  /**
   * The position that the replica must have replayed, and the commit count when it was requested.
   */
  needed?: { readonly position: Promise<LogPosition>; readonly commits: number };
}

/** The primary, as needed for reads on a replica. */
export interface Primary {
  /** Sends statements to the primary. */
  send(statements: readonly SentStatement[]): Promise<readonly StatementResult[]>;
  /** Number of transactions committed by this process. */
  commits(): number;
}

/** A replica that serves reads instead of the primary. */
export interface Replica {
  /** Runs work whose reads may be served by the replica. */
  during<T>(work: () => T): T;
  /** Sends statements to the replica if it may serve them, else to the primary. */
  send(statements: readonly SentStatement[]): Promise<readonly StatementResult[]>;
  /**
   * Throws UnusableDatabase if the server is not a replica of the primary; an unreachable one is
   * accepted.
   */
  requireFit(): Promise<void>;
  figures(): ReplicaFigures;
  /** Statistics of its connections. */
  pool(): Omit<PoolFigures, 'name'>;
  end(): Promise<void>;
}

/**
 * Reads on a replica of the primary, which see every write acknowledged before the request, by any
 * client and instance: the log position of the primary is queried once a request has arrived and
 * after each commit of this process, and the replica serves reads once it has replayed that
 * position. A replica that is too far behind, or fails, costs a read on the primary, never an
 * error.
 */
export function createReplica(pool: FairPool, context: ExchangeContext, primary: Primary): Replica {
  const readers = new AsyncLocalStorage<Reader>();
  const counts = { replica: 0, behind: 0, failed: 0 };
  const replayed = new WeakMap<object, LogPosition>();
  const flushed = coalesceQueries(async () => {
    const [result] = await primary.send([{ text: FLUSHED, values: [] }]);
    return logPosition(result?.rows[0]);
  });
  const failure = createFailure(context.waits.replica);
  const requireSame = createIdentityCheck(primary);

  const neededBy = (reader: Reader): Promise<LogPosition> => {
    const commits = primary.commits();
    if (reader.needed?.commits !== commits) reader.needed = { position: flushed(), commits };
    return reader.needed.position;
  };

  const replayedBy = async (client: Client): Promise<LogPosition> => {
    const isNew = !replayed.has(client);
    const queries = isNew ? [REPLAYED, IDENTITY] : [REPLAYED];
    const statements = queries.map((text) => ({ text, values: [] }));
    const [result, identity] = await exchangeCounted(client, context, statements);
    if (isNew) await requireSame(identity);
    const position = logPosition(result?.rows[0]);
    replayed.set(client, position);
    return position;
  };

  /** Whether the server of a connection has replayed the position, now or within milliseconds. */
  const catchesUp = async (client: Client, position: LogPosition): Promise<boolean> => {
    if ((replayed.get(client) ?? -1n) >= position) return true;
    if ((await replayedBy(client)) >= position) return true;
    for (const millis of CATCH_UP_MILLIS) {
      await sleep(millis);
      if ((await replayedBy(client)) >= position) return true;
    }
    return false;
  };

  /** The results of a replica; undefined if it is behind. */
  const exchangeOn = async (statements: readonly SentStatement[], position: LogPosition) => {
    const { client, release } = await connectTo(pool);
    let end: ConnectionEnd = 'failed';
    try {
      const isCurrent = await catchesUp(client, position);
      const results = isCurrent ? await exchangeCounted(client, context, statements) : undefined;
      end = 'done';
      return results;
    } catch (error) {
      if (isConnectionLost(error)) end = 'broken';
      throw error;
    } finally {
      release(end);
    }
  };

  const ask = async (statements: readonly SentStatement[], reader: Reader) => {
    const position = await neededBy(reader);
    try {
      const results = await exchangeOn(statements, position);
      failure.end();
      counts[results ? 'replica' : 'behind'] += 1;
      return results;
    } catch (error) {
      if (isOverload(error)) throw error;
      counts.failed += 1;
      // The primary reports errors of the statement itself.
      if (!(error instanceof FarmError || error instanceof UnusableDatabase)) return undefined;
      // A query cancelled by log replay does not affect the next one.
      if (!isSerializationFailure(error)) failure.begin();
      return undefined;
    }
  };

  return {
    during: (work) => readers.run({}, work),
    async send(statements) {
      const reader = readers.getStore();
      const mayAsk = reader && statements.every(({ text }) => isRead(text)) && failure.mayTry();
      const results = mayAsk ? await ask(statements, reader) : undefined;
      return results ?? primary.send(statements);
    },
    async requireFit() {
      try {
        await exchangeOn([], 0n);
      } catch (error) {
        if (error instanceof UnusableDatabase) throw error;
        failure.begin();
      }
    },
    figures: () => ({ ...counts, isFailing: failure.isPresent() }),
    pool: () => pool.figures(),
    async end() {
      await pool.end();
      readers.disable();
    },
  };
}

type Client = Awaited<ReturnType<FairPool['connect']>>['client'];

/**
 * Throws UnusableDatabase if the facts of a server show that it is not a replica of the primary.
 */
function createIdentityCheck(primary: Primary) {
  let ownPosition: Promise<string> | undefined;
  const ask = async () => {
    const [result] = await primary.send([{ text: IDENTITY, values: [] }]);
    return JSON.stringify(result?.rows[0]);
  };
  return async (result: StatementResult | undefined): Promise<void> => {
    ownPosition ??= ask();
    ownPosition.catch(() => {
      ownPosition = undefined;
    });
    if (JSON.stringify(result?.rows[0]) === (await ownPosition)) return;
    throw new UnusableDatabase(
      'the server that FARMCTL_REPLICA_URL names is not a replica of the database',
      'name a streaming replica of it, and the same database',
    );
  };
}

/** Skips a replica for a while after a failure; then one read tries it first. */
function createFailure(pauseMillis: number) {
  let failedAt: number | undefined;
  return {
    mayTry() {
      if (failedAt === undefined) return true;
      if (performance.now() - failedAt < pauseMillis) return false;
      failedAt = performance.now();
      return true;
    },
    begin() {
      failedAt = performance.now();
    },
    end() {
      failedAt = undefined;
    },
    isPresent: () => failedAt !== undefined,
  };
}

/** Whether the primary would only receive the load that was already too high. */
function isOverload(error: unknown): boolean {
  return error instanceof FarmError && (error.cause === undefined || isStatementTimeout(error));
}
