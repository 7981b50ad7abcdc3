import type { ArchiveFacts } from '../../storage/postgres/server-facts.ts';
import { type Finding, failed, passed, warned } from './finding.ts';

/** PostgreSQL archives its log, so that any moment can be restored. */
export function checkArchive({ isOn, lastArchived, lastFailed }: ArchiveFacts): Finding {
  if (!isOn) {
    return warned(
      'backups',
      'the server does not archive its log, and farmctl cannot see when pg_dump ran last',
      'back up with pg_dump by the clock (farmctl backup FILE --database URL --run), or set archive_mode',
    );
  }
  if (lastFailed !== undefined) {
    const at = new Date(lastFailed).toISOString();
    return failed(
      'backups',
      `archiving the log failed at ${at}`,
      'see to archive_command on the server',
    );
  }
  if (lastArchived === undefined) {
    return warned('backups', 'nothing of the log was archived yet', 'look again in an hour');
  }
  return passed('backups', `the log is archived, last at ${new Date(lastArchived).toISOString()}`);
}
