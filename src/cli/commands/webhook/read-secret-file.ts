import { resolve } from 'node:path';
import { usageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { decodeText, readBoundedFile } from '../../read-bounded-file.ts';
import { readFirstLine } from '../../read-first-line.ts';

const LONGEST_SECRET = 1024;
const MOST_BYTES = 64 * 1024;

/**
 * The secret of a file, without the line end behind it, or of standard input for `-`. Spaces and
 * quotes stay: a receiver that reads them too is to be told. Throws a usage error without a secret.
 */
export async function readSecretFile(
  path: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
): Promise<string> {
  if (path === '-') return readFirstLine(stdin);
  const place = `--secret-file: ${path}`;
  const bytes = await readBoundedFile(resolve(cwd, path), { place, mostBytes: MOST_BYTES });
  const secret = decodeText(bytes, place).replace(/\r?\n$/, '');
  if (secret.trim() === '') throw usageError(`--secret-file: ${path} is empty`);
  if (secret.length <= LONGEST_SECRET) return secret;
  throw usageError(`--secret-file: ${path} is too long for a secret`);
}
