import { isUtf8 } from 'node:buffer';
import { FarmError, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { measureJson } from '../../tools/text.ts';
import { readCsv } from './read-csv.ts';
import { readSheetRows } from './read-sheet.ts';
import {
  createRowTally,
  type ImportRow,
  type ImportTable,
  requireHeadings,
  tooManyRows,
} from './table.ts';

/** A file as sent. */
export interface ImportFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Options for reading a file. */
export interface TableOptions {
  /** Encoding of text that is not UTF-8. */
  readonly encoding: string | undefined;
  /** Name or number of the sheet of a workbook. */
  readonly sheet: string | undefined;
}

/** Parses a file into rows under headings. */
export type TableReader = (file: ImportFile, options: TableOptions) => Promise<ImportTable>;

const KINDS: readonly (readonly [RegExp, ImportTable['kind'] | undefined])[] = [
  [/^(text\/(csv|plain|tab-separated-values)|application\/csv)\b/, 'csv'],
  [/^application\/(x-ndjson|ndjson|jsonl|x-jsonlines|json)\b/, 'json'],
  [/^application\/vnd\.(openxmlformats-officedocument\.spreadsheetml\.sheet|ms-excel)\b/, 'sheet'],
  // Detected by the first bytes.
  [/^(application\/octet-stream\b|$)/, undefined],
];

/** Reads a file in this thread; throws `validation_failed` or `payload_too_large`. */
export async function readTable(
  file: ImportFile,
  { encoding, sheet }: TableOptions,
): Promise<ImportTable> {
  requireSupported(file.bytes);
  const kind = kindOf(file);
  if (kind === 'sheet') return readSheetRows(file.bytes, sheet);
  const text = decodeText(file.bytes, encoding);
  return kind === 'csv' ? readCsv(text) : readJsonRows(text);
}

/** The kind of a file by its type or first bytes; throws `unsupported_media_type`. */
export function kindOf({ contentType, bytes }: ImportFile): ImportTable['kind'] {
  const type = contentType.trim().toLowerCase();
  const tableKind = KINDS.find(([pattern]) => pattern.test(type));
  if (!tableKind) {
    throw new FarmError('unsupported_media_type', {
      message:
        'Send the file as text/csv, application/x-ndjson, application/json or ' +
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.',
    });
  }
  const [, kind] = tableKind;
  return kind ?? sniff(bytes);
}

/** Workbooks are archives, JSON starts with a bracket, and anything else is delimited text. */
function sniff(bytes: Uint8Array): ImportTable['kind'] {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (head.startsWith('PK')) return 'sheet';
  return /^(?:\xef\xbb\xbf)?\s*[[{]/.test(head) ? 'json' : 'csv';
}

/** The container format of `.xls` and of password-protected workbooks. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The stream with the encrypted content. */
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le');
const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument';

/** Throws for unsupported workbook formats, regardless of their declared name or type. */
function requireSupported(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 120));
  const isOld = head.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE);
  const isOpen = head.toString('latin1', 0, 2) === 'PK' && head.includes(OPEN_DOCUMENT);
  if (!isOld && !isOpen) return;
  const isEncrypted = isOld && Buffer.from(bytes).includes(ENCRYPTED_PART);
  const [what, code] = isEncrypted
    ? ['a workbook with a password', 'workbook_encrypted']
    : isOld
      ? ['an .xls workbook', 'xls_not_supported']
      : ['an .ods document', 'ods_not_supported'];
  throw new FarmError('unsupported_media_type', {
    code,
    message: `This is ${what}, which is not supported; save it as .xlsx (without a password) or as CSV.`,
  });
}

const LINE_FEED = 0x0a;
/** Number of letters sufficient to distinguish code pages. */
const MOST_SAMPLED = 10_000;

/**
 * Decodes a file: UTF-8, UTF-16 with a byte-order mark, or the encoding given by the sender.
 * Nothing is guessed: other bytes are refused with the line and the likely encoding.
 */
function decodeText(bytes: Uint8Array, encoding: string | undefined): string {
  const detected = encoding ?? (wideEncodingOf(bytes) || 'utf-8');
  try {
    return new TextDecoder(detected, { fatal: true }).decode(bytes);
  } catch {
    throw undecodable(bytes, detected);
  }
}

