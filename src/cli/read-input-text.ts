import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { CliError, usageError } from './errors.ts';
import type { Io } from './io.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/** The text of a file, or of standard input for `-`; what it was named by stands before errors. */
export async function readInputText(
  path: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
  named: string,
): Promise<string> {
  const text =
    path === '-'
      ? await readChunks(stdin.chunks(), named)
      : await readText(resolve(cwd, path), `${named}: ${path}`);
  return text.replace(/^\uFEFF/, '');
}

async function readText(absolute: string, place: string): Promise<string> {
  const file = createReadStream(absolute);
  try {
    return await readChunks(file, place);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw usageError(`${place} cannot be read: ${messageOf(error)}`);
  }
}

/** A file may be a device or a pipe as well: its size is known only while it is read. */
async function readChunks(input: AsyncIterable<Uint8Array>, place: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of input) {
    size += chunk.length;
    if (size > MOST_BYTES) throw usageError(`${place}: more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
