import { join } from 'node:path';
import { message, sizeOf } from '../../model/core/message.ts';
import { resolveSecret, type SecretPlaces } from '../../platform/integrations/secret-references.ts';
import {
  createIdentityProvider,
  ProviderFailed,
  type ProviderSettings,
} from '../../platform/outbound/identity-provider.ts';
import type { ArchiveFacts } from '../../storage/postgres/server-facts.ts';
import { HOUR_MILLIS } from '../../tools/calendar.ts';
import { systemClock } from '../../tools/clock.ts';
import { quoteWord } from '../../tools/words.ts';
import type { BackupJournal } from '../backup/backup-file.ts';
import { type Finding, failed, foreign, passed, skipped, warned } from './finding.ts';

const OLDEST_NODE = [20, 18, 1] as const;
const FEW_FILES = 4096;

/** Checks that Node.js is recent enough; reports the SQLite driver in use. */
export function checkRuntime(facts: {
  readonly nodeVersion: string;
  /** Name and version of the driver: `@photostructure/sqlite 3.53.0`. */
  readonly driver: string;
}): Finding {
  const finding = foreign(`Node.js ${facts.nodeVersion}, ${facts.driver}`);
  if (isOlder(facts.nodeVersion)) {
    return failed(
      'runtime',
      finding,
      message('doctor.useNode', { version: OLDEST_NODE.join('.') }),
    );
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

/** Checks that there are enough file handles for connections and files. */
export function checkOpenFiles(limit: number | undefined): Finding {
  if (limit === undefined) return skipped('openFiles', message('doctor.noFileLimit'));
  const finding = message('doctor.fileLimit', { limit: String(limit) });
  if (limit >= FEW_FILES) return passed('openFiles', finding);
  const remedy = message('doctor.raiseLimit', { limit: String(FEW_FILES) });
  return warned('openFiles', finding, remedy);
}

/** With less, the next busy hour may fill the disk. */
const LEAST_FREE_BYTES = 100_000_000;

/** Checks that a second copy of the database fits on the disk, as a restore requires. */
export function checkDisk(facts: {
  readonly freeBytes: number;
  readonly databaseBytes: number;
}): Finding {
  const { freeBytes, databaseBytes } = facts;
  const sizes = { free: sizeOf(freeBytes), size: sizeOf(databaseBytes) };
  const finding = message('doctor.disk', sizes);
  if (freeBytes < LEAST_FREE_BYTES) {
    return failed('disk', finding, message('doctor.diskFull'));
  }
  if (freeBytes < databaseBytes) {
    return warned('disk', finding, message('doctor.diskTight'));
  }
  return passed('disk', finding);
}

const LARGE_BYTES = 256_000_000;

/** Checks the size of the write-ahead log, which shrinks only if no reader is active for long. */
export function checkLog(facts: {
  readonly logBytes: number;
  readonly databaseBytes: number;
}): Finding {
  const { logBytes, databaseBytes } = facts;
  const finding = message('doctor.log', { size: sizeOf(logBytes) });
  if (logBytes <= Math.max(LARGE_BYTES, databaseBytes)) return passed('log', finding);
  return warned('log', finding, message('doctor.logToDo'));
}

/** Access rights of a folder or a file in it. */
export interface AccessFact {
  readonly path: string;
  /** The last nine bits: read, write and enter permissions. */
  readonly mode: number;
  readonly isFolder: boolean;
}

const OTHERS = 0o077;

/** Checks that only the owner can read the data: the folder is 0700, its files 0600. */
export function checkPermissions(facts: readonly AccessFact[] | undefined): Finding {
  if (!facts) return skipped('permissions', message('doctor.noRights'));
  const open = facts.filter(({ mode }) => (mode & OTHERS) !== 0);
  const file = open.find(({ isFolder }) => !isFolder);
  if (file) {
    const { path, mode } = file;
    const finding = message('doctor.othersRead', { path, mode: octal(mode) });
    return failed('permissions', finding, foreign(`chmod 600 ${path}`));
  }
  const [folder] = open;
  if (folder) {
    const { path, mode } = folder;
    return warned(
      'permissions',
      message('doctor.othersEnter', { path, mode: octal(mode) }),
      foreign(`chmod 700 ${path}`),
    );
  }
  return passed('permissions', message('doctor.rightsWell'));
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

/**
 * Checks that SQLite syncs every commit: `synchronous` of a connection after its first write is 2
 * or 3.
 */
export function checkSynchronous(synchronous: number): Finding {
  if (synchronous >= 2) return passed('synchronous', message('doctor.synced'));
  return failed(
    'synchronous',
    message('doctor.notSynced', { value: String(synchronous) }),
    message('doctor.notSyncedToDo'),
  );
}

/** Checks that PostgreSQL syncs every commit. */
export function checkServerSync(isDurable: boolean): Finding {
  if (isDurable) return passed('synchronous', message('doctor.synced'));
  return failed(
    'synchronous',
    message('doctor.serverNotSynced'),
    message('doctor.serverNotSyncedToDo'),
  );
}
const OLD_HOURS = 7 * 24;

const BY_HAND = message('doctor.backUp');

/** Checks that there is a recent backup and the last attempt did not fail. */
export function checkBackups(facts: {
  readonly journal: BackupJournal;
  /** Whether the file of the last backup still exists. */
  readonly isThere: boolean;
  readonly now: number;
}): Finding {
  const { journal, isThere, now } = facts;
  const { lastBackup, lastFailure, schedule } = journal;
  if (lastFailure) {
    const { at, message: reason } = lastFailure;
    const finding = message('doctor.backupFailed', { at, reason });
    return failed('backups', finding, message('doctor.backupFailedToDo'));
  }
  const plan = schedule
    ? message('doctor.backupPlan', { at: schedule.at, folder: schedule.folder })
    : '';
  if (!lastBackup) return warned('backups', message('doctor.noBackup', { plan }), BY_HAND);
  const hours = Math.max(0, Math.floor((now - Date.parse(lastBackup.at)) / HOUR_MILLIS));
  const { file, at } = lastBackup;
  const finding =
    hours < 48
      ? message('doctor.backupAgeHours', { count: hours, file, plan })
      : message('doctor.backupAgeDays', { count: Math.floor(hours / 24), file, plan });
  if (!isThere) {
    const missingBackup = message('doctor.backupGone', { file, at, plan });
    return warned('backups', missingBackup, message('doctor.backupGoneToDo'));
  }
  return hours > OLD_HOURS ? warned('backups', finding, BY_HAND) : passed('backups', finding);
}

/** Checks that PostgreSQL archives its log, so that point-in-time recovery is possible. */
export function checkArchive({ isOn, lastArchived, lastFailed }: ArchiveFacts): Finding {
  if (!isOn) {
    return warned('backups', message('doctor.notArchived'), message('doctor.notArchivedToDo'));
  }
  if (lastFailed !== undefined) {
    const at = new Date(lastFailed).toISOString();
    return failed(
      'backups',
      message('doctor.archiveFailed', { at }),
      message('doctor.archiveFailedToDo'),
    );
  }
  if (lastArchived === undefined) {
    return warned('backups', message('doctor.nothingArchived'), message('doctor.lookAgain'));
  }
  const at = new Date(lastArchived).toISOString();
  return passed('backups', message('doctor.archived', { at }));
}

/** Entries may be written by an instance whose clock is slightly ahead. */
const TOLERANCE_MILLIS = 60_000;

/** Checks that time zones are available and that the clock is not behind existing entries. */
export function checkClock(facts: {
  readonly now: number;
  /** The newest entry of the audit log, milliseconds since 1970; undefined if there is none. */
  readonly newest: number | undefined;
  /** The hour in Jerusalem at 2026-07-01T00:00:00Z, as computed by this runtime: 3. */
  readonly summerHour: number;
}): Finding {
  const { now, newest, summerHour } = facts;
  if (summerHour !== 3) {
    return failed('clock', message('doctor.zonesWrong'), message('doctor.zonesToDo'));
  }
  if (newest !== undefined && newest > now + TOLERANCE_MILLIS) {
    const seconds = String(Math.round((newest - now) / 1000));
    return warned('clock', message('doctor.clockBehind', { seconds }), message('doctor.clockToDo'));
  }
  return passed('clock', message('doctor.clockWell', { at: new Date(now).toISOString() }));
}

const NOTABLE_SECONDS = 5;
/** Webhook receivers reject signatures older than this. */
const HARMFUL_SECONDS = 300;

/** Checks that the clocks of this machine and the server agree. */
export function checkServerClock(facts: {
  /** The `Date` header of a response; undefined if the server sent none. */
  readonly date: string | undefined;
  /** When the response arrived, milliseconds since 1970. */
  readonly now: number;
}): Finding {
  const remoteTime = Date.parse(facts.date ?? '');
  if (Number.isNaN(remoteTime)) return skipped('serverClock', message('doctor.noServerTime'));
  const difference = Math.round((facts.now - remoteTime) / 1000);
  const seconds = Math.abs(difference);
  if (seconds <= NOTABLE_SECONDS) return passed('serverClock', message('doctor.clocksAgree'));
  const params = { seconds: String(seconds) };
  const finding =
    difference > 0 ? message('doctor.clockAhead', params) : message('doctor.clockSlow', params);
  const whatToDo = message('doctor.clocksToDo');
  return seconds > HARMFUL_SECONDS
    ? failed('serverClock', finding, whatToDo)
    : warned('serverClock', finding, whatToDo);
}

/**
 * Checks that the OpenID Connect provider publishes its configuration and that its secret is
 * configured.
 */
export async function checkProvider(
  settings: ProviderSettings,
  places: SecretPlaces,
): Promise<Finding> {
  const toDo = message('doctor.providerToDo');
  try {
    const provider = createIdentityProvider(settings, {
      clock: systemClock,
      findSecret: (reference, target) => resolveSecret(reference, { ...target, places }),
      onFailure: () => {},
    });
    try {
      await provider.check();
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      return failed('signIn', foreign(error.message), toDo);
    } finally {
      await provider.close();
    }
  } catch (error) {
    // A forbidden address.
    if (!(error instanceof Error)) throw error;
    return failed('signIn', foreign(error.message), toDo);
  }
  return passed('signIn', message('doctor.providerWell', { issuer: settings.issuer }));
}

/** Reports e-mail channels without a mail server: they send nothing. */
export function checkMailServer(channels: number): readonly Finding[] {
  if (channels === 0) return [];
  return [
    warned(
      'notices',
      message('doctor.noMailServer', { count: channels }),
      message('doctor.noMailServerToDo'),
    ),
  ];
}

/** Where the encryption key of the stored secrets is read from. */
export interface KeyPlace {
  readonly find: () => Uint8Array | undefined;
  /** Its name, for people. */
  readonly name: string;
  /** Whether a server may read it from another place, such as its environment. */
  readonly isElsewhere: boolean;
  /** The folder of the key file; absent if it is not a file. */
  readonly folder?: string;
}

/** Reports that the signing key of the audit log is missing, as after a restore without it. */
export function checkLostKey({ name, isElsewhere, folder }: KeyPlace): readonly Finding[] {
  if (isElsewhere || folder === undefined) return [];
  const place = { name, folder, file: quoteWord(join(folder, name)) };
  return [
    warned('secrets', message('doctor.keyGone', { name }), message('doctor.keyGoneToDo', place)),
  ];
}
