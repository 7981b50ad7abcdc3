import { createHash, randomUUID } from 'node:crypto';
import {
  type FileHandle,
  open,
  readFile,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { message } from '../../../model/core/message.ts';
import { messageOf } from '../../../tools/unknown-values.ts';
import { usageError } from '../../core/errors.ts';
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
interface PushLock {
  /** Whether it is still held: a process that was stopped for long may have lost it. */
  isHeld(): boolean;
  release(): Promise<void>;
}

const LOCK_ENDING = '.farmctl-push.lock';
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
    const reason = messageOf(error);
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

/** Ending of the file beside the input that says how far a push came. */
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
  /** Bytes of the file of rejects that belong to it. */
  rejectsBytes: count,
  seconds: z.number(),
});

/** How far the push of a file came, as it is kept beside the file. */
type PushCheckpoint = z.infer<typeof schema>;

/** The file beside the input in which the push is noted. */
function checkpointPath(file: string): string {
  return `${file}${ENDING}`;
}

function halfPath(file: string): string {
  return `${checkpointPath(file)}.new`;
}

/** Writes the note such that there is always a whole one. */
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

/** Takes the note away: all of the file is pushed. */
async function removeCheckpoint(file: string): Promise<void> {
  await rm(checkpointPath(file), { force: true });
  await rm(halfPath(file), { force: true });
}

/** What a checkpoint must have been made for. */
interface PushTarget {
  readonly file: string;
  readonly server: string;
  readonly integrationId: string;
}

/**
 * The checkpoint of a push that was cut; undefined when there is none. Throws a usage error when one
 * is there that was not asked for, is broken, or was made for another file, server or connection.
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

/** A checkpoint from where a push stands. */
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

/** By what a file is known again after it grew: its beginning, and that it has not shrunk. */
interface FileIdentity {
  /** Bytes it had. */
  readonly size: number;
  /** Bytes of its beginning that the hash is of. */
  readonly headBytes: number;
  /** SHA-256 of the beginning, as hex. */
  readonly head: string;
}

const HEAD_BYTES = 64 * 1024;

/** What the file at a path is known by at present. */
async function identifyFile(path: string): Promise<FileIdentity> {
  return withFile(path, async (file) => {
    const { size } = await file.stat();
    const headBytes = Math.min(size, HEAD_BYTES);
    return { size, headBytes, head: await hashHead(file, headBytes) };
  });
}

/** Whether the file at the path is the one of that identity, grown at the most. */
async function isSameFile(path: string, identity: FileIdentity): Promise<boolean> {
  return withFile(path, async (file) => {
    const { size } = await file.stat();
    return size >= identity.size && (await hashHead(file, identity.headBytes)) === identity.head;
  });
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function hashHead(file: FileHandle, bytes: number): Promise<string> {
  const head = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(head, 0, bytes, 0);
  return createHash('sha256').update(head.subarray(0, bytesRead)).digest('hex');
}
