import sql, { join, raw, type Sql } from 'sql-template-tag';
import { memoizeByObject } from '../../tools/collections.ts';
import {
  type ColumnKind,
  type Connection,
  columnName,
  type SqlValue,
  type Statement,
} from './database.ts';

/** Where rows are inserted, and which of their columns are given. */
export interface InsertTarget {
  readonly table: string;
  readonly columns: readonly string[];
  /** What stands behind the values, such as what is done on a conflict. */
  readonly rest?: string;
}

// More in one statement are hardly faster, and a statement that is kept takes memory by its rows.
export const MOST_IN_ONE_STATEMENT = 32;

/** From so many statements of one call on it pays to make one more that gives less. */
const MANY_STATEMENTS = 8;

const texts = new WeakMap<InsertTarget, Map<number, Pick<Statement, 'sql' | 'text'>>>();

/** Inserts rows, their values in the order of the columns, many with one statement. */
export async function insertValues<T>(
  connection: Connection,
  target: InsertTarget,
  input: { readonly rows: Iterable<T>; readonly valuesOf: (row: T) => readonly SqlValue[] },
): Promise<void> {
  const isBriefer = connection.dialect.name === 'sqlite' && target.rest === undefined;
  let statements = 0;
  let brief: BriefInsert | undefined;
  for (const chunk of chunked(input.rows, MOST_IN_ONE_STATEMENT)) {
    const rows = chunk.map(input.valuesOf);
    const isWhole = rows.length === MOST_IN_ONE_STATEMENT;
    if (isBriefer && isWhole && ++statements === MANY_STATEMENTS) {
      brief = createBriefInsert(target, rows);
    }
    const statement = brief?.(rows) ?? {
      ...insertText(target, rows.length),
      values: rows.flat(),
    };
    await post(connection, statement);
  }
}

/** Runs a statement whose result nobody needs; in a transaction on a server it may be sent later. */
export async function post(connection: Connection, statement: Statement): Promise<void> {
  await (connection.post ? connection.post(statement) : connection.run(statement));
}

/** The text of an insert of so many rows, made once. */
function insertText(target: InsertTarget, rows: number): Pick<Statement, 'sql' | 'text'> {
  const ofTarget = texts.get(target) ?? new Map<number, Pick<Statement, 'sql' | 'text'>>();
  texts.set(target, ofTarget);
  const known = ofTarget.get(rows);
  if (known) return known;
  const into = `insert into ${target.table} (${target.columns.join(', ')})`;
  const { sql, text } = valuesText(target.columns.length, rows);
  const rest = target.rest ?? '';
  const made = { sql: `${into} ${sql} ${rest}`, text: `${into} ${text} ${rest}` };
  ofTarget.set(rows, made);
  return made;
}

/** Rows by their values, in the order of the columns. */
type Rows = readonly (readonly SqlValue[])[];

/** An insert of rows that are like those it was made for; undefined for others. */
type BriefInsert = (rows: Rows) => Statement | undefined;

/** In place of a column: all rows have the same value. */
const SAME_IN_ALL = -1;

/**
 * Makes an insert that is given once what all rows of a statement have, and once a row what stands in
 * two of its columns. Of readings of one barn that is half of all values, and handing values over
 * takes longer than inserting them. Only for SQLite, where parameters need no types.
 */
export function createBriefInsert(
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  like: Rows,
): BriefInsert {
  const sources = columns.map((_, column) => sourceOf(like, column));
  const once = columns.flatMap((_, column) => (sources[column] === SAME_IN_ALL ? [column] : []));
  const own = columns.flatMap((_, column) => (sources[column] === column ? [column] : []));
  const chosen = sources.map((source) =>
    source === SAME_IN_ALL ? '?' : `column${own.indexOf(source) + 1}`,
  );
  const from = valuesText(own.length, like.length).sql;
  const sql = `insert into ${table} (${columns.join(', ')}) select ${chosen.join(', ')} from (${from})`;
  return (rows) => {
    const isAlike = sources.every(
      (source, column) => source === column || holds(rows, column, source),
    );
    if (!isAlike || rows.length !== like.length) return undefined;
    const values = once.map((column) => rows[0]?.[column] ?? null);
    for (const row of rows) for (const column of own) values.push(row[column] ?? null);
    return { sql, text: sql, values };
  };
}

/** The earliest column that has the values of a column, or `SAME_IN_ALL`. */
function sourceOf(rows: Rows, column: number): number {
  for (let source = SAME_IN_ALL; source < column; source++) {
    if (holds(rows, column, source)) return source;
  }
  return column;
}

