import { Parser } from 'saxen';
import { FarmError, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { messageOf } from '../../tools/unknown-values.ts';
import { BUILT_IN_FORMATS, type FormatUnit, unitOfFormat } from './sheet-units.ts';
import {
  createRowTally,
  headingsRow,
  type ImportRow,
  type ImportTable,
  type MeasuredCell,
  requireColumns,
  requireHeadings,
  tooManyCells,
  tooManyRows,
} from './table.ts';
import { packZip, unpackZip, type ZipEntry } from './zip.ts';

type Cells = readonly unknown[];

/**
 * Reads a sheet of an Excel workbook, by its name or number; the first one by default. The unpacked
 * size, and the rows, columns and cells of the sheet, are checked before its cells are read.
 */
export async function readSheetRows(
  bytes: Uint8Array,
  sheet: string | undefined,
): Promise<ImportTable> {
  const { readSheet } = await import('read-excel-file/node');
  const workbook = pack(await unpackBounded(bytes), sheet);
  const found = await readSheet(workbook.bytes, workbook.sheet, { trim: false }).catch(
    (error: unknown) => {
      throw unreadable(messageOf(error));
    },
  );
  return tableOf(found, workbook.units);
}

/** Repacked, since the headers of the archive may contain false sizes. */
function pack(entries: readonly ZipEntry[], asked: string | undefined) {
  try {
    const { entries: needed, ...rest } = boundWorkbook(entries, asked);
    return { bytes: packZip(needed), ...rest };
  } catch (error) {
    throw error instanceof FarmError ? error : unreadable(messageOf(error));
  }
}

async function unpackBounded(bytes: Uint8Array): Promise<readonly ZipEntry[]> {
  const entries = await unpackZip(bytes, {
    mostBytes: limits.importSheetBytes,
    isWanted: (path) => path.endsWith('.xml') || path.endsWith('.rels'),
  });
  if (entries === 'too_large') {
    throw new FarmError('payload_too_large', {
      code: 'sheet_too_large',
      message: 'The workbook is too large once it is unpacked; split it, or save it as CSV.',
    });
  }
  if (entries !== undefined) return entries;
  const isArchive = Buffer.from(bytes.subarray(0, 2)).toString('latin1') === 'PK';
  throw isArchive ? unreadable('the archive is damaged') : noWorkbook();
}

function tableOf(found: readonly Cells[], units: CellUnits): ImportTable {
  const first = headingsRow(found);
  const head = found[first] ?? [];
  const width = head.findLastIndex((cell) => !isEmpty(cell)) + 1;
  if (width === 0) throw unreadable('the sheet is empty', 'empty_sheet');
  const rows: ImportRow[] = [];
  const tally = createRowTally();
  for (const [index, cells] of found.entries()) {
    if (index <= first || cells.every(isEmpty)) continue;
    const measured = withUnits(cells, units.get(index + 1));
    const row = sheetRow(measured, { row: rows.length + 1, line: index + 1, width });
    tally.add(row.cells);
    rows.push(row);
  }
  const headings = head.slice(0, width).map((cell) => String(cell ?? '').trim());
  requireHeadings(headings);
  return { kind: 'sheet', headings, rows, mayUseComma: false };
}

/** The numbers of a row with the units of their formats. */
function withUnits(cells: Cells, units: ReadonlyMap<number, FormatUnit> | undefined): Cells {
  if (!units) return cells;
  return cells.map((cell, index) => {
    const shown = typeof cell === 'number' ? units.get(index + 1) : undefined;
    if (!shown || typeof cell !== 'number') return cell;
    const number = Number((cell * shown.factor).toPrecision(EXCEL.digits));
    return { number, unit: shown.unit } satisfies MeasuredCell;
  });
}

function sheetRow(
  cells: Cells,
  { row, line, width }: { readonly row: number; readonly line: number; readonly width: number },
): ImportRow {
  if (cells.slice(width).every(isEmpty)) return { row, line, cells: cells.slice(0, width) };
  const message = 'There are cells beside the last heading.';
  return { row, line, cells, fault: { code: 'too_many', message } };
}

function isEmpty(cell: unknown): boolean {
  return cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');
}

/** The workbook files needed to read one of its sheets, and the number of that sheet. */
export interface BoundedWorkbook {
  readonly entries: readonly ZipEntry[];
  /** 1-based. */
  readonly sheet: number;
  readonly units: CellUnits;
}

/** The units of cells by row and column, 1-based. */
type CellUnits = ReadonlyMap<number, ReadonlyMap<number, FormatUnit>>;

/** Excel's own limits: a file that exceeds them was not written by a spreadsheet program. */
const EXCEL = {
  rows: 1_048_576,
  numberFormats: 1000,
  numberFormatLength: 1000,
  styles: 65_536,
  digits: 15,
};
const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const MOST_NAMED = 10;
const TOO_COMPLEX = 'workbook_too_complex';
const LETTERS = 26;
const BEFORE_A = 64;

/**
 * Finds a sheet by its name or number, the first one by default, and checks its size before its
 * cells are read: the last used row and column, rows times columns, and the styles. Other sheets
 * are removed, so that nothing unchecked is read.
 */
function boundWorkbook(entries: readonly ZipEntry[], asked: string | undefined): BoundedWorkbook {
  const files = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  const workbook = files.get(WORKBOOK);
  // Documents of other programs are archives too.
  if (!workbook) throw noWorkbook();
  const sheets = listSheets(workbook);
  const sheet = numberOfSheet(sheets, asked);
  const paths = listPaths(fileOf(files, RELATIONS));
  const path = paths.sheets.get(sheets[sheet - 1]?.relation ?? '');
  if (path === undefined) throw unreadable('a sheet is missing');
  const styles = new Set(paths.styles);
  const units = [...styles].flatMap((name) => unitsOfStyles(files.get(name)));
  const found = checkSheet(fileOf(files, path), units);
  for (const other of paths.sheets.values()) if (other !== path) files.delete(other);
  return { entries: [...files].map(([path, bytes]) => ({ path, bytes })), sheet, units: found };
}

/** Why a workbook is unreadable, as a code; each has a text in every language. */
type WorkbookFault = 'not_a_workbook' | 'damaged_workbook' | 'empty_sheet' | 'workbook_too_complex';

const REMEDIES: Readonly<Record<WorkbookFault, string>> = {
  not_a_workbook: 'Open the file in a spreadsheet program and save it as .xlsx, or as CSV.',
  damaged_workbook: 'Open it in a spreadsheet program and save it again, or save it as CSV.',
  empty_sheet: 'Name another sheet, or fill in headings and rows.',
  workbook_too_complex: 'Save the sheet as CSV.',
};

function unreadable(reason: string, code: WorkbookFault = 'damaged_workbook') {
  const detail = reason.slice(0, 300).replace(/\.$/, '');
  const message = `The Excel workbook cannot be read: ${detail}. ${REMEDIES[code]}`;
  const issues = [{ path: 'body', code: 'invalid_format', message }] as const;
  return new FarmError('validation_failed', { code, message, issues });
}

function noWorkbook() {
  return unreadable('the file is no workbook, whatever its name says', 'not_a_workbook');
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
        throw unreadable(`it has more than ${limits.importSheets} sheets`, TOO_COMPLEX);
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

/** The paths of the sheets by relation ID, and that of the styles. */
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

/** The used range of a sheet. */
interface Extent {
  /** Rows with a used cell. */
  rows: number;
  row: number;
  column: number;
}

/** Throws when a sheet is too large; returns the units of its cells, by their styles. */
function checkSheet(sheet: Uint8Array, styles: readonly (FormatUnit | undefined)[]): CellUnits {
  const units = new Map<number, Map<number, FormatUnit>>();
  const hasUnits = styles.some((unit) => unit !== undefined);
  let unit: FormatUnit | undefined;
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
        if (rows > EXCEL.rows) throw unreadable(`it has more than ${EXCEL.rows} rows`, TOO_COMPLEX);
      } else if (tag === 'c') {
        const valuesOf = attributes();
        cell = valuesOf('r').at(-1) ?? '';
        unit = hasUnits ? styles[Number(valuesOf('s').at(-1) ?? 0)] : undefined;
        hasValue = false;
      } else if (tag === 'v' || tag === 'is') hasValue = true;
    },
    onClose(tag) {
      if (tag === 'c') cell = '';
    },
    onText() {
      if (!hasValue || cell === '') return;
      const place = extend(extent, cell, row);
      if (unit) units.set(place.row, (units.get(place.row) ?? new Map()).set(place.column, unit));
      cell = '';
    },
  });
  return units;
}

