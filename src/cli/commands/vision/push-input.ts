import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { CliError, usageError } from '../../errors.ts';
import type { InputStream } from '../../io.ts';
import { followFile } from './follow-file.ts';
import type { InputPart } from './input-part.ts';
import { withPauses } from './with-pauses.ts';

/** An input that is read once. */
export interface PushInput {
  readonly parts: AsyncIterable<InputPart>;
  /** Bytes read so far, as they are stored. */
  readBytes(): number;
  /** Bytes there are; undefined where that cannot be known. */
  readonly totalBytes: number | undefined;
}

/** What is read. */
export interface InputRequest {
  /** Undefined: standard input. */
  readonly file: string | undefined;
  readonly isFollowed: boolean;
  /** Where to begin, in bytes of the text. */
  readonly offset: number;
  /** Ends the reading, without an error. */
  readonly signal: AbortSignal;
}

/** How long nothing comes before what came is pushed. */
const PAUSE_MILLIS = 1000;
const CHUNK_BYTES = 256 * 1024;
const GZIP = [0x1f, 0x8b] as const;

/** Whether a path is an ordinary file, which can be read again; throws when nothing is there. */
export async function isOrdinaryFile(file: string): Promise<boolean> {
  const found = await stat(file).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`${file} cannot be read: ${reason}`);
  });
  if (found.isDirectory()) throw usageError(`${file} is a folder`);
  return found.isFile();
}

/** Opens the input; gzip is found by its first bytes and unpacked. */
export async function openPushInput(stdin: InputStream, request: InputRequest): Promise<PushInput> {
  const { file, isFollowed, offset, signal } = request;
  if (file === undefined || !(await isOrdinaryFile(file))) {
    if (file === undefined && stdin.isTerminal) throw usageError('standard input is a terminal');
    return openStream(file === undefined ? stdin.chunks() : createReadStream(file), signal);
  }
  const isPacked = await isGzipFile(file);
  if (isFollowed && isPacked) throw usageError('--follow cannot follow a gzip file');
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

/** A pipe: nobody knows how long it is, and it may pause. */
function openStream(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): PushInput {
  const counted = countBytes(withoutEnd(chunks, signal), 0);
  const parts = withPauses(bytesOf(unpackIfGzip(counted.chunks)), PAUSE_MILLIS);
  return { parts, readBytes: counted.bytes, totalBytes: undefined };
}

/** Ends with the signal, also while nothing comes. */
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
    const more = await chunks.next();
    if (more.done) break;
    head = Buffer.concat([head, more.value]);
  }
  const whole = chain(head, chunks);
  yield* isGzip(head) ? unpack(whole) : whole;
}

async function* chain(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  yield head;
  yield* rest;
}

async function* unpack(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packed = Readable.from(chunks, { objectMode: false });
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  packed.once('error', (error) => gunzip.destroy(error));
  try {
    for await (const chunk of packed.pipe(gunzip)) yield chunk as Buffer;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new CliError('partlyDone', `the gzip data is broken or ends early: ${message}`, {
      hint: 'What could be read of it is pushed; get the file again, then push it with --resume',
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
  let left = offset;
  for await (const chunk of chunks) {
    const rest = left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
    if (rest.length > 0) yield rest;
  }
}
