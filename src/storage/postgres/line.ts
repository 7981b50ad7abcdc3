import type pg from 'pg';
import { limits } from '../../model/core/limits.ts';
import { toFarmError } from './dialect.ts';
import {
  exchange,
  type SentStatement,
  type StatementNames,
  type StatementResult,
} from './exchange.ts';

/** A schema change may take long; the limits of the server apply to it. */
const SCRIPT_MILLIS = 3_600_000;
/** Wait limits for a busy or failing database, in milliseconds. */
export interface Waits {
  /** For a pool connection, while no work completes on the others. */
  readonly connection: number;
  /** For a pool connection, in any case. */
  readonly longestConnection: number;
  /** For one row or table lock, which any transaction may hold for long. */
  readonly lock: number;
  /** For an advisory lock, which only transactions of the service take. */
  readonly turn: number;
  /** For all locks of a transaction since its request, excluding advisory locks. */
  readonly locks: number;
  /** For one statement, including its locks. */
  readonly statement: number;
  /** How long a failed replica is skipped before one read tries it again. */
  readonly replica: number;
}

export const usualWaits: Waits = {
  connection: limits.connectionMillis,
  longestConnection: limits.longestConnectionMillis,
  lock: limits.busyMillis,
  turn: limits.turnMillis,
  locks: 2900,
  statement: limits.statementMillis,
  replica: 5000,
};

/** Limit of each further wait once that total is used up. */
const SHORTEST_WAIT_MILLIS = 100;
/** A slower exchange has probably waited for a lock. */
const SLOW_MILLIS = 100;
/** Number of posted statements that triggers a send. */
const MOST_POSTED = 32;

/** The SQLSTATE of a savepoint that does not exist. */
const NO_SAVEPOINT = '3B001';

const BEGIN: SentStatement = { text: 'begin', values: [] };
const COMMIT: SentStatement = { text: 'commit', values: [] };

/** Counts statements and round trips to a server. */
export interface SentCount {
  roundTrips: number;
  statements: number;
}

/** State shared by the exchanges of a pool. */
export interface ExchangeContext {
  readonly names: StatementNames;
  readonly sent: SentCount;
  readonly waits: Waits;
}

/** Sends statements in one message and counts them. */
export async function exchangeCounted(
  client: Pick<pg.PoolClient, 'query'>,
  { names, sent }: ExchangeContext,
  statements: readonly SentStatement[],
): Promise<StatementResult[]> {
  sent.roundTrips += 1;
  sent.statements += statements.length;
  try {
    return await exchange(client, names, statements);
  } catch (error) {
    throw toFarmError(error);
  }
}

/** Runs work once the promises of this event-loop turn are settled. */
export function atEndOfTurn(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}

/** The start of a savepoint in the queue of a transaction. */
export interface SavepointMark {
  readonly name: string;
}

interface Queued {
  readonly statement: SentStatement;
  readonly mark?: SavepointMark;
  readonly resolve?: (result: StatementResult) => void;
  readonly reject?: (error: unknown) => void;
}

/**
 * The statements of one transaction on its own connection. An awaited statement is sent at the end
 * of the current event-loop turn, in one message with all statements posted before it; `begin` and
 * savepoints are included, and statements still queued at the end are sent with the commit.
 */
export class TransactionLine {
  readonly #client: pg.PoolClient;
  readonly #context: ExchangeContext;
  #start: number;
  #queue: Queued[] = [{ statement: BEGIN }];
  #isBegun = false;
  #isOver = false;
  #isScheduled = false;

  /** `start`: when the transaction was requested, by the monotonic clock. */
  constructor(client: pg.PoolClient, context: ExchangeContext, start: number) {
    this.#client = client;
    this.#context = context;
    this.#start = start;
  }