function wideEncodingOf([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
}

function undecodable(bytes: Uint8Array, encoding: string) {
  if (encoding !== 'utf-8') {
    return fault(`The file is not text in ${encoding}.`);
  }
  const { number, line } = firstBadLine(bytes);
  const likely = likelyEncoding(line);
  const hint =
    likely === undefined
      ? 'save it as UTF-8, or name its encoding with encoding='
      : `it looks like ${likely}: pass encoding=${likely}, or save it as "CSV UTF-8"`;
  return fault(`Line ${number} of the file is not text in UTF-8; ${hint}.`);
}

function fault(message: string) {
  return validationFailed([{ path: 'body', code: 'invalid_character', message }]);
}

function firstBadLine(bytes: Uint8Array): { readonly number: number; readonly line: Uint8Array } {
  let number = 1;
  for (let from = 0; from < bytes.length; number++) {
    const end = bytes.indexOf(LINE_FEED, from);
    const line = bytes.subarray(from, end === -1 ? bytes.length : end);
    if (!isUtf8(line)) return { number, line };
    if (end === -1) break;
    from = end + 1;
  }
  return { number, line: bytes };
}

/**
 * The likely code page of a line, among those that spreadsheets still write by default; undefined
 * when it is ambiguous.
 */
function likelyEncoding(line: Uint8Array): string | undefined {
  const high: number[] = [];
  for (const byte of line) {
    if (byte >= 0x80) high.push(byte);
    if (high.length === MOST_SAMPLED) break;
  }
  const isMostly = (from: number, to: number) =>
    high.filter((byte) => byte >= from && byte <= to).length >= high.length * 0.9;
  if (isMostly(0xe0, 0xfa)) return 'windows-1255';
  return isMostly(0xa1, 0xdf) ? 'windows-874' : undefined;
}

const LINES_PER_TURN = 2000;

/** A value with its line; an error for a line that is not JSON. */
interface Placed {
  readonly value: unknown;
  readonly line: number;
}

/** Parses a list of objects, or one object per line; an invalid line becomes a row with a fault. */
async function readJsonRows(text: string): Promise<ImportTable> {
  const withoutMark = text.replace(/^\ufeff/, '');
  const isList = withoutMark.trimStart().startsWith('[');
  const tally = createRowTally();
  const headings = new Map<string, number>();
  const rows: ImportRow[] = [];
  for (const { value, line } of isList ? readList(withoutMark) : readLines(withoutMark)) {
    const row = tableRow(value, { row: rows.length + 1, line }, headings);
    tally.add(row.cells);
    rows.push(row);
    if (rows.length % LINES_PER_TURN === 0) await new Promise(setImmediate);
  }
  return { kind: 'json', headings: [...headings.keys()], rows, mayUseComma: false };
}

function* readList(text: string): Generator<Placed> {
  if (measureJson(text, limits.parsedJsonDepth).items > limits.importRows) throw tooManyRows();
  const values = parse(text);
  if (Array.isArray(values)) {
    yield* values.map((value: unknown, index) => ({ value, line: index + 1 }));
    return;
  }
  const isDeep = values instanceof NestedTooDeep;
  const message = `The body is not a JSON list: ${values instanceof Error ? values.message : ''}`;
  throw validationFailed([
    { path: 'body', code: isDeep ? 'too_deep' : 'invalid_json', message: message.slice(0, 300) },
  ]);
}

function* readLines(text: string): Generator<Placed> {
  let number = 1;
  for (let from = 0; from < text.length; number++) {
    const lineEnd = text.indexOf('\n', from);
    const end = lineEnd === -1 ? text.length : lineEnd;
    const line = text.slice(from, end);
    if (line.trim() !== '') yield { value: parse(line), line: number };
    from = end + 1;
  }
}

class NestedTooDeep extends Error {
  constructor() {
    super(`it is nested deeper than ${limits.parsedJsonDepth} levels`);
  }
}

function parse(text: string): unknown {
  if (measureJson(text, limits.parsedJsonDepth).isTooDeep) return new NestedTooDeep();
  try {
    return JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** The values of an object in the order of the headings; new names are appended to the headings. */
function tableRow(
  value: unknown,
  place: { readonly row: number; readonly line: number },
  headings: Map<string, number>,
): ImportRow {
  if (value instanceof NestedTooDeep) {
    const message = `The row cannot be read: ${value.message}.`;
    return { ...place, cells: [], fault: { code: 'too_deep', message } };
  }
  if (value instanceof Error) {
    const message = `This is not JSON: ${value.message.slice(0, 200)}`;
    return { ...place, cells: [], fault: { code: 'invalid_json', message } };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'A row must be a JSON object of fields.';
    return { ...place, cells: [], fault: { code: 'wrong_type', message } };
  }
  const cells: unknown[] = [];
  for (const [name, cell] of Object.entries(value)) {
    if (!headings.has(name)) addHeading(headings, name);
    cells[headings.get(name) ?? 0] = cell;
  }
  return { ...place, cells };
}

function addHeading(headings: Map<string, number>, name: string): void {
  headings.set(name, headings.size);
  if (headings.size > limits.importColumns || name.length > limits.importHeadingLength) {
    requireHeadings([...headings.keys()]);
  }
}
