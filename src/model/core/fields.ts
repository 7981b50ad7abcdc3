import { limits } from './limits.ts';
import { closed, type Vocabulary } from './vocabulary.ts';

/** Where a field's value comes from. */
export type Origin =
  /** Sent by the caller. */
  | 'writable'
  /** Stored, but set only by the service. */
  | 'system'
  /** Not stored: derived from the row, related rows and the clock on read. */
  | 'computed';

/** Dynamic defaults of fields that a new row omits; resolved by the service. */
export type DefaultName = 'now' | 'today' | 'caller';

/** Options common to all fields. */
export interface FieldOptions {
  readonly required?: boolean;
  readonly origin?: Origin;
  /** Unit of the value, as shown to people: `g`, `kg`, `L`, `°C`, `%`, `ppm`, `birds`. */
  readonly unit?: string;
  /** A one-line description for the reference documents, if the name is not sufficient. */
  readonly note?: string;
  readonly default?: string | number | boolean;
  readonly defaultFrom?: DefaultName;
}

export interface TextField extends FieldOptions {
  readonly type: 'text';
  /** Maximum length in characters. */
  readonly max: number;
  readonly format?: 'email' | 'phone' | 'url' | 'currency' | 'secret-reference';
  /** For `url`: the accepted schemes. */
  readonly schemes?: readonly string[];
  /** Whether line breaks are preserved; otherwise they are rejected. */
  readonly multiline?: boolean;
}

export interface NumberField extends FieldOptions {
  readonly type: 'number' | 'integer' | 'money';
  readonly min?: number;
  readonly max: number;
  /** Exclusive lower bound. */
  readonly above?: number;
  /** Exclusive upper bound. */
  readonly below?: number;
  /** Number of decimals of an amount; defaults to 2. */
  readonly decimals?: number;
  /** An upper end equivalent to another value, as 360° is equivalent to 0°. */
  readonly wraps?: { readonly from: number; readonly to: number };
  /** The meaning of negative days in texts: in the future or in the past. */
  readonly belowZero?: 'ahead' | 'passed';
  /** The flag of the row that marks the value as an estimate. */
  readonly estimatedBy?: string;
  /** The count of the row that makes the value a lower bound when it is above 0. */
  readonly lowerBoundBy?: string;
  /** The count of the row that makes the value an upper bound when it is above 0. */
  readonly upperBoundBy?: string;
}

export interface DateField extends FieldOptions {
  readonly type: 'date';
}

export interface TimestampField extends FieldOptions {
  readonly type: 'timestamp';
}

export interface BooleanField extends FieldOptions {
  readonly type: 'boolean';
}

/** A JSON object or array from the caller, at most 16 KB of JSON text. */
export interface JsonField extends FieldOptions {
  readonly type: 'json';
  /** Also accepts strings, numbers and booleans; only null counts as no value. */
  readonly anyValue?: boolean;
  /** The shared schema of the values, for computed fields. */
  readonly shape?: string;
}

/** A list of short texts; a single text is split at commas. */
export interface ListField extends FieldOptions {
  readonly type: 'list';
  readonly maxItems: number;
  readonly maxLength: number;
  /** The documented words; other words are accepted too. */
  readonly words?: readonly string[];
}

export interface WordField extends FieldOptions {
  readonly type: 'word';
  readonly vocabulary: Vocabulary;
}

/** The ID of a row of another resource. */
export interface ReferenceField extends FieldOptions {
  readonly type: 'reference';
  readonly to: string;
}

export type Field =
  | TextField
  | NumberField
  | DateField
  | TimestampField
  | BooleanField
  | JsonField
  | ListField
  | WordField
  | ReferenceField;

/** A single-line text of at most `max` characters, trimmed and in NFC. */
export function text<const O extends FieldOptions & Partial<Omit<TextField, 'type' | 'max'>>>(
  max: number,
  options?: O,
) {
  return { type: 'text', max, ...(options as O) } as const;
}

/** A multi-line text of at most `max` characters. */
export function prose<const O extends FieldOptions>(max: number, options?: O) {
  return { type: 'text', max, multiline: true, ...(options as O) } as const;
}

/** An integer from `min` to `max`. */
export function integer<const O extends FieldOptions>(min: number, max: number, options?: O) {
  return { type: 'integer', min, max, ...(options as O) } as const;
}

/** A number from `min` to `max`. */
export function number<const O extends FieldOptions & Partial<Omit<NumberField, 'type'>>>(
  min: number,
  max: number,
  options?: O,
) {
  return { type: 'number', min, max, ...(options as O) } as const;
}

/** A number greater than 0, up to `max`. */
export function positive<const O extends FieldOptions>(max: number, options?: O) {
  return { type: 'number', above: 0, max, ...(options as O) } as const;
}

