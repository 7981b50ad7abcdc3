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

/** The slowest answers of `/livez` while a work is under way, in milliseconds. */
export interface SlowestProbe {
  /** As a caller sees it. */
  readonly passed: number;
  /**
   * Without the time in which the main threads of server and prober were ready to run and had no
   * core: how long the event loop was occupied, whatever else runs on the machine. Waiting behind the
   * server's own other processes is left out as well.
   */
  readonly occupied: number;
}

/** Asks for `/livez` again and again until a work ends. */
export async function slowestProbe(server: Probed, work: Promise<unknown>): Promise<SlowestProbe> {
  const over = new AbortController();
  const ended = work.finally(() => over.abort());
  const slowest = { passed: 0, occupied: 0 };
  while (!over.signal.aborted) {
    const began = performance.now();
    const waitedBefore = coreWaits(server.pid);
    await (await fetch(`${server.baseUrl}/livez`)).text();
    const passed = performance.now() - began;
    const waited = coreWaits(server.pid) - waitedBefore;
    slowest.passed = Math.max(slowest.passed, passed);
    slowest.occupied = Math.max(slowest.occupied, passed - waited);
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
