import { setTimeout as pause } from 'node:timers/promises';

/** Often enough to meet every freeze of interest, and too seldom to cost much. */
const PAUSE_MILLIS = 50;

/** The time of the slowest answer of `/livez` while a work is under way, in milliseconds. */
export async function slowestProbe(baseUrl: string, work: Promise<unknown>): Promise<number> {
  const over = new AbortController();
  const ended = work.finally(() => over.abort());
  let slowest = 0;
  while (!over.signal.aborted) {
    const began = performance.now();
    await (await fetch(`${baseUrl}/livez`)).text();
    slowest = Math.max(slowest, performance.now() - began);
    await pause(PAUSE_MILLIS, undefined, { signal: over.signal }).catch(() => {});
  }
  await ended;
  return slowest;
}
