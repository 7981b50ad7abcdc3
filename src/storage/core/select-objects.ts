import sql, { raw, type Sql } from 'sql-template-tag';
import { birdFigures } from '../../model/resources/daily-logs.ts';
import { type ColumnKind, type Connection, columnName, type Dialect } from './database.ts';
import { mapInSlices } from './slices.ts';

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

/** Expression of a JSON array of the expressions, which are numbers, days or such arrays. */
export function jsonList(dialect: Dialect, expressions: readonly string[]): string {
  const build = { sqlite: 'json_array', postgres: 'json_build_array' }[dialect.name];
  return `${build}(${expressions.join(', ')})`;
}

/** Aggregate of a JSON array with one item for each row. */
export function jsonListOf(dialect: Dialect, item: string): string {
  return `${{ sqlite: 'json_group_array', postgres: 'json_agg' }[dialect.name]}(${item})`;
}

const TYPES = {
  sqlite: { date: 'text', timestamp: 'text' },
  postgres: { date: 'date', timestamp: 'timestamptz' },
} as const;

/** A value of a column that a query makes up, where the database cannot see what it is. */
export function typedValue(dialect: Dialect, value: string, kind: 'date' | 'timestamp'): Sql {
  return sql`cast(${value} as ${raw(TYPES[dialect.name][kind])})`;
}

/**
 * The SQL predicate of the daily logs that count, of a table named `alias`: those that are there,
 * and of two logs of a flock for one day the one changed last.
 */
export function latestLogPredicate(alias: string): Sql {
  return raw(`${alias}.deleted_at is null and not exists (${laterLog(alias)})`);
}

/**
 * As `latestLogPredicate`, for logs of a few flocks. With OFFSET each log looks its day up by the index.
 * Otherwise PostgreSQL joins all logs of a flock with one another where it has no statistics of them
 * yet, as while they are imported.
 */
export function decidingLogOfFlock(alias: string): Sql {
  return raw(`${alias}.deleted_at is null and not exists (${laterLog(alias)} limit 1 offset 0)`);
}

function laterLog(alias: string): string {
  return `select 1 from daily_logs other
    where other.flock_id = ${alias}.flock_id and other.date = ${alias}.date
      and other.id <> ${alias}.id and other.deleted_at is null
      and (other.updated_at > ${alias}.updated_at
        or (other.updated_at = ${alias}.updated_at and other.id > ${alias}.id))`;
}

/** The SQL predicate of the logs of a table named `alias` with a figure of the birds: their days are logged. */
export function isLoggedDay(alias: string): string {
  const columns = birdFigures.map((field) => `${alias}.${columnName(field)}`);
  return `coalesce(${columns.join(', ')}) is not null`;
}

/**
 * The condition of flocks planned or inside, of a table named `flock`, in the words of the index
 * `flocks_live`: SQLite uses a partial index only where the query repeats its condition.
 */
export const isLiveFlock = raw(
  "flock.deleted_at is null and flock.status in ('planned', 'active', 'selling')",
);

/** The same of flocks inside alone: active and selling. */
export const isInsideFlock = raw(
  "flock.deleted_at is null and flock.status in ('planned', 'active', 'selling') and flock.status <> 'planned'",
);

/** The same of closed flocks, by the indexes `flocks_closed` and `flocks_closed_by_org`. */
export const isClosedFlock = raw("flock.deleted_at is null and flock.status = 'closed'");

/** The condition of media of a table named `alias` whose content is here: a row alone shows nothing. */
export function hasPicture(alias: string): Sql {
  return raw(`${alias}.size_bytes > 0`);
}
