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

/** A row as JSON text; undefined if it does not exist or is not visible to the scope. */
export async function findRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: {
    readonly id: string;
    readonly scope: Scope;
    readonly forUpdate?: boolean;
    /** The `ts` of the row, if known: then only one partition is searched. */
    readonly ts?: unknown;
  },
): Promise<string | undefined> {
  const { dialect } = connection;
  const { id, scope, forUpdate, ts } = input;
  const row = await lookupByIdTime({ dialect, definition, id, ts }, (condition) =>
    connection.first<{ json: string }>(sql`
      select ${rowProjection(definition, dialect)} as json
      from ${raw(tableName(definition.name))} record
      where record.id = ${id} and ${scopePredicate(definition, scope)}${condition}
      ${raw(forUpdate ? dialect.lockRows : '')}`),
  );
  return row?.json;
}
/** Most measurements are sent within days; a forecast is up to a week ahead. */
const DAYS_BEFORE = 3;
const DAYS_AHEAD = 8;
const LATEST = Date.UTC(2199, 0, 1);

/**
 * Looks up a row by id. In a table with monthly partitions, the one or two partitions around the
 * time in the id are searched first, and all of them only then, for rows that were sent late. `ask`
 * receives a suffix for the WHERE clause and returns undefined if it found no row.
 */
export async function lookupByIdTime<T>(
  row: Sought,
  ask: (condition: Sql) => Promise<T | undefined>,
): Promise<T | undefined> {
  const condition = nearId(row);
  return (condition && (await ask(condition))) ?? ask(sql``);
}

interface Sought {
  readonly dialect: Dialect;
  readonly definition: ResourceDefinition;
  readonly id: string;
  /** If known. */
  readonly ts?: unknown;
}

function nearId(row: Sought): Sql | undefined {
  const table = tableName(row.definition.name);
  if (row.dialect.name !== 'postgres' || !isPartitioned(table)) return undefined;
  if (typeof row.ts === 'string') return sql` and ts = ${row.ts}`;
  const createdMillis = idTime(row.id);
  // Callers may send any id; its time may be outside the range of the database.
  if (createdMillis === undefined || createdMillis > LATEST) return undefined;
  const from = formatInstant(createdMillis - DAYS_BEFORE * DAY_MILLIS);
  const to = formatInstant(createdMillis + DAYS_AHEAD * DAY_MILLIS);
  return sql` and ts >= ${from} and ts <= ${to}`;
}

/** Rows with certain values. */
export interface EqualRows {
  readonly scope: Scope;
  /** Stored fields of text, words, days or ids, with the value of each. */
  readonly fields: Readonly<Record<string, string>>;
  /** The row to ignore, because it is the one compared. */
  readonly exceptId: string;
  /** Rows with these values of `status` are ignored. */
  readonly exceptStatus?: readonly string[];
}

/** The id of another row with the same values, or undefined. */
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
  const row = await connection.first<{ id: string }>(sql`
    select record.id from ${raw(tableName(definition.name))} record
    where ${join(parts, ' and ')} limit 1`);
  return row?.id;
}

/**
 * The farm of a row, null for a row of the organisation; undefined if it is not visible to the
 * scope.
 */
export async function findFarmOfRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly id: string; readonly scope: Scope },
): Promise<string | null | undefined> {
  const row = await connection.first<{ farm_id: string | null }>(sql`
    select record.farm_id from ${raw(tableName(definition.name))} record
    where record.id = ${input.id} and ${scopePredicate(definition, input.scope)}`);
  return row?.farm_id;
}

/** The maximum of an integer field in an organisation, deleted rows included; 0 without rows. */
export async function findLargestNumber(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly orgId: string; readonly field: string },
): Promise<number> {
  const column = raw(columnName(input.field));
  const row = await connection.first<{ largest: number | string | null }>(sql`
    select max(${column}) as largest from ${raw(tableName(definition.name))}
    where org_id = ${input.orgId}`);
  return Number(row?.largest ?? 0);
}

/** Rows that reference another row. */
export interface Referrers {
  readonly field: string;
  readonly id: string;
  /** Rows with these values of `status` are ignored. */
  readonly exceptStatus?: readonly string[];
}

/** The id of a row that references another one, or undefined. */
export async function findReferringRow(
  connection: Connection,
  definition: ResourceDefinition,
  referrers: Referrers,
): Promise<string | undefined> {
  const { field, id, exceptStatus = [] } = referrers;
  const counted =
    exceptStatus.length > 0 ? sql`and status not in (${join([...exceptStatus])})` : sql``;
  const row = await connection.first<{ id: string }>(sql`
    select id from ${raw(tableName(definition.name))}
    where ${raw(columnName(field))} = ${id} and deleted_at is null ${counted} limit 1`);
  return row?.id;
}
