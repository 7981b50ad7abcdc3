import { stringify } from 'csv-stringify/sync';
import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { Field } from '../../model/core/fields.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { commonFields } from '../../storage/core/stored-row.ts';
import {
  DAY_MILLIS,
  dayInZone,
  localInstant,
  parseInstant,
  zoneOffsetMillis,
} from '../../tools/calendar.ts';
import { escapeFormula, truncateForCell } from '../../tools/text.ts';

export interface SheetColumn {
  readonly name: string;
  /** Determines which texts are days and times. */
  readonly type: Field['type'];
}

/** The layout of a sheet. */
export interface SheetForm {
  readonly name: string;
  readonly columns: readonly SheetColumn[];
  /** The time zone of displayed times. */
  readonly zone: string;
  /** Size limit; exceeding it throws. */
  readonly mostBytes: number;
}
/** Day 0 of a workbook, in days before 1970. */
const DAYS_TO_1970 = 25_569;
/** 1 March 1900: Excel has a 29 February 1900, so that earlier days are off by one. */
const FIRST_SURE_DAY = 61;
/** Favours speed over size: sheet rows still compress to about a tenth. */
const LEVEL = 4;

/** Cell style indexes in `cellXfs`. */
const STYLE = { text: 1, day: 2, time: 3, heading: 4 } as const;

// Control characters, lone surrogates and non-characters.
const NOT_IN_XML = /(?![\n\t])[\p{Cc}\p{Cs}\ufffe\uffff]/gu;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

// Cells with the text format (49) remain text when edited, even if they start like a formula.
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Writes an Excel workbook with one sheet, page by page; only one page is in memory at a time. */
export function createWorkbookWriter(form: SheetForm): ExportWriter {
  let parts: Uint8Array[] = [];
  let row = 1;
  let bytes = 0;
  const zip = new Zip((error, part) => {
    if (error) throw error;
    parts.push(part);
  });
  const takeBytes = () => {
    const bytes = Buffer.concat(parts);
    parts = [];
    return bytes;
  };
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: LEVEL });
  return {
    head() {
      for (const [path, text] of Object.entries(frameOf(form.name))) {
        // Compressed, because SheetJS cannot read stored entries with trailing sizes.
        const file = new ZipDeflate(path, { level: LEVEL });
        zip.add(file);
        file.push(strToU8(text), true);
      }
      zip.add(sheet);
      sheet.push(strToU8(sheetHead(form)));
      return takeBytes();
    },
    rows(records) {
      const rows = records.map((record) => renderRow(JSON.parse(record), ++row, form));
      const text = strToU8(rows.join(''));
      bytes += text.length;
      if (bytes > form.mostBytes) {
        throw new Error(`a sheet of ${form.name} would have more than ${form.mostBytes} bytes`);
      }
      sheet.push(text);
      return takeBytes();
    },
    end() {
      sheet.push(strToU8('</sheetData></worksheet>'), true);
      zip.end();
      return takeBytes();
    },
  };
}

/** The workbook files other than the sheet. */
function frameOf(name: string): Readonly<Record<string, string>> {
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="${escapeXml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
  };
}

/** The heading row is frozen; columns fit their headings and times. */
function sheetHead({ columns }: SheetForm): string {
  const widths = columns.map(({ name, type }, index) => {
    const minimumWidth = type === 'timestamp' ? 24 : 12;
    const place = index + 1;
    return `<col min="${place}" max="${place}" width="${Math.max(minimumWidth, name.length + 2)}" customWidth="1"/>`;
  });
  const headings = columns.map(({ name }, index) => {
    return textCell(`${columnName(index)}1`, name, STYLE.heading);
  });
  const frozenPane = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">${frozenPane}</sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`;
}

interface Place {
  /** Cell reference, such as B7. */
  readonly at: string;
  readonly column: SheetColumn;
}

