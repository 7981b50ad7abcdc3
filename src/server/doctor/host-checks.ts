import type { ArchiveFacts } from '../../storage/postgres/server-facts.ts';
import type { BackupJournal } from '../backup/backup-file.ts';
import { type Finding, failed, megabytes, passed, skipped, warned } from './finding.ts';

const OLDEST_NODE = [20, 18, 1] as const;
const FEW_FILES = 4096;

/** Node.js is recent enough; says which SQLite is in use. */
export function checkRuntime(facts: {
  readonly nodeVersion: string;
  /** Name and version of the driver: `@photostructure/sqlite 3.53.0`. */
  readonly driver: string;
}): Finding {
  const finding = `Node.js ${facts.nodeVersion}, ${facts.driver}`;
  if (isOlder(facts.nodeVersion)) {
    return failed('runtime', finding, `use Node.js ${OLDEST_NODE.join('.')} or later`);
  }
  return passed('runtime', finding);
}

function isOlder(version: string): boolean {
  const numbers = version.split('.').map(Number);
  for (const [index, oldest] of OLDEST_NODE.entries()) {
    const number = numbers[index] ?? 0;
    if (number !== oldest) return number < oldest;
  }
  return false;
}

/** There are enough file handles for connections and files. */
export function checkOpenFiles(limit: number | undefined): Finding {
  if (limit === undefined) return skipped('openFiles', 'this system does not say its limit');
  const finding = `up to ${limit} files and connections may be open`;
  if (limit >= FEW_FILES) return passed('openFiles', finding);
  return warned('openFiles', finding, `raise the limit to ${FEW_FILES} or more (ulimit -n)`);
}

/** Below this the next busy hour may find the disk full. */
const LEAST_FREE_BYTES = 100_000_000;

/** There is room for a second copy of the database, as a restore needs it. */
export function checkDisk(facts: {
  readonly freeBytes: number;
  readonly databaseBytes: number;
}): Finding {
  const { freeBytes, databaseBytes } = facts;
  const finding = `${megabytes(freeBytes)} are free, the database has ${megabytes(databaseBytes)}`;
  if (freeBytes < LEAST_FREE_BYTES) {
    return failed('disk', finding, 'make room now: writes are refused when the disk is full');
  }
  if (freeBytes < databaseBytes) {
    return warned('disk', finding, 'make room: a copy of the database does not fit');
  }
  return passed('disk', finding);
}

const LARGE_BYTES = 256_000_000;

/** The write-ahead log is given back when nobody reads for long. */
export function checkLog(facts: {
  readonly logBytes: number;
  readonly databaseBytes: number;
}): Finding {
  const { logBytes, databaseBytes } = facts;
  const finding = `the write-ahead log has ${megabytes(logBytes)}`;
  if (logBytes <= Math.max(LARGE_BYTES, databaseBytes)) return passed('log', finding);
  return warned(
    'log',
    finding,
    'see whether another program, such as a backup, has been reading the database for long',
  );
}

/** Access rights of a folder or a file in it. */
export interface AccessFact {
  readonly path: string;
  /** The last nine bits: who may read, write and enter. */
  readonly mode: number;
  readonly isFolder: boolean;
}

const OTHERS = 0o077;

/** Nobody but the owner may read the data: the folder is 0700, what lies in it 0600. */
export function checkPermissions(facts: readonly AccessFact[] | undefined): Finding {
  if (!facts) return skipped('permissions', 'this system has no such access rights');
  const open = facts.filter(({ mode }) => (mode & OTHERS) !== 0);
  const file = open.find(({ isFolder }) => !isFolder);
  if (file) {
    const { path, mode } = file;
    return failed('permissions', `others may read ${path} (${octal(mode)})`, `chmod 600 ${path}`);
  }
  const [folder] = open;
  if (folder) {
    const { path, mode } = folder;
    return warned(
      'permissions',
      `others may look into ${path} (${octal(mode)})`,
      `chmod 700 ${path}`,
    );
  }
  return passed('permissions', 'nobody else may read the folder and its files');
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

/** SQLite syncs every commit: `synchronous` of a connection after its first write is 2 or 3. */
export function checkSynchronous(synchronous: number): Finding {
  if (synchronous >= 2)
    return passed('synchronous', 'every commit is on the disk when it is answered');
  return failed(
    'synchronous',
    `commits are not synced (synchronous is ${synchronous})`,
    'use another Node.js or build of SQLite; a power cut would lose writes',
  );
}

/** PostgreSQL syncs every commit. */
export function checkServerSync(isDurable: boolean): Finding {
  if (isDurable) return passed('synchronous', 'every commit is on the disk when it is answered');
  return failed(
    'synchronous',
    'the server does not sync every commit',
    'set fsync, full_page_writes and synchronous_commit to on',
  );
}

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

/** Entries may be written by an instance whose clock is a little ahead. */
const TOLERANCE_MILLIS = 60_000;

/** The zones are known, and the clock does not stand before what was written already. */
export function checkClock(facts: {
  readonly now: number;
  /** The newest entry of the audit log, milliseconds since 1970; undefined where there is none. */
  readonly newest: number | undefined;
  /** The hour in Jerusalem at 2026-07-01T00:00:00Z, as this program sees it: 3. */
  readonly summerHour: number;
}): Finding {
  const { now, newest, summerHour } = facts;
  if (summerHour !== 3) {
    return failed(
      'clock',
      'the time zones of this Node.js are missing or wrong',
      'use a Node.js with full time zone data (full-icu)',
    );
  }
  if (newest !== undefined && newest > now + TOLERANCE_MILLIS) {
    const ahead = Math.round((newest - now) / 1000);
    return warned(
      'clock',
      `the clock stands ${ahead} s before the newest entry of the audit log`,
      'set the clock of this machine, best by NTP',
    );
  }
  return passed('clock', `${new Date(now).toISOString()}, time zones are known`);
}

const NOTABLE_SECONDS = 5;
/** Receivers of webhooks refuse signatures that are older than this. */
const HARMFUL_SECONDS = 300;

/** The clock of this machine and that of the server say the same. */
export function checkServerClock(facts: {
  /** The `Date` header of an answer; undefined where the server sent none. */
  readonly date: string | undefined;
  /** When the answer came, milliseconds since 1970. */
  readonly now: number;
}): Finding {
  const there = Date.parse(facts.date ?? '');
  if (Number.isNaN(there)) return skipped('serverClock', 'the server does not say its time');
  const difference = Math.round((facts.now - there) / 1000);
  const seconds = Math.abs(difference);
  if (seconds <= NOTABLE_SECONDS) return passed('serverClock', 'the clocks agree');
  const finding = `this machine is ${seconds} s ${difference > 0 ? 'ahead of' : 'behind'} the server`;
  const whatToDo = 'set the clock that is wrong, best by NTP';
  return seconds > HARMFUL_SECONDS
    ? failed('serverClock', finding, whatToDo)
    : warned('serverClock', finding, whatToDo);
}
