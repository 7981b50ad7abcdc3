import { lstatSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { message } from '../../model/core/message.ts';
import type { StorageCondition } from '../../storage/core/database.ts';
import { UnusableDatabase } from '../../storage/core/errors.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { systemClock } from '../../tools/clock.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { quoteWord } from '../../tools/words.ts';
import {
  type BackupSchedule,
  backupName,
  backupToFile,
  findScheduleFault,
  isBackupName,
  listBackups,
  type NotedBackup,
  readJournal,
  recordInJournal,
  runAt,
} from '../backup/backup-file.ts';
import { jsonColumns, PARTIAL, runSqliteTask } from '../backup/copy-database.ts';
import type { Service } from '../core/compose-service.ts';
import { closedWith, type RunningServer } from './running-server.ts';

/** Times of the integrity checks, in milliseconds. */
export interface CheckTimes {
  /** Delay from the start of the server to the first check. */
  readonly first: number;
  /** Minimum pause between two checks. */
  readonly pause: number;
  /** Additional pause per millisecond of the last check: long checks run less often. */
  readonly pausePerMilli: number;
}

const TIMES: CheckTimes = { first: 10_000, pause: 15 * 60_000, pausePerMilli: 200 };

/**
 * Adds periodic integrity checks of the database file to a server: a child process checks every
 * page and every index. `/readyz`, the metrics and `doctor` report the result; writes are refused
 * while damage is known. Databases without a file are not checked.
 */
export function withIntegrityChecks(
  server: RunningServer,
  { runtime, log }: Pick<Service, 'runtime' | 'log'>,
  file: string | undefined,
  times: CheckTimes = TIMES,
): RunningServer {
  const { condition } = runtime.database;
  if (!condition || file === undefined) return server;
  return closedWith(server, startChecks({ file, condition, log, times }));
}

/** Starts the checks; returns a function that stops them. */
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

/** Dependencies of scheduled backups. */
export interface ScheduledBackups {
  readonly dataDir: string;
  readonly schedule: BackupSchedule;
  readonly log: Logger;
}

/** Throws UnusableDatabase if the schedule is invalid or the database is not in a folder. */
export function requireBackupsFit(
  backups: BackupSchedule | undefined,
  dataDir: string | undefined,
): void {
  if (!backups) return;
  if (dataDir === undefined) {
    throw new UnusableDatabase(
      '--backup-dir is for the embedded database',
      'back PostgreSQL up with what "farmctl backup FILE --database URL" says',
      { explanation: message('fault.backupOnlyEmbedded') },
    );
  }
  const fault = findScheduleFault(backups.at);
  if (fault !== undefined) {
    throw new UnusableDatabase(
      `--backup-at "${backups.at}" is no time (${fault})`,
      'say it as of cron, such as "0 3 * * *"',
      { explanation: message('fault.backupTimeInvalid', { at: backups.at }) },
    );
  }
  if (!statSync(backups.folder, { throwIfNoEntry: false })?.isDirectory()) {
    const { folder } = backups;
    throw new UnusableDatabase(`there is no folder ${folder} for the backups`, 'make it', {
      explanation: message('fault.backupFolderMissing', { folder, path: quoteWord(folder) }),
    });
  }
}

/** Adds scheduled backups to a server; they stop with it. */
export function withBackups(server: RunningServer, backups: ScheduledBackups): RunningServer {
  const stopping = new AbortController();
  const { schedule } = backups;
  let running: Promise<void> = Promise.resolve();
  const stop = runAt(schedule.at, () => {
    running = backUpOnce(backups, { now: systemClock.now(), signal: stopping.signal });
    return running;
  });
  return {
    ...server,
    async close() {
      stop();
      stopping.abort(new Error('the server is stopping'));
      await Promise.all([server.close(), running]);
    },
  };
}

/** Creates one backup and deletes the oldest; failures are logged and recorded in the journal. */
export async function backUpOnce(
  { dataDir, schedule, log }: ScheduledBackups,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<void> {
  const at = formatInstant(now);
  const start = performance.now();
  try {
    const file = join(schedule.folder, backupName(now));
    const { bytes, rows } = await backupToFile({ dataDir, file, signal });
    const lastBackup = { at, file, bytes };
    const removed = removeExpired(schedule.folder, schedule.keep, now);
    const keptBackups = stillKept(
      [...(readJournal(dataDir).made ?? []), lastBackup],
      schedule.folder,
    );
    recordInJournal(dataDir, { lastBackup, made: keptBackups, lastFailure: undefined });
    const millis = Math.round(performance.now() - start);
    log.info({ file, bytes, rows, millis, removed }, 'a backup was made');
  } catch (error) {
    if (signal.aborted) return;
    const message = messageOf(error);
    recordInJournal(dataDir, { lastFailure: { at, message } });
    log.error({ err: error }, 'the backup failed');
  }
}

const PARTIAL_NAME = new RegExp(
  `^farmctl-\\d{8}-\\d{6}\\.db\\${PARTIAL}\\d+-[0-9a-f]{8}(-journal)?$`,
);
const STALE_MILLIS = 24 * 3_600_000;

/** The journal entries whose files still exist in the folder. */
function stillKept(backups: readonly NotedBackup[], folder: string): readonly NotedBackup[] {
  const files = new Set(listBackups(folder).map((name) => join(folder, name)));
  return backups.filter(({ file }) => files.has(file));
}

/** The names of the oldest backups beyond the number to keep. */
export function expiredBackups(names: readonly string[], count: number): readonly string[] {
  const backupNames = names.filter(isBackupName).sort();
  return backupNames.slice(0, Math.max(0, backupNames.length - count));
}

/** Deletes the oldest backups and leftovers of interrupted ones; returns the deleted names. */
export function removeExpired(folder: string, count: number, now: number): readonly string[] {
  const expired = [...expiredBackups(listBackups(folder), count), ...staleParts(folder, now)];
  for (const name of expired) rmSync(join(folder, name), { force: true });
  return expired;
}

function staleParts(folder: string, now: number): readonly string[] {
  const parts = readdirSync(folder).filter((name) => PARTIAL_NAME.test(name));
  return parts.filter((name) => {
    const status = lstatSync(join(folder, name), { throwIfNoEntry: false });
    return status?.isFile() && now - status.mtimeMs > STALE_MILLIS;
  });
}
