import { limits } from '../../model/core/limits.ts';
import type { Steps } from '../../tools/concurrency.ts';

const waiting: (() => void)[] = [];

/**
 * Resolves in a later turn of the event loop, for at most one caller per turn: however many sliced
 * computations run concurrently, requests are served between any two slices.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(takeTurn);
  });
}

function takeTurn(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(takeTurn);
}

/**
 * Runs the steps of a computation and yields to the event loop whenever they have taken
 * `sliceMillis`, so that a large farm does not block it.
 */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  let startedAt = performance.now();
  let step = steps.next();
  while (!step.done) {
    if (performance.now() - startedAt >= limits.sliceMillis) {
      await nextTurn();
      startedAt = performance.now();
    }
    step = steps.next();
  }
  return step.value;
}

/** Maps items in order, in slices. */
export function mapInSlices<T, R>(items: readonly T[], map: (item: T) => R): Promise<R[]> {
  return runInSlices(mapSteps(items, map));
}

function* mapSteps<T, R>(items: readonly T[], map: (item: T) => R): Steps<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(map(item));
    yield;
  }
  return results;
}

/** Limits how long queries block the event loop without a pause. */
export interface Pace {
  /** A promise to await before the next query if a pause is due. */
  pause(): Promise<void> | undefined;
  time<T>(query: () => T): T;
}

/**
 * SQLite queries run on the thread that serves all requests. Once those of one event-loop turn have
 * taken `millis`, the others wait for a later turn.
 */
export function createPace(millis: number): Pace {
  let usedMillis = 0;
  let pausing: Promise<void> | undefined;
  const pauseOnce = async () => {
    await nextTurn();
    usedMillis = 0;
    pausing = undefined;
  };
  return {
    pause() {
      if (usedMillis >= millis) pausing ??= pauseOnce();
      return pausing;
    },
    time(query) {
      const startedAt = performance.now();
      try {
        return query();
      } finally {
        usedMillis += performance.now() - startedAt;
      }
    },
  };
}

/** Without pauses. */
export const unpaced: Pace = { pause: () => undefined, time: (query) => query() };
