import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { validationFailed } from '../../../model/errors.ts';
import type { ImportRow, ImportTable } from '../import-table.ts';
import { requireRoom } from './require-room.ts';

const DELIMITERS = [',', ';', '\t'] as const;
const PART_LENGTH = 64 * 1024;
const LONGEST_RECORD = 1024 * 1024;

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Reads comma-, semicolon- or tab-separated values with a row of headings; throws where they end early. */
export async function readCsv(text: string): Promise<ImportTable> {
  const plain = text.replace(/^\ufeff/, '');
  const delimiter = sniffDelimiter(plain);
  const parser = Readable.from(partsOf(plain)).pipe(
    parse({
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_RECORD,
    }),
  );
  let headings: readonly string[] | undefined;
  const rows: ImportRow[] = [];
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (headings === undefined) headings = headingsOf(record);
      else if (record.some((cell) => cell.trim() !== '')) {
        rows.push(rowOf({ record, info }, { row: rows.length + 1, width: headings.length }));
        requireRoom(rows.length);
      }
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error) : error;
  }
  if (!headings) throw noHeadings();
  return { kind: 'csv', headings, rows, mayUseComma: delimiter === ';' };
}

/** In portions, with a pause between them in which others get their turn. */
async function* partsOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PART_LENGTH) {
    yield text.slice(from, from + PART_LENGTH);
    await new Promise(setImmediate);
  }
}

/** The sign that stands most often between the headings. */
function sniffDelimiter(text: string): string {
  const head = /^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text.trimStart())?.[0] ?? '';
  const bare = head.replace(/"(?:[^"]|"")*"/g, '');
  const counts = DELIMITERS.map((sign) => bare.split(sign).length);
  const most = Math.max(...counts);
  return DELIMITERS[counts.indexOf(most)] ?? ',';
}

function headingsOf(record: readonly string[]): readonly string[] {
  const last = record.findLastIndex((heading) => heading.trim() !== '');
  if (last === -1) throw noHeadings();
  return record.slice(0, last + 1).map((heading) => heading.trim());
}

function rowOf(
  { record, info }: Parsed,
  { row, width }: { readonly row: number; readonly width: number },
): ImportRow {
  const breaks = record.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
  const line = info.lines - breaks;
  if (record.slice(width).every((cell) => cell.trim() === '')) {
    return { row, line, cells: record.slice(0, width) };
  }
  const message = `There are ${record.length} cells under ${width} headings; text with the separator in it must stand in quotes.`;
  return { row, line, cells: record, fault: { code: 'too_many', message } };
}

function unreadable({ message, code }: CsvError) {
  const detail =
    code === 'CSV_MAX_RECORD_SIZE' ? 'a row is too long; is a quote left open?' : message;
  const text = `The file cannot be read as CSV: ${detail.slice(0, 300)}`;
  return validationFailed([{ path: 'body', code: 'invalid_format', message: text }]);
}

function noHeadings() {
  const message = 'The file must begin with a row of headings.';
  return validationFailed([{ path: 'body', code: 'required', message }]);
}
