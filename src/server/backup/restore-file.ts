import { existsSync, renameSync, rmSync } from 'node:fs';
import { message } from '../../model/core/message.ts';
import { UnusableDatabase } from '../../storage/core/errors.ts';
import { requireKnownSchema } from '../../storage/migrations/migrate.ts';
import { openSqliteReader } from '../../storage/sqlite/database.ts';
import { damageOf } from '../../storage/sqlite/dialect.ts';
import { CONDITION_PARTS } from '../../storage/sqlite/file-condition.ts';
import { inspectFile } from '../../storage/sqlite/inspect-file.ts';
import { listOrganisations } from '../../storage/system/organisations.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { databaseFile, incomingFile, openDatabase } from '../core/open-database.ts';
import { anchorFile } from '../core/secrets.ts';
import { lockDatabase, releaseDatabase } from '../core/server-file.ts';
import {
  BackupRefused,
  type Copy,
  type CopyEvents,
  copyDatabase,
  runSqliteTask,
  syncFile,
} from './copy-database.ts';

/** Source and target of a restore. */
export interface RestoreRequest extends CopyEvents {
  /** Absolute path of the backup. */
  readonly file: string;
  readonly dataDir: string;
  /** Milliseconds since 1970, for the name of the kept database. */
  readonly now: number;
  /** Called only if a database exists already; false cancels the restore. */
  readonly mayReplace: (existing: string) => Promise<boolean>;
}

/** A completed restore. */
export interface Restored extends Copy {
  readonly database: string;
  /** New path of the previous database; null if there was none. */
  readonly kept: string | null;
}

/** A database file and its companions: log, log index and condition files. */
const PARTS = ['', '-wal', '-shm', ...CONDITION_PARTS] as const;
/** The parts that contain rows. */
const ROW_PARTS = PARTS.slice(0, 3);

/**
 * Restores the database of a backup into a folder; undefined if the restore was declined. The
 * backup is checked completely before any change; the previous database is kept next to the new
 * one. Throws UnusableDatabase while a server uses the folder, BackupRefused for an unsuitable
 * file.
 */
export async function restoreFile(request: RestoreRequest): Promise<Restored | undefined> {
  const { file, dataDir, signal } = request;
  await requireBackup(file);
  await lockDatabase(dataDir, 'restore');
  try {
    const fault = await runSqliteTask({ kind: 'check', source: file }, signal);
    if (fault !== undefined) {
      throw damaged(file, fault);
    }
    const database = databaseFile(dataDir);
    const existing = ROW_PARTS.map((part) => database + part).filter((path) => existsSync(path));
    if (existing.length > 0 && !(await request.mayReplace(database))) return undefined;
    const incoming = await prepare(request);
    const previous = replace(request, existing.length > 0);
    await verify(dataDir, incoming);
    return { database, kept: previous, ...incoming };
  } finally {
    releaseDatabase(dataDir);
  }
}

/** Throws unless the file is a farmctl database of a supported version. */
async function requireBackup(file: string): Promise<void> {
  if (!existsSync(file)) throw new BackupRefused('missing', message('cli.noFile', { file }));
  try {
    const inspected = inspectFile(file, { isOnlyRead: true });
    if (!inspected) throw new Error(`${file} is gone`);
    const reader = await openSqliteReader(file, { isStill: !inspected.hasLog });
    try {
      if ((await requireKnownSchema(reader)) === 0) throw new Error(`${file} holds no tables`);
      await listOrganisations(reader);
    } finally {
      reader.close();
    }
  } catch (error) {
    const fault = damageOf(error);
    if (fault !== undefined) throw damaged(file, fault, error);
    const finding = findingOf(error);
    throw new BackupRefused('unfit', message('fault.backupUnreadable', { file, finding }), error);
  }
}

function damaged(file: string, fault: string, cause?: unknown): BackupRefused {
  return new BackupRefused('unfit', message('fault.backupDamaged', { file, fault }), cause);
}

function findingOf(error: unknown): string {
  if (error instanceof UnusableDatabase) return error.finding;
  return messageOf(error);
}

/** The copy is complete and on disk before the existing database is moved. */
async function prepare({ file, dataDir, ...events }: RestoreRequest): Promise<Copy> {
  const partial = `${databaseFile(dataDir)}.restoring-partial`;
  rmSync(partial, { force: true });
  const copy = await copyDatabase(file, partial, events);
  renameSync(partial, incomingFile(dataDir));
  syncFile(dataDir);
  return copy;
}

/**
 * Moves the database aside and the copy into its place; returns the new path of the old database.
 * If interrupted in between, the copy still has the name that prevents programs from creating a new
 * database.
 */
function replace({ dataDir, now }: RestoreRequest, isThere: boolean): string | null {
  const database = databaseFile(dataDir);
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const freePath = freeName(`${database}.before-restore-${time}`);
  for (const part of PARTS) {
    if (existsSync(database + part)) renameSync(database + part, freePath + part);
  }
  // The anchors belong to the old database; the backup has its own.
  const anchors = anchorFile(dataDir);
  if (existsSync(anchors)) renameSync(anchors, `${freePath}.audit-anchors.jsonl`);
  renameSync(incomingFile(dataDir), database);
  syncFile(dataDir);
  return isThere ? freePath : null;
}

function freeName(path: string): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${path}-${number}`;
    if (PARTS.every((part) => !existsSync(name + part))) return name;
  }
}

/** Opens the database as a server would, which also upgrades an older schema. */
async function verify(dataDir: string, { rows, organisations }: Copy): Promise<void> {
  const { readContent } = await import('../../storage/system/database-content.ts');
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  try {
    const content = await readContent(database);
    if (content.rows === rows && content.organisations === organisations) return;
    throw new Error(`the restored database holds ${content.rows} rows, the backup ${rows}`);
  } finally {
    await database.close();
  }
}
