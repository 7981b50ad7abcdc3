import type { Labels } from '../../i18n/labels.ts';
import type { Field } from '../../model/core/fields.ts';
import { type Language, message } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { nearestWord } from '../../tools/words.ts';
import { didYouMean, usageError } from '../core/errors.ts';
import type { Measure } from './text-layout.ts';

/** A row or record as returned by the API. */
export type Values = Readonly<Record<string, unknown>>;

/** A column of a list, or a field of a record. */
export interface Column {
  /** API name, as used in `--fields`. May be a path into an object: `key.name`. */
  readonly name: string;
  /** Heading in text output, instead of the field label. */
  readonly title?: string;
  /** Left out of the text of a record while it has no value. */
  readonly isOptional?: boolean;
  /** Identifies rows: never truncated in a table. */
  readonly isName?: boolean;
  /** Resource of the field, which its translated values agree with. */
  readonly resource?: string;
  /** Unit appended to a value if space permits. */
  readonly unit?: string;
  /**
   * `time`: an instant, shown as relative time on a terminal; `number`: right-aligned; `word`,
   * `flag` and `unit`: an enum value, a boolean or a unit with localised labels.
   */
  readonly kind?: 'time' | 'number' | 'word' | 'flag' | 'unit';
  /** Meaning of negative days, which are shown in words: in the future or in the past. */
  readonly belowZero?: 'ahead' | 'passed';
  /** The boolean field of the same row that marks the value as an estimate in text output. */
  readonly estimatedBy?: string;
  /**
   * The count in the same row that, if above 0, makes the value a lower bound, marked in text
   * output.
   */
  readonly lowerBoundBy?: string;
  /**
   * The count in the same row that, if above 0, makes the value an upper bound, marked in text
   * output.
   */
  readonly upperBoundBy?: string;
}

/** A list: rows with columns. */
export interface RowsOutput {
  readonly kind: 'rows';
  /** Default columns of tables, TSV and CSV. */
  readonly columns: readonly Column[];
  /** Additional columns for `--fields`; absent: any property of the rows. */
  readonly selectable?: readonly Column[];
  /** All rows, or one page after another. */
  readonly rows: readonly Values[] | AsyncIterable<readonly Values[]>;
  /** Without the names of the columns: one line of a stream. */
  readonly isLine?: boolean;
}

/** One record, shown one field per line. */
export interface RecordOutput {
  readonly kind: 'record';
  /** The fields in display order; absent: all properties of the record. */
  readonly columns?: readonly Column[];
  readonly record: Values;
}

/** Text output for people, with the underlying data for programs. */
export interface ReadingOutput {
  readonly kind: 'reading';
  readonly data: unknown;
  /** The text, with every line terminated; external text must be neutralised. */
  render(view: View): string;
}

/** Any JSON value without a specific output form. */
export interface DocumentOutput {
  readonly kind: 'document';
  readonly data: unknown;
}

/** Output of a command, independent of the format. */
export type Output = RowsOutput | RecordOutput | ReadingOutput | DocumentOutput;

/** Layout options for text output. */
export interface View {
  /** Available columns; undefined when nothing is truncated. */
  readonly width: number | undefined;
  /** Display width of a text, in columns. */
  readonly widthOf: Measure;
  readonly paint: Paint;
  /**
   * Reference time of relative times, in milliseconds since 1970; undefined: times are written in
   * full.
   */
  readonly now: number | undefined;
  /** Time zone of the instants of a record; absent: they are written as sent. */
  readonly zone?: string | undefined;
  /** Language of times; English by default. */
  readonly language?: Language | undefined;
  /** Labels of fields and units; absent: their names are used. */
  readonly labels?: Labels | undefined;
  /** Row names by ID, shown instead of the IDs. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** Whether right-to-left text is isolated, so that the terminal does not reorder columns. */
  readonly isolates: boolean;
}

