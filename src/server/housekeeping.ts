import type { Logger } from 'pino';
import { limits } from '../model/limits.ts';
import type { Runtime } from '../platform/runtime.ts';
import { forgetAnswers } from '../storage/system/idempotency.ts';
import { formatInstant } from '../tools/calendar.ts';

const HOUR_MILLIS = 3_600_000;

/** Throws away, hour by hour, what is no longer needed; returns what stops it. */
export function startHousekeeping(runtime: Runtime, log: Logger): () => void {
  const timer = setInterval(() => {
    cleanUp(runtime).catch((error) => log.warn({ err: error }, 'housekeeping failed'));
  }, HOUR_MILLIS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Forgets the answers kept for repeated requests once they are past their time. */
export async function cleanUp(runtime: Runtime): Promise<void> {
  const before = formatInstant(runtime.clock.now() - limits.idempotencyHours * HOUR_MILLIS);
  await runtime.database.transaction((transaction) => forgetAnswers(transaction, before));
}
