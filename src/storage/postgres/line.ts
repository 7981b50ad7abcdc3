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
/** How long a transaction may wait for locks in all, from when it was asked for. */
export const LONGEST_WAIT_MILLIS = 2900;
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

/** A place in the queue of a transaction at which a savepoint begins. */
export interface SavepointMark {
  readonly name: string;
}

/**
 * The statements of one transaction. A statement whose result is awaited is sent at the end of the
 * present turn of the event loop, in one message with all those that were posted before it; `begin`
 * and savepoints travel along, and what is still waiting at the end goes with the commit.
 */
export interface TransactionLine {
  send(statement: SentStatement): Promise<StatementResult>;
  /** Queues a statement whose result nobody awaits; its failure is that of the next exchange. */
  post(statement: SentStatement): Promise<void>;
  /** Begins a savepoint; it is created only where something is written within it. */
  mark(name: string): SavepointMark;
  /** Ends a savepoint: what was posted within it has been run, or this rejects. */
  settle(mark: SavepointMark): Promise<void>;
  /** Ends a savepoint whose posted statements may run later: their failure ends the transaction. */
  leave(mark: SavepointMark): void;
  /** Undoes what was done since the mark. */
  undo(mark: SavepointMark): Promise<void>;
  runScript(script: string): Promise<void>;
  commit(): Promise<void>;
  /** Whether the connection can be used again. */
  rollBack(): Promise<boolean>;
}

interface Queued {
  readonly statement: SentStatement;
  readonly mark?: SavepointMark;
  readonly resolve?: (result: StatementResult) => void;
  readonly reject?: (error: unknown) => void;
}

/** Creates the line of a transaction on a connection that it has to itself. */
export function createTransactionLine(
  client: pg.PoolClient,
  context: ExchangeContext,
  start: number,
): TransactionLine {
  let queue: Queued[] = [{ statement: BEGIN }];
  let isBegun = false;
  let isOver = false;
  let isScheduled = false;

  /** Takes what is to be sent now: savepoints wait until something is written within them. */
  const take = (): Queued[] => {
    const all = queue;
    const isReading = all.every(
      ({ statement, mark }) => mark || statement === BEGIN || isRead(statement.text),
    );
    queue = isReading ? all.filter(({ mark }) => mark) : [];
    return isReading ? all.filter(({ mark }) => !mark) : all;
  };
  const flush = async (): Promise<void> => {
    const taken = take();
    if (taken.length === 0) return;
    isBegun = true;
    const from = performance.now();
    try {
      const results = await exchangeCounted(
        client,
        context,
        taken.map(({ statement }) => statement),
      );
      bePatient(performance.now() - from);
      for (const [index, { resolve }] of taken.entries()) {
        const result = results[index];
        if (result) resolve?.(result);
      }
    } catch (error) {
      for (const { reject } of taken) reject?.(error);
      throw error;
    }
  };
  /**
   * The server bounds each wait for a lock; a transaction that has waited before gets less time for
   * the next one, so that all of them together stay bounded.
   */
  const bePatient = (took: number) => {
    if (took <= SLOW_MILLIS || isOver) return;
    const left = Math.round(LONGEST_WAIT_MILLIS - (performance.now() - start));
    const patience = Math.min(limits.busyMillis, Math.max(SHORTEST_WAIT_MILLIS, left));
    queue.unshift({ statement: { text: `set local lock_timeout = ${patience}`, values: [] } });
  };
  const schedule = () => {
    if (isScheduled) return;
    isScheduled = true;
    const run = () => {
      isScheduled = false;
      // Whoever awaits a statement is told of its failure.
      if (!isOver) flush().catch(() => {});
    };
    // Once the promises of this turn are settled: what they ask for travels along.
    queueMicrotask(() => process.nextTick(run));
  };
  const hasPosted = () => queue.some(({ mark }) => !mark);
  const post = (statement: SentStatement) => {
    if (isOver) throw new Error('the transaction has ended');
    queue.push({ statement });
  };
  const send = (statement: SentStatement) =>
    new Promise<StatementResult>((resolve, reject) => {
      if (isOver) return reject(new Error('the transaction has ended'));
      queue.push({ statement, resolve, reject });
      schedule();
    });
  return {
    send,
    async post(statement) {
      post(statement);
      if (queue.length > MOST_POSTED) await flush();
    },
    mark(name) {
      const mark = { name };
      queue.push({ statement: { text: `savepoint ${name}`, values: [] }, mark });
      return mark;
    },
    async settle(mark) {
      const place = queue.findIndex((item) => item.mark === mark);
      const isEmpty = queue.slice(place + 1).every((item) => item.mark);
      if (place !== -1 && isEmpty) queue.splice(place);
      else {
        const isDone = place === -1 && !hasPosted();
        post({ text: `release ${mark.name}`, values: [] });
        if (!isDone) await flush();
      }
    },
    leave(mark) {
      queue = queue.filter((item) => item.mark !== mark);
    },
    async undo(mark) {
      const place = queue.findIndex((item) => item.mark === mark);
      const undone = queue.splice(Math.max(0, place));
      for (const { reject } of undone) reject?.(new Error('undone before it was sent'));
      if (place !== -1) return;
      post({ text: `rollback to ${mark.name}`, values: [] });
      try {
        await send({ text: `release ${mark.name}`, values: [] });
      } catch (error) {
        // It was to be created by the exchange that failed: the transaction is undone as a whole.
        if ((error as { code?: string }).code !== NO_SAVEPOINT) throw error;
      }
    },
    async runScript(script) {
      if (hasPosted()) await flush();
      const config = { text: script, query_timeout: SCRIPT_MILLIS };
      await client.query(config as pg.QueryConfig).catch((error: unknown) => {
        throw toFarmError(error);
      });
    },
    async commit() {
      queue = queue.filter(({ mark }) => !mark);
      if (!isBegun && queue.length === 1) return void (isOver = true);
      const committed = send(COMMIT);
      isOver = true;
      const [{ command }] = await Promise.all([committed, flush()]);
      // So the server answers when a statement had failed and the work went on all the same.
      if (command !== 'COMMIT') throw new Error('the transaction was undone by the database');
    },
    async rollBack() {
      isOver = true;
      for (const { reject } of queue.splice(0)) reject?.(new Error('the transaction has ended'));
      if (!isBegun) return true;
      try {
        await client.query('rollback');
        return true;
      } catch {
        return false;
      }
    },
  };
}

const WRITING =
  /\b(?:insert into|update|delete from|for share|for key share|take_rate|pg_\w*advisory\w*)\b/i;

/** Whether a statement changes and locks nothing; in doubt it does. */
function isRead(text: string): boolean {
  return /^\s*(?:select|with)\b/i.test(text) && !WRITING.test(text);
}
