import { setTimeout as pause } from 'node:timers/promises';
import type { Connection } from '../../storage/database.ts';
import {
  findSequenceEnds,
  listEvents,
  listEventWriters,
  type SequencedEvent,
} from '../../storage/system/outbox.ts';

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
  if (living) settleHole(progress, living);
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
function settleHole(progress: Progress, living: readonly string[]): void {
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
