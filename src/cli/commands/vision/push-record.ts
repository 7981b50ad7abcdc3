import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { message } from '../../../model/core/message.ts';
import { usageError } from '../../core/errors.ts';
import {
  buildCheckpoint,
  type FileIdentity,
  identifyFile,
  loadCheckpoint,
  type PushTarget,
  removeCheckpoint,
  writeCheckpoint,
} from './push-checkpoint.ts';
import { FIRST_POSITION, type PushPosition } from './push-progress.ts';

/** What stands beside the input while it is pushed; for a pipe, nothing does. */
export interface PushRecord {
  /** Where to begin. */
  readonly from: PushPosition;
  /** Bytes of the file of rejects that an earlier run has accounted for. */
  readonly rejectsBytes: number;
  /** Seconds that earlier runs took. */
  readonly seconds: number;
  /** Whether an earlier run is gone on with. */
  readonly isContinued: boolean;
  /** Whether another process has taken the file over. */
  isLost(): boolean;
  save(state: RecordState): Promise<void>;
  /** Begins anew with the file that is at the path now. */
  restart(): Promise<void>;
  /** Lets go; takes the note away when all is pushed. */
  end(isWhole: boolean): Promise<void>;
}

/** What is noted. */
export type RecordState = PushPosition & {
  readonly rejectsBytes: number;
  readonly seconds: number;
};

const NOTHING_DONE = { from: FIRST_POSITION, rejectsBytes: 0, seconds: 0, isContinued: false };

/** The record of a pipe. */
export const noRecord: PushRecord = {
  ...NOTHING_DONE,
  isLost: () => false,
  save: async () => {},
  restart: async () => {},
  end: async () => {},
};

/** Locks the file and finds what an earlier push noted; throws usage errors. */
export async function openPushRecord(
  target: PushTarget,
  { isResumed }: { readonly isResumed: boolean },
): Promise<PushRecord> {
  const lock = await takePushLock(target.file);
  try {
    return await openLocked(target, lock, isResumed);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openLocked(
  target: PushTarget,
  lock: PushLock,
  isResumed: boolean,
): Promise<PushRecord> {
  const checkpoint = await loadCheckpoint(target, { isResumed });
  let identity = checkpoint?.file ?? (await identifyFile(target.file));
  const save = async (state: RecordState) => {
    if (!lock.isHeld()) return;
    identity = await refresh(target.file, identity);
    await writeCheckpoint(target.file, buildCheckpoint(target, identity, state));
  };
  const start = checkpoint
    ? {
        from: checkpoint,
        rejectsBytes: checkpoint.rejectsBytes,
        seconds: checkpoint.seconds,
        isContinued: true,
      }
    : NOTHING_DONE;
  await save({ ...start.from, rejectsBytes: start.rejectsBytes, seconds: start.seconds });
  return {
    ...start,
    isLost: () => !lock.isHeld(),
    save,
    async restart() {
      identity = await identifyFile(target.file);
    },
    async end(isWhole) {
      if (isWhole && lock.isHeld()) await removeCheckpoint(target.file);
      await lock.release();
    },
  };
}

const WHOLE_HEAD = 64 * 1024;

/** A file that was short when it was first seen is known better once it has grown. */
async function refresh(file: string, identity: FileIdentity): Promise<FileIdentity> {
  if (identity.headBytes >= WHOLE_HEAD) return identity;
  const found = await identifyFile(file).catch(() => identity);
  return found.size > identity.size ? found : identity;
}

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
async function takePushLock(file: string): Promise<PushLock> {
  const path = `${file}${ENDING}`;
  const token = randomUUID();
  if (!(await createExclusively(path, token)) && !(await takeOver(path, token))) {
    throw usageError(message('fault.pushRunning', { file }), {
      hint: message('hint.waitForPush'),
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
    throw usageError(message('fault.pushNotLocked', { reason }), {
      hint: message('hint.copyFileElsewhere'),
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
