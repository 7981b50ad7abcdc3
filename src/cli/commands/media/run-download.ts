import { basename } from 'node:path';
import type { OpenResponse } from '../../../client/transport.ts';
import { absolutePath } from '../../config/config-paths.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { sizeText } from '../backup/copy-progress.ts';
import { requireFree, saveDownload } from './save-download.ts';

/** Flags of `media download`. */
export interface DownloadFlags {
  readonly toFile?: string;
  readonly thumbnail?: boolean;
  readonly force?: boolean;
}

/** `media download`: a file appears under its name when all of it is there. */
export async function runDownload(
  context: CommandContext,
  id: string,
  flags: DownloadFlags,
): Promise<void> {
  const { toFile, thumbnail, force = false } = flags;
  const { io } = context;
  if (toFile === '-' && io.stdout.isTerminal) {
    throw usageError('a file is nothing for a terminal', { hint: 'Name one with -O' });
  }
  const named = toFile === undefined || toFile === '-' ? undefined : toFile;
  if (named !== undefined) await requireFree(pathOf(context, named), { named, force });
  const client = await context.client();
  const response = await client.download({
    method: 'GET',
    path: `/os/media/${encodeURIComponent(id)}/content`,
    query: { variant: thumbnail ? 'thumbnail' : undefined },
    headers: { accept: '*/*' },
  });
  if (toFile === '-') {
    for await (const chunk of response.chunks) await io.stdout.write(chunk);
    return;
  }
  const name = named ?? fileNameOf(response, id);
  const path = pathOf(context, name);
  if (named === undefined) await requireFree(path, { named: name, force });
  const bytes = await saveDownload(context, response, path);
  await context.note(`saved ${neutralise(name)} (${sizeText(bytes)})`);
}

function pathOf({ io }: CommandContext, name: string): string {
  return absolutePath(name, { base: io.cwd, home: io.home });
}

const ENCODED_NAME = /filename\*=UTF-8''([^;]+)/i;

/** The name that the service gives the file; what is in it never leads to another folder. */
function fileNameOf({ headers }: OpenResponse, id: string): string {
  const encoded = ENCODED_NAME.exec(headers['content-disposition'] ?? '')?.[1] ?? '';
  const name = basename(decoded(encoded).replaceAll('\\', '/')).replace(/^\.+/, '');
  return name === '' ? id : name;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
