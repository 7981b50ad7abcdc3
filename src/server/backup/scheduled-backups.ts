import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { UnusableDatabase } from '../../storage/unusable-database.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { systemClock } from '../../tools/clock.ts';
import type { RunningServer } from '../running-server.ts';
import { backupToFile } from './backup-file.ts';
import { noteInJournal } from './backup-journal.ts';
import { type BackupSchedule, findScheduleFault, runAt } from './backup-schedule.ts';
import { backupName, removeExpired } from './retention.ts';

/** What the backups of a running server depend on. */
export interface ScheduledBackups {
  readonly dataDir: string;
  readonly schedule: BackupSchedule;
  readonly log: Logger;
}

/** Throws UnusableDatabase for backups of a database that is not in a folder, or a bad schedule. */
export function requireBackupsFit(
  backups: BackupSchedule | undefined,
  dataDir: string | undefined,
): void {
  if (!backups) return;
  if (dataDir === undefined) {
    throw new UnusableDatabase(
      '--backup-dir is for the embedded database',
      'back PostgreSQL up with what "farmctl backup FILE --database URL" says',
    );
  }
  const fault = findScheduleFault(backups.at);
  if (fault !== undefined) {
    throw new UnusableDatabase(
      `--backup-at "${backups.at}" is no time (${fault})`,
      'say it as of cron, such as "0 3 * * *"',
    );
  }
  if (!statSync(backups.folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new UnusableDatabase(`there is no folder ${backups.folder} for the backups`, 'make it');
  }
}

/** The server, with backups that begin with it and end with it. */
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

/** Makes one backup and deletes the oldest; what fails is logged and stands in the journal. */
export async function backUpOnce(
  { dataDir, schedule, log }: ScheduledBackups,
  { now, signal }: { readonly now: number; readonly signal: AbortSignal },
): Promise<void> {
  const at = formatInstant(now);
  const start = performance.now();
  try {
    const file = join(schedule.folder, backupName(now));
    const { bytes, rows } = await backupToFile({ dataDir, file, signal });
    noteInJournal(dataDir, { lastBackup: { at, file, bytes }, lastFailure: undefined });
    const removed = removeExpired(schedule.folder, schedule.keep, now);
    const millis = Math.round(performance.now() - start);
    log.info({ file, bytes, rows, millis, removed }, 'a backup was made');
  } catch (error) {
    if (signal.aborted) return;
    const message = error instanceof Error ? error.message : String(error);
    noteInJournal(dataDir, { lastFailure: { at, message } });
    log.error({ err: error }, 'the backup failed');
  }
}
