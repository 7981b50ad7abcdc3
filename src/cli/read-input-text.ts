import { resolve } from 'node:path';
import type { Io } from './io.ts';
import { collectBytes, decodeText, readBoundedFile } from './read-bounded-file.ts';

const MOST_BYTES = 2 * 1024 * 1024;

/** The text of a file, or of standard input for `-`; what it was named by stands before errors. */
export async function readInputText(
  path: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
  named: string,
): Promise<string> {
  const place = path === '-' ? named : `${named}: ${path}`;
  const limit = { place, mostBytes: MOST_BYTES };
  const bytes =
    path === '-'
      ? await collectBytes(stdin.chunks(), limit)
      : await readBoundedFile(resolve(cwd, path), limit);
  return decodeText(bytes, place);
}
