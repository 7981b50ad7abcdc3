import sql, { join, raw, type Sql } from 'sql-template-tag';
import { oncePerObject } from '../../tools/collections.ts';
import { type ColumnKind, type Connection, columnName } from './database.ts';
import { type InsertTarget, insertValues } from './insert-values.ts';

/** The properties of a stored object with the kinds of their columns; lists are kept as JSON text. */
export type ColumnKinds<T> = Readonly<Record<keyof T & string, ColumnKind>>;

/** A table of stored objects. */
export interface MappedTable<T> {
  readonly table: string;
  readonly kinds: ColumnKinds<T>;
}

/** The properties and kinds in their order: they are gone through for every row. */
const columnsOf = oncePerObject((kinds: ColumnKinds<unknown>) => Object.entries<ColumnKind>(kinds));

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

const targetOf = oncePerObject(
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
  if (kind === 'boolean') return Boolean(value);
  return kind === 'integer' ? Number(value) : value;
}
