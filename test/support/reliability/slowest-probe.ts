import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Often enough to meet every freeze of interest, and too seldom to cost much. */
const PAUSE_MILLIS = 50;
const NANOS_PER_MILLI = 1e6;

/** What is probed: the address of a server, and its process. */
interface Probed {
  readonly baseUrl: string;
  readonly pid: number;
}

/**
 * The time of the slowest answer of `/livez` while a work is under way, in milliseconds. The time in
 * which the server or the prober were ready to run and other programs had the cores does not count.
 */
export async function slowestProbe(server: Probed, work: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  const ended = work.finally(() => over.abort());
  let slowest = 0;
  while (!over.signal.aborted) {
    const began = performance.now();
    const waitedBefore = coreWaits(server.pid);
    await (await fetch(`${server.baseUrl}/livez`)).text();
    const waited = coreWaits(server.pid) - waitedBefore;
    slowest = Math.max(slowest, performance.now() - began - waited);
    await pause(PAUSE_MILLIS, undefined, { signal: over.signal }).catch(() => {});
  }
  await ended;
  return slowest;
}

/** Milliseconds for which the main threads of a process and of this one have waited for a core. */
function coreWaits(pid: number): number {
  return runDelay(`/proc/${pid}/task/${pid}/schedstat`) + runDelay('/proc/thread-self/schedstat');
}

/** The second number of the file; 0 where the system does not tell. */
function runDelay(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1]) / NANOS_PER_MILLI;
  } catch {
    return 0;
  }
}
