import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../../storage/core/database.ts';
import {
  findEventSequence,
  findSequenceEnds,
  listEvents,
  listEventWriters,
  type SequencedEvent,
} from '../../storage/webhooks/outbox.ts';
import type { Runtime } from '../core/runtime.ts';

/** Callbacks and options of a watch. */
export interface WatchOptions {
  readonly onEvents: (events: readonly SequencedEvent[], watch: OutboxWatch) => Promise<void>;
  /** Called for read errors; the watch retries automatically. */
  readonly onError: (error: unknown) => void;
  /** Polling interval for events of other instances. */
  readonly pollMillis: number;
}

/** A running outbox watch. */
export interface OutboxWatch {
  /** All events up to this sequence number predate the watch or have been reported. */
  readonly position: number;
  end(): void;
}

/** Polling interval while a transaction blocks the order. */
const SOON_MILLIS = 25;

/**
 * Reports every event from now on, in order: immediately for events of this instance, else by
 * polling.
 */
export async function watchOutbox(
  { database, eventNotifier }: Runtime,
  { onEvents, onError, pollMillis }: WatchOptions,
): Promise<OutboxWatch> {
  const reader = await openOutboxReader(database);
  let isOver = false;
  let isWanted = false;
  let isLooking = false;
  let wakeTimer: NodeJS.Timeout | undefined;

  const lookOnce = async () => {
    isWanted = false;
    const { events, next } = await reader.read();
    if (isOver) return;
    if (events.length > 0) await onEvents(events, watch);
    isWanted ||= next === 'more';
    if (next !== 'soon') return;
    clearTimeout(wakeTimer);
    wakeTimer = setTimeout(pollNow, SOON_MILLIS);
  };
  const poll = async () => {
    isLooking = true;
    try {
      while (isWanted && !isOver) await lookOnce();
    } catch (error) {
      // The next poll retries.
      onError(error);
    } finally {
      isLooking = false;
    }
  };
  function pollNow(): void {
    isWanted = true;
    if (!isLooking && !isOver) void poll();
  }
  const timer = setInterval(pollNow, pollMillis);
  timer.unref();
  const endListening = eventNotifier?.subscribe(pollNow);
  const watch: OutboxWatch = {
    get position() {
      return reader.position;
    },
    end() {
      isOver = true;
      clearInterval(timer);
      clearTimeout(wakeTimer);
      endListening?.();
    },
  };
  pollNow();
  return watch;
}

/** The result of one read. */
export interface OutboxReading {
  /** In order of sequence number, without gaps that may still be filled. */
  readonly events: readonly SequencedEvent[];
  /** `more`: read again immediately; `soon`: an event depends on a running transaction. */
  readonly next: 'more' | 'soon' | 'later';
}

/** Reads the outbox in order, each event once. */
export interface OutboxReader {
  /** All events up to this sequence number have been read or predate the reader. */
  readonly position: number;
  read(): Promise<OutboxReading>;
}

/** Missing numbers below `upTo`, and the transactions that may still fill them. */
interface Hole {
  readonly upTo: number;
  readonly writers: readonly string[];
}

interface Progress {
  position: number;
  /** Missing numbers up to this one were rolled back. */
  settledUpTo: number;
  hole: Hole | undefined;
}

const AT_ONCE = 500;
const SETTLE_MILLIS = 20;

/**
 * Opens a reader at the current end of the outbox. On PostgreSQL a sequence number is assigned long
 * before its row becomes visible, so a lower one may appear after a higher one. The reader stops at
 * a missing number while any transaction is running that was writing events when a higher one was
 * seen; when all of them have ended and the number is still missing, it was rolled back.
 */
export async function openOutboxReader(connection: Connection): Promise<OutboxReader> {
  const end = await findSettledEnd(connection);
  const progress: Progress = { position: end, settledUpTo: end, hole: undefined };
  return {
    get position() {
      return progress.position;
    },
    read: () => readOn(connection, progress),
  };
}

