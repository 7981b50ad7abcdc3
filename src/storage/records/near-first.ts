import sql, { type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { idTime } from '../../tools/id-time.ts';
import { type Dialect, tableName } from '../dialect.ts';
import { PARTITIONED_TABLES } from '../postgres/month-partitions.ts';

const DAY_MILLIS = 86_400_000;
/** What is measured is mostly sent within days; a forecast lies up to a week ahead. */
const DAYS_BEFORE = 3;
const DAYS_AHEAD = 8;
const LATEST = Date.UTC(2199, 0, 1);

/**
 * Asks for a row of a known id. Of a table in monthly partitions it is looked for around the time in
 * its id first, in one or two of them, and only then, for rows that were sent late, in all.
 * `ask` is given what to append to the WHERE clause and answers undefined when it found nothing.
 */
export async function nearFirst<T>(
  row: { readonly dialect: Dialect; readonly definition: ResourceDefinition; readonly id: string },
  ask: (near: Sql) => Promise<T | undefined>,
): Promise<T | undefined> {
  const near = nearId(row);
  return (near && (await ask(near))) ?? ask(sql``);
}

function nearId(row: {
  readonly dialect: Dialect;
  readonly definition: ResourceDefinition;
  readonly id: string;
}): Sql | undefined {
  const table = tableName(row.definition.name);
  const isPartitioned = PARTITIONED_TABLES.some((name) => name === table);
  if (row.dialect.name !== 'postgres' || !isPartitioned) return undefined;
  const made = idTime(row.id);
  // An id is whatever a caller sends; its time may be none that the database knows.
  if (made === undefined || made > LATEST) return undefined;
  const from = formatInstant(made - DAYS_BEFORE * DAY_MILLIS);
  const to = formatInstant(made + DAYS_AHEAD * DAY_MILLIS);
  return sql` and ts >= ${from} and ts <= ${to}`;
}
