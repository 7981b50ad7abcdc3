import sql, { join, raw, type Sql } from 'sql-template-tag';
import { memoizeByObject } from '../../tools/collections.ts';
import {
  type ColumnKind,
  type Connection,
  columnName,
  type SqlValue,
  type Statement,
} from './database.ts';

/** The target table of an insert and the given columns. */
export interface InsertTarget {
  readonly table: string;
  readonly columns: readonly string[];
  /** Follows the values, such as a conflict clause. */
  readonly rest?: string;
}

// Larger statements are hardly faster, and a prepared statement takes memory in proportion to its
// rows.
export const MOST_IN_ONE_STATEMENT = 32;

/** From this number of statements per call, preparing an additional compact insert pays off. */
const MANY_STATEMENTS = 8;

const texts = new WeakMap<InsertTarget, Map<number, Pick<Statement, 'sql' | 'text'>>>();

/** Inserts rows, with values in column order, several per statement. */
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

/**
 * Runs a statement whose result is not needed; in a transaction on a server it may be sent later.
 */
export async function post(connection: Connection, statement: Statement): Promise<void> {
  await (connection.post ? connection.post(statement) : connection.run(statement));
}

/** The text of an insert of this many rows, memoized. */
function insertText(target: InsertTarget, rows: number): Pick<Statement, 'sql' | 'text'> {
  const ofTarget = texts.get(target) ?? new Map<number, Pick<Statement, 'sql' | 'text'>>();
  texts.set(target, ofTarget);
  const cached = ofTarget.get(rows);
  if (cached) return cached;
  const into = `insert into ${target.table} (${target.columns.join(', ')})`;
  const { sql, text } = valuesText(target.columns.length, rows);
  const suffix = target.rest ?? '';
  const statement = { sql: `${into} ${sql} ${suffix}`, text: `${into} ${text} ${suffix}` };
  ofTarget.set(rows, statement);
  return statement;
}

/** Rows as values in column order. */
type Rows = readonly (readonly SqlValue[])[];

/** An insert for rows with the same repetitions as its sample; undefined for other rows. */
type BriefInsert = (rows: Rows) => Statement | undefined;

/** Instead of a source column: all rows have the same value. */
const SAME_IN_ALL = -1;

/**
 * Creates an insert that binds a value shared by all rows once, and a value repeated in several
 * columns of a row once per row. That saves half of the values for readings of one barn, and
 * binding takes longer than inserting. Only for SQLite, where parameters need no types.
 */
export function createBriefInsert(
  { table, columns }: { readonly table: string; readonly columns: readonly string[] },
  reference: Rows,
): BriefInsert {
  const sources = columns.map((_, column) => sourceOf(reference, column));
  const sharedColumns = columns.flatMap((_, column) =>
    sources[column] === SAME_IN_ALL ? [column] : [],
  );
  const separateColumns = columns.flatMap((_, column) =>
    sources[column] === column ? [column] : [],
  );
  const chosen = sources.map((source) =>
    source === SAME_IN_ALL ? '?' : `column${separateColumns.indexOf(source) + 1}`,
  );
  const from = valuesText(separateColumns.length, reference.length).sql;
  const sql = `insert into ${table} (${columns.join(', ')}) select ${chosen.join(', ')} from (${from})`;
  return (rows) => {
    const isAlike = sources.every(
      (source, column) => source === column || isEqualTo(rows, column, source),
    );
    if (!isAlike || rows.length !== reference.length) return undefined;
    const values = sharedColumns.map((column) => rows[0]?.[column] ?? null);
    for (const row of rows) for (const column of separateColumns) values.push(row[column] ?? null);
    return { sql, text: sql, values };
  };
}

/** The first column with the same values as this one, or `SAME_IN_ALL`. */
function sourceOf(rows: Rows, column: number): number {
  for (let source = SAME_IN_ALL; source < column; source++) {
    if (isEqualTo(rows, column, source)) return source;
  }
  return column;
}

/** Whether a column has the same values as another one, or a single value in all rows. */
function isEqualTo(rows: Rows, column: number, source: number): boolean {
  const [first] = rows;
  return source === SAME_IN_ALL
    ? rows.every((row) => row[column] === first?.[column])
    : rows.every((row) => row[column] === row[source]);
}

/** The VALUES list of this many rows, with placeholders. */
export function valuesText(columns: number, rows: number): Pick<Statement, 'sql' | 'text'> {
  const list = (markOf: (row: number) => string) =>
    `values ${Array.from({ length: rows }, (_, row) => `(${markOf(row)})`).join(', ')}`;
  const columnNumbers = Array.from({ length: columns }, (_, column) => column + 1);
  const placeholders = columnNumbers.map(() => '?').join(', ');
  return {
    sql: list(() => placeholders),
    text: list((row) => columnNumbers.map((mark) => `$${row * columns + mark}`).join(', ')),
  };
}

/**
 * Splits the rows into chunks with sizes that are powers of two, at most `most`, largest first:
 * multi-row statements then have only a few texts and stay prepared.
 */
export function* chunked<T>(rows: Iterable<T>, limit: number): Generator<readonly T[]> {
  let chunk: T[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < limit) continue;
    yield chunk;
    chunk = [];
  }
  for (let size = limit / 2; size >= 1; size /= 2) {
    if (chunk.length >= size) yield chunk.splice(0, size);
  }
}

/**
 * The properties of a stored object with the kinds of their columns; lists are stored as JSON text.
 */
export type ColumnKinds<T> = Readonly<Record<keyof T & string, ColumnKind>>;

/** A table of stored objects. */
export interface MappedTable<T> {
  readonly table: string;
  readonly kinds: ColumnKinds<T>;
}

/** The properties and kinds in order, memoized because every row needs them. */
const columnsOf = memoizeByObject((kinds: ColumnKinds<unknown>) =>
  Object.entries<ColumnKind>(kinds),
);

/** The SELECT list for rows that `fromColumns` reads, each name with the prefix. */
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

/** The object of a row read with `selectedColumns`. */
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
  // Every column of the kinds is present, converted to its kind.
  return object as T;
}

/** Inserts objects, several per statement. */
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
      const fields = object as Readonly<Record<string, unknown>>;
      return columns.map(([name, kind]) => dialect.bind(fields[name], kind));
    },
  });
}

const targetOf = memoizeByObject(
  ({ table, kinds }: MappedTable<unknown>): InsertTarget => ({
    table,
    columns: columnsOf(kinds).map(([name]) => columnName(name)),
  }),
);

/** The `SET` list of an UPDATE with the changed properties. */
export function updatedColumns<T>(
  { dialect }: Connection,
  kinds: ColumnKinds<T>,
  change: Partial<T>,
): Sql {
  const changedFields = Object.entries(change) as [keyof T & string, unknown][];
  return join(
    changedFields.map(
      ([name, value]) => sql`${raw(columnName(name))} = ${dialect.bind(value, kinds[name])}`,
    ),
  );
}

function readValue(value: unknown, kind: ColumnKind): unknown {
  if (kind === 'list') return JSON.parse(String(value));
  // SQLite returns a JSON column as text, PostgreSQL as an object.
  if (kind === 'json') return typeof value === 'string' ? JSON.parse(value) : value;
  if (kind === 'boolean') return Boolean(value);
  return kind === 'integer' ? Number(value) : value;
}
