import type { Field } from '../model/fields.ts';

/** How a field is kept in a column. */
export type ColumnKind = Field['type'];

/** A value as it is bound to a statement. */
export type SqlValue = string | number | boolean | null;

/** What differs between the two databases; everything else is written once. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** Expression of the text of a JSON object of the names and values given in turn. */
  jsonObject(pairs: string): string;
  /** Expression of the position of a text in another, 1 or more; 0 when it is not in it. */
  readonly positionFunction: string;
  /** The column by which a row is found again at once; undefined where whole rows are sorted. */
  readonly rowPlace?: string;
  /** Appended to a SELECT whose rows the transaction is about to change. */
  readonly lockRows: string;
  /** Appended to a SELECT whose rows nobody may lock for a change before the transaction ends. */
  readonly holdRows: string;
  /** What an ORDER BY says behind the direction so that nulls come last. */
  nullsLast(direction: 'asc' | 'desc'): string;
  /** The column as a value inside a JSON object. */
  jsonValue(column: string, kind: ColumnKind): string;
  /** FROM item of the texts in a list column, one row each with the column `value`. */
  listItems(column: string): string;
  /** The value as it is bound to a statement. */
  bind(value: unknown, kind: ColumnKind): SqlValue;
}

const columnNames = new Map<string, string>();

/** The column of a field that the model names: `avgWeightGr` is kept in `avg_weight_gr`. */
export function columnName(field: string): string {
  const known = columnNames.get(field);
  if (known !== undefined) return known;
  const made = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  columnNames.set(field, made);
  return made;
}

/** The table of a resource: `daily-logs` is kept in `daily_logs`. */
export function tableName(resource: string): string {
  return resource.replaceAll('-', '_');
}
