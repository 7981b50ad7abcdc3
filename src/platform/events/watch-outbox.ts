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

/** What is done with what is read. */
export interface WatchOptions {
  readonly onEvents: (events: readonly SequencedEvent[], watch: OutboxWatch) => Promise<void>;
  /** Hears of what could not be read; it is tried again by itself. */
  readonly onError: (error: unknown) => void;
  /** How often it looks for events of other instances. */
  readonly pollMillis: number;
}

/** A reader at work. */
export interface OutboxWatch {
  /** All events up to this sequence number were there before, or have been told. */
  readonly position: number;
  end(): void;
}

/** Between two looks while a transaction holds up the order. */
const SOON_MILLIS = 25;

/** Tells of every event from now on, in order: at once when this instance writes it, else by polling. */
export async function watchOutbox(
  { database, eventNotifier }: Runtime,
  { onEvents, onError, pollMillis }: WatchOptions,
): Promise<OutboxWatch> {
  const reader = await openOutboxReader(database);
  let isOver = false;
  let isWanted = false;
  let isLooking = false;
  let soon: NodeJS.Timeout | undefined;

  const lookOnce = async () => {
    isWanted = false;
    const { events, next } = await reader.read();
    if (isOver) return;
    if (events.length > 0) await onEvents(events, watch);
    isWanted ||= next === 'more';
    if (next !== 'soon') return;
    clearTimeout(soon);
    soon = setTimeout(wake, SOON_MILLIS);
  };
  const look = async () => {
    isLooking = true;
    try {
      while (isWanted && !isOver) await lookOnce();
    } catch (error) {
      // The next poll tries again.
      onError(error);
    } finally {
      isLooking = false;
    }
  };
  function wake(): void {
    isWanted = true;
    if (!isLooking && !isOver) void look();
  }
  const timer = setInterval(wake, pollMillis);
  timer.unref();
  const endListening = eventNotifier?.subscribe(wake);
  const watch: OutboxWatch = {
    get position() {
      return reader.position;
    },
    end() {
      isOver = true;
      clearInterval(timer);
      clearTimeout(soon);
      endListening?.();
    },
  };
  wake();
  return watch;
}

/** What one reading gave. */
export interface OutboxReading {
  /** In the order of their sequence numbers; nothing will ever come to stand between them. */
  readonly events: readonly SequencedEvent[];
  /** `more`: read again at once; `soon`: something hangs on a transaction that is under way. */
  readonly next: 'more' | 'soon' | 'later';
}

/** Reads the outbox in its order, each event once. */
export interface OutboxReader {
  /** All events up to this sequence number have been read, or were there before. */
  readonly position: number;
  read(): Promise<OutboxReading>;
}

/** Numbers that are missing below `upTo`, and who may still fill them. */
interface Hole {
  readonly upTo: number;
  readonly writers: readonly string[];
}

/** How far a reader has come. */
interface Progress {
  position: number;
  /** Numbers up to here that are missing were given up. */
  settledUpTo: number;
  hole: Hole | undefined;
}

const AT_ONCE = 500;
const SETTLE_MILLIS = 20;

/**
 * Opens a reader behind all that is written now. On PostgreSQL a sequence number is taken long
 * before it can be seen, so that a lower one may appear after a higher one. The reader never passes
 * a missing number while a transaction lives that had begun to write events when a higher one was
 * seen; when all of those are over and the number is still missing, it was given up.
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
  // Before the rows: who is gone here has left all it wrote to be seen there.
  const living = progress.hole && (await listEventWriters(connection));
  const range = { afterSequence: progress.position, limit: AT_ONCE };
  const rows = await listEvents(connection, range);
  if (living) resolveHole(progress, living);
  const events = takeInOrder(progress, rows);
  const last = rows.at(-1);
  if (!last || events.length === rows.length) {
    return { events, next: rows.length === AT_ONCE ? 'more' : 'later' };
  }
  // After the rows: whoever took a lower number than the last of them is among these or over.
  progress.hole ??= { upTo: last.sequence, writers: await listEventWriters(connection) };
  return { events, next: progress.hole.writers.length === 0 ? 'more' : 'soon' };
}

/** Forgets who is over; when all are, what is still missing will not come. */
function resolveHole(progress: Progress, living: readonly string[]): void {
  const { hole } = progress;
  if (!hole) return;
  const writers = hole.writers.filter((writer) => living.includes(writer));
  progress.hole = writers.length === 0 ? undefined : { ...hole, writers };
  if (writers.length === 0) progress.settledUpTo = hole.upTo;
}

/** The rows up to the first that is missing and may still come. */
function takeInOrder(progress: Progress, rows: readonly SequencedEvent[]): SequencedEvent[] {
  const taken: SequencedEvent[] = [];
  for (const row of rows) {
    const isNext = row.sequence === progress.position + 1;
    if (!isNext && row.sequence > progress.settledUpTo) break;
    progress.position = row.sequence;
    taken.push(row);
  }
  return taken;
}

/** The last sequence number, once nothing can appear below it any more. */
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

/** Where a stream begins. */
export interface StreamStart {
  /** Events with a higher sequence number are told. */
  readonly after: number;
  /** What the stream says of its place: an event, or a number of the outbox. */
  readonly place: string;
  /** Whether it was to go on from a place that is not known any more. */
  readonly isReset: boolean;
}

const LONGEST_PLACE = 100;
const NUMBERED = /^seq_(\d{1,15})$/;

/**
 * Where a stream begins that was last told `lastEventId`: behind that event, or from `position`, the
 * newest that can be told, when it names none or one that is not kept.
 */
export async function findStreamStart(
  connection: Connection,
  asked: {
    readonly orgId: string;
    readonly lastEventId: string | undefined;
    readonly position: number;
  },
): Promise<StreamStart> {
  const { lastEventId, position } = asked;
  const now = { after: position, place: `seq_${position}`, isReset: false };
  if (lastEventId === undefined || lastEventId === '') return now;
  const after = await findPlace(connection, { orgId: asked.orgId, lastEventId });
  return after === undefined
    ? { ...now, isReset: true }
    : { after, place: lastEventId, isReset: false };
}

/** The sequence number of a place; undefined when events behind it are not kept any more. */
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
