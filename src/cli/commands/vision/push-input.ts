import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { message } from '../../../model/core/message.ts';
import { messageOf } from '../../../tools/unknown-values.ts';
import { CliError, usageError } from '../../core/errors.ts';
import type { InputStream } from '../../core/io.ts';

/** An input that is read once. */
export interface PushInput {
  readonly parts: AsyncIterable<InputPart>;
  /** Number of bytes read so far, before decompression. */
  readBytes(): number;
  /** Total number of bytes; undefined if unknown. */
  readonly totalBytes: number | undefined;
}

/** Input options. */
export interface InputRequest {
  /** Undefined: standard input. */
  readonly file: string | undefined;
  readonly isFollowed: boolean;
  /** Start position, in bytes of the text. */
  readonly offset: number;
  /** Stops reading without an error. */
  readonly signal: AbortSignal;
}

/** Idle time after which received data is pushed. */
const PAUSE_MILLIS = 1000;
const CHUNK_BYTES = 256 * 1024;
const GZIP = [0x1f, 0x8b] as const;

/** Whether a path is a regular file, which can be read again; throws if it does not exist. */
export async function isOrdinaryFile(file: string): Promise<boolean> {
  const stats = await stat(file).catch((error: unknown) => {
    const reason = messageOf(error);
    throw usageError(message('cli.cannotRead', { file, reason }));
  });
  if (stats.isDirectory()) throw usageError(message('cli.isFolder', { file }));
  return stats.isFile();
}

/** Opens the input; gzip is detected by its first bytes and decompressed. */
export async function openPushInput(stdin: InputStream, request: InputRequest): Promise<PushInput> {
  const { file, isFollowed, offset, signal } = request;
  if (file === undefined || !(await isOrdinaryFile(file))) {
    if (file === undefined && stdin.isTerminal) throw usageError(message('fault.inputIsTerminal'));
    return openStream(file === undefined ? stdin.chunks() : createReadStream(file), signal);
  }
  const isPacked = await isGzipFile(file);
  if (isFollowed && isPacked) throw usageError(message('fault.followGzip'));
  if (isFollowed) {
    const parts = followFile(file, { offset, signal, pauseMillis: PAUSE_MILLIS });
    return { parts, readBytes: () => 0, totalBytes: undefined };
  }
  const { size: totalBytes } = await stat(file);
  const start = isPacked ? 0 : offset;
  const counted = countBytes(createReadStream(file, { start, highWaterMark: CHUNK_BYTES }), start);
  const bytes = isPacked ? skipBytes(unpack(counted.chunks), offset) : counted.chunks;
  return { parts: bytesOf(bytes), readBytes: counted.bytes, totalBytes };
}

/** A pipe: its length is unknown, and it may pause. */
function openStream(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): PushInput {
  const counted = countBytes(withoutEnd(chunks, signal), 0);
  const parts = withPauses(bytesOf(unpackIfGzip(counted.chunks)), PAUSE_MILLIS);
  return { parts, readBytes: counted.bytes, totalBytes: undefined };
}

