import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { usageError } from '../../errors.ts';

/** A file that no other farmctl pushes at the same time. */
export interface PushLock {
  /** Whether it is still held: a process that was stopped for long may have lost it. */
  isHeld(): boolean;
  release(): Promise<void>;
}

const ENDING = '.farmctl-push.lock';
const BEAT_MILLIS = 500;
/** Who has not touched the lock for so long was killed. */
const ABANDONED_MILLIS = 3000;
const LOOK_MILLIS = 100;
const SETTLE_MILLIS = 100;

/**
 * Takes the lock beside a file. A holder shows by touching it that it lives; that of a killed one
 * is taken over after 3 seconds, whatever the clocks say. Throws a usage error when it is held.
 */
export async function takePushLock(file: string): Promise<PushLock> {
  const path = `${file}${ENDING}`;
  const token = randomUUID();
  if (!(await createExclusively(path, token)) && !(await takeOver(path, token))) {
    throw usageError(`another farmctl pushes ${file} at this moment`, {
      hint: 'Wait until it has ended, or stop it',
    });
  }
  return keepAlive(path, token);
}

function keepAlive(path: string, token: string): PushLock {
  let isHeld = true;
  const beat = setInterval(() => {
    void touch(path, token).then((isMine) => {
      isHeld = isMine;
    });
  }, BEAT_MILLIS);
  beat.unref();
  return {
    isHeld: () => isHeld,
    async release() {
      clearInterval(beat);
      if (await isOwn(path, token)) await rm(path, { force: true });
    },
  };
}

async function touch(path: string, token: string): Promise<boolean> {
  if (!(await isOwn(path, token))) return false;
  const now = new Date();
  await utimes(path, now, now).catch(() => undefined);
  return true;
}

async function isOwn(path: string, token: string): Promise<boolean> {
  return (await readFile(path, 'utf8').catch(() => undefined)) === token;
}

async function createExclusively(path: string, token: string): Promise<boolean> {
  try {
    await writeFile(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`the push cannot be locked: ${reason}`, {
      hint: 'Copy the file into a folder of yours, or push it from standard input',
    });
  }
}

/** Waits for a sign of life; without one the lock is replaced, and the last to do so has it. */
async function takeOver(path: string, token: string): Promise<boolean> {
  const seen = await touchedAt(path);
  for (let waited = 0; waited < ABANDONED_MILLIS; waited += LOOK_MILLIS) {
    await pause(LOOK_MILLIS);
    if ((await touchedAt(path)) !== seen) return createExclusivelyIfGone(path, token);
  }
  const half = `${path}.${token}`;
  await writeFile(half, token, { mode: 0o600 });
  if ((await touchedAt(path)) !== seen) {
    await rm(half, { force: true });
    return false;
  }
  await rename(half, path);
  await pause(SETTLE_MILLIS);
  return isOwn(path, token);
}

async function createExclusivelyIfGone(path: string, token: string): Promise<boolean> {
  return (await touchedAt(path)) === undefined && createExclusively(path, token);
}

async function touchedAt(path: string): Promise<number | undefined> {
  return (await stat(path).catch(() => undefined))?.mtimeMs;
}