/** Whether a column has the values of another one, or the same in all rows. */
function holds(rows: Rows, column: number, source: number): boolean {
  const [first] = rows;
  return source === SAME_IN_ALL
    ? rows.every((row) => row[column] === first?.[column])
    : rows.every((row) => row[column] === row[source]);
}

/** The VALUES of so many rows, with marks in place of the values. */
export function valuesText(columns: number, rows: number): Pick<Statement, 'sql' | 'text'> {
  const list = (markOf: (row: number) => string) =>
    `values ${Array.from({ length: rows }, (_, row) => `(${markOf(row)})`).join(', ')}`;
  const marks = Array.from({ length: columns }, (_, column) => column + 1);
  const same = marks.map(() => '?').join(', ');
  return {
    sql: list(() => same),
    text: list((row) => marks.map((mark) => `$${row * columns + mark}`).join(', ')),
  };
}

/**
 * The rows in pieces whose sizes are powers of two, at most `most` of them, the largest first: so
 * statements that insert many rows have only a few texts, and stay prepared.
 */
export function* chunked<T>(rows: Iterable<T>, most: number): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < most) continue;
    yield chunk;
    chunk = [];
  }
  for (let size = most / 2; size >= 1; size /= 2) {
    if (chunk.length >= size) yield chunk.splice(0, size);
  }
}

/** The properties of a stored object with the kinds of their columns; lists are kept as JSON text. */
export type ColumnKinds<T> = Readonly<Record<keyof T & string, ColumnKind>>;

/** A table of stored objects. */
export interface MappedTable<T> {
  readonly table: string;
  readonly kinds: ColumnKinds<T>;
}

/** The properties and kinds in their order: they are gone through for every row. */
const columnsOf = memoizeByObject((kinds: ColumnKinds<unknown>) =>
  Object.entries<ColumnKind>(kinds),
);

/** What a SELECT lists so that `fromColumns` can read its rows, each name behind the prefix. */
export function selectedColumns<T>(
  { dialect }: Connection,
  kinds: ColumnKinds<T>,
  table: string,
  prefix = '',
): Sql {
  const listed = columnsOf(kinds).map(([name, kind]) => {
    const column = `${table}.${columnName(name)}`;
    return `${kind === 'timestamp' ? dialect.jsonValue(column, kind) : column} as "${prefix}${name}"`;
  });
  return raw(listed.join(', '));
}

/** The object of a row that was read by `selectedColumns`. */
export function fromColumns<T>(
  kinds: ColumnKinds<T>,
  row: Readonly<Record<string, unknown>>,
  prefix = '',
): T {
  const object: Record<string, unknown> = {};
  for (const [name, kind] of columnsOf(kinds)) {
    const value = row[`${prefix}${name}`];
    object[name] = value === null ? null : readValue(value, kind);
  }
  // The columns are those that the kinds name, each read as its kind.
  return object as T;
}

/** Inserts objects, many with one statement. */
export async function insertObjects<T>(
  connection: Connection,
  into: MappedTable<T>,
  objects: readonly T[],
): Promise<void> {
  const { dialect } = connection;
  const columns = columnsOf(into.kinds);
  await insertValues(connection, targetOf(into), {
    rows: objects,
    valuesOf(object) {
      const given = object as Readonly<Record<string, unknown>>;
      return columns.map(([name, kind]) => dialect.bind(given[name], kind));
    },
  });
}

const targetOf = memoizeByObject(
  ({ table, kinds }: MappedTable<unknown>): InsertTarget => ({
    table,
    columns: columnsOf(kinds).map(([name]) => columnName(name)),
  }),
);

/** The `SET` list of an UPDATE of what the change names. */
export function updatedColumns<T>(
  { dialect }: Connection,
  kinds: ColumnKinds<T>,
  change: Partial<T>,
): Sql {
  const given = Object.entries(change) as [keyof T & string, unknown][];
  return join(
    given.map(
      ([name, value]) => sql`${raw(columnName(name))} = ${dialect.bind(value, kinds[name])}`,
    ),
  );
}

function readValue(value: unknown, kind: ColumnKind): unknown {
  if (kind === 'list') return JSON.parse(String(value));
  // SQLite gives the text of a JSON column, PostgreSQL its object.
  if (kind === 'json') return typeof value === 'string' ? JSON.parse(value) : value;
  if (kind === 'boolean') return Boolean(value);
  return kind === 'integer' ? Number(value) : value;
}
