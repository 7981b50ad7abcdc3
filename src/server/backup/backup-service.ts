import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cron } from 'croner';
import { FarmError, refused } from '../../model/core/errors.ts';
import type {
  BackupService,
  BackupState,
  MadeBackup,
} from '../../platform/administration/backups.ts';
import type { Database } from '../../storage/core/database.ts';
import { readServerFacts } from '../../storage/postgres/server-facts.ts';
import { formatInstant, HOUR_MILLIS } from '../../tools/calendar.ts';
import { type DatabaseLocation, databaseFile } from '../core/open-database.ts';
import {
  type BackupJournal,
  type BackupSchedule,
  backupName,
  listBackups,
  MODE,
  readJournal,
} from './backup-file.ts';
import { BackupRefused, copyDatabase, PARTIAL, partialName } from './copy-database.ts';
import { backUpPostgres, findToolMajor, type ToolRun } from './postgres-backup.ts';

const MOST_LISTED = 100;
const DOWNLOAD = 'backup-download.db';
const RETRY_SECONDS = '60';

/** Creates the backup service of a server; undefined if the database is in memory. */
export function createBackupService(
  location: DatabaseLocation,
  database: Database,
  environment: ToolRun['environment'],
): BackupService | undefined {
  if (location.kind === 'sqlite') return sqliteBackups(location.dataDir);
  return location.kind === 'postgres'
    ? postgresBackups(location.url, database, environment)
    : undefined;
}

function sqliteBackups(dataDir: string): BackupService {
  removeAbandoned(dataDir);
  return {
    state: async (now) => journalState(readJournal(dataDir), now),
    async make(signal, now) {
      const file = partialName(join(dataDir, DOWNLOAD));
      await copyDatabase(databaseFile(dataDir), file, { signal }).catch(throwRefusal);
      return describeFile(file, {
        fileName: backupName(now, 'db'),
        contentType: 'application/vnd.sqlite3',
        remove: () => rm(file, { force: true }),
      });
    },
  };
}

/** Deletes leftover downloads of an earlier server; this one has locked the folder. */
function removeAbandoned(dataDir: string): void {
  const names = readdirSync(dataDir).filter((name) => name.startsWith(DOWNLOAD + PARTIAL));
  for (const name of names) rmSync(join(dataDir, name), { force: true });
}

function journalState(journal: BackupJournal, now: number): BackupState {
  const { lastBackup, lastFailure, schedule } = journal;
  const listed = schedule ? listFolder(schedule, journal, now) : [];
  return {
    obstacle: null,
    schedule: schedule ? { ...schedule, nextAt: nextTime(schedule) } : null,
    lastBackup: lastBackup
      ? {
          ...lastBackup,
          ageHours: hoursSince(lastBackup.at, now),
          isThere: existsSync(lastBackup.file),
        }
      : null,
    lastFailure: lastFailure ?? null,
    archive: null,
    total: listed.length,
    backups: listed.slice(0, MOST_LISTED),
  };
}

function listFolder(
  { folder }: BackupSchedule,
  { made = [] }: BackupJournal,
  now: number,
): BackupState['backups'] {
  // A folder that was unmounted in the meantime lists no backups.
  const names = existsSync(folder) ? listBackups(folder).toReversed() : [];
  return names.flatMap((name) => {
    const status = statSync(join(folder, name), { throwIfNoEntry: false });
    if (!status) return [];
    const recorded = made.find((backup) => backup.file === join(folder, name));
    const at = recorded?.at ?? formatInstant(status.mtimeMs);
    const verified = recorded ? recorded.bytes === status.size : null;
    return [{ name, at, ageHours: hoursSince(at, now), bytes: status.size, verified }];
  });
}

function hoursSince(at: string, now: number): number {
  return Math.max(0, Math.floor(((now - Date.parse(at)) / HOUR_MILLIS) * 10) / 10);
}

function nextTime({ at }: BackupSchedule): string | null {
  const next = new Cron(at, { paused: true, mode: MODE }).nextRun();
  return next ? formatInstant(next.getTime()) : null;
}

function postgresBackups(
  url: string,
  database: Database,
  environment: ToolRun['environment'],
): BackupService {
  return {
    async state() {
      const { archive, major } = await readServerFacts(database);
      const toolMajor = await findToolMajor('pg_dump', environment);
      return {
        obstacle: toolObstacleOf(toolMajor, major),
        schedule: null,
        lastBackup: null,
        lastFailure: null,
        archive: {
          isOn: archive.isOn,
          lastArchivedAt: instantOf(archive.lastArchived),
          lastFailedAt: instantOf(archive.lastFailed),
        },
        total: 0,
        backups: [],
      };
    },
    async make(signal, now) {
      const { major } = await readServerFacts(database);
      const obstacle = toolObstacleOf(await findToolMajor('pg_dump', environment), major);
      if (obstacle) throw refused(obstacle.code, obstacle.message);
      const folder = await mkdtemp(join(tmpdir(), 'farmctl-backup-'));
      const remove = () => rm(folder, { recursive: true, force: true });
      const file = join(folder, 'farm.dump');
      try {
        await backUpPostgres({ url, file, environment, signal });
      } catch (error) {
        await remove();
        return throwRefusal(error);
      }
      return describeFile(file, {
        fileName: backupName(now, 'dump'),
        contentType: 'application/octet-stream',
        remove,
      });
    },
  };
}

function instantOf(millis: number | undefined): string | null {
  return millis === undefined ? null : formatInstant(millis);
}

function toolObstacleOf(toolMajor: number | undefined, serverMajor: number) {
  if (toolMajor === undefined) {
    return {
      code: 'pg_dump_missing',
      message:
        'pg_dump is not on the PATH of the server: install the client programs of PostgreSQL there, or back up with farmctl backup FILE --database URL --run.',
    } as const;
  }
  if (toolMajor >= serverMajor) return null;
  return {
    code: 'pg_dump_too_old',
    message: `pg_dump on the server has version ${toolMajor}, PostgreSQL ${serverMajor}: install version ${serverMajor} or later of the client programs.`,
  } as const;
}

async function describeFile(
  file: string,
  backup: Pick<MadeBackup, 'fileName' | 'contentType' | 'remove'>,
): Promise<MadeBackup> {
  try {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk);
    const { size: bytes } = statSync(file);
    return { ...backup, bytes, sha256: hash.digest(), open: () => createReadStream(file) };
  } catch (error) {
    await backup.remove();
    throw error;
  }
}

/** Throws a failed copy as an error of the service; other errors are rethrown. */
function throwRefusal(error: unknown): never {
  if (!(error instanceof BackupRefused)) throw error;
  throw new FarmError('unavailable', {
    code: 'backup_failed',
    message: `The backup failed: ${error.message}.`,
    headers: { 'retry-after': RETRY_SECONDS },
    cause: error,
  });
}
