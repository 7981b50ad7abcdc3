import type pg from 'pg';
import { limits } from '../../model/core/limits.ts';
import { toFarmError } from './dialect.ts';
import {
  exchange,
  type SentStatement,
  type StatementNames,
  type StatementResult,
} from './exchange.ts';

/** A change of the schema may take long; the server's own limits hold for it. */
const SCRIPT_MILLIS = 3_600_000;
/** How long is waited on a busy or failing database; milliseconds. */
export interface Waits {
  /** For a connection of the pool, while nothing gets done on the others. */
  readonly connection: number;
  /** For a connection of the pool, whatever gets done. */
  readonly longestConnection: number;
  /** For one lock of rows or tables, which anybody may hold for long. */
  readonly lock: number;
  /** For an advisory lock, which only transactions of the service take. */
  readonly turn: number;
  /** For all locks of a transaction, from when it was asked for, without the waits for turns. */
  readonly locks: number;
  /** For the end of one statement, with its locks. */
  readonly statement: number;
  /** How long a replica that failed is left alone before one read tries it again. */
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

/** What is left for each further wait once that is over. */
const SHORTEST_WAIT_MILLIS = 100;
/** An exchange that takes so long has probably waited for a lock. */
const SLOW_MILLIS = 100;
/** Posted statements are sent once so many wait. */
const MOST_POSTED = 32;

/** The SQLSTATE of a savepoint that does not exist. */
const NO_SAVEPOINT = '3B001';

const BEGIN: SentStatement = { text: 'begin', values: [] };
const COMMIT: SentStatement = { text: 'commit', values: [] };

/** Counts what was sent to a server. */
export interface SentCount {
  roundTrips: number;
  statements: number;
}

/** What exchanges of a pool share. */
export interface ExchangeContext {
  readonly names: StatementNames;
  readonly sent: SentCount;
  readonly waits: Waits;
}

/** Sends statements in one message, and counts that. */
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

/** Does something once the promises of this turn of the event loop are settled. */
export function atEndOfTurn(work: () => void): void {
  queueMicrotask(() => process.nextTick(work));
}

/** A place in the queue of a transaction at which a savepoint begins. */
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
 * The statements of one transaction, on a connection that it has to itself. A statement whose result
 * is awaited is sent at the end of the present turn of the event loop, in one message with all those
 * that were posted before it; `begin` and savepoints travel along, and what is still waiting at the
 * end goes with the commit.
 */
export class TransactionLine {
  readonly #client: pg.PoolClient;
  readonly #context: ExchangeContext;
  #start: number;
  #queue: Queued[] = [{ statement: BEGIN }];
  #isBegun = false;
  #isOver = false;
  #isScheduled = false;

  /** `start`: when the transaction was asked for, by the monotonic clock. */
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

  /** Queues a statement whose result nobody awaits; its failure is that of the next exchange. */
  async post(statement: SentStatement): Promise<void> {
    this.#add({ statement });
    if (this.#queue.length > MOST_POSTED) await this.#flush();
  }

  /** Begins a savepoint; it is created only where something is written within it. */
  mark(name: string): SavepointMark {
    const mark = { name };
    this.#add({ statement: { text: `savepoint ${name}`, values: [] }, mark });
    return mark;
  }

  /** Ends a savepoint: what was posted within it has been run, or this rejects. */
  async settle(mark: SavepointMark): Promise<void> {
    const place = this.#placeOf(mark);
    const hasPosted = this.#queue.slice(place + 1).some((item) => !item.mark);
    if (!hasPosted && place !== -1) this.#queue.splice(place);
    else {
      this.#add({ statement: { text: `release ${mark.name}`, values: [] } });
      if (hasPosted) await this.#flush();
    }
  }

  /** Ends a savepoint whose posted statements may run later: their failure ends the transaction. */
  leave(mark: SavepointMark): void {
    this.#queue = this.#queue.filter((item) => item.mark !== mark);
  }

  /** Undoes what was done since the mark. */
  async undo(mark: SavepointMark): Promise<void> {
    const place = this.#placeOf(mark);
    this.#refuse(this.#queue.splice(Math.max(0, place)));
    if (place !== -1) return;
    this.#add({ statement: { text: `rollback to ${mark.name}`, values: [] } });
    try {
      await this.send({ text: `release ${mark.name}`, values: [] });
    } catch (error) {
      // It was to be created by the exchange that failed: the transaction is undone as a whole.
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
    // So the server answers when a statement had failed and the work went on all the same.
    if (result && result.command !== 'COMMIT') {
      throw new Error('the transaction was undone by the database');
    }
  }

  /** Whether the connection can be used again. */
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
      // Whoever awaits a statement is told of its failure.
      if (!this.#isOver) this.#flush().catch(() => {});
    };
    atEndOfTurn(run);
  }

  async #flush({ isWriting = false } = {}): Promise<void> {
    const taken = this.#take(isWriting);
    if (taken.length === 0) return;
    this.#isBegun = true;
    const from = performance.now();
    const statements = taken.map(({ statement }) => statement);
    try {
      const results = await exchangeCounted(this.#client, this.#context, statements);
      const took = performance.now() - from;
      if (statements.some(({ text }) => TURN.test(text))) this.#start += took;
      else this.#bePatient(took);
      for (const [index, { resolve }] of taken.entries()) {
        const result = results[index];
        if (result) resolve?.(result);
      }
    } catch (error) {
      for (const { reject } of taken) reject?.(error);
      throw error;
    }
  }

  /** Takes what is to be sent now: savepoints wait until something is written within them. */
  #take(isWriting: boolean): readonly Queued[] {
    const all = this.#queue;
    const isReading =
      !isWriting &&
      all.every(({ statement, mark }) => mark || statement === BEGIN || isRead(statement.text));
    this.#queue = isReading ? all.filter(({ mark }) => mark) : [];
    return isReading ? all.filter(({ mark }) => !mark) : all;
  }

  /**
   * The server bounds each wait for a lock; a transaction that has waited before gets less time for
   * the next one, so that all of them together stay bounded.
   */
  #bePatient(took: number): void {
    if (took <= SLOW_MILLIS || this.#isOver) return;
    const { lock, locks } = this.#context.waits;
    const left = Math.round(locks - (performance.now() - this.#start));
    const patience = Math.min(lock, Math.max(SHORTEST_WAIT_MILLIS, left));
    this.#queue.unshift({
      statement: { text: `set local lock_timeout = ${patience}`, values: [] },
    });
  }
}

/** Waits for advisory locks have a limit of their own and do not shorten later waits. */
const TURN = /\bpg_advisory_xact_lock\b/;

const WRITING =
  /\b(?:insert into|update|delete from|for share|for key share|take_rate|pg_(?:try_)?advisory_xact_lock)\b/i;

/** Whether a statement changes and locks nothing; in doubt it does. */
export function isRead(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !WRITING.test(text);
}
