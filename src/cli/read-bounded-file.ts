import { createReadStream } from 'node:fs';
import { message } from '../model/message.ts';
import { usageError } from './errors.ts';

/** What is read of a file that is read as a whole, and how it is named in errors. */
export interface BoundedRead {
  /** Beginning of error messages: `--input: body.json`. */
  readonly place: string;
  readonly mostBytes: number;
}

/** No file that the command line reads as a text comes near it. */
export const MOST_TEXT_BYTES = 16 * 1024 * 1024;

/**
 * The bytes of a file. Throws a usage error when it cannot be read or holds more than it may: a
 * device or a pipe may never end.
 */
export function readBoundedFile(path: string, { place, mostBytes }: BoundedRead): Promise<Buffer> {
  const chunks = createReadStream(path, { end: mostBytes });
  return collectBytes(chunks, { place, mostBytes }).catch((error: unknown) => {
    if (!isSystemError(error)) throw error;
    throw usageError(`${place} cannot be read: ${error.message}`, {
      cause: error,
      text: [message('cli.cannotRead', { file: place, reason: error.code ?? error.message })],
    });
  });
}

/** The bytes of chunks; throws a usage error when they are more than may be read. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  { place, mostBytes }: BoundedRead,
): Promise<Buffer> {
  const read: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw usageError(`${place}: more than ${mostBytes} bytes`);
    read.push(chunk);
  }
  return Buffer.concat(read);
}

/**
 * The bytes as text without its byte order mark. Throws a usage error with the line for bytes that
 * are not UTF-8, and for NUL, which no text file holds.
 */
export function decodeText(bytes: Uint8Array, place: string): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  const nul = text.indexOf('\0');
  if (nul !== -1)
    throw usageError(`${place}:${lineAt(text, nul)}: holds a NUL byte; it is no text file`);
  if (!text.includes('\uFFFD')) return text.replace(/^\uFEFF/, '');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw usageError(`${place}:${lineAt(text, text.indexOf('\uFFFD'))}: is not text in UTF-8`);
  }
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error;
}
