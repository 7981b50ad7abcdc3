import { boolean, word } from './fields.ts';
import { limits } from './limits.ts';
import { closed } from './vocabulary.ts';

/** The forms of an export, with the media type of each. */
export const exportTypes = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** A form of an export, which is also how its file name ends. */
export type ExportFormat = keyof typeof exportTypes;

export const exportFormats = Object.keys(exportTypes) as readonly ExportFormat[];

/** The parameters of an export beside the filters, the order and the fields of the list. */
export const exportParameters = {
  format: word(closed(['csv', 'jsonl', 'xlsx']), {
    default: 'csv',
    note: `Comma-separated values, a JSON object a line, or an Excel workbook of at most ${limits.exportSheetRows} rows`,
  }),
  bom: boolean({ default: false, note: 'Begin a CSV with the mark by which Excel knows UTF-8' }),
} as const;
