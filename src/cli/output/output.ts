import type { Labels } from '../../i18n/labels.ts';
import type { Field } from '../../model/core/fields.ts';
import { type Language, message } from '../../model/core/message.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { nearestWord } from '../../tools/words.ts';
import { didYouMean, usageError } from '../core/errors.ts';
import type { Measure } from './text-layout.ts';

/** A row or record as the API gave it. */
export type Values = Readonly<Record<string, unknown>>;

/** One column of rows, or one field of a record. */
export interface Column {
  /** Name in the API; what `--fields` takes. May lead inside an object: `key.name`. */
  readonly name: string;
  /** Heading for people in place of the label of the name. */
  readonly title?: string;
  /** Rows are recognised by it: a table never cuts it. */
  readonly isName?: boolean;
  /** The resource whose field it is: its words agree with it. */
  readonly resource?: string;
  /** Unit that follows a value where there is room for it. */
  readonly unit?: string;
  /**
   * `time`: an instant, shown as its distance on a terminal; `number`: aligned to the right; `word`
   * `flag` and `unit`: a word of a vocabulary, true and false, or a unit, for which a language has
   * labels.
   */
  readonly kind?: 'time' | 'number' | 'word' | 'flag' | 'unit';
  /** What days below 0 are, which people read in words: they lie ahead, or have passed. */
  readonly belowZero?: 'ahead' | 'passed';
  /** The flag of the same row that says whether the value is an estimate, which is marked for people. */
  readonly estimatedBy?: string;
  /** The count of the same row that, above 0, makes the value a lower bound, which is marked too. */
  readonly lowerBoundBy?: string;
  /** The count of the same row that, above 0, makes the value an upper bound, which is marked too. */
  readonly upperBoundBy?: string;
}

/** Rows with columns: a list. */
export interface RowsOutput {
  readonly kind: 'rows';
  /** Shown when nobody chooses; table, TSV and CSV print these. */
  readonly columns: readonly Column[];
  /** What `--fields` can choose from besides; absent: any property of the rows. */
  readonly selectable?: readonly Column[];
  /** All of them, or page after page. */
  readonly rows: readonly Values[] | AsyncIterable<readonly Values[]>;
}

/** One record, shown field by field. */
export interface RecordOutput {
  readonly kind: 'record';
  /** The fields in their order; absent: the properties of the record. */
  readonly columns?: readonly Column[];
  readonly record: Values;
}

/** Something to be read: text for people, the data behind it for programs. */
export interface ReadingOutput {
  readonly kind: 'reading';
  readonly data: unknown;
  /** The text, each line ended; what comes from outside must be neutralised in it. */
  render(view: View): string;
}

/** Any JSON value that has no form of its own. */
export interface DocumentOutput {
  readonly kind: 'document';
  readonly data: unknown;
}

/** What a command prints; in which form is not its business. */
export type Output = RowsOutput | RecordOutput | ReadingOutput | DocumentOutput;

/** How text is laid out for people. */
export interface View {
  /** Columns there are; undefined where nothing is cut. */
  readonly width: number | undefined;
  /** How many columns a text takes. */
  readonly widthOf: Measure;
  readonly paint: Paint;
  /** Milliseconds since 1970 that instants are measured from; undefined: they are written out. */
  readonly now: number | undefined;
  /** In which distances in time are written; English where absent. */
  readonly language?: Language | undefined;
  /** What fields and units are called; where absent, their names. */
  readonly labels?: Labels | undefined;
  /** Names of rows by their id, shown in place of the id. */
  readonly names?: ReadonlyMap<string, string> | undefined;
  /** Whether right-to-left text is isolated, so that a terminal keeps the columns in order. */
  readonly isolates: boolean;
}

/** The styles in use; all of them leave the text as it is where there is no colour. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  yellow(text: string): string;
  green(text: string): string;
  cyan(text: string): string;
}

/** The value under a name, which may lead inside objects: `key.name`. */
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

/** A value as the text of one cell: nothing for null, lists with commas, named rows by their names, other objects as JSON. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(isScalar)) return value.map(cellText).join(',');
  if (Array.isArray(value) && value.every(isNamedRow))
    return value.map(({ name }) => name).join(',');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** A row that is shown by its name: `{ id, name }` and no more. */
export function isNamedRow(value: unknown): value is { readonly name: string } {
  if (!isRecord(value) || typeof value['name'] !== 'string') return false;
  return Object.keys(value).every((key) => key === 'id' || key === 'name');
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** The id that a value is, or that leads to who did something: `{ type: 'user', id }`. */
export function idIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined;
  return typeof value.id === 'string' ? value.id : undefined;
}

