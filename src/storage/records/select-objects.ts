import sql, { raw, type Sql } from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { ColumnKind, Dialect } from '../dialect.ts';
import { mapInSlices } from '../in-slices.ts';

/** A column of a query: the name it gets in the object, its expression, what it holds. */
export type ObjectColumn = readonly [name: string, expression: string, kind: ColumnKind];

/** The SELECT list of one JSON object of the columns. */
export function objectOf(dialect: Dialect, columns: readonly ObjectColumn[]): Sql {
  const pairs = columns.map(
    ([name, expression, kind]) => `'${name}', ${dialect.jsonValue(expression, kind)}`,
  );
  return raw(`${dialect.jsonObject(pairs.join(', '))} as json`);
}

/** Fewer rows are parsed at once: that takes a millisecond. */
const MANY_ROWS = 500;

/**
 * The objects of a query whose first column is `objectOf`. As JSON, numbers are numbers and days
 * are texts on both databases; a driver alone would give sums as texts and days as `Date`.
 */
export async function selectObjects<T>(connection: Connection, query: Sql): Promise<T[]> {
  const rows = await connection.all<{ json: string }>(sql`${query}`);
  const parse = (row: { readonly json: string }) => JSON.parse(row.json) as T;
  return rows.length < MANY_ROWS ? rows.map(parse) : mapInSlices(rows, parse);
}
