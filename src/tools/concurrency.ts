/** Runs a task when its owner's turn comes. */
export type Turns = <T>(work: () => Promise<T>, owner?: string) => Promise<T>;

/**
 * Runs at most `most` tasks concurrently; the others wait, and their owners are served in rotation.
 * Throws `refusal` if `mostWaiting` tasks are already waiting.
 */
export function createTurns(options: {
  readonly most: number;
  readonly mostWaiting: number;
  readonly refusal: () => Error;
}): Turns {
  const { most, mostWaiting, refusal } = options;
  const waiting = createRotation<() => void>();
  let running = 0;
  return async (work, owner = '') => {
    if (running >= most) {
      if (waiting.total() >= mostWaiting) throw refusal();
      await new Promise<void>((resolve) => waiting.add(owner, resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.next();
      if (next) next();
      else running -= 1;
    }
  };
}

/** A queue per owner; owners are served in rotation. */
export interface Rotation<T> {
  readonly total: () => number;
  readonly of: (owner: string) => number;
  readonly add: (owner: string, item: T) => void;
  /** Takes the first item of the next owner; undefined if all queues are empty. */
  readonly next: () => T | undefined;
}

/** Creates an empty rotation. */
export function createRotation<T>(): Rotation<T> {
  const queues = new Map<string, T[]>();
  let total = 0;
  return {
    total: () => total,
    of: (owner) => queues.get(owner)?.length ?? 0,
    add(owner, item) {
      total += 1;
      const queue = queues.get(owner);
      if (queue) queue.push(item);
      else queues.set(owner, [item]);
    },
    next() {
      for (const [owner, queue] of queues) {
        total -= 1;
        const first = queue.shift();
        // Move the owner to the end of the rotation.
        queues.delete(owner);
        if (queue.length > 0) queues.set(owner, queue);
        return first;
      }
      return undefined;
    },
  };
}

/** Notifies subscribers that something changed; they look up what changed. */
export interface Notifier {
  notify(): void;
  /** Subscribes a listener to later notifications; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Creates a notifier without subscribers. */
export function createNotifier(): Notifier {
  const listeners = new Set<() => void>();
  return {
    notify() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * A long computation in steps. The caller may run other work between two steps; the computation
 * itself is synchronous and never waits.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs all steps without a pause and returns the result. */
export function runSteps<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * Wraps an asynchronous query so that it runs one at a time and starts after the call it answers:
 * calls during a running query share the next one.
 */
export function coalesceQueries<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = () => {
    next = undefined;
    const promise = ask();
    current = promise;
    const finish = () => {
      if (current === promise) current = undefined;
    };
    promise.then(finish, finish);
    return promise;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(start, start);
    return next;
  };
}
