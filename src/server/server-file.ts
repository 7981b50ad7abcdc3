import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** The server that holds an embedded database. */
export interface ServerNote {
  readonly pid: number;
  readonly baseUrl: string;
}

const FILE = 'server.json';

/** The folders this very process has claimed: its id may be that of an earlier one in a container. */
const claimed = new Set<string>();

/** The server that holds the database in this folder; undefined when none is running. */
export function findServer(dataDir: string): ServerNote | undefined {
  const note = readNote(dataDir);
  if (!note || (note.pid === process.pid && !claimed.has(dataDir))) return undefined;
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

/** Throws when another server holds the database in this folder. */
export function requireUnclaimed(dataDir: string): void {
  const holder = findServer(dataDir);
  if (!holder) return;
  throw new Error(
    `${dataDir} is already served by process ${holder.pid} at ${holder.baseUrl}; stop it first or choose another --data`,
  );
}

/** Notes that this server holds the database; throws when another one does. */
export function claimDatabase(dataDir: string, baseUrl: string): void {
  requireUnclaimed(dataDir);
  releaseDatabase(dataDir);
  const file = openSync(join(dataDir, FILE), 'wx', 0o600);
  writeSync(file, `${JSON.stringify({ pid: process.pid, baseUrl })}\n`);
  closeSync(file);
  claimed.add(dataDir);
}

/** Takes the note away. */
export function releaseDatabase(dataDir: string): void {
  claimed.delete(dataDir);
  rmSync(join(dataDir, FILE), { force: true });
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
