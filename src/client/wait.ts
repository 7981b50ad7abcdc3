import { setTimeout as pause } from 'node:timers/promises';

/** Resolves after so many milliseconds; rejects with the reason of the signal when it is aborted. */
export async function wait(millis: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await pause(millis, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
