import { type FileHandle, open, stat } from 'node:fs/promises';
import type { OpenResponse } from '../../../client/errors.ts';
import { renderMessage, type Translator } from '../../../i18n/render-message.ts';
import type { Issue } from '../../../model/core/errors.ts';
import { limits } from '../../../model/core/limits.ts';
import { message } from '../../../model/core/message.ts';
import { escapeFormula, unescapeFormula } from '../../../tools/text.ts';
import { messageOf } from '../../../tools/unknown-values.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { usageError } from '../../core/errors.ts';
import type { Io } from '../../core/io.ts';
import { readBoundedFile } from '../../input/read-input.ts';
import { timeLeft } from '../vision/push-progress.ts';

/** Supported file formats with their content types. */
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

/** A loaded file of rows. */
export interface RowsFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Reads a file, or standard input for `-`; throws a usage error before anything is sent. */
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
  const extension = /\.(\w+)$/.exec(typed)?.[1]?.toLowerCase() ?? '';
  const fileFormat = format ?? ENDINGS[extension];
  // For an unknown file name, the server detects the format from the first bytes.
  return { bytes, contentType: fileFormat ? TYPES[fileFormat] : 'application/octet-stream' };
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
  if (stdin.isTerminal) throw usageError(message('fault.inputIsTerminal'));
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
  return usageError(`${name} is larger than ${megabytes} MiB, the maximum size`, {
    hint: message('hint.splitFile'),
    text: [message('cli.tooLarge', { file: name, most: megabytes })],
  });
}

/** A problem that the server found in a row. */
export interface ImportIssue extends Issue {
  readonly row: number;
  readonly line: number;
  readonly column?: string;
}

/** A rejected row, with its cells. */
export interface RejectedRow {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly unknown[];
  readonly issues: readonly ImportIssue[];
}

export interface ImportReport {
  readonly dryRun: boolean;
  readonly ok: boolean;
  readonly rows: number;
  readonly stored: number;
  readonly updated: number;
  readonly skipped: number;
  readonly rejected: number;
  readonly earlier: { readonly stored: number; readonly updated: number };
  readonly warnings: readonly { readonly code: string; readonly rows: number }[];
  /** Totals, headings and notes; absent in earlier versions of the service. */
  readonly leftOut?: readonly {
    readonly line: number;
    readonly kind: string;
    readonly text: string;
  }[];
  /** Implausible values in imported rows, in the user's language. */
  readonly doubts: readonly ImportIssue[];
  readonly issues: readonly ImportIssue[];
}

/** A line of an import response; exactly one field is set. */
export interface ImportLine {
  readonly columns?: readonly { readonly heading: string; readonly field: string | null }[];
  readonly progress?: { readonly phase: string; readonly done: number; readonly rows: number };
  readonly rejected?: RejectedRow;
  readonly report?: ImportReport;
  readonly isReplayed?: boolean;
  /** The error, in the format of an error response. */
  readonly error?: object;
}

/** Yields the lines of a response as they arrive; a truncated last line is dropped. */
export async function* readImportLines({
  chunks,
}: Pick<OpenResponse, 'chunks'>): AsyncGenerator<ImportLine> {
  const decoder = new TextDecoder();
  let remaining = '';
  for await (const chunk of chunks) {
    const lines = (remaining + decoder.decode(chunk, { stream: true })).split('\n');
    remaining = lines.pop() ?? '';
    // The server produced them according to the schema.
    for (const line of lines) if (line !== '') yield JSON.parse(line) as ImportLine;
  }
}

/** A file of rejected rows, which can be corrected and imported. */
export interface RejectsFile {
  add(rejected: RejectedRow): Promise<void>;
  close(): Promise<void>;
}

const REASON = 'import_error';
const NUMERIC = /^[+-]?[\d.,\s]+$/;

/** File extensions that would make an import misinterpret the rejects. */
const OTHER_ENDINGS = {
  csv: /\.(?:xlsx?|ods|jsonl|ndjson|json)$/i,
  jsonl: /\.(?:xlsx?|ods|csv|tsv|txt)$/i,
};

/** The path, with an extension that allows the rejects to be imported. */
export function importablePath(path: string, isJson: boolean): string {
  const extension = isJson ? 'jsonl' : 'csv';
  return path.replace(OTHER_ENDINGS[extension], `.${extension}`);
}

/** Format of the rejects file. */
export interface RejectsForm {
  readonly headings: readonly string[];
  readonly isJson: boolean;
  /** The reason why a row was rejected, for display. */
  readonly reasonOf: (issues: readonly ImportIssue[]) => string;
}