async function readOn(connection: Connection, progress: Progress): Promise<OutboxReading> {
  // Query writers before the rows: the rows of writers that have ended are then visible.
  const living = progress.hole && (await listEventWriters(connection));
  const range = { afterSequence: progress.position, limit: AT_ONCE };
  const rows = await listEvents(connection, range);
  if (living) resolveHole(progress, living);
  const events = takeInOrder(progress, rows);
  const last = rows.at(-1);
  if (!last || events.length === rows.length) {
    return { events, next: rows.length === AT_ONCE ? 'more' : 'later' };
  }
  // Query writers after the rows: a transaction with a lower number is listed here or has ended.
  progress.hole ??= { upTo: last.sequence, writers: await listEventWriters(connection) };
  return { events, next: progress.hole.writers.length === 0 ? 'more' : 'soon' };
}

/** Removes ended writers; when all have ended, missing numbers will not appear. */
function resolveHole(progress: Progress, living: readonly string[]): void {
  const { hole } = progress;
  if (!hole) return;
  const writers = hole.writers.filter((writer) => living.includes(writer));
  progress.hole = writers.length === 0 ? undefined : { ...hole, writers };
  if (writers.length === 0) progress.settledUpTo = hole.upTo;
}

/** The rows up to the first number that is missing and may still appear. */
function takeInOrder(progress: Progress, rows: readonly SequencedEvent[]): SequencedEvent[] {
  const batch: SequencedEvent[] = [];
  for (const row of rows) {
    const isNext = row.sequence === progress.position + 1;
    if (!isNext && row.sequence > progress.settledUpTo) break;
    progress.position = row.sequence;
    batch.push(row);
  }
  return batch;
}

/** The last sequence number, once no lower one can appear. */
async function findSettledEnd(connection: Connection): Promise<number> {
  const { last } = await findSequenceEnds(connection);
  let writers = await listEventWriters(connection);
  while (writers.length > 0) {
    await pause(SETTLE_MILLIS);
    const living = new Set(await listEventWriters(connection));
    writers = writers.filter((writer) => living.has(writer));
  }
  return last;
}

/** The start position of a stream. */
export interface StreamStart {
  /** Events with a higher sequence number are sent. */
  readonly after: number;
  /** The reported position: an event ID or a number of the outbox. */
  readonly place: string;
  /** Whether the requested position is no longer known. */
  readonly isReset: boolean;
}

const LONGEST_PLACE = 100;
const NUMBERED = /^seq_(\d{1,15})$/;

/**
 * Finds the start of a stream after `lastEventId`; when that is absent or no longer stored, the
 * start is `position`, the newest event that can be sent.
 */
export async function findStreamStart(
  connection: Connection,
  requested: {
    readonly orgId: string;
    readonly lastEventId: string | undefined;
    readonly position: number;
  },
): Promise<StreamStart> {
  const { lastEventId, position } = requested;
  const now = { after: position, place: `seq_${position}`, isReset: false };
  if (lastEventId === undefined || lastEventId === '') return now;
  const after = await findPlace(connection, { orgId: requested.orgId, lastEventId });
  return after === undefined
    ? { ...now, isReset: true }
    : { after, place: lastEventId, isReset: false };
}

/** The sequence number of a position; undefined when later events are no longer stored. */
async function findPlace(
  connection: Connection,
  { orgId, lastEventId }: { readonly orgId: string; readonly lastEventId: string },
): Promise<number | undefined> {
  const numbered = NUMBERED.exec(lastEventId)?.[1];
  if (numbered === undefined) {
    if (lastEventId.length > LONGEST_PLACE || lastEventId.includes('\0')) return undefined;
    return findEventSequence(connection, { id: lastEventId, orgId });
  }
  const { first, last } = await findSequenceEnds(connection);
  const place = Number(numbered);
  return place >= first - 1 && place <= last ? place : undefined;
}
