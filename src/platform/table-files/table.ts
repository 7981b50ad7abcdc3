import { FarmError, type Issue, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';

/** One row of a file, unconverted. */
export interface ImportRow {
  /** 1-based, without the heading row. */
  readonly row: number;
  /** The line of a text, or the row of a sheet, on which it begins; 1-based. */
  readonly line: number;
  /** In the order of the headings; a text, or another JSON or sheet value. */
  readonly cells: readonly unknown[];
  /** Why the whole row is unreadable. */
  readonly fault?: Omit<Issue, 'path'>;
}

/** A number from a sheet whose format shows a unit, converted to that unit. */
export interface MeasuredCell {
  readonly number: number;
  readonly unit: string;
}

/** Whether a sheet cell is a number with a unit; JSON cells may be arbitrary objects. */
export function isMeasuredCell(cell: unknown): cell is MeasuredCell {
  return typeof cell === 'object' && cell !== null && 'number' in cell && 'unit' in cell;
}

/** The rows of a file under their headings. */
export interface ImportTable {
  readonly kind: 'csv' | 'sheet' | 'json';
  readonly headings: readonly string[];
  readonly rows: readonly ImportRow[];
  /** Whether the file probably uses the comma as its decimal mark. */
  readonly mayUseComma: boolean;
}

/** Counts the rows of a file while they are read. */
export interface RowTally {
  /** Throws `payload_too_large` when the rows exceed the import limit. */
  add(cells: readonly unknown[]): void;
}

/** Creates a counter for rows, their cells and their text. */
export function createRowTally(): RowTally {
  let rows = 0;
  let cells = 0;
  let characters = 0;
  return {
    add(row) {
      rows += 1;
      cells += row.length;
      for (const cell of row) characters += typeof cell === 'string' ? cell.length : 0;
      if (rows > limits.importRows) throw tooManyRows();
      if (cells > limits.importCells) throw tooManyCells();
      if (characters > limits.importTextLength) throw tooMuchText();
    },
  };
}

/** The error for a file with more rows than the import limit. */
export function tooManyRows(): FarmError {
  return tooLarge(
    'too_many_rows',
    `One import takes at most ${limits.importRows} rows; split the file.`,
  );
}

/** The error for a file with more cells than the import limit; `found` describes its size. */
export function tooManyCells(location = ''): FarmError {
  const maximum = limits.importCells.toLocaleString('en');
  return tooLarge(
    'too_many_cells',
    `${location}One import takes at most ${maximum} cells (rows times columns); split the file.`,
  );
}

function tooMuchText(): FarmError {
  const maximum = limits.importTextLength.toLocaleString('en');
  return tooLarge(
    'too_much_text',
    `The cells hold more than ${maximum} characters of text; split the file.`,
  );
}

function tooLarge(code: string, message: string): FarmError {
  return new FarmError('payload_too_large', { code, message });
}

/** Throws when a file has too many columns; `lastCell` is the last used cell of a sheet. */
export function requireColumns(columns: number, lastCell?: string): void {
  if (columns <= limits.importColumns) return;
  const location = lastCell === undefined ? '' : `; the sheet is in use up to the cell ${lastCell}`;
  const message = `A file may have at most ${limits.importColumns} columns${location}.`;
  throw validationFailed([{ path: 'body', code: 'too_many', message }]);
}

/** Throws for too many headings, and for a heading that is too long. */
export function requireHeadings(headings: readonly string[]): void {
  requireColumns(headings.length);
  const longHeading = headings.find(({ length }) => length > limits.importHeadingLength);
  if (longHeading === undefined) return;
  const start = JSON.stringify(longHeading.slice(0, 60));
  const message = `A heading may have at most ${limits.importHeadingLength} characters; this one is longer: ${start}…`;
  throw validationFailed([{ path: longHeading.slice(0, 100), code: 'too_long', message }]);
}

/** Maximum number of title lines above the headings. */
const MOST_TITLES = 5;

/**
 * The index of the heading row: the first non-empty row, except for titles, which are the only cell
 * of a row shortly before a row with several cells.
 */
export function headingsRow(rows: readonly (readonly unknown[])[]): number {
  const first = rows.findIndex((cells) => cells.some(isFilled));
  if (first === -1 || filledCount(rows[first]) > 1) return Math.max(first, 0);
  const firstRows = rows.slice(first, first + MOST_TITLES + 1);
  const firstTableRow = firstRows.findIndex((cells) => filledCount(cells) > 1);
  return first + Math.max(firstTableRow, 0);
}

function filledCount(cells: readonly unknown[] = []): number {
  return cells.filter(isFilled).length;
}

function isFilled(cell: unknown): boolean {
  return cell !== null && cell !== undefined && !(typeof cell === 'string' && cell.trim() === '');
}
