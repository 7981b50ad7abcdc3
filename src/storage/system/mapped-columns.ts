import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { type ColumnKind, columnName } from '../dialect.ts';

/** The properties of a stored object with the kinds of their columns; lists are kept as JSON text. */
export type ColumnKinds<T> = Readonly<Record<keyof T & string, ColumnKind>>;

/** What a SELECT lists so that `fromColumns` can read its rows. */
export function selectedColumns<T>(
  { dialect }: Connection,
  kinds: ColumnKinds<T>,
  table: string,
): Sql {
  const listed = Object.entries<ColumnKind>(kinds).map(([name, kind]) => {
    const column = `${table}.${columnName(name)}`;
    return `${kind === 'timestamp' ? dialect.jsonValue(column, kind) : column} as "${name}"`;
  });
  return raw(listed.join(', '));
}

/** The object of a row that was read by `selectedColumns`. */
export function fromColumns<T>(kinds: ColumnKinds<T>, row: Readonly<Record<string, unknown>>): T {
  const values = Object.entries<ColumnKind>(kinds).map(([name, kind]) => [
    name,
    row[name] === null ? null : readValue(row[name], kind),
  ]);
  // The columns are those that the kinds name, each read as its kind.
  return Object.fromEntries(values) as T;
}

/** The names and the values of an INSERT. */
export function insertedColumns<T>(
  { dialect }: Connection,
  kinds: ColumnKinds<T>,
  objects: readonly T[],
): Sql {
  const columns = Object.entries<ColumnKind>(kinds);
  const names = columns.map(([name]) => columnName(name)).join(', ');
  const rows = objects.map((object) => {
    const given = object as Readonly<Record<string, unknown>>;
    return sql`(${join(columns.map(([name, kind]) => dialect.bind(given[name], kind)))})`;
  });
  return sql`(${raw(names)}) values ${join(rows)}`;
}

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
