import { readFileSync } from 'node:fs';

const SCHEDULED = '/proc/thread-self/schedstat';
const NANOS_PER_MILLI = 1e6;

/** What a work cost the thread that ran it. */
export interface ThreadCost {
  /** The longest time for which nothing else could run on the thread. */
  readonly longest: number;
  readonly total: number;
}

/**
 * Milliseconds of CPU that a work takes on this thread, in all and at most between two turns of the
 * event loop. Where the system does not tell the CPU of a thread, the time that passes.
 */
export async function costOf(work: () => Promise<unknown>): Promise<ThreadCost> {
  let longest = 0;
  let isDone = false;
  await new Promise(setImmediate);
  const began = threadMillis();
  let last = began;
  const probe = () => {
    const now = threadMillis();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isDone) setImmediate(probe);
  };
  setImmediate(probe);
  try {
    await work();
  } finally {
    isDone = true;
    probe();
  }
  return { longest, total: last - began };
}

/** Milliseconds of CPU that this thread has taken; where the system does not tell, the time. */
export function threadMillis(): number {
  try {
    return Number(readFileSync(SCHEDULED, 'utf8').split(' ', 1)[0]) / NANOS_PER_MILLI;
  } catch {
    return performance.now();
  }
}