  send(statement: SentStatement): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      this.#add({ statement, resolve, reject });
      this.#schedule();
    });
  }

  /** Queues a statement whose result is not awaited; its failure fails the next exchange. */
  async post(statement: SentStatement): Promise<void> {
    this.#add({ statement });
    if (this.#queue.length > MOST_POSTED) await this.#flush();
  }

  /** Begins a savepoint; it is created only if something is written within it. */
  mark(name: string): SavepointMark {
    const mark = { name };
    this.#add({ statement: { text: `savepoint ${name}`, values: [] }, mark });
    return mark;
  }

  /** Releases a savepoint: its posted statements have been run, or this rejects. */
  async settle(mark: SavepointMark): Promise<void> {
    const place = this.#placeOf(mark);
    const hasPosted = this.#queue.slice(place + 1).some((item) => !item.mark);
    if (!hasPosted && place !== -1) this.#queue.splice(place);
    else {
      this.#add({ statement: { text: `release ${mark.name}`, values: [] } });
      if (hasPosted) await this.#flush();
    }
  }

  /**
   * Ends a savepoint whose posted statements may run later: their failure fails the transaction.
   */
  leave(mark: SavepointMark): void {
    this.#queue = this.#queue.filter((item) => item.mark !== mark);
  }

  /** Rolls back to the mark. */
  async undo(mark: SavepointMark): Promise<void> {
    const place = this.#placeOf(mark);
    this.#refuse(this.#queue.splice(Math.max(0, place)));
    if (place !== -1) return;
    this.#add({ statement: { text: `rollback to ${mark.name}`, values: [] } });
    try {
      await this.send({ text: `release ${mark.name}`, values: [] });
    } catch (error) {
      // The failed exchange was to create it: the whole transaction is rolled back.
      if ((error as { code?: string }).code !== NO_SAVEPOINT) throw error;
    }
  }

  async runScript(script: string): Promise<void> {
    await this.#flush({ isWriting: true });
    const config = { text: script, query_timeout: SCRIPT_MILLIS };
    await this.#client.query(config as pg.QueryConfig).catch((error: unknown) => {
      throw toFarmError(error);
    });
  }

  async commit(): Promise<void> {
    this.#queue = this.#queue.filter(({ mark }) => !mark);
    const isEmpty = !this.#isBegun && this.#queue.length === 1;
    const committed = isEmpty ? undefined : this.send(COMMIT);
    this.#isOver = true;
    const [result] = await Promise.all([committed, committed && this.#flush()]);
    // Response of the server if a statement had failed and the work continued regardless.
    if (result && result.command !== 'COMMIT') {
      throw new Error('the transaction was undone by the database');
    }
  }

  /** Whether the connection can be reused. */
  async rollBack(): Promise<boolean> {
    this.#isOver = true;
    this.#refuse(this.#queue.splice(0));
    if (!this.#isBegun) return true;
    try {
      await this.#client.query('rollback');
      return true;
    } catch {
      return false;
    }
  }

  #add(item: Queued): void {
    if (this.#isOver) throw new Error('the transaction has ended');
    this.#queue.push(item);
  }

  #placeOf(mark: SavepointMark): number {
    return this.#queue.findIndex((item) => item.mark === mark);
  }

  #refuse(items: readonly Queued[]): void {
    for (const { reject } of items) reject?.(new Error('the transaction has ended'));
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    const run = () => {
      this.#isScheduled = false;
      // The failure is reported to the caller that awaits the statement.
      if (!this.#isOver) this.#flush().catch(() => {});
    };
    atEndOfTurn(run);
  }

  async #flush({ isWriting = false } = {}): Promise<void> {
    const acquired = this.#take(isWriting);
    if (acquired.length === 0) return;
    this.#isBegun = true;
    const from = performance.now();
    const statements = acquired.map(({ statement }) => statement);
    try {
      const results = await exchangeCounted(this.#client, this.#context, statements);
      const elapsed = performance.now() - from;
      if (statements.some(({ text }) => TURN.test(text))) this.#start += elapsed;
      else this.#bePatient(elapsed);
      for (const [index, { resolve }] of acquired.entries()) {
        const result = results[index];
        if (result) resolve?.(result);
      }
    } catch (error) {
      for (const { reject } of acquired) reject?.(error);
      throw error;
    }
  }

  /**
   * Takes the statements to send now: savepoints stay queued until something is written within
   * them.
   */
  #take(isWriting: boolean): readonly Queued[] {
    const all = this.#queue;
    const isReading =
      !isWriting &&
      all.every(({ statement, mark }) => mark || statement === BEGIN || isRead(statement.text));
    this.#queue = isReading ? all.filter(({ mark }) => mark) : [];
    return isReading ? all.filter(({ mark }) => !mark) : all;
  }

  /**
   * The server limits each wait for a lock; a transaction that has already waited gets less time
   * for the next lock, so that the total stays limited.
   */
  #bePatient(elapsed: number): void {
    if (elapsed <= SLOW_MILLIS || this.#isOver) return;
    const { lock, locks } = this.#context.waits;
    const remainingMillis = Math.round(locks - (performance.now() - this.#start));
    const patience = Math.min(lock, Math.max(SHORTEST_WAIT_MILLIS, remainingMillis));
    this.#queue.unshift({
      statement: { text: `set local lock_timeout = ${patience}`, values: [] },
    });
  }
}

/** Waits for advisory locks have their own limit and do not shorten later waits. */
const TURN = /\bpg_advisory_xact_lock\b/;

const WRITING =
  /\b(?:insert into|update|delete from|for share|for key share|take_rate|pg_(?:try_)?advisory_xact_lock)\b/i;

/** Whether a statement neither changes nor locks anything; false if in doubt. */
export function isRead(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !WRITING.test(text);
}
