import { readFileSync } from 'node:fs';

const SCHEDULED = '/proc/thread-self/schedstat';
const NANOS_PER_MILLI = 1e6;

/** The cost of some work for its thread. */
export interface ThreadCost {
  /** The longest time during which the thread was blocked. */
  readonly longest: number;
  readonly total: number;
}

/**
 * CPU time of some work on this thread in milliseconds, in total and as the maximum between two
 * turns of the event loop. Where the system does not report the CPU time of a thread, the elapsed
 * time.
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

/**
 * CPU time of this thread in milliseconds, or the elapsed time where the system does not report it.
 */
export function threadMillis(): number {
  try {
    return Number(readFileSync(SCHEDULED, 'utf8').split(' ', 1)[0]) / NANOS_PER_MILLI;
  } catch {
    return performance.now();
  }
}
