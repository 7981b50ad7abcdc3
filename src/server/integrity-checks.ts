import type { Logger } from 'pino';
import type { StorageCondition } from '../storage/database.ts';
import { formatInstant } from '../tools/calendar.ts';
import { systemClock } from '../tools/clock.ts';
import { jsonColumns, runSqliteTask } from './backup/sqlite-task.ts';
import type { Service } from './compose.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';

/** When the file is checked; all in milliseconds. */
export interface CheckTimes {
  /** From the start of the server to the first check. */
  readonly first: number;
  /** Between two checks, at least. */
  readonly pause: number;
  /** For each millisecond that the last check took: a long one is made less often. */
  readonly pausePerMilli: number;
}

const TIMES: CheckTimes = { first: 10_000, pause: 15 * 60_000, pausePerMilli: 200 };

/**
 * The server, with its database file checked again and again by a process of its own: every page and
 * every index. `/readyz`, the metrics and `doctor` report the result; while it is damage, nothing is
 * written. A database without a file is left to its server.
 */
export function withIntegrityChecks(
  server: RunningServer,
  { runtime, log }: Pick<Service, 'runtime' | 'log'>,
  file: string | undefined,
  times: CheckTimes = TIMES,
): RunningServer {
  const { condition } = runtime.database;
  if (!condition || file === undefined) return server;
  return endingFirst(server, startChecks({ file, condition, log, times }));
}

/** Begins the checks; returns what ends them. */
function startChecks(input: {
  readonly file: string;
  readonly condition: StorageCondition;
  readonly log: Logger;
  readonly times: CheckTimes;
}): () => Promise<void> {
  const { file, condition, log, times } = input;
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const checkOnce = async () => {
    try {
      await check(file, condition, log, stopping.signal);
    } catch (error) {
      if (!stopping.signal.aborted) {
        log.warn({ err: error }, 'the integrity check of the database could not be made');
      }
    }
    if (stopping.signal.aborted) return;
    const millis = condition.lastCheck()?.millis ?? 0;
    plan(Math.max(times.pause, millis * times.pausePerMilli));
  };
  const plan = (millis: number) => {
    timer = setTimeout(() => {
      running = checkOnce();
    }, millis).unref();
  };
  plan(times.first);
  return async () => {
    stopping.abort();
    clearTimeout(timer);
    await running;
  };
}

async function check(
  file: string,
  condition: StorageCondition,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  const start = performance.now();
  const fault = await runSqliteTask(
    { kind: 'slices', source: file, values: jsonColumns() },
    signal,
  );
  const millis = Math.round(performance.now() - start);
  const wasDamaged = condition.damage() !== undefined;
  condition.checked({ checkedAt: formatInstant(systemClock.now()), millis, fault: fault ?? null });
  if (fault !== undefined) {
    log.error({ fault, file }, 'the database is damaged: nothing is written; see farmctl doctor');
  } else if (wasDamaged) {
    log.warn({ file }, 'the integrity check finds no damage any more: writing goes on');
  }
}
