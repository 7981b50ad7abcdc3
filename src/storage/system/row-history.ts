import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type Connection, tableName } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
} from '../core/mapped-columns.ts';
import { farmPredicate, type Scope, scopePredicate } from '../core/scope.ts';
import { type Author, rowProjection } from '../core/stored-row.ts';
import { nearFirst } from '../records/find-rows.ts';

/** One field of a row that a change touched; null where it held nothing. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** One change of a row, or its end. That a row was made is said by the row itself. */
export interface HistoryEntry {
  readonly id: string;
  readonly orgId: string;
  readonly farmId: string | null;
  readonly resource: string;
  readonly rowId: string;
  /** The version that the change made; of an end, the one behind the last. */
  readonly version: number;
  readonly kind: 'changed' | 'deleted';
  readonly at: string;
  readonly author: Author;
  readonly requestId: string | null;
  /** The action that it was part of, or that was taken back by it. */
  readonly actionId: string | null;
  /** Whether an action was taken back. */
  readonly undone: boolean;
  readonly changes: readonly FieldChange[];
}

const KINDS: ColumnKinds<HistoryEntry> = {
  id: 'text',
  orgId: 'text',
  farmId: 'text',
  resource: 'text',
  rowId: 'text',
  version: 'integer',
  kind: 'text',
  at: 'timestamp',
  author: 'list',
  requestId: 'text',
  actionId: 'text',
  undone: 'boolean',
  // A list is kept as its JSON text on both databases: what it holds comes back as it was written.
  changes: 'list',
};

type KeptEntry = HistoryEntry & { readonly fields: string };

const KEPT: MappedTable<KeptEntry> = {
  table: 'row_history',
  kinds: { ...KINDS, fields: 'text' },
};

/** Inserts an entry, in the transaction of the change. */
export async function insertHistory(connection: Connection, entry: HistoryEntry): Promise<void> {
  const kept = { ...entry, fields: entry.changes.map(({ field }) => ` ${field} `).join('') };
  await insertObjects(connection, KEPT, [kept]);
}

/** Which entries of a row are read. */
interface HistoryQuery {
  readonly orgId: string;
  readonly rowId: string;
  /** Only changes of this field. */
  readonly field?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** One page of the entries of a row, the newest first, and how many there are. */
export async function listHistory(
  connection: Connection,
  query: HistoryQuery,
): Promise<{ readonly entries: HistoryEntry[]; readonly total: number }> {
  const where = conditionOf(connection, query);
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from row_history entry where ${where}`,
  );
  const entries = await selectEntries(
    connection,
    sql`${where} order by entry.version desc, entry.id desc
      limit ${query.limit} offset ${query.offset}`,
  );
  return { entries, total: Number(counted?.total ?? 0) };
}

function conditionOf({ dialect }: Connection, { orgId, rowId, field }: HistoryQuery): Sql {
  const own = sql`entry.row_id = ${rowId} and entry.org_id = ${orgId}`;
  if (field === undefined) return own;
  const position = raw(dialect.positionFunction);
  return sql`${own} and ${position}(entry.fields, ${` ${field} `}) > 0`;
}

/** Rewrites the changes that are kept of a row. */
export async function changeHistory(
  connection: Connection,
  { orgId, rowId }: { readonly orgId: string; readonly rowId: string },
  rewrite: (change: FieldChange) => FieldChange,
): Promise<void> {
  const own = sql`entry.row_id = ${rowId} and entry.org_id = ${orgId}`;
  for (const { id, changes } of await selectEntries(connection, own)) {
    const rewritten = JSON.stringify(changes.map(rewrite));
    await connection.run(sql`update row_history set changes = ${rewritten} where id = ${id}`);
  }
}

/** The end of a row that took others with it: what was deleted in an organisation at an instant. */
export async function findDeletion(
  connection: Connection,
  { orgId, at }: { readonly orgId: string; readonly at: string },
): Promise<HistoryEntry | undefined> {
  const [found] = await selectEntries(
    connection,
    sql`entry.org_id = ${orgId} and entry.at = ${at} and entry.kind = 'deleted'
      order by entry.id limit 1`,
  );
  return found;
}

async function selectEntries(connection: Connection, rest: Sql): Promise<HistoryEntry[]> {
  const columns = selectedColumns(connection, KINDS, 'entry');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from row_history entry where ${rest}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}

/** A row as JSON text, also one that was deleted, with when that was. */
interface EverRow {
  readonly json: string;
  readonly deletedAt: string | null;
}

/**
 * A row that a scope sees or saw; undefined for one it never did. Rows of the organisation that
 * were deleted are seen only by who sees all of it: what let others see them has gone with them.
 */
export async function findRowEver(
  connection: Connection,
  definition: ResourceDefinition,
  { id, scope }: { readonly id: string; readonly scope: Scope },
): Promise<EverRow | undefined> {
  const { dialect } = connection;
  const isOfAll = definition.farm.kind === 'organisation' && scope.farmIds !== 'all';
  const isSeen = isOfAll ? scopePredicate(definition, scope) : farmPredicate(scope, 'record');
  const deletedAt = raw(dialect.jsonValue('record.deleted_at', 'timestamp'));
  return nearFirst({ dialect, definition, id }, (near) =>
    connection.first<EverRow>(sql`
      select ${rowProjection(definition, dialect)} as json, ${deletedAt} as "deletedAt"
      from ${raw(tableName(definition.name))} record
      where record.id = ${id} and ${isSeen}${near}`),
  );
}

/** The names of keys and users of an organisation, by their id. */
export async function listCallerNames(
  connection: Connection,
  orgId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.all<{ id: string; name: string }>(sql`
    select id, name from api_keys where org_id = ${orgId} and id in (${join([...ids])})
    union all
    select id, name from users
    where org_id = ${orgId} and name is not null and id in (${join([...ids])})`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
