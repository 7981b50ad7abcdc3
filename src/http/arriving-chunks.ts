import type { Readable } from 'node:stream';
import { FarmError } from '../model/errors.ts';
import { limits } from '../model/limits.ts';

/** How long a body may take. */
export interface Patience {
  /** Until its end. */
  readonly totalMillis: number;
  /** Without anything of it coming. */
  readonly silenceMillis: number;
}

const PATIENCE: Patience = {
  totalMillis: limits.uploadMillis,
  silenceMillis: limits.uploadSilenceMillis,
};

/**
 * The bytes of a body as they arrive. Throws `request_timeout` when nothing comes for too long, all
 * of it takes too long, or the caller goes away. Leaving it early leaves the connection as it is, so
 * that the refusal can be answered.
 */
export async function* arrivingChunks(
  body: Readable,
  { totalMillis, silenceMillis }: Patience = PATIENCE,
): AsyncGenerator<Uint8Array> {
  const iterator = body.iterator({ destroyOnReturn: false });
  const end = performance.now() + totalMillis;
  try {
    for (;;) {
      const left = Math.min(silenceMillis, end - performance.now());
      const next = await within(left, iterator.next());
      if (next.done) return;
      yield next.value as Uint8Array;
    }
  } finally {
    // Lets go of the body, so that its rest can be discarded; not awaited, as nothing may arrive.
    void iterator.return?.();
  }
}

async function within<T>(millis: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(tooSlow()), Math.max(0, millis));
  });
  try {
    return await Promise.race([work.catch(cut), late]);
  } finally {
    clearTimeout(timer);
  }
}

function cut(): never {
  throw new FarmError('request_timeout', {
    message: 'The connection ended before the whole file had arrived.',
  });
}

function tooSlow(): FarmError {
  return new FarmError('request_timeout', {
    message: 'The file did not arrive in time.',
    headers: { connection: 'close' },
  });
}
