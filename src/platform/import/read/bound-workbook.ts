import { validationFailed } from '../../../model/errors.ts';
import { limits } from '../../../model/limits.ts';
import { requireColumns, tooManyCells, tooManyRows } from './row-tally.ts';
import { scanXml } from './scan-xml.ts';
import type { ZipEntry } from './zip.ts';

/** The files of a workbook that are needed to read one of its sheets, and the number of that sheet. */
export interface BoundedWorkbook {
  readonly entries: readonly ZipEntry[];
  /** Counted from 1. */
  readonly sheet: number;
}

/** The limits of Excel itself: what exceeds them was not written by a spreadsheet program. */
const EXCEL = { rows: 1_048_576, numberFormats: 1000, numberFormatLength: 1000, styles: 65_536 };
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const MOST_NAMED = 10;
const LETTERS = 26;
const BEFORE_A = 64;

/**
 * Finds a sheet by its name or number, the first one by default, and checks its size before its
 * cells are read: the last row and column in use, rows times columns, and what its styles are.
 * The other sheets are left out, so that nothing is read that was not checked.
 */
export function boundWorkbook(
  entries: readonly ZipEntry[],
  asked: string | undefined,
): BoundedWorkbook {
  const files = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  const sheets = listSheets(fileOf(files, WORKBOOK));
  const sheet = numberOfSheet(sheets, asked);
  const paths = listPaths(fileOf(files, RELATIONS));
  const path = paths.sheets.get(sheets[sheet - 1]?.relation ?? '');
  if (path === undefined) throw unreadable('a sheet is missing');
  checkSheet(fileOf(files, path));
  for (const styles of paths.styles) {
    const bytes = files.get(styles);
    if (bytes) checkStyles(bytes);
  }
  for (const other of paths.sheets.values()) if (other !== path) files.delete(other);
  return { entries: [...files].map(([path, bytes]) => ({ path, bytes })), sheet };
}

/** The refusal of a workbook that cannot be read. */
export function unreadable(reason: string) {
  const message = `The Excel workbook cannot be read: ${reason.slice(0, 300)}`;
  return validationFailed([{ path: 'body', code: 'invalid_format', message }]);
}

function fileOf(files: ReadonlyMap<string, Uint8Array>, path: string): Uint8Array {
  const bytes = files.get(path);
  if (!bytes) throw unreadable(`it has no file ${path}`);
  return bytes;
}

interface ListedSheet {
  readonly name: string;
  readonly relation: string;
}

function listSheets(workbook: Uint8Array): readonly ListedSheet[] {
  const sheets: ListedSheet[] = [];
  scanXml(workbook, {
    onOpen(tag, attributes) {
      if (tag !== 'sheet') return;
      const valuesOf = attributes();
      const [name = ''] = valuesOf('name');
      if (name !== '') sheets.push({ name, relation: valuesOf('id').at(-1) ?? '' });
      if (sheets.length > limits.importSheets) {
        throw unreadable(`it has more than ${limits.importSheets} sheets`);
      }
    },
  });
  return sheets;
}

function numberOfSheet(sheets: readonly ListedSheet[], asked: string | undefined): number {
  if (asked === undefined) return 1;
  const isNumber = /^\d{1,3}$/.test(asked);
  const number = isNumber ? Number(asked) : sheets.findIndex(({ name }) => name === asked) + 1;
  if (number >= 1 && number <= sheets.length) return number;
  const names = sheets.slice(0, MOST_NAMED).map(({ name }) => JSON.stringify(name.slice(0, 60)));
  const message = `The workbook has no sheet ${JSON.stringify(asked)}; it has ${names.join(', ')}.`;
  throw validationFailed([{ path: 'sheet', code: 'not_found', message }]);
}

/** The paths of the sheets by their relation, and those of the styles. */
function listPaths(relations: Uint8Array) {
  const sheets = new Map<string, string>();
  const styles = ['xl/styles.xml'];
  scanXml(relations, {
    onOpen(tag, attributes) {
      if (tag !== 'Relationship') return;
      const valuesOf = attributes();
      const [target = ''] = valuesOf('Target');
      const path = target.startsWith('/') ? target.slice(1) : `xl/${target}`;
      for (const type of valuesOf('Type')) {
        if (type.endsWith('/worksheet')) sheets.set(valuesOf('Id').at(-1) ?? '', path);
        if (type.endsWith('/styles')) styles.push(path);
      }
    },
  });
  return { sheets, styles };
}

/** How far the cells of a sheet reach that hold anything. */
interface Extent {
  /** Rows with a cell in use. */
  rows: number;
  row: number;
  column: number;
}

function checkSheet(sheet: Uint8Array): void {
  const extent: Extent = { rows: 0, row: 0, column: 0 };
  let rows = 0;
  let row = 0;
  let cell = '';
  let hasValue = false;
  scanXml(sheet, {
    onOpen(tag, attributes) {
      if (tag === 'row') {
        rows += 1;
        row = Math.max(rows, ...attributes()('r').map(rowNumber));
        if (rows > EXCEL.rows) throw unreadable(`it has more than ${EXCEL.rows} rows`);
      } else if (tag === 'c') {
        cell = attributes()('r').at(-1) ?? '';
        hasValue = false;
      } else if (tag === 'v' || tag === 'is') hasValue = true;
    },
    onClose(tag) {
      if (tag === 'c') cell = '';
    },
    onText() {
      if (!hasValue || cell === '') return;
      extend(extent, cell, row);
      cell = '';
    },
  });
}

function rowNumber(text: string): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= EXCEL.rows) return number;
  throw unreadable(`${JSON.stringify(text.slice(0, 20))} is not the number of a row`);
}

/** Adds a cell in use; throws once the sheet is larger than one import takes. */
function extend(extent: Extent, cell: string, rowOfCell: number): void {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(cell) ?? [];
  const row = Math.max(rowNumber(digits), rowOfCell);
  const column = columnNumber(letters);
  requireColumns(column, cell);
  if (row !== extent.row) extent.rows += 1;
  extent.row = row;
  extent.column = Math.max(extent.column, column);
  // The row of headings is one more.
  if (extent.rows > limits.importRows + 1) throw tooManyRows();
  if (row * extent.column <= limits.importCells) return;
  const reach = `row ${row} and column ${columnName(extent.column)}`;
  throw tooManyCells(`The sheet is in use up to ${reach}. `);
}

function columnNumber(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * LETTERS + letter.charCodeAt(0) - BEFORE_A;
  return column;
}

function columnName(column: number): string {
  const last = String.fromCharCode(BEFORE_A + 1 + ((column - 1) % LETTERS));
  return column <= LETTERS ? last : columnName(Math.floor((column - 1) / LETTERS)) + last;
}

/** Number formats are searched for the signs of a date: long ones, or many, take long. */
function checkStyles(bytes: Uint8Array): void {
  let formats = 0;
  let styles = 0;
  scanXml(bytes, {
    onOpen(tag, attributes) {
      if (tag === 'xf') styles += 1;
      if (tag === 'numFmt') {
        formats += 1;
        const isLong = attributes()('formatCode').some(
          ({ length }) => length > EXCEL.numberFormatLength,
        );
        if (isLong) throw unreadable('a number format is too long');
      }
      if (formats > EXCEL.numberFormats || styles > EXCEL.styles) {
        throw unreadable('it has too many styles');
      }
    },
  });
}
