import { limits } from './limits.ts';
import { closed, type Vocabulary } from './vocabulary.ts';

/** Where a field's value comes from. */
export type Origin =
  /** Sent by the caller. */
  | 'writable'
  /** Stored, but set by the service alone. */
  | 'system'
  /** Not stored: derived from the row, its neighbours and the clock when it is read. */
  | 'computed';

/** A value filled in when a new row does not carry the field; names are resolved by the service. */
export type DefaultName = 'now' | 'today' | 'caller';

/** What all fields may say about themselves. */
export interface FieldOptions {
  readonly required?: boolean;
  readonly origin?: Origin;
  /** Unit of the value, as it is written for people: `g`, `kg`, `L`, `°C`, `%`, `ppm`, `birds`. */
  readonly unit?: string;
  /** One line for reference documents: what is meant, where the name does not say it. */
  readonly note?: string;
  readonly default?: string | number | boolean;
  readonly defaultFrom?: DefaultName;
}

export interface TextField extends FieldOptions {
  readonly type: 'text';
  /** Longest text, in characters. */
  readonly max: number;
  readonly format?: 'email' | 'phone' | 'url' | 'currency' | 'secret-reference';
  /** For `url`: the schemes that are taken. */
  readonly schemes?: readonly string[];
  /** Line breaks are kept; elsewhere they are refused. */
  readonly multiline?: boolean;
}

export interface NumberField extends FieldOptions {
  readonly type: 'number' | 'integer' | 'money';
  readonly min?: number;
  readonly max: number;
  /** The value must lie above this bound. */
  readonly above?: number;
  /** The value must lie below this bound. */
  readonly below?: number;
  /** How many decimals an amount keeps; 2 unless told. */
  readonly decimals?: number;
  /** An upper end that means the same as another value, as 360° means 0°. */
  readonly wraps?: { readonly from: number; readonly to: number };
  /** What days below 0 are, where people are told: they lie ahead, or have passed. */
  readonly belowZero?: 'ahead' | 'passed';
  /** The flag of the same row that says whether the value is an estimate. */
  readonly estimatedBy?: string;
  /** The count of the same row that, above 0, makes the value a lower bound. */
  readonly lowerBoundBy?: string;
  /** The count of the same row that, above 0, makes the value an upper bound. */
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

/** An object or array of the caller's, at most 16 KB of JSON text. */
export interface JsonField extends FieldOptions {
  readonly type: 'json';
  /** Texts, numbers and booleans are taken too; only null is no value. */
  readonly anyValue?: boolean;
  /** The shared schema of its values, for fields that the service computes. */
  readonly shape?: string;
}

/** A list of short texts; one text with commas is split. */
export interface ListField extends FieldOptions {
  readonly type: 'list';
  readonly maxItems: number;
  readonly maxLength: number;
  /** The documented words; others are taken too. */
  readonly words?: readonly string[];
}

export interface WordField extends FieldOptions {
  readonly type: 'word';
  readonly vocabulary: Vocabulary;
}

/** The id of a row of another resource. */
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

/** A text of at most `max` characters on one line, trimmed and in NFC. */
export function text<const O extends FieldOptions & Partial<Omit<TextField, 'type' | 'max'>>>(
  max: number,
  options?: O,
) {
  return { type: 'text', max, ...(options as O) } as const;
}

/** A text of at most `max` characters that may run over several lines. */
export function prose<const O extends FieldOptions>(max: number, options?: O) {
  return { type: 'text', max, multiline: true, ...(options as O) } as const;
}

/** A whole number from `min` to `max`. */
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

/** An amount in the farm's currency, rounded to 2 decimals unless told, from 0 to `max`. */
export function money<
  const O extends FieldOptions & { readonly min?: number; readonly decimals?: number },
>(max: number, options?: O) {
  // A literal 0 would contradict a `min` of the options, and the type of the field be `never`.
  const min: number = 0;
  return { type: 'money', min, max, ...(options as O) } as const;
}

/** A calendar day of the farm, `YYYY-MM-DD`; a time stamp is taken and its day kept. */
export function date<const O extends FieldOptions>(options?: O) {
  return { type: 'date', ...(options as O) } as const;
}

/** An instant, ISO 8601; stored and returned in UTC with milliseconds. */
export function timestamp<const O extends FieldOptions>(options?: O) {
  return { type: 'timestamp', ...(options as O) } as const;
}

/** True or false; `1`, `0`, `"true"`, `"false"` are taken too. */
export function boolean<const O extends FieldOptions>(options?: O) {
  return { type: 'boolean', ...(options as O) } as const;
}

/** An object or array of the caller's; with `anyValue` any JSON value. */
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

/** The id of a row of `to` that the caller may see. */
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

/** Whether the value of a field is a text that may run over several lines. */
export function isProse(field: Field | undefined): boolean {
  return field?.type === 'text' && field.multiline === true;
}

/** The origin of a field; `writable` where it does not say. */
export function originOf(field: Field): Origin {
  return field.origin ?? 'writable';
}

/** The id that stands for a row of the resource in every example of the reference documents. */
export function exampleId(prefix: string): string {
  return `${prefix}_01K9ZZZZZZZZZZZZZZZZZZZZZZ`;
}

/** The basis of a standard in the examples of the reference documents. */
export const exampleBasis = {
  document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  interpolated: false,
  confidence: 'high',
} as const;

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

/** The parameters of an import. */
export const importParameters = {
  farmId: text(80, { note: 'The farm of rows that do not say theirs; names are looked for in it' }),
  dryRun: boolean({ default: false, note: 'Check every row and store nothing' }),
  onError: word(closed(['abort', 'skip']), {
    default: 'abort',
    note: 'Store nothing while a row is not valid, or the rows that are',
  }),
  onDuplicate: word(closed(['error', 'skip', 'update']), {
    default: 'error',
    note: 'What to do with a row that stands already, such as the log of a flock and day',
  }),
  map: text(8000, {
    note: 'A JSON object from headings to fields; an empty field leaves the column out',
  }),
  decimal: word(closed(['.', ',']), { note: 'The decimal sign, where numbers do not tell' }),
  dateFormat: word(closed(['dmy', 'mdy', 'ymd', 'excel']), {
    note: 'The order in which days are written, or that they are numbers of Excel',
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
