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
  return usageError(`${name} is larger than ${megabytes} MiB, the most that is taken at once`, {
    hint: message('hint.splitFile'),
    text: [message('cli.tooLarge', { file: name, most: megabytes })],
  });
}

/** What the server found wrong with a row. */
export interface ImportIssue extends Issue {
  readonly row: number;
  readonly line: number;
  readonly column?: string;
}

/** A row that was not taken, with its cells. */
export interface RejectedRow {
  readonly row: number;
  readonly line: number;
  readonly cells: readonly unknown[];
  readonly issues: readonly ImportIssue[];
}

/** What came of an import. */
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
  /** Totals, headings and notes; earlier versions of the service name none. */
  readonly leftOut?: readonly {
    readonly line: number;
    readonly kind: string;
    readonly text: string;
  }[];
  /** What is doubted of rows that were taken, in the language of the person. */
  readonly doubts: readonly ImportIssue[];
  readonly issues: readonly ImportIssue[];
}

/** A line of the answer to an import; one of these. */
export interface ImportLine {
  readonly columns?: readonly { readonly heading: string; readonly field: string | null }[];
  readonly progress?: { readonly phase: string; readonly done: number; readonly rows: number };
  readonly rejected?: RejectedRow;
  readonly report?: ImportReport;
  readonly isReplayed?: boolean;
  /** The error as its own answer would say it. */
  readonly error?: object;
}

/** The lines of an answer as they come; one that was cut off is no line. */
export async function* readImportLines({
  chunks,
}: Pick<OpenResponse, 'chunks'>): AsyncGenerator<ImportLine> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    // The server wrote them as they are declared.
    for (const line of lines) if (line !== '') yield JSON.parse(line) as ImportLine;
  }
}

/** A file of rows that were refused, which can be put right and imported. */
export interface RejectsFile {
  add(rejected: RejectedRow): Promise<void>;
  close(): Promise<void>;
}

const REASON = 'import_error';
const NUMERIC = /^[+-]?[\d.,\s]+$/;

/** Endings under which an import would take the text of the rejects for something else. */
const OTHER_ENDINGS = {
  csv: /\.(?:xlsx?|ods|jsonl|ndjson|json)$/i,
  jsonl: /\.(?:xlsx?|ods|csv|tsv|txt)$/i,
};

/** The path, with an ending under which the rejects can be imported. */
export function importablePath(path: string, isJson: boolean): string {
  const ending = isJson ? 'jsonl' : 'csv';
  return path.replace(OTHER_ENDINGS[ending], `.${ending}`);
}

/** What a file of rejects is made with. */
export interface RejectsForm {
  readonly headings: readonly string[];
  readonly isJson: boolean;
  /** Why a row was refused, for people. */
  readonly reasonOf: (issues: readonly ImportIssue[]) => string;
}

/**
 * Opens the file, for its owner only: CSV under the headings of the import, or JSON lines; behind the
 * cells stands the reason.
 */
export async function openRejects(
  path: string,
  { headings, isJson, reasonOf }: RejectsForm,
): Promise<RejectsFile> {
  const file = await open(path, 'w', 0o600).catch((error: unknown) => {
    const reason = messageOf(error);
    throw usageError(message('fault.rejectsNotWritten', { path, reason }));
  });
  const kept = headings.filter((heading) => heading !== REASON);
  return isJson
    ? jsonRejects(file, { headings, reasonOf })
    : csvRejects(file, { headings, kept, reasonOf });
}

function jsonRejects(
  file: FileHandle,
  { headings, reasonOf }: Omit<RejectsForm, 'isJson'>,
): RejectsFile {
  return {
    async add(rejected) {
      const cells = headings.map((heading, index) => [heading, rejected.cells[index]] as const);
      const given = cells.filter(([, cell]) => cell !== undefined && cell !== null);
      const row = { ...Object.fromEntries(given), [REASON]: reasonOf(rejected.issues) };
      await file.appendFile(`${JSON.stringify(row)}\n`);
    },
    close: () => file.close(),
  };
}

async function csvRejects(
  file: FileHandle,
  { headings, kept, reasonOf }: Omit<RejectsForm, 'isJson'> & { readonly kept: readonly string[] },
): Promise<RejectsFile> {
  const { stringify } = await import('csv-stringify/sync');
  const line = (cells: readonly string[]) => stringify([[...cells]], { record_delimiter: '\r\n' });
  await file.appendFile(line([...kept, REASON]));
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

/** A line about an import: kept up to date on a terminal, now and then elsewhere. */
export interface ImportProgress {
  show(state: ImportState): void;
  /** Takes the line away. */
  end(): Promise<void>;
}

/** How far an import is. */
export interface ImportState {
  readonly phase: string;
  readonly done: number;
  readonly rows: number;
}

const ELSEWHERE_MILLIS = 30_000;
/** Before that, a rate says nothing. */
const FIRST_MILLIS = 500;

/** Makes the line; `millis` is a clock that only runs forward. */
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

/** `checking: 1,200 of 10,000 rows, 820/s, 11 s left`, in the language of the speaker. */
function importText(
  { phase, done, rows }: ImportState,
  { elapsedMs, from }: { readonly elapsedMs: number; readonly from: number },
  translator: Translator,
): string {
  const said = renderMessage(translator, message('import.progress', { phase, done, rows }));
  const perSecond = (done - from) / (elapsedMs / 1000);
  if (elapsedMs < FIRST_MILLIS || perSecond <= 0) return said;
  const rate = renderMessage(translator, message('push.rate', { count: Math.round(perSecond) }));
  const left = renderMessage(translator, timeLeft((1000 * (rows - done)) / perSecond));
  return `${said}, ${rate}, ${left}`;
}