/** The properties of rows that nobody described, in the order in which they first appear. */
export function inferColumns(rows: readonly Values[]): readonly Column[] {
  const names = new Set<string>();
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  return [...names].map((name) => {
    const values = rows.map((row) => row[name]).filter((value) => value !== null);
    const isNumber = values.length > 0 && values.every((value) => typeof value === 'number');
    return isNumber ? { name, kind: 'number' } : { name };
  });
}

/** Any value as rows: the items of a list, or the value alone; what is no object is a `value`. */
export function toRows(value: unknown): readonly Values[] {
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => (isRecord(item) ? item : { value: item }));
}

const timeFields: readonly string[] = ['createdAt', 'updatedAt'];
const commonNames: readonly string[] = ['farmId', ...timeFields, 'createdBy', 'version'];

/** Every field of a resource as a column: its id, its own fields, then those all rows have. */
export function allColumns({ name: resource, fields }: ResourceDefinition): readonly Column[] {
  const own = Object.entries(fields).map(([name, field]) => ({
    ...columnOf(name, field),
    ...(name === 'status' ? { resource } : {}),
  }));
  const common = commonNames
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => columnOf(name, undefined));
  return [{ name: 'id' }, ...own, ...common];
}

/** The columns that a list shows when nobody chooses. */
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

/** Texts of several lines are cut in a table, also those that rows are recognised by. */
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

/** The ways a command can print, with what each is for. */
export const outputFormatMeanings = {
  table: 'Columns for people; a record is shown field by field',
  tsv: 'A line per row, without header; of one record a line per field; the default in a pipe',
  json: 'One JSON document: the array of rows, or the record',
  jsonl: 'A JSON object per line; with --all, page after page as it arrives',
  csv: 'A header and a line per row, for spreadsheets',
  yaml: 'The same document as json, as YAML',
} as const;

export type OutputFormat = keyof typeof outputFormatMeanings;

const [first, ...others] = Object.keys(outputFormatMeanings) as [OutputFormat, ...OutputFormat[]];

export const outputFormats: readonly [OutputFormat, ...OutputFormat[]] = [first, ...others];

/** Whether the text names a format. */
export function isOutputFormat(text: string): text is OutputFormat {
  return Object.hasOwn(outputFormatMeanings, text);
}

/** The names of `--fields a,b`; undefined when the flag is not given. */
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
 * The columns of that name, in that order; a name may lead inside one (`createdBy.id`).
 * Throws a usage error that lists the names there are.
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
  const known = columns.map((column) => column.name);
  const near = nearestWord(name, known);
  return usageError(
    `--fields: there is no field "${name}"${near === undefined ? '' : `; did you mean ${near}?`}`,
    {
      hint: message('hint.fieldsOfTable', { known: known.join(', ') }),
      text: [message('cli.noField', { name }), ...didYouMean(near)],
    },
  );
}

/** The mark of an estimate, before its value. */
export const ESTIMATED = '≈';

/** The mark of a lower bound, before its value. */
export const AT_LEAST = '≥';

/** The mark of an upper bound, before its value. */
export const AT_MOST = '≤';

/** A mark before a value that is not exact. */
export type Mark = typeof ESTIMATED | typeof AT_LEAST | typeof AT_MOST;

/** What the marks mean. */
export const markTexts = {
  [ESTIMATED]: 'cli.estimated',
  [AT_LEAST]: 'cli.atLeast',
  [AT_MOST]: 'cli.atMost',
} as const satisfies Readonly<Record<Mark, string>>;

/** The mark of the value of a column in a row; empty where it is exact. */
export function markOf(row: Values, column: Column): Mark | '' {
  const { name, estimatedBy, lowerBoundBy, upperBoundBy } = column;
  const value = valueAt(row, name) ?? null;
  if (value === null) return '';
  if (estimatedBy !== undefined && row[estimatedBy] === true) return ESTIMATED;
  if (lowerBoundBy !== undefined && Number(row[lowerBoundBy]) > 0) return AT_LEAST;
  const isAtMost = upperBoundBy !== undefined && Number(row[upperBoundBy]) > 0;
  // Fewer than none there cannot be.
  return isAtMost && value !== 0 ? AT_MOST : '';
}

/** The chosen properties of a row, in the order of the columns. */
export function pickFields(row: Values, columns: readonly Column[]): Values {
  return Object.fromEntries(columns.map(({ name }) => [name, valueAt(row, name) ?? null]));
}