/** Stops at the signal, even while no data arrives. */
async function* withoutEnd(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const stop = () => {
    if (chunks instanceof Readable) chunks.destroy();
  };
  signal.addEventListener('abort', stop);
  try {
    for await (const chunk of chunks) {
      yield chunk;
      if (signal.aborted) return;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function countBytes(chunks: AsyncIterable<Uint8Array>, start: number) {
  let bytes = start;
  async function* count() {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { chunks: count(), bytes: () => bytes };
}

async function* bytesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<InputPart> {
  for await (const bytes of chunks) yield { kind: 'bytes', bytes };
}

async function isGzipFile(file: string): Promise<boolean> {
  for await (const chunk of createReadStream(file, { end: 1 })) return isGzip(chunk as Buffer);
  return false;
}

function isGzip(bytes: Uint8Array): boolean {
  return GZIP.every((byte, index) => bytes[index] === byte);
}

async function* unpackIfGzip(chunks: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const first = await chunks.next();
  if (first.done) return;
  let head = Buffer.from(first.value);
  while (head.length < GZIP.length) {
    const nextChunk = await chunks.next();
    if (nextChunk.done) break;
    head = Buffer.concat([head, nextChunk.value]);
  }
  const allChunks = chain(head, chunks);
  yield* isGzip(head) ? unpack(allChunks) : allChunks;
}

async function* chain(
  head: Uint8Array,
  remaining: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head;
  yield* remaining;
}

async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(chunks, { objectMode: false });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  packed.once('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of packed.pipe(gunzip)) yield chunk as Buffer;
  } catch (error) {
    const { code, message: reason } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new CliError('partlyDone', message('fault.gzipBroken', { message: reason }), {
      hint: message('hint.gzipPartPushed'),
      cause: error,
    });
  } finally {
    packed.destroy();
  }
}

async function* skipBytes(
  chunks: AsyncIterable<Uint8Array>,
  offset: number,
): AsyncGenerator<Uint8Array> {
  let remaining = offset;
  for await (const chunk of chunks) {
    const part = remaining === 0 ? chunk : chunk.subarray(remaining);
    remaining = Math.max(0, remaining - chunk.length);
    if (part.length > 0) yield part;
  }
}

export interface FollowOptions {
  readonly offset: number;
  readonly signal: AbortSignal;
  /** Idle time after which a pause is reported. */
  readonly pauseMillis: number;
}

const LOOK_MILLIS = 200;

/**
 * Reads a file and data appended to it, until the signal. If the file is truncated, or moved and
 * recreated, the rest of the old file is read first, then the new one from its beginning.
 */
async function* followFile(path: string, options: FollowOptions): AsyncGenerator<InputPart> {
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
        // Data written between the last read and the move.
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
  const openStats = await file.stat();
  const pathStats = await stat(path).catch(() => undefined);
  // Moved but not recreated yet: the writer may still append to the old file.
  const isMoved =
    pathStats !== undefined && (pathStats.ino !== openStats.ino || pathStats.dev !== openStats.dev);
  if (isMoved) return 'moved';
  return openStats.size < offset ? 'cut' : 'none';
}

async function reopen(path: string, previous: FileHandle): Promise<FileHandle> {
  const file = await open(path, 'r');
  await previous.close();
  return file;
}

/** The parts as they arrive, plus a pause whenever a part is followed by that much idle time. */
async function* withPauses(
  parts: AsyncGenerator<InputPart>,
  pauseMillis: number,
): AsyncGenerator<InputPart> {
  let next = parts.next();
  let isPaused = true;
  try {
    for (;;) {
      const result = isPaused ? await next : await raceWithPause(next, pauseMillis);
      if (result === 'pause') {
        isPaused = true;
        yield { kind: 'pause' };
        continue;
      }
      if (result.done) return;
      isPaused = false;
      yield result.value;
      next = parts.next();
    }
  } finally {
    // Not awaited: the source may be waiting for input that never arrives.
    next.then(() => parts.return(undefined)).catch(() => undefined);
  }
}

async function raceWithPause<T>(next: Promise<T>, pauseMillis: number): Promise<T | 'pause'> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise<'pause'>((resolve) => {
    timer = setTimeout(() => resolve('pause'), pauseMillis);
  });
  try {
    return await Promise.race([next, pause]);
  } finally {
    clearTimeout(timer);
  }
}

/** A part of the input. */
export type InputPart =
  /** Bytes of the text. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  /** No data arrived for a moment. */
  | { readonly kind: 'pause' }
  /** The followed file ended here, and a new one replaced it. */
  | { readonly kind: 'restart' };

/** Identifies a file that may have grown, by its beginning and minimum size. */
export interface FileIdentity {
  /** Size in bytes when identified. */
  readonly size: number;
  /** Number of bytes covered by the hash. */
  readonly headBytes: number;
  /** SHA-256 of the beginning, in hex. */
  readonly head: string;
}

const HEAD_BYTES = 64 * 1024;

export async function identifyFile(path: string): Promise<FileIdentity> {
  return withFile(path, async (file) => {
    const { size } = await file.stat();
    const headBytes = Math.min(size, HEAD_BYTES);
    return { size, headBytes, head: await hashHead(file, headBytes) };
  });
}

/** Whether the file at the path matches the identity; it may have grown. */
export async function isSameFile(path: string, identity: FileIdentity): Promise<boolean> {
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
