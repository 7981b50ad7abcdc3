import type { Statement } from '../database.ts';
import type { SqlValue } from '../dialect.ts';
import { valuesText } from './values-text.ts';

/** Rows by their values, in the order of the columns. */
type Rows = readonly (readonly SqlValue[])[];

/** An insert of rows that are like those it was made for; undefined for others. */
export type BriefInsert = (rows: Rows) => Statement | undefined;

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
