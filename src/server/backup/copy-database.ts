import { closeSync, fsyncSync, openSync, rmSync, statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openSqliteReader } from '../../storage/sqlite/database.ts';
import { type DatabaseContent, readContent } from '../../storage/system/database-content.ts';
import { BackupRefused } from './backup-refused.ts';
import { runSqliteTask } from './sqlite-task.ts';

/** How far a copy has come. */
export interface CopyProgress {
  readonly bytes: number;
  /** About as many as there will be. */
  readonly totalBytes: number;
}

/** What hears of a long work, and what stops it. */
export interface CopyEvents {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: CopyProgress) => void) | undefined;
}

/** A copy that was made, checked and synced. */
export interface Copy extends DatabaseContent {
  readonly bytes: number;
}

const PROGRESS_MILLIS = 250;

/**
 * Copies a database, in one consistent state, into a new file that only its owner reads; checks the
 * copy and syncs it to the disk. Nothing is left of a copy that failed.
 */
export async function copyDatabase(
  source: string,
  target: string,
  { signal, onProgress }: CopyEvents,
): Promise<Copy> {
  const totalBytes = bytesOf(source) + bytesOf(`${source}-wal`);
  requireRoom(dirname(target), totalBytes);
  closeSync(openSync(target, 'wx', 0o600));
  const timer = setInterval(
    () => onProgress?.({ bytes: bytesOf(target), totalBytes }),
    PROGRESS_MILLIS,
  );
  try {
    const fault = await runSqliteTask({ kind: 'copy', source, target }, signal);
    if (fault !== undefined) {
      throw new BackupRefused('failed', `${source} could not be copied: ${fault}`);
    }
    const content = await readFile(target);
    if (content.organisations === 0) {
      throw new BackupRefused('unfit', `${source} holds no organisation: there is nothing to keep`);
    }
    syncFile(target);
    return { ...content, bytes: bytesOf(target) };
  } catch (error) {
    for (const left of [target, `${target}-journal`]) rmSync(left, { force: true });
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** The figures of a database file that nobody writes to. */
async function readFile(path: string): Promise<DatabaseContent> {
  const reader = await openSqliteReader(path, { isStill: true });
  try {
    return await readContent(reader);
  } finally {
    reader.close();
  }
}

/** Syncs what was written to a file, or the names in a folder, to the disk. */
export function syncFile(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function requireRoom(folder: string, bytes: number): void {
  const free = freeBytes(folder);
  if (free >= bytes) return;
  throw new BackupRefused(
    'failed',
    `${folder} has room for ${megabytes(free)} MB, and ${megabytes(bytes)} MB are needed: make room or choose another folder`,
  );
}

/** Bytes that a user may still write in a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): number {
  return Math.ceil(bytes / 1_000_000);
}

/** Bytes of a file; 0 when it is not there. */
export function bytesOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