function rowNumber(text: string): number {
  const number = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= EXCEL.rows) return number;
  throw unreadable(`${JSON.stringify(text.slice(0, 20))} is not the number of a row`);
}

/** Adds a used cell; throws when the sheet exceeds the import limits. */
function extend(extent: Extent, cell: string, rowOfCell: number) {
  const [, letters = '', digits = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(cell) ?? [];
  const row = Math.max(rowNumber(digits), rowOfCell);
  const column = columnNumber(letters);
  requireColumns(column, cell);
  if (row !== extent.row) extent.rows += 1;
  extent.row = row;
  extent.column = Math.max(extent.column, column);
  // One more for the heading row.
  if (extent.rows > limits.importRows + 1) throw tooManyRows();
  if (row * extent.column <= limits.importCells) return { row, column };
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

/**
 * The units of cell styles, in order. Throws for styles that are too slow to process: the library
 * searches number formats for date symbols.
 */
function unitsOfStyles(bytes: Uint8Array | undefined): readonly (FormatUnit | undefined)[] {
  if (!bytes) return [];
  const formats = new Map(Object.entries(BUILT_IN_FORMATS));
  const styles: string[] = [];
  let declared = 0;
  let all = 0;
  let isOfCells = false;
  const declare = (attributes: XmlAttributes) => {
    const codes = attributes('formatCode');
    declared += 1;
    if (declared > EXCEL.numberFormats) throw unreadable('it has too many styles', TOO_COMPLEX);
    if (codes.some(({ length }) => length > EXCEL.numberFormatLength)) {
      throw unreadable('a number format is too long', TOO_COMPLEX);
    }
    formats.set(attributes('numFmtId').at(-1) ?? '', codes.at(-1) ?? '');
  };
  scanXml(bytes, {
    onOpen(tag, attributes) {
      if (tag === 'cellXfs') isOfCells = true;
      if (tag === 'numFmt') declare(attributes());
      if (tag !== 'xf') return;
      all += 1;
      if (all > EXCEL.styles) throw unreadable('it has too many styles', TOO_COMPLEX);
      if (isOfCells) styles.push(attributes()('numFmtId').at(-1) ?? '');
    },
    onClose(tag) {
      if (tag === 'cellXfs') isOfCells = false;
    },
  });
  const units = new Map([...formats].map(([id, code]) => [id, unitOfFormat(code)]));
  return styles.map((id) => units.get(id));
}

/** Callbacks of an XML scan; names are local, without a namespace prefix. */
export interface XmlHandlers {
  readonly onOpen: (name: string, attributes: () => XmlAttributes) => void;
  readonly onClose?: (name: string) => void;
  readonly onText?: () => void;
}

/** The values of an attribute; several when prefixes differ. */
export type XmlAttributes = (name: string) => readonly string[];

const PORTION_BYTES = 1024 * 1024;
/** Longer elements or texts are not written by spreadsheet programs. */
const MOST_SILENT_PORTIONS = 4;

/**
 * Scans an XML file in portions, with the parser of the library that reads workbooks, so that both
 * see the same elements. A handler stops the scan by throwing.
 */
function scanXml(bytes: Uint8Array, { onOpen, onClose, onText }: XmlHandlers): void {
  const parser = new Parser();
  let silent = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('openTag', (name, attributes, decode) => {
    silent = 0;
    onOpen(localName(name), () => readAttributes(attributes(), decode));
  });
  if (onClose) parser.on('closeTag', (name) => onClose(localName(name)));
  if (onText) parser.on('text', () => onText());
  const decoder = new TextDecoder();
  for (let from = 0; from < bytes.length; from += PORTION_BYTES) {
    parser.write(decoder.decode(bytes.subarray(from, from + PORTION_BYTES), { stream: true }));
    // A truncated token is parsed again with the next portion: endless ones take quadratic time.
    silent += 1;
    if (silent > MOST_SILENT_PORTIONS) throw new RangeError('an element of it is too long');
  }
  parser.end();
}

function readAttributes(
  values: Readonly<Record<string, string>>,
  decode: (text: string) => string,
): XmlAttributes {
  return (wanted) =>
    Object.entries(values)
      .filter(([name]) => localName(name) === wanted)
      .map(([, value]) => decode(value));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
