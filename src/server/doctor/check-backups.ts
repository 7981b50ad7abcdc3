import type { BackupJournal } from '../backup/backup-journal.ts';
import { type Finding, failed, passed, warned } from './finding.ts';

const HOUR_MILLIS = 3_600_000;
const OLD_HOURS = 7 * 24;

const BY_HAND =
  'make one now: farmctl backup FILE; by the clock: farmctl serve --backup-dir FOLDER';

/** There is a recent backup, and the last attempt did not fail. */
export function checkBackups(facts: {
  readonly journal: BackupJournal;
  /** Whether the file of the last backup is still there. */
  readonly isThere: boolean;
  readonly now: number;
}): Finding {
  const { journal, isThere, now } = facts;
  const { lastBackup, lastFailure, schedule } = journal;
  if (lastFailure) {
    const finding = `the backup of ${lastFailure.at} failed: ${lastFailure.message}`;
    return failed('backups', finding, 'see to the cause, then make one: farmctl backup FILE');
  }
  const plan = schedule ? `, by the clock at "${schedule.at}" into ${schedule.folder}` : '';
  if (!lastBackup) return warned('backups', `no backup is known${plan}`, BY_HAND);
  const hours = Math.max(0, Math.floor((now - Date.parse(lastBackup.at)) / HOUR_MILLIS));
  const age = hours < 48 ? `${hours} hours` : `${Math.floor(hours / 24)} days`;
  const finding = `the last backup is ${age} old: ${lastBackup.file}${plan}`;
  if (!isThere) {
    const gone = `${lastBackup.file} of ${lastBackup.at} is no longer there${plan}`;
    return warned(
      'backups',
      gone,
      'see where it went; where it was moved to another place, all is well',
    );
  }
  return hours > OLD_HOURS ? warned('backups', finding, BY_HAND) : passed('backups', finding);
}
