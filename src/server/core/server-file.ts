import { chmodSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UnusableDatabase } from '../../storage/core/errors.ts';
import { openSqliteHandle, type SqliteHandle } from '../../storage/sqlite/driver.ts';
import { leaveToOwner, makePrivateFolder } from '../../storage/sqlite/private-files.ts';

/** The server that holds an embedded database. */
export interface ServerNote {
  readonly pid: number;
  readonly baseUrl: string;
}

const FILE = 'server.json';
const LOCK_FILE = 'server.lock';
const MOST_TRIES = 20;

/** The locks this very process holds, by the real path of the folder. */
const locks = new Map<string, SqliteHandle>();

/** The server that holds the database in this folder; undefined when none is running. */
export function findServer(dataDir: string): ServerNote | undefined {
  const note = readNote(dataDir);
  // Its id may be that of an earlier process, as in a container.
  if (!note || (note.pid === process.pid && !locks.has(realPath(dataDir)))) return undefined;
  return isAlive(note.pid) ? note : undefined;
}

function readNote(dataDir: string): ServerNote | undefined {
  try {
    const note = JSON.parse(readFileSync(join(dataDir, FILE), 'utf8')) as ServerNote;
    // 0 and negative ids mean groups of processes, all of which could be signalled.
    const isNote = Number.isInteger(note.pid) && note.pid > 0 && typeof note.baseUrl === 'string';
    return isNote ? note : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the database of a folder for this process alone, until it lets go or ends, however it ends.
 * Throws UnusableDatabase when another server has it. The lock is the system's, on a file of its
 * own: ids of processes say nothing across containers that share a folder.
 */
export async function lockDatabase(dataDir: string): Promise<void> {
  makePrivateFolder(dataDir);
  const path = join(dataDir, LOCK_FILE);
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const before = inodeOf(path);
    const handle = await openLock(path);
    // Opening made the file; it is locked once it is known which file the path means.
    if (before !== undefined && !takeLock(handle)) {
      handle.close();
      throw held(dataDir);
    }
    // Whoever had it may have removed the file meanwhile: then this lock is on nothing.
    if (before !== undefined && before === inodeOf(path)) {
      chmodSync(path, 0o600);
      locks.set(realPath(dataDir), handle);
      return;
    }
    handle.close();
  }
  throw held(dataDir);
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

function held(dataDir: string): UnusableDatabase {
  const note = findServer(dataDir);
  const holder = note ? `process ${note.pid} at ${note.baseUrl}` : 'a server that is starting';
  return new UnusableDatabase(
    `${dataDir} is already served by ${holder}`,
    'stop it first, or choose another --data',
    { reason: 'held' },
  );
}

/** Notes where the server listens that holds the database; `lockDatabase` comes first. */
export function claimDatabase(dataDir: string, baseUrl: string): void {
  const note = `${JSON.stringify({ pid: process.pid, baseUrl })}\n`;
  rmSync(join(dataDir, FILE), { force: true });
  writeFileSync(join(dataDir, FILE), note, { mode: 0o600, flag: 'wx' });
}

/** Takes the note away and lets the database go. */
export function releaseDatabase(dataDir: string): void {
  const folder = realPath(dataDir);
  const handle = locks.get(folder);
  if (!handle) return;
  locks.delete(folder);
  rmSync(join(folder, FILE), { force: true });
  leaveToOwner(folder);
  // Before it is let go, so that nobody can hold it already.
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
    // A process of another user cannot be signalled, but it is there.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
