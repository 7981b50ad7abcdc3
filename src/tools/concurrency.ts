/** Runs a work when it is its turn. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets `most` works run at a time; the others wait in order. Beyond `mostWaiting` that wait,
 * `refusal` is thrown.
 */
export function createTurns(options: {
  readonly most: number;
  readonly mostWaiting: number;
  readonly refusal: () => Error;
}): Turns {
  const { most, mostWaiting, refusal } = options;
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) {
      if (waiting.length >= mostWaiting) throw refusal();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Tells those who listen that something has happened; what it was they see for themselves. */
export interface Bell {
  ring(): void;
  /** Calls the listener at every ring from now on; returns what ends that. */
  listen(listener: () => void): () => void;
}

/** Makes a bell that nobody listens to yet. */
export function createBell(): Bell {
  const listeners = new Set<() => void>();
  return {
    ring() {
      for (const listener of listeners) listener();
    },
    listen(listener) {
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
