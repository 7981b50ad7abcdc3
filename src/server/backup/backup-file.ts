import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Cron } from 'croner';
import { message } from '../../model/core/message.ts';
import { leaveToOwner } from '../../storage/sqlite/private-files.ts';
import type { DatabaseContent } from '../../storage/system/database-content.ts';
import { databaseFile } from '../core/open-database.ts';
import {
  BackupRefused,
  type Copy,
  type CopyEvents,
  copyDatabase,
  jsonColumns,
  partialName,
  putInPlace,
  readFileContent,
  requireOther,
  requireTarget,
  runSqliteTask,
  syncFile,
} from './copy-database.ts';
import { findToolMajor, requireWhole, type ToolRun } from './postgres-backup.ts';

interface BackupRequest extends CopyEvents {
  readonly dataDir: string;
  /** Absolute path of the target file. */
  readonly file: string;
  /** Whether an existing file may be replaced. */
  readonly overwrites?: boolean | undefined;
}

interface Backup extends Copy {
  readonly file: string;
}

/**
 * Backs up the database of a folder, even while a server is using it. The file is created only once
 * the backup is complete, verified and synced; otherwise throws BackupRefused.
 */
export async function backupToFile(request: BackupRequest): Promise<Backup> {
  const { dataDir, file, overwrites = false } = request;
  const source = databaseFile(dataDir);
  if (!existsSync(source)) {
    throw new BackupRefused('missing', message('fault.backupNoDatabase', { dataDir }));
  }
  requireOther(file, source);
  requireTarget(file, overwrites);
  const partial = partialName(file);
  const copy = await copyDatabase(source, partial, request);
  try {
    putInPlace(partial, file, overwrites);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
  syncFile(dirname(file));
  return { file, ...copy };
}

/** A verified backup. */
export interface NotedBackup {
  readonly at: string;
  readonly file: string;
  readonly bytes: number;
}

/** The backup journal of a data folder, which doctor reads. */
export interface BackupJournal {
  readonly lastBackup?: NotedBackup;
  /** The scheduled backups whose files still exist, as verified. */
  readonly made?: readonly NotedBackup[];
  /** The last attempt, if it failed. */
  readonly lastFailure?: { readonly at: string; readonly message: string } | undefined;
  /** The schedule with which the server was last started. */
  readonly schedule?: BackupSchedule | undefined;
}

const FILE = 'backups.json';

/** Reads the journal of a data folder; empty if it is missing or unreadable. */
export function readJournal(dataDir: string): BackupJournal {
  try {
    const journal: unknown = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'));
    return typeof journal === 'object' && journal !== null ? journal : {};
  } catch {
    return {};
  }
}

/**
 * Updates the journal; properties given as undefined are removed. A failed write does not fail the
 * backup.
 */
export function recordInJournal(dataDir: string, change: BackupJournal): void {
  const journal = readJournal(dataDir);
  const text = `${JSON.stringify({ ...journal, ...change })}\n`;
  if (text === `${JSON.stringify(journal)}\n`) return;
  const path = join(dataDir, FILE);
  const next = `${path}.${process.pid}`;
  try {
    writeFileSync(next, text, { mode: 0o600 });
    renameSync(next, path);
    leaveToOwner(dataDir);
  } catch {
    // Doctor reports it, because it then finds no backup.
  }
}

/** Cron dialect of schedules. */
export const MODE = '5-or-6-parts';

/** The backup schedule: times, folder and number of backups to keep. */
export interface BackupSchedule {
  /** Absolute path of a folder. */
  readonly folder: string;
  /**
   * Cron expression in the local time zone: minute, hour, day, month, weekday; an optional first
   * field for seconds.
   */
  readonly at: string;
  /** Number of scheduled backups to keep, 1 or more. */
  readonly keep: number;
}

/** The error in a cron expression; undefined if it is valid. */
export function findScheduleFault(at: string): string | undefined {
  try {
    const next = new Cron(at, { paused: true, mode: MODE }).nextRun();
    return next ? undefined : 'it never comes';
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error);
  }
}

