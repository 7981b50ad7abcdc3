import { type FileHandle, open } from 'node:fs/promises';
import { escapeFormula, unescapeFormula } from '../../../tools/spreadsheet-text.ts';
import { usageError } from '../../errors.ts';
import type { RejectedRow } from './import-lines.ts';

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

/**
 * Opens the file, for its owner only: CSV under the headings of the import, or JSON lines; behind the
 * cells stands the reason.
 */
export async function openRejects(
  path: string,
  { headings, isJson }: { readonly headings: readonly string[]; readonly isJson: boolean },
): Promise<RejectsFile> {
  const file = await open(path, 'w', 0o600).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`--rejects: ${path} cannot be written: ${reason}`);
  });
  const kept = headings.filter((heading) => heading !== REASON);
  return isJson ? jsonRejects(file, headings) : csvRejects(file, { headings, kept });
}

function jsonRejects(file: FileHandle, headings: readonly string[]): RejectsFile {
  return {
    async add(rejected) {
      const cells = headings.map((heading, index) => [heading, rejected.cells[index]] as const);
      const given = cells.filter(([, cell]) => cell !== undefined && cell !== null);
      const row = { ...Object.fromEntries(given), [REASON]: reasonOf(rejected) };
      await file.appendFile(`${JSON.stringify(row)}\n`);
    },
    close: () => file.close(),
  };
}

async function csvRejects(
  file: FileHandle,
  { headings, kept }: { readonly headings: readonly string[]; readonly kept: readonly string[] },
): Promise<RejectsFile> {
  const { stringify } = await import('csv-stringify/sync');
  const line = (cells: readonly string[]) => stringify([[...cells]], { record_delimiter: '\r\n' });
  await file.appendFile(line([...kept, REASON]));
  return {
    async add(rejected) {
      const cells = headings.flatMap((heading, index) =>
        heading === REASON ? [] : [cellText(rejected.cells[index])],
      );
      await file.appendFile(line([...cells, reasonOf(rejected)]));
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

function reasonOf({ issues }: RejectedRow): string {
  return issues.map(({ message }) => message).join(' ');
}