/**
 * Creates the file, accessible to its owner only: CSV with the import's headings, or JSON lines;
 * the reason follows the cells.
 */
export async function openRejects(
  path: string,
  { headings, isJson, reasonOf }: RejectsForm,
): Promise<RejectsFile> {
  const file = await open(path, 'w', 0o600).catch((error: unknown) => {
    const reason = messageOf(error);
    throw usageError(message('fault.rejectsNotWritten', { path, reason }));
  });
  const columns = headings.filter((heading) => heading !== REASON);
  return isJson
    ? jsonRejects(file, { headings, reasonOf })
    : csvRejects(file, { headings, columns, reasonOf });
}

function jsonRejects(
  file: FileHandle,
  { headings, reasonOf }: Omit<RejectsForm, 'isJson'>,
): RejectsFile {
  return {
    async add(rejected) {
      const cells = headings.map((heading, index) => [heading, rejected.cells[index]] as const);
      const presentCells = cells.filter(([, cell]) => cell !== undefined && cell !== null);
      const row = { ...Object.fromEntries(presentCells), [REASON]: reasonOf(rejected.issues) };
      await file.appendFile(`${JSON.stringify(row)}\n`);
    },
    close: () => file.close(),
  };
}

async function csvRejects(
  file: FileHandle,
  {
    headings,
    columns,
    reasonOf,
  }: Omit<RejectsForm, 'isJson'> & { readonly columns: readonly string[] },
): Promise<RejectsFile> {
  const { stringify } = await import('csv-stringify/sync');
  const line = (cells: readonly string[]) => stringify([[...cells]], { record_delimiter: '\r\n' });
  await file.appendFile(line([...columns, REASON]));
  return {
    async add(rejected) {
      const cells = headings.flatMap((heading, index) =>
        heading === REASON ? [] : [cellText(rejected.cells[index])],
      );
      await file.appendFile(line([...cells, reasonOf(rejected.issues)]));
    },
    close: () => file.close(),
  };
}

function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell !== 'string')
    return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return NUMERIC.test(cell) ? cell : escapeFormula(unescapeFormula(cell));
}

/** The progress of an import: updated in place on a terminal, otherwise logged periodically. */
export interface ImportProgress {
  show(state: ImportState): void;
  /** Clears the line. */
  end(): Promise<void>;
}

export interface ImportState {
  readonly phase: string;
  readonly done: number;
  readonly rows: number;
}

const ELSEWHERE_MILLIS = 30_000;
/** Before this time, a rate is not meaningful. */
const FIRST_MILLIS = 500;

/** Creates the line; `millis` is a monotonic clock. */
export function createImportProgress(
  { stderr }: Pick<Io, 'stderr'>,
  millis: () => number,
  translator: Translator,
): ImportProgress {
  let phase: { readonly name: string; readonly began: number; readonly from: number } | undefined;
  let shownAt = millis();
  let isShown = false;
  const write = (text: string) => stderr.write(text).catch(() => undefined);
  return {
    show(state) {
      const now = millis();
      if (phase?.name !== state.phase) phase = { name: state.phase, began: now, from: state.done };
      if (!stderr.isTerminal && now - shownAt < ELSEWHERE_MILLIS) return;
      shownAt = now;
      isShown = stderr.isTerminal;
      const text = importText(
        state,
        { elapsedMs: now - phase.began, from: phase.from },
        translator,
      );
      void write(stderr.isTerminal ? `\r${text}\x1b[K` : `farmctl: ${text}\n`);
    },
    async end() {
      if (isShown) await write('\r\x1b[K');
      isShown = false;
    },
  };
}

/** `checking: 1,200 of 10,000 rows, 820/s, 11 s left`, in the translator's language. */
function importText(
  { phase, done, rows }: ImportState,
  { elapsedMs, from }: { readonly elapsedMs: number; readonly from: number },
  translator: Translator,
): string {
  const text = renderMessage(translator, message('import.progress', { phase, done, rows }));
  const perSecond = (done - from) / (elapsedMs / 1000);
  if (elapsedMs < FIRST_MILLIS || perSecond <= 0) return text;
  const rate = renderMessage(translator, message('push.rate', { count: Math.round(perSecond) }));
  const timeLeftText = renderMessage(translator, timeLeft((1000 * (rows - done)) / perSecond));
  return `${text}, ${rate}, ${timeLeftText}`;
}