function renderRow(
  record: Readonly<Record<string, unknown>>,
  number: number,
  { columns, zone }: SheetForm,
): string {
  const cells = columns.map((column, index) => {
    return renderCell(record[column.name], { at: `${columnName(index)}${number}`, column }, zone);
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

/** Numbers, booleans, days and times become typed cells; all else is text, never a formula. */
function renderCell(value: unknown, { at, column }: Place, zone: string): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value !== 'string') return textCell(at, JSON.stringify(value), STYLE.text);
  if (column.type === 'date') {
    const day = serialOf(Date.parse(`${value}T00:00:00Z`));
    if (day !== undefined) return `<c r="${at}" s="${STYLE.day}"><v>${day}</v></c>`;
  }
  if (column.type === 'timestamp') {
    const time = localSerial(value, zone);
    if (time !== undefined) return `<c r="${at}" s="${STYLE.time}"><v>${time}</v></c>`;
  }
  return textCell(at, value, STYLE.text);
}

/**
 * Local time in a zone as a serial number of days. Undefined in the repeated hour when clocks are
 * set back: a cell has no offset, so such a time is written as text.
 */
function localSerial(text: string, zone: string): number | undefined {
  const instant = parseInstant(text);
  if (instant === undefined) return undefined;
  const day = dayInZone(instant, zone);
  const localMillis = instant + zoneOffsetMillis(instant, zone);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return localInstant(day, localMillis - midnight, zone) === instant
    ? serialOf(localMillis)
    : undefined;
}

function serialOf(millis: number): number | undefined {
  const serial = millis / DAY_MILLIS + DAYS_TO_1970;
  return serial >= FIRST_SURE_DAY ? serial : undefined;
}

function textCell(at: string, text: string, style: number): string {
  const content = `<is><t xml:space="preserve">${escapeXml(truncateForCell(text))}</t></is>`;
  return `<c r="${at}" s="${style}" t="inlineStr">${content}</c>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Escapes text for a workbook: characters that XML excludes, and text like `_x0041_`, as `_xHHHH_`.
 */
function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
    .replace(NOT_IN_XML, (sign) => `_x${sign.charCodeAt(0).toString(16).padStart(4, '0')}_`);
}

const LETTERS = 26;
const LETTER_A = 65;

/** Column letters: A, B … Z, AA, AB … */
function columnName(index: number): string {
  const last = String.fromCharCode(LETTER_A + (index % LETTERS));
  return index < LETTERS ? last : columnName(Math.floor(index / LETTERS) - 1) + last;
}

/** Writes the parts of an export, from its head to its end. */
export interface ExportWriter {
  /** The output before the rows. */
  head(): string | Uint8Array;
  /** Records (JSON texts) of one page; may be empty while the writer compresses. */
  rows(records: readonly string[]): string | Uint8Array;
  end(): string | Uint8Array;
}

interface ExportForm {
  readonly format: 'csv' | 'jsonl';
  readonly columns: readonly string[];
  /** Whether a CSV starts with a byte-order mark, by which Excel detects UTF-8. */
  readonly hasMark: boolean;
}

const BYTE_ORDER_MARK = '\ufeff';
// As specified by RFC 4180.
const OPTIONS = { record_delimiter: '\r\n' } as const;

/** Creates a writer for text formats. */
export function createTextWriter(form: ExportForm): ExportWriter {
  return {
    head: () => renderHead(form),
    rows: (records) => renderRows(records, form),
    end: () => '',
  };
}

/** The output before the rows: column names for CSV, nothing for JSON lines. */
function renderHead({ format, columns, hasMark }: ExportForm): string {
  if (format === 'jsonl') return '';
  return `${hasMark ? BYTE_ORDER_MARK : ''}${stringify([[...columns]], OPTIONS)}`;
}

/** Renders records (JSON texts) as export lines. */
function renderRows(
  records: readonly string[],
  { format, columns }: Pick<ExportForm, 'format' | 'columns'>,
): string {
  if (format === 'jsonl') return records.map((record) => `${record}\n`).join('');
  const rows = records.map((record) => {
    const row = JSON.parse(record) as Readonly<Record<string, unknown>>;
    return columns.map((name) => cellOf(row[name]));
  });
  return stringify(rows, OPTIONS);
}

/** Text that could be a formula is escaped; JSON values start with a bracket. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeFormula(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const IDENTITY = ['id', 'farmId'];
const COMMON = ['version', 'createdAt', 'updatedAt', 'createdBy'];

/** The columns of an export: the requested fields, or all fields of the API. */
export function exportColumns(
  definition: ResourceDefinition,
  requested: readonly string[] | undefined,
): readonly string[] {
  return requested ?? [...IDENTITY, ...Object.keys(definition.fields), ...COMMON];
}

/** The columns with their field types. */
export function sheetColumns(
  definition: ResourceDefinition,
  columns: readonly string[],
): readonly SheetColumn[] {
  const fields: Readonly<Record<string, Field>> = { ...commonFields, ...definition.fields };
  return columns.map((name) => ({ name, type: fields[name]?.type ?? 'text' }));
}
