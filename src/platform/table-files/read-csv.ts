import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import {
  createRowTally,
  headingsRow,
  type ImportRow,
  type ImportTable,
  requireColumns,
  requireHeadings,
  tooManyCells,
} from './table.ts';

const DELIMITERS = [',', ';', '\t'] as const;
const PART_LENGTH = 64 * 1024;
const LONGEST_RECORD = 1024 * 1024;
/** The column limit of spreadsheets; empty columns next to the headings are dropped. */
const MOST_CELLS = 16_384;
const TOO_LONG = 'a row is too long; is a quote left open?';
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

interface Parsed {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/**
 * Parses comma-, semicolon- or tab-separated values with a heading row; throws for truncated files.
 */
export async function readCsv(text: string): Promise<ImportTable> {
  const { plain, delimiter } = prepare(text.replace(/^\ufeff/, ''));
  checkRecords(plain, delimiter);
  const parser = Readable.from(partsOf(plain)).pipe(
    parse({
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: LONGEST_RECORD,
    }),
  );
  const candidates: Parsed[] = [];
  const tally = createRowTally();
  try {
    for await (const { record, info } of parser as AsyncIterable<Parsed>) {
      if (record.every((cell) => cell.trim() === '')) continue;
      if (candidates.length > 0) tally.add(record);
      candidates.push({ record, info });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadable(error.code === 'CSV_MAX_RECORD_SIZE' ? TOO_LONG : error.message);
  }
  const first = headingsRow(candidates.map(({ record }) => record));
  const headings = headingsOf(candidates[first]?.record ?? []);
  const rows = candidates
    .slice(first + 1)
    .map((parsed, index) => csvRow(parsed, { row: index + 1, width: headings.length }));
  return { kind: 'csv', headings, rows, mayUseComma: delimiter === ';' };
}

/** The text and its separator, which Excel may state in a first line `sep=;`. */
function prepare(text: string): { readonly plain: string; readonly delimiter: string } {
  const [line = '', sign] = /^sep=(.)(?=\r?\n|\r|$)/i.exec(text) ?? [];
  const delimiter =
    sign === '|' ? sign : DELIMITERS.find((delimiterSign) => delimiterSign === sign);
  if (delimiter === undefined) return { plain: text, delimiter: sniffDelimiter(text) };
  // The empty line remains, so that line numbers are unchanged.
  return { plain: text.slice(line.length), delimiter };
}

/** Yields to other work between the parts. */
async function* partsOf(text: string): AsyncGenerator<string> {
  for (let from = 0; from < text.length; from += PART_LENGTH) {
    yield text.slice(from, from + PART_LENGTH);
    await new Promise(setImmediate);
  }
}

/** The most frequent unquoted separator in the first line that contains one. */
function sniffDelimiter(text: string): string {
  const head = text.trimStart().slice(0, LONGEST_RECORD);
  const counts = new Map<string, number>(DELIMITERS.map((sign) => [sign, 0]));
  let isQuoted = false;
  for (const sign of head) {
    if (sign === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    const isEnd = sign === '\n' || sign === '\r';
    // A title above the headings has no separator.
    if (isEnd && [...counts.values()].some((count) => count > 0)) break;
    const count = counts.get(sign);
    if (count !== undefined) counts.set(sign, count + 1);
  }
  const highestCount = Math.max(...counts.values());
  return DELIMITERS.find((sign) => counts.get(sign) === highestCount) ?? ',';
}

/**
 * Throws for records that are too long or too wide, and for too many cells, which would take the
 * parser too long.
 */
function checkRecords(text: string, delimiter: string): void {
  const separator = delimiter.charCodeAt(0);
  let start = 0;
  let cells = 1;
  let allCells = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfQuotes(text, at);
    else if (code === separator) {
      cells += 1;
      allCells += 1;
    } else if (code === LINE_FEED || code === CARRIAGE_RETURN) {
      start = at;
      cells = 1;
    }
    if (cells > MOST_CELLS) requireColumns(cells);
    if (allCells > limits.importCells) throw tooManyCells();
    if (at - start > LONGEST_RECORD) throw unreadable(TOO_LONG);
  }
}

function endOfQuotes(text: string, start: number): number {
  const end = text.indexOf('"', start + 1);
  return end === -1 ? text.length : end;
}

function headingsOf(record: readonly string[]): readonly string[] {
  const last = record.findLastIndex((heading) => heading.trim() !== '');
  if (last === -1) throw noHeadings();
  const headings = record.slice(0, last + 1).map((heading) => heading.trim());
  requireHeadings(headings);
  return headings;
}

function csvRow(
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

function unreadable(reason: string) {
  const text = `The file cannot be read as CSV: ${reason.slice(0, 300)}`;
  return validationFailed([{ path: 'body', code: 'invalid_format', message: text }]);
}

function noHeadings() {
  const message = 'The file must begin with a row of headings.';
  return validationFailed([{ path: 'body', code: 'required', message }]);
}