/** An amount in the farm's currency from 0 to `max`, rounded to 2 decimals by default. */
export function money<
  const O extends FieldOptions & { readonly min?: number; readonly decimals?: number },
>(max: number, options?: O) {
  // A literal 0 would conflict with a `min` in the options and make the field's type `never`.
  const min: number = 0;
  return { type: 'money', min, max, ...(options as O) } as const;
}

/** A calendar day of the farm, `YYYY-MM-DD`; a time stamp is reduced to its day. */
export function date<const O extends FieldOptions>(options?: O) {
  return { type: 'date', ...(options as O) } as const;
}

/** An instant, ISO 8601; stored and returned in UTC with milliseconds. */
export function timestamp<const O extends FieldOptions>(options?: O) {
  return { type: 'timestamp', ...(options as O) } as const;
}

/** A boolean; `1`, `0`, `"true"`, `"false"` are accepted too. */
export function boolean<const O extends FieldOptions>(options?: O) {
  return { type: 'boolean', ...(options as O) } as const;
}

/** A JSON object or array from the caller; with `anyValue`, any JSON value. */
export function json<const O extends FieldOptions & Partial<Omit<JsonField, 'type'>>>(options?: O) {
  return { type: 'json', ...(options as O) } as const;
}

/** A list of at most `maxItems` texts of at most `maxLength` characters. */
export function list<const O extends FieldOptions & { readonly words?: readonly string[] }>(
  maxItems: number,
  maxLength: number,
  options?: O,
) {
  return { type: 'list', maxItems, maxLength, ...(options as O) } as const;
}

/** One word of a vocabulary. */
export function word<const V extends Vocabulary, const O extends FieldOptions>(
  vocabulary: V,
  options?: O,
) {
  return { type: 'word', vocabulary, ...(options as O) } as const;
}

/** The ID of a row of `to` that the caller may read. */
export function reference<const T extends string, const O extends FieldOptions>(
  to: T,
  options?: O,
) {
  return { type: 'reference', to, ...(options as O) } as const;
}

/** Whether the value of a field is a number. */
export function isNumeric({ type }: Field): boolean {
  return type === 'integer' || type === 'number' || type === 'money';
}

/** Whether a field holds multi-line text. */
export function isProse(field: Field | undefined): boolean {
  return field?.type === 'text' && field.multiline === true;
}

/** The origin of a field; defaults to `writable`. */
export function originOf(field: Field): Origin {
  return field.origin ?? 'writable';
}

/** The example ID of a resource's rows in the reference documents. */
export function exampleId(prefix: string): string {
  return `${prefix}_01K9ZZZZZZZZZZZZZZZZZZZZZZ`;
}

/** The basis of a breed standard in the examples of the reference documents. */
export const exampleBasis = {
  document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  interpolated: false,
  confidence: 'high',
} as const;

/** Export formats with their media types. */
export const exportTypes = {
  csv: 'text/csv',
  jsonl: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** An export format; also the file extension. */
export type ExportFormat = keyof typeof exportTypes;

export const exportFormats = Object.keys(exportTypes) as readonly ExportFormat[];

/** Export parameters in addition to the list's filters, order and fields. */
export const exportParameters = {
  format: word(closed(['csv', 'jsonl', 'xlsx']), {
    default: 'csv',
    note: `Comma-separated values, a JSON object a line, or an Excel workbook of at most ${limits.exportSheetRows} rows`,
  }),
  bom: boolean({ default: false, note: 'Prepend a UTF-8 byte-order mark to CSV (for Excel)' }),
} as const;

/** The parameters of an import. */
export const importParameters = {
  farmId: text(80, { note: 'The farm of rows without a farm; names are looked up in it' }),
  dryRun: boolean({ default: false, note: 'Check every row and store nothing' }),
  onError: word(closed(['abort', 'skip']), {
    default: 'abort',
    note: 'On invalid rows, store nothing or only the valid rows',
  }),
  onDuplicate: word(closed(['error', 'skip', 'update']), {
    default: 'error',
    note: 'What to do with a row that already exists, such as the log of a flock and day',
  }),
  map: text(8000, {
    note: 'A JSON object from headings to fields; an empty field ignores the column',
  }),
  decimal: word(closed(['.', ',']), { note: 'The decimal separator, for ambiguous numbers' }),
  dateFormat: word(closed(['dmy', 'mdy', 'ymd', 'excel']), {
    note: 'The order of day, month and year, or Excel day numbers',
  }),
  encoding: word(
    closed([
      'utf-8',
      'utf-16le',
      'utf-16be',
      'windows-1252',
      'windows-1255',
      'windows-1256',
      'windows-874',
      'gb18030',
    ]),
    { note: 'Of a text that is not UTF-8' },
  ),
  sheet: text(60, { note: 'Name or number of the sheet of a workbook; the first one otherwise' }),
} as const;
