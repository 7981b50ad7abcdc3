/** Runs a work of an owner when it is its turn. */
export type Turns = <T>(work: () => Promise<T>, owner?: string) => Promise<T>;

/**
 * Lets `most` works run at a time; the others wait, and their owners are served in rotation. Beyond
 * `mostWaiting` that wait, `refusal` is thrown.
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

/** A queue for each owner; the owners are served in rotation. */
export interface Rotation<T> {
  readonly total: () => number;
  readonly of: (owner: string) => number;
  readonly add: (owner: string, item: T) => void;
  /** Takes the first item of the owner whose turn it is; undefined where nothing waits. */
  readonly next: () => T | undefined;
}

/** Creates a rotation in which nothing waits. */
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
        // The owner goes behind all others.
        queues.delete(owner);
        if (queue.length > 0) queues.set(owner, queue);
        return first;
      }
      return undefined;
    },
  };
}

/** Tells those who listen that something has happened; what it was they see for themselves. */
export interface Notifier {
  notify(): void;
  /** Calls the listener at every ring from now on; returns what ends that. */
  subscribe(listener: () => void): () => void;
}

/** Makes a bell that nobody listens to yet. */
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
 * A long computation in steps. Whoever runs it may let other work run between two of them; the
 * computation itself is synchronous and never waits.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/** The result of steps, run without a pause. */
export function runSteps<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/**
 * A question whose answer is asked for after each call of it, one at a time: calls that come while one
 * is being answered share the next.
 */
export function askedAfterCall<T>(ask: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let next: Promise<T> | undefined;
  const start = () => {
    next = undefined;
    const asked = ask();
    current = asked;
    const over = () => {
      if (current === asked) current = undefined;
    };
    asked.then(over, over);
    return asked;
  };
  return () => {
    if (!current) return start();
    next ??= current.then(start, start);
    return next;
  };
}
