import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** Often enough to detect every relevant freeze, and rarely enough to cost little. */
const PAUSE_MILLIS = 50;
const NANOS_PER_MILLI = 1e6;

/** The probed server: its address and its process. */
interface Probed {
  readonly baseUrl: string;
  readonly pid: number;
}

/** The slowest responses of `/livez` during some work, in milliseconds. */
export interface SlowestProbe {
  /** As observed by a caller. */
  readonly passed: number;
  /**
   * Without the time during which the main threads of server and prober were runnable but had no
   * core: the blocking of the event loop, regardless of the load of the machine. Waiting behind the
   * server's other processes is also excluded.
   */
  readonly occupied: number;
}

/** Requests `/livez` repeatedly until some work ends. */
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

/** Milliseconds for which the main threads of a process and of this one waited for a core. */
function coreWaits(pid: number): number {
  return runDelay(`/proc/${pid}/task/${pid}/schedstat`) + runDelay('/proc/thread-self/schedstat');
}

/** The second number of the file; 0 where the system does not report it. */
function runDelay(file: string): number {
  try {
    return Number(readFileSync(file, 'utf8').split(' ')[1]) / NANOS_PER_MILLI;
  } catch {
    return 0;
  }
}
