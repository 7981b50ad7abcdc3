import { type FileHandle, open, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InputPart } from './input-part.ts';

/** How a file is followed. */
export interface FollowOptions {
  readonly offset: number;
  readonly signal: AbortSignal;
  /** How long nothing comes before a pause is told. */
  readonly pauseMillis: number;
}

const LOOK_MILLIS = 200;
const CHUNK_BYTES = 256 * 1024;

/**
 * Reads a file and what is added to it, until the signal. A file that was cut, or moved away and
 * made anew, is read from its beginning, after all that the old one held.
 */
export async function* followFile(path: string, options: FollowOptions): AsyncGenerator<InputPart> {
  const { signal, pauseMillis } = options;
  let file = await open(path, 'r');
  let { offset } = options;
  let quietMillis = 0;
  try {
    while (!signal.aborted) {
      const bytes = await readSome(file, offset);
      if (bytes.length > 0) {
        offset += bytes.length;
        quietMillis = 0;
        yield { kind: 'bytes', bytes };
        continue;
      }
      const change = await changeOf(path, file, offset);
      if (change !== 'none') {
        // Written between the last reading and the move.
        yield* readRest(file, change === 'moved' ? offset : undefined);
        yield { kind: 'restart' };
        if (change === 'moved') file = await reopen(path, file);
        offset = 0;
        continue;
      }
      await sleep(LOOK_MILLIS, undefined, { signal }).catch(() => undefined);
      quietMillis += LOOK_MILLIS;
      if (quietMillis === pauseMillis) yield { kind: 'pause' };
    }
  } finally {
    await file.close();
  }
}

async function readSome(file: FileHandle, offset: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  const { bytesRead } = await file.read(buffer, 0, CHUNK_BYTES, offset);
  return buffer.subarray(0, bytesRead);
}

async function* readRest(file: FileHandle, offset: number | undefined): AsyncGenerator<InputPart> {
  if (offset === undefined) return;
  let at = offset;
  for (let bytes = await readSome(file, at); bytes.length > 0; bytes = await readSome(file, at)) {
    at += bytes.length;
    yield { kind: 'bytes', bytes };
  }
}

async function changeOf(
  path: string,
  file: FileHandle,
  offset: number,
): Promise<'none' | 'cut' | 'moved'> {
  const own = await file.stat();
  const found = await stat(path).catch(() => undefined);
  // Moved away, and not made anew yet: whoever writes may still write to the old one.
  const isMoved = found !== undefined && (found.ino !== own.ino || found.dev !== own.dev);
  if (isMoved) return 'moved';
  return own.size < offset ? 'cut' : 'none';
}

async function reopen(path: string, old: FileHandle): Promise<FileHandle> {
  const file = await open(path, 'r');
  await old.close();
  return file;
}
