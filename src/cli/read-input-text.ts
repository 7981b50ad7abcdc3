import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageError } from './errors.ts';
import type { InputStream, Io } from './io.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/** The text of a file, or of standard input for `-`; what it was named by stands before errors. */
export async function readInputText(
  path: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
  named: string,
): Promise<string> {
  const text =
    path === '-'
      ? await readAll(stdin, named)
      : await readText(resolve(cwd, path), `${named}: ${path}`);
  return text.replace(/^\uFEFF/, '');
}

async function readText(absolute: string, place: string): Promise<string> {
  return readFile(absolute, 'utf8').catch((error: unknown) => {
    throw usageError(`${place} cannot be read: ${messageOf(error)}`);
  });
}

async function readAll(stdin: InputStream, named: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin.chunks()) {
    size += chunk.length;
    if (size > MOST_BYTES) throw usageError(`${named}: more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
