import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Field } from '../../model/core/fields.ts';
import { type ResourceDefinition, searchedFields } from '../../model/core/resource.ts';
import {
  type Connection,
  columnName,
  type Dialect,
  type SqlValue,
  tableName,
} from '../core/database.ts';
import { type Scope, scopePredicate } from '../core/scope.ts';
import { commonFields, isNullable, rowProjection } from '../core/stored-row.ts';

/** A condition on a stored field, or a set of ids. */
export type Condition =
  | { readonly field: string; readonly operator: '=' | '>=' | '<='; readonly value: SqlValue }
  | { readonly field: 'id'; readonly operator: 'in'; readonly value: readonly string[] };

/** A query for rows of a resource, with its order. */
export interface RowQuery {
  readonly scope: Scope;
  readonly conditions: readonly Condition[];
  /** Folded text that any searchable field must contain. */
  readonly text?: string;
  readonly order: string;
  readonly direction: 'asc' | 'desc';
  readonly limit: number;
  readonly offset: number;
  /** Rows after this one in the order. */
  readonly after?: { readonly value: SqlValue; readonly id: string };
}

/** The rows of one page as JSON text. */
export async function listRows(
  connection: Connection,
  definition: ResourceDefinition,
  query: RowQuery,
): Promise<string[]> {
  const { dialect } = connection;
  const afterCursor = query.after ? sql` and ${buildAfter(definition, query, query.after)}` : sql``;
  const order = sql`order by ${raw(buildOrder(definition, query, dialect))}`;
  const page = sql`from ${raw(tableName(definition.name))} record
    where ${buildWhere(definition, query, dialect)}${afterCursor}
    ${order} ${endOfPage(query)}`;
  const select = sql`select ${rowProjection(definition, dialect)} as json`;
  const straight = sql`${select} ${page}`;
  // In index order SQLite skips rows without creating their texts.
  const isSorted = connection.sorts?.(straight) ?? true;
  const rows = await connection.all<{ json: string }>(
    isSorted ? sql`${select} ${rowsFirst(page, definition, query, dialect)} ${order}` : straight,
  );
  return rows.map((row) => row.json);
}

/**
 * The limit is part of the text: SQLite recompiles a statement for each value of a limit parameter,
 * and PostgreSQL plans it again, because its generic plan assumes a tenth of all rows.
 */
function endOfPage({ limit, offset }: RowQuery): Sql {
  const rows = raw(`limit ${limit.toFixed(0)}`);
  return offset === 0 ? rows : sql`${rows} offset ${offset}`;
}

/**
 * Selects the rows of the page first: otherwise the texts of all rows before them would be created
 * too.
 */
function rowsFirst(
  page: Sql,
  definition: ResourceDefinition,
  { order, direction }: RowQuery,
  dialect: Dialect,
): Sql {
  const table = tableName(definition.name);
  const mayBeNull = isNullableField(definition, order);
  const column = dialect.rowPlace({ table, direction, mayBeNull });
  if (column === undefined) return sql`from (select record.* ${page}) record`;
  const place = raw(`record.${column}`);
  return sql`from (select ${place} as place ${page}) page
    cross join ${raw(table)} record where ${place} = page.place`;
}

function isNullableField(definition: ResourceDefinition, name: string): boolean {
  const field = storedField(definition, name);
  return field !== undefined && isNullable(field);
}

/** The number of rows of the query on all pages. */
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

/** The field of that name, including the common fields; undefined if it is not stored. */
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
  const nulls = isNullableField(definition, order) ? dialect.nullsLast(direction) : '';
  const first = `${orderExpression(definition, order)} ${direction}${nulls}`;
  return order === 'id' ? first : `${first}, record.id ${direction}`;
}

/** The sort expression: the column, or the ranks of its words. */
function orderExpression(definition: ResourceDefinition, order: string): string {
  const value = `record.${columnName(order)}`;
  const words = rankedWords(definition, order);
  if (!words) return value;
  return `case ${value}${words.map((word, rank) => ` when '${word}' then ${rank}`).join('')} end`;
}

function rankedWords(definition: ResourceDefinition, order: string): readonly string[] | undefined {
  const field = storedField(definition, order);
  return field?.type === 'word' && field.vocabulary.ranked ? field.vocabulary.words : undefined;
}

function buildAfter(
  definition: ResourceDefinition,
  query: RowQuery,
  after: { readonly value: SqlValue; readonly id: string },
): Sql {
  const operator = raw(query.direction === 'asc' ? '>' : '<');
  const idBeyond = sql`record.id ${operator} ${after.id}`;
  if (query.order === 'id') return idBeyond;
  const ordered = raw(orderExpression(definition, query.order));
  const words = rankedWords(definition, query.order);
  const value = words ? words.indexOf(String(after.value)) : after.value;
  if (after.value === null) return sql`${ordered} is null and ${idBeyond}`;
  if (!isNullableField(definition, query.order))
    return sql`(${ordered}, record.id) ${operator} (${value}, ${after.id})`;
  return sql`(${ordered} ${operator} ${value} or (${ordered} = ${value} and ${idBeyond})
    or ${ordered} is null)`;
}

function column(field: string): Sql {
  return raw(`record.${columnName(field)}`);
}

/** The rows visible to the scope whose field equals one of the texts, as JSON text, by id. */
export async function listRowsByText(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly scope: Scope; readonly field: string; readonly texts: readonly string[] },
): Promise<string[]> {
  const { scope, field, texts } = input;
  if (texts.length === 0) return [];
  const rows = await connection.all<{ json: string }>(sql`
    select ${rowProjection(definition, connection.dialect)} as json
    from ${raw(tableName(definition.name))} record
    where ${scopePredicate(definition, scope)}
      and ${raw(`record.${columnName(field)}`)} in (${join([...texts])})
    order by record.id`);
  return rows.map(({ json }) => json);
}

/** Display names of rows by id; rows not visible to the scope are absent. */
export async function listLabels(
  connection: Connection,
  definition: ResourceDefinition,
  { scope, ids }: { readonly scope: Scope; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const label = definition.label.map((field) => `record.${columnName(field)}`).join(', ');
  const rows = await connection.all<{ id: string; label: string | null }>(sql`
    select record.id, coalesce(${raw(label)}, record.id) as label
    from ${raw(tableName(definition.name))} record
    where ${scopePredicate(definition, scope)} and record.id in (${join([...ids])})`);
  return new Map(rows.map((row) => [row.id, row.label ?? row.id]));
}

/** A search result with all stored fields. */
export interface TextRow {
  readonly id: string;
  readonly farmId: string | null;
  readonly updatedAt: string;
  readonly [field: string]: unknown;
}

/** The rows of a resource with a folded text in a searchable field, the last changed first. */
export async function findText(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly scope: Scope; readonly text: string; readonly limit: number },
): Promise<TextRow[]> {
  if (searchedFields(definition).length === 0) return [];
  const { dialect } = connection;
  const rows = await connection.all<{ json: string }>(sql`
    select ${rowProjection(definition, dialect)} as json
    from ${raw(tableName(definition.name))} record
    where ${scopePredicate(definition, input.scope)} and record.search_text <> ''
      and ${raw(dialect.positionFunction)}(record.search_text, ${input.text}) > 0
    order by record.updated_at desc, record.id limit ${input.limit}`);
  return rows.map((row) => JSON.parse(row.json) as TextRow);
}
