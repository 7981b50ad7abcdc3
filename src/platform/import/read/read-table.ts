import { FarmError } from '../../../model/errors.ts';
import type { ImportTable } from '../import-table.ts';
import { decodeText } from './decode-text.ts';
import { readCsv } from './read-csv.ts';
import { readJsonRows } from './read-json-rows.ts';
import { readSheetRows } from './read-sheet.ts';

/** A file as it was sent. */
export interface ImportFile {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** How a file is to be read. */
export interface TableOptions {
  /** Of a text that is not UTF-8. */
  readonly encoding: string | undefined;
  /** Name or number of the sheet of a workbook. */
  readonly sheet: string | undefined;
}

/** Reads a file as rows under headings. */
export type TableReader = (file: ImportFile, options: TableOptions) => Promise<ImportTable>;

const KINDS: readonly (readonly [RegExp, ImportTable['kind'] | undefined])[] = [
  [/^(text\/(csv|plain|tab-separated-values)|application\/csv)\b/, 'csv'],
  [/^application\/(x-ndjson|ndjson|jsonl|x-jsonlines|json)\b/, 'json'],
  [/^application\/vnd\.(openxmlformats-officedocument\.spreadsheetml\.sheet|ms-excel)\b/, 'sheet'],
  // The first bytes decide.
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

/** The kind of a file by its type, or by its first bytes; throws `unsupported_media_type`. */
export function kindOf({ contentType, bytes }: ImportFile): ImportTable['kind'] {
  const type = contentType.trim().toLowerCase();
  const found = KINDS.find(([pattern]) => pattern.test(type));
  if (!found) {
    throw new FarmError('unsupported_media_type', {
      message:
        'Send the file as text/csv, application/x-ndjson, application/json or ' +
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.',
    });
  }
  const [, kind] = found;
  return kind ?? sniff(bytes);
}

/** A workbook is an archive, JSON begins with a bracket, and all else is text under headings. */
function sniff(bytes: Uint8Array): ImportTable['kind'] {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1');
  if (head.startsWith('PK')) return 'sheet';
  return /^(?:\xef\xbb\xbf)?\s*[[{]/.test(head) ? 'json' : 'csv';
}

/** The container of `.xls`, and of workbooks with a password. */
const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const OPEN_DOCUMENT = 'mimetypeapplication/vnd.oasis.opendocument';

/** Throws for workbooks of other kinds, whatever their name or type claims. */
function requireSupported(bytes: Uint8Array): void {
  const head = Buffer.from(bytes.subarray(0, 120));
  const isOld = head.subarray(0, COMPOUND_FILE.length).equals(COMPOUND_FILE);
  const isOpen = head.toString('latin1', 0, 2) === 'PK' && head.includes(OPEN_DOCUMENT);
  if (!isOld && !isOpen) return;
  const what = isOld
    ? 'This is an .xls workbook, or a workbook with a password'
    : 'This is an .ods document';
  throw new FarmError('unsupported_media_type', {
    code: isOld ? 'xls_not_supported' : 'ods_not_supported',
    message: `${what}, which is not supported; save it as .xlsx (without a password) or as CSV.`,
  });
}
