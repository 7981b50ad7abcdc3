import type { Logger } from 'pino';
import { limits } from '../model/limits.ts';
import { conversationsSince } from '../platform/ask/conversation.ts';
import { sweepContents } from '../platform/media/sweep-contents.ts';
import { sweepRetention } from '../platform/retention/sweep-retention.ts';
import type { Runtime } from '../platform/runtime.ts';
import { keepPartitions } from '../storage/postgres/month-partitions.ts';
import { forgetConversations } from '../storage/system/ask-conversations.ts';
import { forgetAnswers } from '../storage/system/idempotency.ts';
import { forgetIdleWindows } from '../storage/system/rate-windows.ts';
import { formatInstant } from '../tools/calendar.ts';
import { everyMillis, type JobRun, scheduleOnce } from './schedule-once.ts';

const HOUR_MILLIS = 3_600_000;
const LEASE_MILLIS = 60_000;

/** Looks after the database hour by hour, one of the instances for all; returns what stops it. */
export function startHousekeeping(runtime: Runtime, log: Logger): () => Promise<void> {
  const job = {
    name: 'housekeeping',
    lastDue: everyMillis(HOUR_MILLIS),
    leaseMillis: LEASE_MILLIS,
    work: (run: JobRun) => keepHouse(runtime, run),
  };
  return scheduleOnce(runtime, job, { log }).stop;
}

/** Does every part of the work, also behind one that fails; throws the first failure at the end. */
async function keepHouse(runtime: Runtime, run: JobRun): Promise<void> {
  const { database, clock } = runtime;
  const isPostgres = database.dialect.name === 'postgres';
  const parts: readonly (() => Promise<unknown>)[] = [
    ...(isPostgres ? [() => keepPartitions(database, clock.now())] : []),
    ...(isPostgres ? [() => forgetIdleWindows(database)] : []),
    () => cleanUp(runtime),
    () => sweepContents(runtime, run.signal),
    () => sweepRetention(runtime, run.signal),
  ];
  const failures: unknown[] = [];
  for (const part of parts) {
    if (run.signal.aborted) break;
    await part().catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Deletes kept answers to repeated requests, and conversations, once they have expired. */
export async function cleanUp(runtime: Runtime): Promise<void> {
  const before = formatInstant(runtime.clock.now() - limits.idempotencyHours * HOUR_MILLIS);
  await runtime.database.transaction((transaction) => forgetAnswers(transaction, before));
  await forgetConversations(runtime.database, conversationsSince(runtime.clock.now()));
}
