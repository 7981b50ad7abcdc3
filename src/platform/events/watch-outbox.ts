import type { SequencedEvent } from '../../storage/system/outbox.ts';
import type { Runtime } from '../runtime.ts';
import { openOutboxReader } from './outbox-reader.ts';

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
  { database, eventBell }: Runtime,
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
  const endListening = eventBell?.listen(wake);
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
