import { createHash } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { message } from '../../../model/core/message.ts';
import { usageError } from '../../core/errors.ts';
import type { PushPosition } from './push-progress.ts';

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
export type PushCheckpoint = z.infer<typeof schema>;

/** The file beside the input in which the push is noted. */
function checkpointPath(file: string): string {
  return `${file}${ENDING}`;
}

function halfPath(file: string): string {
  return `${checkpointPath(file)}.new`;
}

/** Writes the note such that there is always a whole one. */
export async function writeCheckpoint(file: string, checkpoint: PushCheckpoint): Promise<void> {
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
export async function removeCheckpoint(file: string): Promise<void> {
  await rm(checkpointPath(file), { force: true });
  await rm(halfPath(file), { force: true });
}

/** What a checkpoint must have been made for. */
export interface PushTarget {
  readonly file: string;
  readonly server: string;
  readonly integrationId: string;
}

/**
 * The checkpoint of a push that was cut; undefined when there is none. Throws a usage error when one
 * is there that was not asked for, is broken, or was made for another file, server or connection.
 */
export async function loadCheckpoint(
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
export function buildCheckpoint(
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

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** By what a file is known again after it grew: its beginning, and that it has not shrunk. */
export interface FileIdentity {
  /** Bytes it had. */
  readonly size: number;
  /** Bytes of its beginning that the hash is of. */
  readonly headBytes: number;
  /** SHA-256 of the beginning, as hex. */
  readonly head: string;
}

const HEAD_BYTES = 64 * 1024;

/** What the file at a path is known by at present. */
export async function identifyFile(path: string): Promise<FileIdentity> {
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
