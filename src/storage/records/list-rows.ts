import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Field } from '../../model/fields.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { columnName, type Dialect, type SqlValue, tableName } from '../dialect.ts';
import { rowProjection } from './row-projection.ts';
import { type Scope, scopePredicate } from './scope.ts';
import { commonFields, isNullable } from './stored-row.ts';

/** One condition on a stored field, or the ids that rows may have. */
export type Condition =
  | { readonly field: string; readonly operator: '=' | '>=' | '<='; readonly value: SqlValue }
  | { readonly field: 'id'; readonly operator: 'in'; readonly value: readonly string[] };

/** Which rows of a resource, in which order. */
export interface RowQuery {
  readonly scope: Scope;
  readonly conditions: readonly Condition[];
  /** Folded text that a searchable field must contain. */
  readonly text?: string;
  readonly order: string;
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** Rows behind this one in the order. */
  readonly after?: { readonly value: SqlValue; readonly id: string };
}

/** The rows of one page as JSON texts. */
export async function listRows(
  connection: Connection,
  definition: ResourceDefinition,
  query: RowQuery,
): Promise<string[]> {
  const { dialect } = connection;
  const behind = query.after ? sql` and ${buildAfter(definition, query, query.after)}` : sql``;
  const order = sql`order by ${raw(buildOrder(definition, query, dialect))}`;
  const page = sql`from ${raw(tableName(definition.name))} record
    where ${buildWhere(definition, query, dialect)}${behind}
    ${order} limit ${query.limit} offset ${query.offset}`;
  const select = sql`select ${rowProjection(definition, dialect)} as json`;
  const straight = sql`${select} ${page}`;
  // In the order of an index SQLite passes rows over without making their texts.
  const isSorted = connection.sorts?.(straight) ?? true;
  const found = await connection.all<{ json: string }>(
    isSorted ? sql`${select} ${rowsFirst(page, definition, dialect)} ${order}` : straight,
  );
  return found.map((row) => row.json);
}

/** The rows of a page, found first: else the texts of all rows before them were made, too. */
function rowsFirst(page: Sql, definition: ResourceDefinition, { rowPlace }: Dialect): Sql {
  if (rowPlace === undefined) return sql`from (select record.* ${page}) record`;
  const place = raw(`record.${rowPlace}`);
  return sql`from (select ${place} as place ${page}) page
    cross join ${raw(tableName(definition.name))} record on ${place} = page.place`;
}

/** How many rows the query finds on all its pages. */
export async function countRows(
  connection: Connection,
  definition: ResourceDefinition,
  query: RowQuery,
): Promise<number> {
  const counted = await connection.first<{ total: number | string }>(sql`
    select count(*) as total from ${raw(tableName(definition.name))} record
    where ${buildWhere(definition, query, connection.dialect)}`);
  return Number(counted?.total ?? 0);
}

/** The field of that name, one of the common ones included; undefined when it is not stored. */
export function storedField(definition: ResourceDefinition, name: string): Field | undefined {
  const common: Readonly<Record<string, Field>> = commonFields;
  const field = Object.hasOwn(common, name)
    ? common[name]
    : Object.hasOwn(definition.fields, name)
      ? definition.fields[name]
      : undefined;
  return field?.origin === 'computed' ? undefined : field;
}

function buildWhere(definition: ResourceDefinition, query: RowQuery, dialect: Dialect): Sql {
  const parts = [scopePredicate(definition, query.scope)];
  for (const condition of query.conditions) {
    parts.push(buildCondition(definition, condition, dialect));
  }
  if (query.text !== undefined) {
    parts.push(sql`${raw(dialect.positionFunction)}(record.search_text, ${query.text}) > 0`);
  }
  return join(parts, ' and ');
}

function buildCondition(
  definition: ResourceDefinition,
  condition: Condition,
  dialect: Dialect,
): Sql {
  const { field, operator, value } = condition;
  if (operator === 'in') return sql`${column(field)} in (${join([...value])})`;
  const kind = storedField(definition, field)?.type ?? 'text';
  return sql`${column(field)} ${raw(operator)} ${dialect.bind(value, kind)}`;
}

function buildOrder(definition: ResourceDefinition, query: RowQuery, dialect: Dialect): string {
  const { order, direction } = query;
  const field = storedField(definition, order);
  const nulls = field && isNullable(field) ? dialect.nullsLast(direction) : '';
  const first = `record.${columnName(order)} ${direction}${nulls}`;
  return order === 'id' ? first : `${first}, record.id ${direction}`;
}

function buildAfter(
  definition: ResourceDefinition,
  query: RowQuery,
  after: { readonly value: SqlValue; readonly id: string },
): Sql {
  const beyond = raw(query.direction === 'asc' ? '>' : '<');
  const idBeyond = sql`record.id ${beyond} ${after.id}`;
  if (query.order === 'id') return idBeyond;
  const ordered = column(query.order);
  const field = storedField(definition, query.order);
  const mayBeNull = field ? isNullable(field) : false;
  if (after.value === null) return sql`${ordered} is null and ${idBeyond}`;
  if (!mayBeNull) return sql`(${ordered}, record.id) ${beyond} (${after.value}, ${after.id})`;
  return sql`(${ordered} ${beyond} ${after.value} or (${ordered} = ${after.value} and ${idBeyond})
    or ${ordered} is null)`;
}

function column(field: string): Sql {
  return raw(`record.${columnName(field)}`);
}
