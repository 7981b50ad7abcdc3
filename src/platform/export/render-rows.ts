import { stringify } from 'csv-stringify/sync';
import { escapeFormula } from '../../tools/spreadsheet-text.ts';

/** Writes an export in its form, from its head to its end. */
export interface ExportWriter {
  /** What stands before the rows. */
  head(): string | Uint8Array;
  /** Records (JSON texts) of one page; may be empty while the writer compresses. */
  rows(records: readonly string[]): string | Uint8Array;
  end(): string | Uint8Array;
}

/** How a text is written. */
interface ExportForm {
  readonly format: 'csv' | 'jsonl';
  readonly columns: readonly string[];
  /** Whether a CSV begins with the mark by which Excel knows UTF-8. */
  readonly hasMark: boolean;
}

const BYTE_ORDER_MARK = '\ufeff';
// As RFC 4180 has it.
const OPTIONS = { record_delimiter: '\r\n' } as const;

/** Writes rows as text. */
export function createTextWriter(form: ExportForm): ExportWriter {
  return {
    head: () => renderHead(form),
    rows: (records) => renderRows(records, form),
    end: () => '',
  };
}

/** What stands before the rows: of CSV the names of the columns, of JSON lines nothing. */
function renderHead({ format, columns, hasMark }: ExportForm): string {
  if (format === 'jsonl') return '';
  return `${hasMark ? BYTE_ORDER_MARK : ''}${stringify([[...columns]], OPTIONS)}`;
}

/** Records (JSON texts) as lines of the export. */
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

/** Text that could be a formula is escaped; what is inside of JSON begins with a bracket. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return escapeFormula(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
