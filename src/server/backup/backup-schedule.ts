import { Cron } from 'croner';

const MODE = '5-or-6-parts';

/** When backups are made, where to, and how many stay. */
export interface BackupSchedule {
  /** Absolute path of a folder. */
  readonly folder: string;
  /** As of cron, in the zone of the machine: minute, hour, day, month, weekday; seconds may lead. */
  readonly at: string;
  /** How many of the backups made so are kept, 1 or more. */
  readonly keep: number;
}

/** What is wrong with a time as of cron; undefined when nothing is. */
export function findScheduleFault(at: string): string | undefined {
  try {
    const next = new Cron(at, { paused: true, mode: MODE }).nextRun();
    return next ? undefined : 'it never comes';
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
  }
}

/** Runs `work` at those times, one at a time; returns what ends it. */
export function runAt(at: string, work: () => Promise<void>): () => void {
  const job = new Cron(at, { mode: MODE, protect: true, unref: true }, work);
  return () => job.stop();
}
