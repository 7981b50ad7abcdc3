import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { message } from '../../../model/core/message.ts';
import { messageOf } from '../../../tools/unknown-values.ts';
import { usageError } from '../../core/errors.ts';
import { type FileIdentity, identifyFile, isSameFile } from './push-input.ts';
import { FIRST_POSITION, type PushPosition } from './push-progress.ts';

/** The lock and checkpoint beside the input of a push; a pipe has none. */
export interface PushRecord {
  /** Start position. */
  readonly from: PushPosition;
  /** Size of the rejects file at the last checkpoint of an earlier run, in bytes. */
  readonly rejectsBytes: number;
  /** Duration of earlier runs, in seconds. */
  readonly seconds: number;
  /** Whether this run resumes an earlier one. */
  readonly isContinued: boolean;
  /** Whether another process has taken over the lock. */
  isLost(): boolean;
  save(state: RecordState): Promise<void>;
  /** Starts again with the file that is now at the path. */
  restart(): Promise<void>;
  /** Releases the lock; deletes the checkpoint if everything has been pushed. */
  end(isWhole: boolean): Promise<void>;
}

type RecordState = PushPosition & {
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

/** Locks the file and loads its checkpoint; throws usage errors. */
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

/** A file that was short at first is identified by more of its content once it has grown. */
async function refresh(file: string, identity: FileIdentity): Promise<FileIdentity> {
  if (identity.headBytes >= WHOLE_HEAD) return identity;
  const current = await identifyFile(file).catch(() => identity);
  return current.size > identity.size ? current : identity;
}

/** Prevents concurrent farmctl processes from pushing the same file. */
interface PushLock {
  /** Whether the lock is still held: a process that was suspended may have lost it. */
  isHeld(): boolean;
  release(): Promise<void>;
}

const LOCK_ENDING = '.farmctl-push.lock';
const BEAT_MILLIS = 500;
/** A process that has not touched its lock for this long was killed. */
const ABANDONED_MILLIS = 3000;
const LOOK_MILLIS = 100;
const SETTLE_MILLIS = 100;

/**
 * Acquires the lock beside a file. The holder touches it regularly; the lock of a killed process is
 * taken over after 3 seconds, independent of clock settings. Throws a usage error if it is held.
 */
async function takePushLock(file: string): Promise<PushLock> {
  const path = `${file}${LOCK_ENDING}`;
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
    void touchLock(path, token).then((isMine) => {
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

async function touchLock(path: string, token: string): Promise<boolean> {
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
    const reason = messageOf(error);
    throw usageError(message('fault.pushNotLocked', { reason }), {
      hint: message('hint.copyFileElsewhere'),
    });
  }
}

/**
 * Waits for the lock to be touched; otherwise replaces it, and the last process to do so holds it.
 */
async function takeOver(path: string, token: string): Promise<boolean> {
  const touchedTime = await touchedAt(path);
  for (let waited = 0; waited < ABANDONED_MILLIS; waited += LOOK_MILLIS) {
    await pause(LOOK_MILLIS);
    if ((await touchedAt(path)) !== touchedTime) return createExclusivelyIfGone(path, token);
  }
  const half = `${path}.${token}`;
  await writeFile(half, token, { mode: 0o600 });
  if ((await touchedAt(path)) !== touchedTime) {
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

/** Suffix of the checkpoint file beside the input. */
const ENDING = '.farmctl-push';

const count = z.number().check(z.int(), z.minimum(0));

const schema = z.strictObject({
  version: z.literal(1),
  server: z.string(),
  integrationId: z.string(),
  file: z.strictObject({ size: count, headBytes: count, head: z.string() }),
  offset: count,
  line: count,
  beyond: z.array(z.strictObject({ start: count, end: count })),
  totals: z.strictObject({
    lines: count,
    sent: count,
    stored: count,
    duplicates: count,
    rejected: count,
    calls: count,
  }),
  /** Size of the corresponding part of the rejects file, in bytes. */
  rejectsBytes: count,
  seconds: z.number(),
});

/** The progress of a push, as stored beside the file. */
type PushCheckpoint = z.infer<typeof schema>;

/** Path of the checkpoint file beside the input. */
function checkpointPath(file: string): string {
  return `${file}${ENDING}`;
}

function halfPath(file: string): string {
  return `${checkpointPath(file)}.new`;
}

/** Writes the checkpoint atomically. */
async function writeCheckpoint(file: string, checkpoint: PushCheckpoint): Promise<void> {
  const path = checkpointPath(file);
  const half = halfPath(file);
  try {
    await writeFile(half, `${JSON.stringify(checkpoint)}\n`, { mode: 0o600, flush: true });
    await rename(half, path);
  } catch (error) {
    throw usageError(message('fault.checkpointNotWritten', { path, error: messageOf(error) }), {
      hint: message('hint.copyFileElsewhere'),
      cause: error,
    });
  }
}

/** Deletes the checkpoint: the whole file has been pushed. */
async function removeCheckpoint(file: string): Promise<void> {
  await rm(checkpointPath(file), { force: true });
  await rm(halfPath(file), { force: true });
}

/** Target that a checkpoint must match. */
interface PushTarget {
  readonly file: string;
  readonly server: string;
  readonly integrationId: string;
}

/**
 * The checkpoint of an interrupted push; undefined if there is none. Throws a usage error for a
 * checkpoint that is unexpected, invalid, or for another file, server or connection.
 */
async function loadCheckpoint(
  target: PushTarget,
  { isResumed }: { readonly isResumed: boolean },
): Promise<PushCheckpoint | undefined> {
  const path = checkpointPath(target.file);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const checkpoint = parse(text, path);
  if (!isResumed) {
    throw usageError(
      message('fault.earlierPushStopped', { file: target.file, line: checkpoint.line }),
      {
        hint: message('hint.resumeOrRestart', { path }),
      },
    );
  }
  await requireSame(checkpoint, target, path);
  return checkpoint;
}

function parse(text: string, path: string): PushCheckpoint {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw usageError(message('fault.checkpointInvalid', { path }), {
      hint: message('hint.deleteCheckpoint'),
      cause: error,
    });
  }
}

async function requireSame(
  checkpoint: PushCheckpoint,
  { file, server, integrationId }: PushTarget,
  path: string,
): Promise<void> {
  const { server: itsServer, integrationId: itsId } = checkpoint;
  const isSame = await isSameFile(file, checkpoint.file);
  const differs =
    (itsServer !== server && message('fault.pushWentTo', { server: itsServer })) ||
    (itsId !== integrationId && message('fault.pushOfConnection', { id: itsId })) ||
    (!isSame && message('fault.pushOfOtherFile', { file }));
  if (!differs) return;
  throw usageError(message('fault.checkpointOfOtherPush', { path, differs }), {
    hint: message('hint.finishOtherPush', { path }),
  });
}

function buildCheckpoint(
  { server, integrationId }: PushTarget,
  identity: FileIdentity,
  state: PushPosition & { readonly rejectsBytes: number; readonly seconds: number },
): PushCheckpoint {
  const { offset, line, beyond, totals, rejectsBytes, seconds } = state;
  return {
    version: 1,
    server,
    integrationId,
    file: identity,
    offset,
    line,
    beyond: [...beyond],
    totals,
    rejectsBytes,
    seconds,
  };
}
