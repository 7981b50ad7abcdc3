import { stat } from 'node:fs/promises';
import { limits } from '../../../model/limits.ts';
import { message } from '../../../model/message.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { usageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { readBoundedFile } from '../../read-bounded-file.ts';

/** The formats of a file of rows, with the type they are sent as. */
const TYPES = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

const ENDINGS: Readonly<Record<string, keyof typeof TYPES>> = {
  csv: 'csv',
  tsv: 'csv',
  txt: 'csv',
  jsonl: 'jsonl',
  ndjson: 'jsonl',
  json: 'json',
  xlsx: 'xlsx',
};

export type ImportFormat = keyof typeof TYPES;

/** A file of rows that was read. */
export interface RowsFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Reads a file, or standard input for `-`; throws a usage error, before anything is sent. */
export async function readRowsFile(
  io: Pick<Io, 'stdin' | 'cwd' | 'home'>,
  typed: string,
  format: ImportFormat | undefined,
): Promise<RowsFile> {
  const bytes = typed === '-' ? await readInput(io) : await readPath(io, typed);
  if (bytes.length === 0) {
    throw usageError(`${typed === '-' ? 'standard input' : typed} is empty`, {
      text: [message('cli.isEmpty', { file: typed })],
    });
  }
  const ending = /\.(\w+)$/.exec(typed)?.[1]?.toLowerCase() ?? '';
  const known = format ?? ENDINGS[ending];
  // What the name does not tell, the first bytes do.
  return { bytes, contentType: known ? TYPES[known] : 'application/octet-stream' };
}

async function readPath(
  { cwd, home }: Pick<Io, 'cwd' | 'home'>,
  typed: string,
): Promise<Uint8Array> {
  const path = absolutePath(typed, { base: cwd, home });
  const fail = (error: NodeJS.ErrnoException) => {
    const reason = error.code ?? error.message;
    throw usageError(`${typed} cannot be read: ${reason}`, {
      text: [message('cli.cannotRead', { file: typed, reason })],
    });
  };
  const facts = await stat(path).catch(fail);
  if (facts.isFile() && facts.size > limits.importBodyBytes) throw tooLarge(typed);
  if (facts.isDirectory()) {
    throw usageError(`${typed} is a folder`, {
      text: [message('cli.isFolder', { file: typed })],
    });
  }
  return readBoundedFile(path, { place: typed, mostBytes: limits.importBodyBytes });
}

async function readInput({ stdin }: Pick<Io, 'stdin'>): Promise<Uint8Array> {
  if (stdin.isTerminal) throw usageError('standard input is a terminal');
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of stdin.chunks()) {
    bytes += chunk.length;
    if (bytes > limits.importBodyBytes) throw tooLarge('standard input');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(name: string) {
  const megabytes = limits.importBodyBytes / 1024 / 1024;
  return usageError(`${name} is larger than ${megabytes} MiB, the most that is taken at once`, {
    hint: 'Split it, and keep the row of headings in each part',
    text: [message('cli.tooLarge', { file: name, most: megabytes })],
  });
}