/** Runs `work` on a schedule, one run at a time; returns a function that stops it. */
export function runAt(at: string, work: () => Promise<void>): () => void {
  const job = new Cron(at, { mode: MODE, protect: true, unref: true }, work);
  return () => job.stop();
}

const NAME = /^farmctl-\d{8}-\d{6}\.db$/;

/** Whether a file name is that of a scheduled backup. */
export function isBackupName(name: string): boolean {
  return NAME.test(name);
}

/** Name of a backup created at this time, UTC: `farmctl-20261120-030000.db`. Names sort by time. */
export function backupName(now: number, extension: 'db' | 'dump' = 'db'): string {
  const digits = new Date(now).toISOString().replace(/\D/g, '');
  return `farmctl-${digits.slice(0, 8)}-${digits.slice(8, 14)}.${extension}`;
}

/** The scheduled backups in a folder, oldest first. */
export function listBackups(folder: string): readonly string[] {
  const files = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return files.flatMap(({ name }) => (isBackupName(name) ? [name] : [])).sort();
}

interface SentBackup extends CopyEvents {
  readonly headers: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Absolute path of the target file. */
  readonly file: string;
  readonly overwrites?: boolean | undefined;
  readonly environment: ToolRun['environment'];
}

/** A received backup; figures that this machine could not read are null. */
interface ReceivedBackup {
  readonly database: 'sqlite' | 'postgresql';
  readonly bytes: number;
  readonly schemaVersion: DatabaseContent['schemaVersion'] | null;
  readonly organisations: DatabaseContent['organisations'] | null;
  readonly rows: DatabaseContent['rows'] | null;
  /** False if pg_restore, which reads archives of pg_dump, is not installed. */
  readonly isRead: boolean;
}

/**
 * Writes a received backup to a file that is created only once its size and digest match those
 * announced by the server and its content has been checked. Otherwise throws BackupRefused.
 */
export async function receiveBackup(sent: SentBackup): Promise<ReceivedBackup> {
  const { file, overwrites = false } = sent;
  const partial = partialName(file);
  closeSync(openSync(partial, 'wx', 0o600));
  try {
    const bytes = await writeChunks(sent, partial);
    const content = await verify(partial, sent);
    syncFile(partial);
    putInPlace(partial, file, overwrites);
    syncFile(dirname(file));
    return { ...content, bytes };
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

async function writeChunks(sent: SentBackup, partial: string): Promise<number> {
  const { headers, chunks, signal, onProgress } = sent;
  const totalBytes = Number(headers['content-length']);
  const hash = createHash('sha256');
  const target = await open(partial, 'w');
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      signal?.throwIfAborted();
      hash.update(chunk);
      await target.writeFile(chunk);
      bytes += chunk.length;
      onProgress?.({ bytes, totalBytes });
    }
  } finally {
    await target.close();
  }
  const digest = `sha-256=:${hash.digest('base64')}:`;
  if (bytes === totalBytes && digest === headers['content-digest']) return bytes;
  throw new BackupRefused('failed', message('fault.backupBroken'));
}

const UNREAD = { schemaVersion: null, organisations: null, rows: null } as const;
const SQLITE = 'SQLite format 3';
const DUMP = 'PGDMP';

async function verify(file: string, { signal, environment }: SentBackup) {
  const start = startOf(file);
  if (start.startsWith(SQLITE)) {
    const task = { kind: 'check', source: file, values: jsonColumns() } as const;
    const fault = await runSqliteTask(task, signal);
    if (fault !== undefined) throw damaged(fault);
    return { database: 'sqlite', ...(await readFileContent(file)), isRead: true } as const;
  }
  if (!start.startsWith(DUMP)) throw damaged('it is not a backup of farmctl');
  const isRead = (await findToolMajor('pg_restore', environment)) !== undefined;
  if (isRead) await requireWhole(file, { environment, signal });
  return { database: 'postgresql', ...UNREAD, isRead } as const;
}

function damaged(fault: string): BackupRefused {
  return new BackupRefused('failed', `the backup was discarded: ${fault}`);
}

function startOf(file: string): string {
  const start = Buffer.alloc(16);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start, 0, start.length, 0);
  } finally {
    closeSync(descriptor);
  }
  return start.toString('latin1');
}
