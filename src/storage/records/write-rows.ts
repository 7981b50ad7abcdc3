import sql, { join, raw, type Sql } from 'sql-template-tag';
import { type ResourceDefinition, searchedFields } from '../../model/core/resource.ts';
import { foldText } from '../../tools/words.ts';
import { type Connection, columnName, tableName } from '../core/database.ts';
import { type InsertTarget, insertValues, post } from '../core/insert-values.ts';
import { columnsOf, type StoredRow } from '../core/stored-row.ts';
import { findRow, lookupByIdTime } from './find-rows.ts';
import {
  addToRowCount,
  type CountedRow,
  countedColumns,
  createRowTally,
  type RowTally,
} from './row-counts.ts';

// Separates the searchable fields, so that no search matches across two of them.
const FIELD_SEPARATOR = '\u001f';

/** Inserts a row and counts it. */
export async function insertRow(
  connection: Connection,
  definition: ResourceDefinition,
  row: StoredRow,
): Promise<void> {
  await insertUncounted(connection, definition, [row]);
  await addToRowCount(connection, definition, { row, change: 1 });
}

/** Inserts rows without counting them; the caller does. */
async function insertUncounted(
  connection: Connection,
  definition: ResourceDefinition,
  rows: Iterable<StoredRow>,
): Promise<void> {
  const { dialect } = connection;
  const fields = columnsOf(definition);
  const isFound = isSearched(definition);
  await insertValues(connection, targetOf(definition), {
    rows,
    valuesOf(row) {
      const values = fields.map(([name, field]) => dialect.bind(row[name], field.type));
      if (isFound) values.push(searchText(definition, row));
      return values;
    },
  });
}

const targets = new WeakMap<ResourceDefinition, InsertTarget>();

function targetOf(definition: ResourceDefinition): InsertTarget {
  const cached = targets.get(definition);
  if (cached) return cached;
  const columns = columnsOf(definition).map(([name]) => columnName(name));
  if (isSearched(definition)) columns.push('search_text');
  const target = { table: tableName(definition.name), columns };
  targets.set(definition, target);
  return target;
}

/** Replaces the fields of an existing row, except its id, organisation and author. */
export async function replaceRow(
  connection: Connection,
  definition: ResourceDefinition,
  row: StoredRow,
): Promise<void> {
  if (definition.countedBy) await countElsewhere(connection, definition, row);
  const change = replacementOf(connection, definition, row);
  await changeRow(connection, definition, { id: row.id, change });
}

/**
 * Replaces rows that are known to be stored, by id; on a server the statements are sent together.
 */
export async function replaceRows(
  connection: Connection,
  definition: ResourceDefinition,
  rows: readonly { readonly before: StoredRow; readonly after: StoredRow }[],
): Promise<void> {
  const tally = createRowTally(definition);
  const table = raw(tableName(definition.name));
  for (const { before, after } of rows) {
    tally.add(before, -1);
    tally.add(after, 1);
    await post(connection, sql`update ${table} ${replacementOf(connection, definition, after)}`);
  }
  await tally.write(connection);
}

/** The SET and WHERE clauses of an UPDATE that replaces a row by id. */
function replacementOf(
  { dialect }: Connection,
  definition: ResourceDefinition,
  row: StoredRow,
): Sql {
  const sets = columnsOf(definition)
    .filter(([name]) => !['id', 'orgId', 'createdAt', 'createdBy'].includes(name))
    .map(([name, field]) => sql`${raw(columnName(name))} = ${dialect.bind(row[name], field.type)}`);
  if (isSearched(definition)) sets.push(sql`search_text = ${searchText(definition, row)}`);
  return sql`set ${join(sets)} where org_id = ${row.orgId} and id = ${row.id}`;
}

/** Moves the count of a row about to be replaced to its new values. */
async function countElsewhere(
  connection: Connection,
  definition: ResourceDefinition,
  row: StoredRow,
): Promise<void> {
  const scope = { orgId: row.orgId, farmIds: 'all' } as const;
  const existing = await findRow(connection, definition, { id: row.id, scope });
  if (existing === undefined) return;
  const tally = createRowTally(definition);
  tally.add({ ...JSON.parse(existing), orgId: row.orgId }, -1);
  tally.add(row, 1);
  await tally.write(connection);
}

/** Marks a row as deleted at a time and decrements its count. */
export async function deleteRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly row: StoredRow; readonly at: string },
): Promise<void> {
  const { row, at } = input;
  const isTouched = await changeRow(connection, definition, {
    id: row.id,
    change: sql`set deleted_at = ${at}
      where org_id = ${row.orgId} and id = ${row.id} and deleted_at is null`,
  });
  if (isTouched) await addToRowCount(connection, definition, { row, change: -1 });
}

/** Runs an UPDATE of one row; returns whether the row existed. */
async function changeRow(
  connection: Connection,
  definition: ResourceDefinition,
  { id, change }: { readonly id: string; readonly change: Sql },
): Promise<boolean> {
  const table = raw(tableName(definition.name));
  const { dialect } = connection;
  const isTouched = await lookupByIdTime({ dialect, definition, id }, async (condition) => {
    const changedRows = await connection.run(sql`update ${table} ${change}${condition}`);
    return changedRows > 0 || undefined;
  });
  return isTouched ?? false;
}

function isSearched(definition: ResourceDefinition): boolean {
  return searchedFields(definition).length > 0;
}

function searchText(definition: ResourceDefinition, row: StoredRow): string {
  const texts = searchedFields(definition).map((name) => row[name]);
  return foldText(texts.filter((value) => typeof value === 'string').join(FIELD_SEPARATOR));
}

/** Inserts many rows of a resource and counts them. */
export async function insertRows(
  connection: Connection,
  definition: ResourceDefinition,
  rows: Iterable<StoredRow>,
): Promise<void> {
  const tally = createRowTally(definition);
  await insertUncounted(connection, definition, countRows(rows, tally));
  await tally.write(connection);
}

function* countRows(rows: Iterable<StoredRow>, tally: RowTally): Generator<StoredRow> {
  for (const row of rows) {
    tally.add(row, 1);
    yield row;
  }
}

/** Marks the dependent rows of another row as deleted at a time, and decrements their counts. */
export async function deleteRowsOf(
  connection: Connection,
  definition: ResourceDefinition,
  owner: { readonly field: string; readonly id: string; readonly at: string },
): Promise<void> {
  const table = raw(tableName(definition.name));
  const isHanging = sql`record.${raw(columnName(owner.field))} = ${owner.id}
    and record.deleted_at is null`;
  // Locked, so that concurrent deletions of a row do not decrement the count twice.
  const locking = raw(connection.dialect.lockRows);
  const counted = countedColumns(definition, 'record');
  const columns = counted.map(([field, , expression]) => `${expression} as "${field}"`);
  const groups = await connection.all<CountedRow & { readonly total: number | string }>(sql`
    select record.org_id as "orgId", record.farm_id as "farmId", ${raw(columns.join(', '))},
      count(*) as total
    from (select * from ${table} record where ${isHanging} order by record.id${locking}) record
    group by ${raw(['orgId', 'farmId', ...counted].map((_, index) => index + 1).join(', '))}`);
  if (groups.length === 0) return;
  const tally = createRowTally(definition);
  for (const group of groups) tally.add(group, -Number(group.total));
  await tally.write(connection);
  await connection.run(
    sql`update ${table} as record set deleted_at = ${owner.at} where ${isHanging}`,
  );
}
