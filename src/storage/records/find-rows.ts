import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { DAY_MILLIS, formatInstant } from '../../tools/calendar.ts';
import { idTime } from '../../tools/ids.ts';
import {
  type Connection,
  columnName,
  type Dialect,
  isPartitioned,
  tableName,
} from '../core/database.ts';
import { type Scope, scopePredicate } from '../core/scope.ts';
import { rowProjection } from '../core/stored-row.ts';

/** A row as JSON text, or undefined when it does not exist or the scope does not see it. */
export async function findRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: {
    readonly id: string;
    readonly scope: Scope;
    readonly forUpdate?: boolean;
    /** The `ts` of the row, where it is known: then only one partition is searched. */
    readonly ts?: unknown;
  },
): Promise<string | undefined> {
  const { dialect } = connection;
  const { id, scope, forUpdate, ts } = input;
  const found = await lookupByIdTime({ dialect, definition, id, ts }, (near) =>
    connection.first<{ json: string }>(sql`
      select ${rowProjection(definition, dialect)} as json
      from ${raw(tableName(definition.name))} record
      where record.id = ${id} and ${scopePredicate(definition, scope)}${near}
      ${raw(forUpdate ? dialect.lockRows : '')}`),
  );
  return found?.json;
}
/** What is measured is mostly sent within days; a forecast lies up to a week ahead. */
const DAYS_BEFORE = 3;
const DAYS_AHEAD = 8;
const LATEST = Date.UTC(2199, 0, 1);

/**
 * Asks for a row of a known id. Of a table in monthly partitions it is looked for around the time in
 * its id first, in one or two of them, and only then, for rows that were sent late, in all.
 * `ask` is given what to append to the WHERE clause and answers undefined when it found nothing.
 */
export async function lookupByIdTime<T>(
  row: Sought,
  ask: (near: Sql) => Promise<T | undefined>,
): Promise<T | undefined> {
  const near = nearId(row);
  return (near && (await ask(near))) ?? ask(sql``);
}

interface Sought {
  readonly dialect: Dialect;
  readonly definition: ResourceDefinition;
  readonly id: string;
  /** Where it is known. */
  readonly ts?: unknown;
}

function nearId(row: Sought): Sql | undefined {
  const table = tableName(row.definition.name);
  if (row.dialect.name !== 'postgres' || !isPartitioned(table)) return undefined;
  if (typeof row.ts === 'string') return sql` and ts = ${row.ts}`;
  const made = idTime(row.id);
  // An id is whatever a caller sends; its time may be none that the database knows.
  if (made === undefined || made > LATEST) return undefined;
  const from = formatInstant(made - DAYS_BEFORE * DAY_MILLIS);
  const to = formatInstant(made + DAYS_AHEAD * DAY_MILLIS);
  return sql` and ts >= ${from} and ts <= ${to}`;
}

/** Rows that hold certain values. */
export interface EqualRows {
  readonly scope: Scope;
  /** Stored fields of text, words, days or ids with the value each must hold. */
  readonly fields: Readonly<Record<string, string>>;
  /** The row that does not count, as it is the one that is compared. */
  readonly exceptId: string;
  /** Rows with these values of `status` do not count. */
  readonly exceptStatus?: readonly string[];
}

/** The id of some other row with the same values, or undefined. */
export async function findEqualRow(
  connection: Connection,
  definition: ResourceDefinition,
  { scope, fields, exceptId, exceptStatus = [] }: EqualRows,
): Promise<string | undefined> {
  const parts = [scopePredicate(definition, scope), sql`record.id <> ${exceptId}`];
  for (const [name, value] of Object.entries(fields)) {
    parts.push(sql`${raw(`record.${columnName(name)}`)} = ${value}`);
  }
  if (exceptStatus.length > 0) parts.push(sql`record.status not in (${join([...exceptStatus])})`);
  const found = await connection.first<{ id: string }>(sql`
    select record.id from ${raw(tableName(definition.name))} record
    where ${join(parts, ' and ')} limit 1`);
  return found?.id;
}

/** The farm of a row, null for one of the organisation; undefined when the scope does not see it. */
export async function findFarmOfRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly id: string; readonly scope: Scope },
): Promise<string | null | undefined> {
  const found = await connection.first<{ farm_id: string | null }>(sql`
    select record.farm_id from ${raw(tableName(definition.name))} record
    where record.id = ${input.id} and ${scopePredicate(definition, input.scope)}`);
  return found?.farm_id;
}

/** The largest value of a whole-number field in an organisation, deleted rows included; 0 without rows. */
export async function findLargestNumber(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly orgId: string; readonly field: string },
): Promise<number> {
  const column = raw(columnName(input.field));
  const found = await connection.first<{ largest: number | string | null }>(sql`
    select max(${column}) as largest from ${raw(tableName(definition.name))}
    where org_id = ${input.orgId}`);
  return Number(found?.largest ?? 0);
}

/** Rows that point at another row. */
export interface Referrers {
  readonly field: string;
  readonly id: string;
  /** Rows with these values of `status` do not count. */
  readonly exceptStatus?: readonly string[];
}

/** The id of some row that points at another, or undefined. */
export async function findReferringRow(
  connection: Connection,
  definition: ResourceDefinition,
  referrers: Referrers,
): Promise<string | undefined> {
  const { field, id, exceptStatus = [] } = referrers;
  const counted =
    exceptStatus.length > 0 ? sql`and status not in (${join([...exceptStatus])})` : sql``;
  const found = await connection.first<{ id: string }>(sql`
    select id from ${raw(tableName(definition.name))}
    where ${raw(columnName(field))} = ${id} and deleted_at is null ${counted} limit 1`);
  return found?.id;
}
