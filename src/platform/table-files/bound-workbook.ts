import { Parser } from 'saxen';
import { FarmError, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { BUILT_IN_FORMATS, type FormatUnit, unitOfFormat } from './sheet-units.ts';
import { requireColumns, tooManyCells, tooManyRows } from './table.ts';
import type { ZipEntry } from './zip.ts';

/** The workbook files needed to read one of its sheets, and the number of that sheet. */
export interface BoundedWorkbook {
  readonly entries: readonly ZipEntry[];
  /** 1-based. */
  readonly sheet: number;
  readonly units: CellUnits;
}

/** The units of cells by row and column, 1-based. */
export type CellUnits = ReadonlyMap<number, ReadonlyMap<number, FormatUnit>>;

/** Excel's own limits: a file that exceeds them was not written by a spreadsheet program. */
export const EXCEL = {
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
export function boundWorkbook(
  entries: readonly ZipEntry[],
  requested: string | undefined,
): BoundedWorkbook {
  const files = new Map(entries.map(({ path, bytes }) => [path, bytes]));
  const workbook = files.get(WORKBOOK);
  // Documents of other programs are archives too.
  if (!workbook) throw noWorkbook();
  const sheets = listSheets(workbook);
  const sheetNumber = numberOfSheet(sheets, requested);
  const paths = listPaths(fileOf(files, RELATIONS));
  const path = paths.sheets.get(sheets[sheetNumber - 1]?.relation ?? '');
  if (path === undefined) throw unreadable('a sheet is missing');
  const styles = new Set(paths.styles);
  const units = [...styles].flatMap((name) => unitsOfStyles(files.get(name)));
  const checked = checkSheet(fileOf(files, path), units);
  for (const other of paths.sheets.values()) if (other !== path) files.delete(other);
  return {
    entries: [...files].map(([path, bytes]) => ({ path, bytes })),
    sheet: sheetNumber,
    units: checked,
  };
}

/** Why a workbook is unreadable, as a code; each has a text in every language. */
type WorkbookFault = 'not_a_workbook' | 'damaged_workbook' | 'empty_sheet' | 'workbook_too_complex';

const REMEDIES: Readonly<Record<WorkbookFault, string>> = {
  not_a_workbook: 'Open the file in a spreadsheet program and save it as .xlsx, or as CSV.',
  damaged_workbook: 'Open it in a spreadsheet program and save it again, or save it as CSV.',
  empty_sheet: 'Name another sheet, or fill in headings and rows.',
  workbook_too_complex: 'Save the sheet as CSV.',
};

export function unreadable(reason: string, code: WorkbookFault = 'damaged_workbook') {
  const detail = reason.slice(0, 300).replace(/\.$/, '');
  const message = `The Excel workbook cannot be read: ${detail}. ${REMEDIES[code]}`;
  const issues = [{ path: 'body', code: 'invalid_format', message }] as const;
  return new FarmError('validation_failed', { code, message, issues });
}

export function noWorkbook() {
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

function numberOfSheet(sheets: readonly ListedSheet[], requested: string | undefined): number {
  if (requested === undefined) return 1;
  const isNumber = /^\d{1,3}$/.test(requested);
  const number = isNumber
    ? Number(requested)
    : sheets.findIndex(({ name }) => name === requested) + 1;
  if (number >= 1 && number <= sheets.length) return number;
  const names = sheets.slice(0, MOST_NAMED).map(({ name }) => JSON.stringify(name.slice(0, 60)));
  const message = `The workbook has no sheet ${JSON.stringify(requested)}; it has ${names.join(', ')}.`;
  throw validationFailed([{ path: 'sheet', code: 'not_found', message }]);
}

/** The paths of the sheets by relation ID, and the paths of the styles. */
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
  const lastCell = `row ${row} and column ${columnName(extent.column)}`;
  throw tooManyCells(`The sheet is in use up to ${lastCell}. `);
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
  return (entryName) =>
    Object.entries(values)
      .filter(([name]) => localName(name) === entryName)
      .map(([, value]) => decode(value));
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
