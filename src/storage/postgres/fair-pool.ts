import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { limits } from '../../model/core/limits.ts';
import type { Caller, PoolFigures } from '../core/database.ts';
import { UnusableDatabase, unavailable } from '../core/errors.ts';

const callers = new AsyncLocalStorage<Caller>();

/** Runs work whose queries are attributed to a caller. */
export function onBehalfOf<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work);
}

/** The caller to which a query is attributed; undefined: the service itself. */
function presentCaller(): string | undefined {
  const caller = callers.getStore();
  // Work that a request leaves for later belongs to the service.
  return caller?.isPresent ? caller.id : undefined;
}

/** Shares connections fairly between callers. */
export interface FairPool {
  /** Borrows a connection; rejects if there is none in time, or if too many callers wait. */
  connect(): Promise<FairClient>;
  figures(): Omit<PoolFigures, 'name'>;
  end(): Promise<void>;
}

interface FairClient {
  readonly client: pg.PoolClient;
  release(end: ConnectionEnd): void;
}

/** Outcome of the work on a connection; broken connections are closed. */
export type ConnectionEnd = 'done' | 'failed' | 'broken';

/** Maximum waits for a connection: without any completed work, and in total. */
interface PoolWaits {
  readonly connection: number;
  readonly longestConnection: number;
}

interface Waiting {
  readonly caller: string | undefined;
  grant(): void;
}

/**
 * Lends the connections of a pool. The last one is lent only to callers that use none, and the
 * waiting caller with the fewest connections is served first: a caller with slow queries, or
 * queries that wait for locks, does not block others. Callers are not refused while the queue
 * moves.
 */
export function createFairPool(pool: pg.Pool, size: number, waits: PoolWaits): FairPool {
  const inUse = new Map<string | undefined, { count: number; lastDone: number }>();
  const waiting = new Set<Waiting>();
  let inUseCount = 0;
  let lastDone = 0;
  const used = (caller: string | undefined) => inUse.get(caller)?.count ?? 0;
  /** Time of the last completed work: of the caller, or of all callers if it has no connection. */
  const movedAt = (caller: string | undefined) => inUse.get(caller)?.lastDone ?? lastDone;
  const mayTake = (caller: string | undefined) =>
    inUseCount < size - 1 || (inUseCount < size && (caller === undefined || used(caller) === 0));
  const acquire = (caller: string | undefined) => {
    inUseCount += 1;
    const usage = inUse.get(caller);
    if (usage) usage.count += 1;
    else inUse.set(caller, { count: 1, lastDone: performance.now() });
  };
  const giveBack = (caller: string | undefined, end: ConnectionEnd) => {
    inUseCount -= 1;
    const usage = inUse.get(caller);
    if (usage) usage.count -= 1;
    if (usage?.count === 0) inUse.delete(caller);
    if (end === 'done') {
      lastDone = performance.now();
      if (usage) usage.lastDone = lastDone;
    }
    lendNext();
  };
  const lendNext = () => {
    let next: Waiting | undefined;
    for (const waiter of waiting) {
      if (!mayTake(waiter.caller)) continue;
      if (!next || used(waiter.caller) < used(next.caller)) next = waiter;
    }
    if (!next) return;
    waiting.delete(next);
    acquire(next.caller);
    next.grant();
  };
  const untilFree = (caller: string | undefined) =>
    new Promise<void>((resolve, reject) => {
      const start = performance.now();
      const giveUp = () => {
        const until = Math.min(movedAt(caller) + waits.connection, start + waits.longestConnection);
        const remainingMillis = until - performance.now();
        if (remainingMillis > 0) timer = setTimeout(giveUp, remainingMillis);
        else {
          waiting.delete(entry);
          reject(unavailable('database_busy'));
        }
      };
      let timer = setTimeout(giveUp, waits.connection);
      const entry: Waiting = {
        caller,
        grant() {
          clearTimeout(timer);
          resolve();
        },
      };
      waiting.add(entry);
    });
  return {
    async connect() {
      const caller = presentCaller();
      if (mayTake(caller)) acquire(caller);
      else if (waiting.size >= limits.writesWaiting) throw unavailable('overloaded');
      else await untilFree(caller);
      try {
        const client = await pool.connect();
        return {
          client,
          release(end) {
            client.release(end === 'broken');
            giveBack(caller, end);
          },
        };
      } catch (error) {
        giveBack(caller, 'failed');
        throw error;
      }
    },
    figures: () => ({ size, inUse: inUseCount, waiting: waiting.size }),
    end: () => pool.end(),
  };
}

/** Connection options in the address of a database. */
export interface PoolOptions {
  /** Maximum number of connections for reads per instance. */
  readonly reads: number;
  /** Separate, so that transactions waiting for a lock do not take the connections for reads. */
  readonly transactions: number;
  /** Whether statements are prepared under names. */
  readonly isPrepared: boolean;
}

const SIZE_PARAMETER = 'pool_max_conns';
const PREPARED_PARAMETER = 'prepared';
const DEFAULT_SIZE = 14;
const SMALLEST_SIZE = 2;
const LARGEST_SIZE = 200;
const READING_PART = 3 / 7;

/**
 * Reads the options in the address of a database: `pool_max_conns` (default 14) is the total size
 * of the two pools of an instance, `prepared=false` disables prepared statements. Throws
 * UnusableDatabase for any other value.
 */
export function poolOptions(url: string): PoolOptions {
  const { searchParams } = new URL(url);
  const size = sizeOf(searchParams.get(SIZE_PARAMETER) ?? String(DEFAULT_SIZE));
  const reads = Math.max(1, Math.floor(size * READING_PART));
  const isPrepared = isTrue(searchParams.get(PREPARED_PARAMETER) ?? 'true');
  return { reads, transactions: size - reads, isPrepared };
}

function sizeOf(text: string): number {
  const size = Number(text);
  if (/^\d+$/.test(text) && size >= SMALLEST_SIZE && size <= LARGEST_SIZE) return size;
  throw unusable(SIZE_PARAMETER, text, `a whole number from ${SMALLEST_SIZE} to ${LARGEST_SIZE}`);
}

function isTrue(text: string): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw unusable(PREPARED_PARAMETER, text, 'true or false');
}

function unusable(parameter: string, text: string, expected: string): UnusableDatabase {
  return new UnusableDatabase(
    `${parameter} in the address of the database is ${JSON.stringify(text.slice(0, 20))}`,
    `give ${expected}`,
  );
}
