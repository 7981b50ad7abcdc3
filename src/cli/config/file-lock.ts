import { randomUUID } from 'node:crypto';
import { readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { usageError } from '../errors.ts';

const PAUSE_MILLIS = 25;
// A writer needs milliseconds; one that has held the lock this long was killed.
const ABANDONED_MILLIS = 10_000;
const WAIT_MILLIS = 15_000;

/**
 * Runs the work while no other process runs work under the same lock file.
 * A lock left by a killed process is taken over; throws when the lock is not free in time.
 */
export async function withFileLock<T>(
  lockPath: string,
  work: () => Promise<T>,
  waitMillis: number = WAIT_MILLIS,
): Promise<T> {
  const token = randomUUID();
  await acquire(lockPath, token, Date.now() + waitMillis);
  try {
    return await work();
  } finally {
    await release(lockPath, token);
  }
}

async function acquire(lockPath: string, token: string, deadline: number): Promise<void> {
  while (!(await createExclusively(lockPath, token))) {
    if (await isAbandoned(lockPath)) await removeAbandoned(lockPath, token);
    if (Date.now() > deadline) {
      throw usageError(`${lockPath} is held by another farmctl`, {
        hint: 'Wait for it, or delete that file if none is running',
      });
    }
    await sleep(PAUSE_MILLIS * (0.5 + Math.random()));
  }
}

// Whoever was stopped for so long that the lock was taken over must not remove the new one.
async function release(lockPath: string, token: string): Promise<void> {
  const held = await readFile(lockPath, 'utf8').catch(() => undefined);
  if (held === token) await unlink(lockPath).catch(() => undefined);
}

async function createExclusively(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

async function isAbandoned(lockPath: string): Promise<boolean> {
  const held = await stat(lockPath).catch(() => undefined);
  return held !== undefined && Date.now() - held.mtimeMs > ABANDONED_MILLIS;
}

// Two waiters must not both remove: the second would remove the lock the first has just made.
async function removeAbandoned(lockPath: string, token: string): Promise<void> {
  const takeoverPath = `${lockPath}.takeover`;
  if (!(await createExclusively(takeoverPath, token))) return;
  try {
    if (await isAbandoned(lockPath)) await unlink(lockPath);
  } finally {
    await unlink(takeoverPath).catch(() => undefined);
  }
}
