import type { InputPart } from './input-part.ts';

/** The parts as they come, and a pause whenever none comes for so long after another one. */
export async function* withPauses(
  parts: AsyncGenerator<InputPart>,
  pauseMillis: number,
): AsyncGenerator<InputPart> {
  let next = parts.next();
  let isPaused = true;
  try {
    for (;;) {
      const result = isPaused ? await next : await raceWithPause(next, pauseMillis);
      if (result === 'pause') {
        isPaused = true;
        yield { kind: 'pause' };
        continue;
      }
      if (result.done) return;
      isPaused = false;
      yield result.value;
      next = parts.next();
    }
  } finally {
    // Not awaited: the source may be waiting for input that never comes.
    next.then(() => parts.return(undefined)).catch(() => undefined);
  }
}

async function raceWithPause<T>(next: Promise<T>, pauseMillis: number): Promise<T | 'pause'> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<'pause'>((resolve) => {
    timer = setTimeout(() => resolve('pause'), pauseMillis);
  });
  try {
    return await Promise.race([next, pause]);
  } finally {
    clearTimeout(timer);
  }
}
