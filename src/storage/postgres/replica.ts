import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { FarmError } from '../../model/core/errors.ts';
import { askedAfterCall } from '../../tools/concurrency.ts';
import type { PoolFigures, ReplicaFigures } from '../core/database.ts';
import { UnusableDatabase } from '../core/errors.ts';
import { isConnectionLost, isSerializationFailure, isStatementTimeout } from './dialect.ts';
import type { SentStatement, StatementResult } from './exchange.ts';
import type { ConnectionEnd, FairPool } from './fair-pool.ts';
import { type ExchangeContext, exchangeCounted, isRead } from './line.ts';
import { FLUSHED, IDENTITY, type LogPosition, logPosition, REPLAYED } from './server-facts.ts';
import { connectTo } from './transaction.ts';

/** Pauses between the questions whether a replica has replayed a position; then it is too late. */
const CATCH_UP_MILLIS = [1, 2, 4, 8, 16];

/** The reads of one request. */
interface Reader {
  /** What the replica must have replayed, and the number of commits when that was asked for. */
  needed?: { readonly position: Promise<LogPosition>; readonly commits: number };
}

/** What reads on a replica need of the primary. */
export interface Primary {
  /** Sends statements to the primary. */
  send(statements: readonly SentStatement[]): Promise<readonly StatementResult[]>;
  /** How many transactions this process has committed. */
  commits(): number;
}

/** A replica that answers reads in place of the primary. */
export interface Replica {
  /** Does work whose reads may be answered by the replica. */
  during<T>(work: () => T): T;
  /** Sends statements to the replica where it may answer them, else to the primary. */
  send(statements: readonly SentStatement[]): Promise<readonly StatementResult[]>;
  /** Throws UnusableDatabase where the server is no replica of the primary; not when it is away. */
  requireFit(): Promise<void>;
  figures(): ReplicaFigures;
  /** The use of its connections. */
  pool(): Omit<PoolFigures, 'name'>;
  end(): Promise<void>;
}

/**
 * Reads on a replica of the primary, which see every write that was acknowledged before the request,
 * by whomever and through any instance: the position of the primary's log is asked for once a request
 * has come and after each commit of this process, and the replica answers once it has replayed that
 * position. One that is too far behind, or fails, costs a read on the primary, never an error.
 */
export function createReplica(pool: FairPool, context: ExchangeContext, primary: Primary): Replica {
  const readers = new AsyncLocalStorage<Reader>();
  const counts = { replica: 0, behind: 0, failed: 0 };
  const replayed = new WeakMap<object, LogPosition>();
  const flushed = askedAfterCall(async () => {
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
    const asked = isNew ? [REPLAYED, IDENTITY] : [REPLAYED];
    const statements = asked.map((text) => ({ text, values: [] }));
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

  /** The results of a replica; undefined where it is behind. */
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
      // What is wrong with a statement itself is told by the primary.
      if (!(error instanceof FarmError || error instanceof UnusableDatabase)) return undefined;
      // A query that the replay of the log did not wait for says nothing of the next one.
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

/** Throws UnusableDatabase for what a server says that is no replica of the primary. */
function createIdentityCheck(primary: Primary) {
  let own: Promise<string> | undefined;
  const ask = async () => {
    const [result] = await primary.send([{ text: IDENTITY, values: [] }]);
    return JSON.stringify(result?.rows[0]);
  };
  return async (of: StatementResult | undefined): Promise<void> => {
    own ??= ask();
    own.catch(() => {
      own = undefined;
    });
    if (JSON.stringify(of?.rows[0]) === (await own)) return;
    throw new UnusableDatabase(
      'the server that FARMCTL_REPLICA_URL names is no replica of the database',
      'name a streaming replica of it, and the same database',
    );
  };
}

/** Leaves a replica alone for a while after a failure; then one read tries it first. */
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

/** Whether the primary would only be asked the same that was already too much. */
function isOverload(error: unknown): boolean {
  return error instanceof FarmError && (error.cause === undefined || isStatementTimeout(error));
}