/** The styles in use; without colour, all of them leave the text unchanged. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  cyan(text: string): string;
}

/** The value at a name, which may be a path into objects: `key.name`. */
export function valueAt(values: Values, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  let value: unknown = values;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined;
    value = (value as Values)[part];
  }
  return value;
}

/**
 * The text of one cell: empty for null, comma-separated lists, names of named rows, JSON for other
 * objects.
 */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(isScalar)) return value.map(cellText).join(',');
  if (Array.isArray(value) && value.every(isNamedRow))
    return value.map(({ name }) => name).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A row shown by its name: exactly `{ id, name }`. */
export function isNamedRow(value: unknown): value is { readonly name: string } {
  if (!isRecord(value) || typeof value['name'] !== 'string') return false;
  return Object.keys(value).every((key) => key === 'id' || key === 'name');
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** The ID in a value: the value itself or an actor reference (`{ type: 'user', id }`). */
export function idIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id : undefined;
}

const KIND_OF_TYPE: Readonly<Record<string, Column['kind']>> = {
  number: 'number',
  boolean: 'flag',
};

/** Properties of undescribed rows, in order of first appearance. */
export function inferColumns(rows: readonly Values[]): readonly Column[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names].map((name) => {
    const values = rows.map((row) => row[name]).filter((value) => value !== null);
    const [type, ...otherTypes] = new Set(values.map((value) => typeof value));
    const kind = otherTypes.length === 0 ? KIND_OF_TYPE[type ?? ''] : undefined;
    return kind === undefined ? { name } : { name, kind };
  });
}

/**
 * Any value as rows: the items of a list, or the value alone; a non-object becomes a `value`
 * column.
 */
export function toRows(value: unknown): readonly Values[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => (isRecord(item) ? item : { value: item }));
}

const timeFields: readonly string[] = ['createdAt', 'updatedAt'];
const commonNames: readonly string[] = ['farmId', ...timeFields, 'createdBy', 'version'];

/** Every field of a resource as a column: its ID, its own fields, then the common fields. */
export function allColumns({ name: resource, fields }: ResourceDefinition): readonly Column[] {
  const ownColumns = Object.entries(fields).map(([name, field]) => ({
    ...columnOf(name, field),
    ...(name === 'status' ? { resource } : {}),
  }));
  const common = commonNames
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => columnOf(name, undefined));
  return [{ name: 'id' }, ...ownColumns, ...common];
}

/** Default columns of a list. */
export function listColumns(definition: ResourceDefinition): readonly Column[] {
  const all = allColumns(definition);
  const label = definition.label.find((name) => definition.columns.includes(name));
  return definition.columns.map((name) => {
    const column = all.find((column) => column.name === name) ?? { name };
    return name === label && isShort(definition.fields[name])
      ? { ...column, isName: true }
      : column;
  });
}

/** Multi-line texts are truncated in a table, even if they identify rows. */
function isShort(field: Field | undefined): boolean {
  return field?.type !== 'text' || !field.multiline;
}

function columnOf(name: string, field: Field | undefined): Column {
  const kind = kindOf(name, field);
  return {
    name,
    ...(kind === undefined ? {} : { kind }),
    ...(field?.unit === undefined ? {} : { unit: field.unit }),
    ...(field && 'belowZero' in field && field.belowZero !== undefined
      ? { belowZero: field.belowZero }
      : {}),
    ...(field && 'estimatedBy' in field && field.estimatedBy !== undefined
      ? { estimatedBy: field.estimatedBy }
      : {}),
    ...(field && 'lowerBoundBy' in field && field.lowerBoundBy !== undefined
      ? { lowerBoundBy: field.lowerBoundBy }
      : {}),
    ...(field && 'upperBoundBy' in field && field.upperBoundBy !== undefined
      ? { upperBoundBy: field.upperBoundBy }
      : {}),
  };
}

const KINDS: Readonly<Partial<Record<Field['type'], Column['kind']>>> = {
  word: 'word',
  number: 'number',
  integer: 'number',
  money: 'number',
  timestamp: 'time',
  boolean: 'flag',
};

