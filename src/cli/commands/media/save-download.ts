import { open, rename, rm, stat } from 'node:fs/promises';
import type { OpenResponse } from '../../../client/transport.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { createProgressLine, sizeText } from '../backup/copy-progress.ts';

const PRIVATE_FILE = 0o600;

/** Throws a usage error when a file of that name is there already and may not be replaced. */
export async function requireFree(
  path: string,
  { named, force }: { readonly named: string; readonly force: boolean },
): Promise<void> {
  if (force || !(await stat(path).catch(() => undefined))) return;
  throw usageError(`${neutralise(named)} is there already`, {
    hint: 'Name another file, or give --force',
  });
}

/** Saves what is downloaded; the file appears under its name when all of it is there. */
export async function saveDownload(
  context: CommandContext,
  { headers, chunks }: OpenResponse,
  path: string,
): Promise<number> {
  const totalBytes = Number(headers['content-length'] ?? 0);
  const progress = createProgressLine(context.io, 'downloaded');
  const partial = `${path}.part`;
  const file = await open(partial, 'w', PRIVATE_FILE).catch((error: Error) => {
    throw new CliError('usage', `${neutralise(path)} cannot be written: ${error.message}`);
  });
  let bytes = 0;
  try {
    for await (const chunk of chunks) {
      await file.writeFile(chunk);
      bytes += chunk.length;
      progress.show({ bytes, totalBytes });
    }
    if (totalBytes > 0 && bytes !== totalBytes) throw cutShort(bytes, totalBytes);
    await file.close();
    await rename(partial, path);
    return bytes;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw error;
  } finally {
    await progress.end();
  }
}

function cutShort(bytes: number, totalBytes: number): CliError {
  return new CliError(
    'noConnection',
    `the file ended after ${sizeText(bytes)} of ${sizeText(totalBytes)}`,
    { hint: 'Try again' },
  );
}
