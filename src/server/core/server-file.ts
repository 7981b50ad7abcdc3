import { chmodSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableDatabase } from '../../storage/core/errors.ts';
import { openSqliteHandle, type SqliteHandle } from '../../storage/sqlite/driver.ts';
import { leaveToOwner, makePrivateFolder } from '../../storage/sqlite/private-files.ts';

/** The server that uses an embedded database. */
export interface ServerNote {
  readonly pid: number;
  readonly baseUrl: string;
}

const FILE = 'server.json';
const LOCK_FILE = 'server.lock';
const MOST_TRIES = 20;

/** The locks of this process, by real path of the folder. */
const locks = new Map<string, SqliteHandle>();

/** The server that uses the database in this folder; undefined if none is running. */
export function findServer(dataDir: string): ServerNote | undefined {
  const note = readNote(dataDir);
  // The process id may have been reused, as in a container.
  if (!note || (note.pid === process.pid && !locks.has(realPath(dataDir)))) return undefined;
  return isAlive(note.pid) ? note : undefined;
}

function readNote(dataDir: string): ServerNote | undefined {
  try {
    const note = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as ServerNote;
    // 0 and negative ids address process groups, which could all be signalled.
    const isNote = Number.isInteger(note.pid) && note.pid > 0 && typeof note.baseUrl === 'string';
    return isNote ? note : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Locks the database of a folder for this process until it is released or the process ends in any
 * way. Throws UnusableDatabase if another server has the lock. It is a system lock on a separate
 * file: process ids are meaningless across containers that share a folder.
 */
export async function lockDatabase(dataDir: string, work?: 'restore'): Promise<void> {
  makePrivateFolder(dataDir);
  const path = join(dataDir, LOCK_FILE);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = inodeOf(path);
    const handle = await openLock(path);
    // If the open created the file, retry: the lock is taken only once the path refers to an
    // existing file.
    if (before !== undefined && !takeLock(handle)) {
      handle.close();
      throw databaseInUse(dataDir);
    }
    // The previous owner may have removed the file in the meantime: this lock would then be void.
    if (before !== undefined && before === inodeOf(path)) {
      chmodSync(path, 0o600);
      locks.set(realPath(dataDir), handle);
      if (work) writeNote(dataDir, { pid: process.pid, work });
      return;
    }
    handle.close();
  }
  throw databaseInUse(dataDir);
}

async function openLock(path: string): Promise<SqliteHandle> {
  try {
    return await openSqliteHandle(path);
  } catch (error) {
    throw new UnusableDatabase(
      `${path} cannot be written`,
      'give its folder to the user that runs farmctl, or choose another --data',
      { cause: error },
    );
  }
}

function takeLock(handle: SqliteHandle): boolean {
  try {
    handle.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive');
    return true;
  } catch {
    return false;
  }
}

function databaseInUse(dataDir: string): UnusableDatabase {
  if (isRestored(dataDir)) {
    return new UnusableDatabase(
      `a restore into ${dataDir} is running`,
      'wait until it has ended, then try again',
      { reason: 'held' },
    );
  }
  const note = findServer(dataDir);
  const holder = note ? `process ${note.pid} at ${note.baseUrl}` : 'a server that is starting';
  return new UnusableDatabase(
    `${dataDir} is already served by ${holder}`,
    'stop it first, or choose another --data',
    { reason: 'held' },
  );
}

/** Records the address of the server that uses the database; call `lockDatabase` first. */
export function claimDatabase(dataDir: string, baseUrl: string): void {
  writeNote(dataDir, { pid: process.pid, baseUrl });
}

function writeNote(dataDir: string, note: object): void {
  rmSync(join(dataDir, FILE), { force: true });
  writeFileSync(join(dataDir, FILE), `${JSON.stringify(note)}\n`, { mode: 0o600, flag: 'wx' });
}

/** Whether it is a restore that holds the database, and no server. */
function isRestored(dataDir: string): boolean {
  try {
    const { pid, work } = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8'));
    return work === 'restore' && Number.isInteger(pid) && pid > 0 && isAlive(pid);
  } catch {
    return false;
  }
}

/** Removes the record and releases the lock. */
export function releaseDatabase(dataDir: string): void {
  const folder = realPath(dataDir);
  const handle = locks.get(folder);
  if (!handle) return;
  locks.delete(folder);
  rmSync(join(folder, FILE), { force: true });
  leaveToOwner(folder);
  // Before the lock is released, so that no other process can have it yet.
  rmSync(join(folder, LOCK_FILE), { force: true });
  handle.close();
}

function realPath(dataDir: string): string {
  try {
    return realpathSync(dataDir);
  } catch {
    return dataDir;
  }
}

function inodeOf(path: string): bigint | undefined {
  return statSync(path, { throwIfNoEntry: false, bigint: true })?.ino;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
