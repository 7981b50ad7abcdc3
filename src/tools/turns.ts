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
