import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { absolutePath } from '../../config/config-paths.ts';
import { usageError } from '../../errors.ts';
import type { Io } from '../../io.ts';

/** A file of this machine that is to be sent. */
export interface LocalFile {
  /** As it was typed. */
  readonly path: string;
  readonly bytes: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** The files by their names; throws a usage error, before anything is sent, for one that cannot be. */
export async function openFiles(
  { cwd, home }: Pick<Io, 'cwd' | 'home'>,
  names: readonly string[],
): Promise<readonly LocalFile[]> {
  return Promise.all(names.map((name) => openFile(name, absolutePath(name, { base: cwd, home }))));
}

async function openFile(name: string, path: string): Promise<LocalFile> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(`${name} cannot be read: ${error.code ?? error.message}`);
  });
  if (!facts.isFile()) throw usageError(`${name} is no file`);
  if (facts.size === 0) throw usageError(`${name} is empty`);
  return { path: name, bytes: facts.size, chunks: () => createReadStream(path) };
}
