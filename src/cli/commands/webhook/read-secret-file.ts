import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { usageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { readFirstLine } from '../../read-first-line.ts';

const LONGEST_SECRET = 1024;

/**
 * The secret of a file, without the line end behind it, or of standard input for `-`. Spaces and
 * quotes stay: a receiver that reads them too is to be told. Throws a usage error without a secret.
 */
export async function readSecretFile(
  path: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
): Promise<string> {
  if (path === '-') return readFirstLine(stdin);
  const text = await readFile(resolve(cwd, path), 'utf8').catch((error: Error) => {
    throw usageError(`--secret-file: ${path} cannot be read: ${error.message}`);
  });
  const secret = text.replace(/\r?\n$/, '');
  if (secret.trim() === '') throw usageError(`--secret-file: ${path} is empty`);
  if (secret.length <= LONGEST_SECRET) return secret;
  throw usageError(`--secret-file: ${path} is too long for a secret`);
}
