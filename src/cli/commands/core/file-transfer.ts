import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import type { OpenResponse } from '../../../client/errors.ts';
import { message, sizeOf } from '../../../model/core/message.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { CliError, usageError } from '../../core/errors.ts';
import type { Io } from '../../core/io.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';

/** A progress line for a long copy, shown only on a terminal. */
export interface ProgressLine {
  show(progress: { readonly bytes: number; readonly totalBytes: number }): void;
  /** Clears the line. */
  end(): Promise<void>;
}

/** Creates the line; it is not shown unless stderr is a terminal. */
export function createProgressLine(
  { io: { stderr }, t }: Pick<CommandContext, 'io' | 't'>,
  text: 'note.copying' | 'note.restoring' | 'note.downloading' | 'note.uploading',
  name = '',
): ProgressLine {
  let isShown = false;
  let written: Promise<unknown> = Promise.resolve();
  const write = (line: string) => stderr.write(line).catch(() => undefined);
  return {
    show({ bytes, totalBytes }) {
      if (!stderr.isTerminal) return;
      isShown = true;
      const percent = Math.min(100, Math.floor((100 * bytes) / Math.max(totalBytes, 1)));
      const share = { quantity: percent, unit: '%' } as const;
      const sizes = { done: sizeOf(bytes), total: sizeOf(totalBytes), percent: share };
      written = written.then(async () => write(`\r${await t(text, { ...sizes, name })}\x1b[K`));
    },
    async end() {
      await written;
      if (isShown) await write('\r\x1b[K');
    },
  };
}

const PRIVATE_FILE = 0o600;

/** Throws a usage error when the file exists and may not be replaced. */
export async function requireFree(
  path: string,
  { named, force }: { readonly named: string; readonly force: boolean },
): Promise<void> {
  if (force || !(await stat(path).catch(() => undefined))) return;
  throw usageError(message('fault.alreadyExists', { named: neutralise(named) }), {
    hint: message('hint.otherFileOrForce'),
  });
}

/** Saves a download; the file is created under its name only once it is complete. */
export async function saveDownload(
  context: CommandContext,
  { headers, chunks }: OpenResponse,
  path: string,
): Promise<number> {
  const totalBytes = Number(headers['content-length'] ?? 0);
  const progress = createProgressLine(context, 'note.downloading');
  const partial = `${path}.part`;
  const file = await open(partial, 'w', PRIVATE_FILE).catch((error: Error) => {
    throw new CliError(
      'usage',
      message('fault.notWritten', { path: neutralise(path), message: error.message }),
    );
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
    message('fault.fileTruncated', {
      bytes: sizeOf(bytes),
      totalBytes: sizeOf(totalBytes),
    }),
    { hint: message('hint.tryAgain') },
  );
}

/** A local file to send. */
export interface LocalFile {
  /** As typed. */
  readonly path: string;
  readonly bytes: number;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Opens the files; throws a usage error, before anything is sent, if one cannot be sent. */
export async function openFiles(
  { cwd, home }: Pick<Io, 'cwd' | 'home'>,
  names: readonly string[],
): Promise<readonly LocalFile[]> {
  return Promise.all(names.map((name) => openFile(name, absolutePath(name, { base: cwd, home }))));
}

async function openFile(name: string, path: string): Promise<LocalFile> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw usageError(
      message('cli.cannotRead', { file: name, reason: error.code ?? error.message }),
    );
  });
  if (!facts.isFile()) throw usageError(message('fault.notAFile', { name }));
  if (facts.size === 0) throw usageError(message('cli.isEmpty', { file: name }));
  return { path: name, bytes: facts.size, chunks: () => createReadStream(path) };
}
