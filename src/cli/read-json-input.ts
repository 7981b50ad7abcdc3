import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageError } from './errors.ts';
import type { InputStream, Io } from './io.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/** The JSON value of a file, or of standard input for `-`. Throws a usage error when it is none. */
export async function readJsonInput(
  path: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
): Promise<unknown> {
  const place = path === '-' ? 'standard input' : path;
  const text = path === '-' ? await readAll(stdin) : await readText(resolve(cwd, path), path);
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw usageError(`--input: ${place} is not JSON: ${messageOf(error)}`);
  }
}

async function readText(absolute: string, path: string): Promise<string> {
  return readFile(absolute, 'utf8').catch((error: unknown) => {
    throw usageError(`--input: ${path} cannot be read: ${messageOf(error)}`);
  });
}

async function readAll(stdin: InputStream): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin.chunks()) {
    size += chunk.length;
    if (size > MOST_BYTES) throw usageError(`--input: more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