function kindOf(name: string, field: Field | undefined): Column['kind'] {
  if (!field) return timeFields.includes(name) ? 'time' : undefined;
  return field.type === 'list' && field.words ? 'word' : KINDS[field.type];
}

/** Output formats and their purposes. */
export const outputFormatMeanings = {
  table: 'Columns for people; one line per field for a single record',
  tsv: 'One line per row, without header; one line per field for a single record; default in a pipe',
  json: 'One JSON document: the array of rows, or the record',
  jsonl: 'One JSON object per line; streamed page by page with --all',
  csv: 'A header and one line per row, for spreadsheets',
  yaml: 'The same document as YAML',
} as const;

export type OutputFormat = keyof typeof outputFormatMeanings;

const [first, ...others] = Object.keys(outputFormatMeanings) as [OutputFormat, ...OutputFormat[]];

export const outputFormats: readonly [OutputFormat, ...OutputFormat[]] = [first, ...others];

/** Whether the text is an output format. */
export function isOutputFormat(text: string): text is OutputFormat {
  return Object.hasOwn(outputFormatMeanings, text);
}

/** The names in `--fields a,b`; undefined when the flag is absent. */
export function parseFields(text: string | undefined): readonly string[] | undefined {
  if (text === undefined) return undefined;
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length === 0) throw usageError(message('fault.fieldsEmpty'));
  return names;
}

/**
 * The columns with these names, in this order; a name may be a path into a column (`createdBy.id`).
 * Throws a usage error that lists the available names.
 */
export function selectColumns(
  names: readonly string[],
  columns: readonly Column[],
): readonly Column[] {
  return names.map((name) => {
    const column = columns.find((candidate) => candidate.name === name);
    if (column) return column;
    const [root = ''] = name.split('.');
    if (root !== name && columns.some((candidate) => candidate.name === root)) return { name };
    throw unknownField(name, columns);
  });
}

function unknownField(name: string, columns: readonly Column[]) {
  const columnNames = columns.map((column) => column.name);
  const suggestion = nearestWord(name, columnNames);
  return usageError(
    `--fields: there is no field "${name}"${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}`,
    {
      hint: message('hint.fieldsOfTable', { known: columnNames.join(', ') }),
      text: [message('cli.noField', { name }), ...didYouMean(suggestion)],
    },
  );
}

/** Prefix of an estimate. */
export const ESTIMATED = '≈';

/** Prefix of a lower bound. */
export const AT_LEAST = '≥';

/** Prefix of an upper bound. */
export const AT_MOST = '≤';

/** Prefix of an inexact value. */
export type Mark = typeof ESTIMATED | typeof AT_LEAST | typeof AT_MOST;

/** Meanings of the marks. */
export const markTexts = {
  [ESTIMATED]: 'page.mark.projected',
  [AT_LEAST]: 'page.mark.atLeast',
  [AT_MOST]: 'page.mark.atMost',
} as const satisfies Readonly<Record<Mark, string>>;

/** The mark of a column value in a row; empty if the value is exact. */
export function markOf(row: Values, column: Column): Mark | '' {
  const { name, estimatedBy, lowerBoundBy, upperBoundBy } = column;
  const value = valueAt(row, name) ?? null;
  if (value === null) return '';
  if (estimatedBy !== undefined && row[estimatedBy] === true) return ESTIMATED;
  if (lowerBoundBy !== undefined && Number(row[lowerBoundBy]) > 0) return AT_LEAST;
  const isAtMost = upperBoundBy !== undefined && Number(row[upperBoundBy]) > 0;
  // A count cannot be below zero.
  return isAtMost && value !== 0 ? AT_MOST : '';
}

/** The selected properties of a row, in column order. */
export function pickFields(row: Values, columns: readonly Column[]): Values {
  return Object.fromEntries(columns.map(({ name }) => [name, valueAt(row, name) ?? null]));
}
