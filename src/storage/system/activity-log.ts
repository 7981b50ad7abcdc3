import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type Connection, tableName } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  type InsertTarget,
  insertObjects,
  insertValues,
  type MappedTable,
  selectedColumns,
} from '../core/insert-values.ts';
import { farmPredicate, type Scope, scopePredicate } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import { type Author, rowProjection } from '../core/stored-row.ts';
import { lookupByIdTime } from '../records/find-rows.ts';

/** An event on a farm, with its importance at that time. */
export interface ActivityEntry<Title = unknown> {
  readonly id: string;
  readonly ts: string;
  readonly kind: string;
  readonly score: number;
  /** A message: the reader's language is not known when it is written. */
  readonly title: Title;
  /** Null for events of the whole organisation. */
  readonly farmId: string | null;
  readonly barnId: string | null;
  readonly flockId: string | null;
  readonly resource: string;
  readonly rowId: string;
  readonly actor: { readonly type: string; readonly id: string } | null;
}

const ENTRY: readonly ObjectColumn[] = [
  ['id', 'entry.id', 'text'],
  ['ts', 'entry.ts', 'timestamp'],
  ['kind', 'entry.kind', 'text'],
  ['score', 'entry.score', 'integer'],
  ['title', 'entry.title', 'json'],
  ['farmId', 'entry.farm_id', 'text'],
  ['barnId', 'entry.barn_id', 'text'],
  ['flockId', 'entry.flock_id', 'text'],
  ['resource', 'entry.resource', 'text'],
  ['rowId', 'entry.row_id', 'text'],
  ['actor', 'entry.actor', 'json'],
];

const TARGET: InsertTarget = {
  table: 'activity_log',
  columns: [
    'id',
    'org_id',
    'farm_id',
    'ts',
    'kind',
    'score',
    'title',
    'barn_id',
    'flock_id',
    'resource',
    'row_id',
    'actor',
  ],
};

/** Inserts activities of one organisation, in the transaction of the changes they describe. */
export async function insertActivities(
  connection: Connection,
  orgId: string,
  entries: readonly ActivityEntry[],
): Promise<void> {
  const { dialect } = connection;
  await insertValues(connection, TARGET, {
    rows: entries,
    valuesOf: (entry) => [
      entry.id,
      orgId,
      entry.farmId,
      entry.ts,
      entry.kind,
      entry.score,
      dialect.bind(entry.title, 'json'),
      entry.barnId,
      entry.flockId,
      entry.resource,
      entry.rowId,
      dialect.bind(entry.actor, 'json'),
    ],
  });
}

/** Earlier reports that affect the importance of the next one. */
export interface ReportedBefore {
  readonly isKnownKind: boolean;
  readonly isRepeated: boolean;
}

/**
 * Whether a kind was reported for the farm since one instant, and for the same subject since
 * another.
 */
export async function findReportedBefore(
  connection: Connection,
  query: {
    readonly orgId: string;
    readonly farmId: string | null;
    readonly kind: string;
    /**
     * The flock, barn or row concerned; null for a new row, which cannot have been reported yet.
     */
    readonly subject: string | null;
    readonly kindSince: string;
    readonly subjectSince: string;
  },
): Promise<ReportedBefore> {
  const { orgId, farmId, kind, subject, kindSince, subjectSince } = query;
  const ofKind = sql`entry.org_id = ${orgId} and entry.kind = ${kind}
    and ${farmId === null ? sql`entry.farm_id is null` : sql`entry.farm_id = ${farmId}`}`;
  // Newest first: if there are many reports within the hour, the last ones usually concern the same
  // subject.
  const row = await connection.first<{ known: number | null; repeated: number | null }>(sql`
    select
      (select 1 from activity_log entry where ${ofKind} and entry.ts >= ${kindSince} limit 1)
        as known,
      ${
        subject === null
          ? sql`null`
          : sql`(select 1 from activity_log entry
              where ${ofKind} and entry.ts >= ${subjectSince}
                and coalesce(entry.flock_id, entry.barn_id, entry.row_id) = ${subject}
              order by entry.ts desc limit 1)`
      } as repeated`);
  return { isKnownKind: row?.known === 1, isRepeated: row?.repeated === 1 };
}

/** Filter of a list of activities. */
export interface ActivityQuery {
  readonly scope: Scope;
  /** Resources readable by the caller. */
  readonly modules: readonly string[];
  readonly minScore?: number;
  readonly kinds?: readonly string[];
  /** Both inclusive. */
  readonly from?: string;
  readonly to?: string;
  /** The last entry read; the list continues after it. */
  readonly after?: { readonly ts: string; readonly id: string };
  readonly limit: number;
}

/** Activities, newest first. */
export async function listActivities<Title>(
  connection: Connection,
  query: ActivityQuery,
): Promise<ActivityEntry<Title>[]> {
  const { scope, modules, minScore, kinds, from, to, after, limit } = query;
  if (modules.length === 0 || kinds?.length === 0) return [];
  const conditions = [
    farmPredicate(scope, 'entry'),
    sql`entry.resource in (${join([...modules])})`,
    ...(minScore === undefined ? [] : [sql`entry.score >= ${minScore}`]),
    ...(kinds === undefined ? [] : [sql`entry.kind in (${join([...kinds])})`]),
    ...(from === undefined ? [] : [sql`entry.ts >= ${from}`]),
    ...(to === undefined ? [] : [sql`entry.ts <= ${to}`]),
    ...(after === undefined
      ? []
      : [sql`entry.ts <= ${after.ts}`, sql`(entry.ts < ${after.ts} or entry.id < ${after.id})`]),
  ];
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, ENTRY)} from activity_log entry
      where ${join(conditions, ' and ')} order by entry.ts desc, entry.id desc limit ${limit}`,
  );
}

/** The rows of a farm that activities of a kind have already reported. */
export async function listReportedRows(
  connection: Connection,
  query: {
    readonly orgId: string;
    readonly farmId: string;
    readonly kind: string;
    readonly rowIds: readonly string[];
  },
): Promise<string[]> {
  const { orgId, farmId, kind, rowIds } = query;
  if (rowIds.length === 0) return [];
  const rows = await connection.all<{ row_id: string }>(sql`
    select distinct entry.row_id as row_id from activity_log entry
    where entry.org_id = ${orgId} and entry.farm_id = ${farmId} and entry.kind = ${kind}
      and entry.row_id in (${join([...rowIds])})`);
  return rows.map(({ row_id: rowId }) => rowId);
}

/** One field of a row affected by a change; null if it was empty. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An update or the deletion of a row. The row itself records its creation. */
export interface HistoryEntry {
  readonly id: string;
  readonly orgId: string;
  readonly farmId: string | null;
  readonly resource: string;
  readonly rowId: string;
  /** The version created by the change; for a deletion, the last version plus one. */
  readonly version: number;
  readonly kind: 'changed' | 'deleted';
  readonly at: string;
  readonly author: Author;
  readonly requestId: string | null;
  /** The action that made the change, or that was undone by it. */
  readonly actionId: string | null;
  /** Whether the change undoes an action. */
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
  // A list is stored as JSON text on both databases, so that it is read exactly as written.
  changes: 'list',
};

type HistoryRow = HistoryEntry & { readonly fields: string };

const KEPT: MappedTable<HistoryRow> = {
  table: 'row_history',
  kinds: { ...KINDS, fields: 'text' },
};

/** Inserts entries, in the transaction of the changes. */
export async function insertHistory(
  connection: Connection,
  entries: readonly HistoryEntry[],
): Promise<void> {
  const rows = entries.map((entry) => ({
    ...entry,
    fields: entry.changes.map(({ field }) => ` ${field} `).join(''),
  }));
  await insertObjects(connection, KEPT, rows);
}

interface HistoryQuery {
  readonly orgId: string;
  readonly rowId: string;
  /** Only changes of this field. */
  readonly field?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** One page of the history of a row, newest first, with the total number. */
export async function listHistory(
  connection: Connection,
  query: HistoryQuery,
): Promise<{ readonly entries: HistoryEntry[]; readonly total: number }> {
  const condition = conditionOf(connection, query);
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from row_history entry where ${condition}`,
  );
  const entries = await selectEntries(
    connection,
    sql`${condition} order by entry.version desc, entry.id desc
      limit ${query.limit} offset ${query.offset}`,
  );
  return { entries, total: Number(counted?.total ?? 0) };
}

function conditionOf({ dialect }: Connection, { orgId, rowId, field }: HistoryQuery): Sql {
  const ownEntries = sql`entry.row_id = ${rowId} and entry.org_id = ${orgId}`;
  if (field === undefined) return ownEntries;
  const position = raw(dialect.positionFunction);
  return sql`${ownEntries} and ${position}(entry.fields, ${` ${field} `}) > 0`;
}

/** Rewrites the stored changes of a row. */
export async function changeHistory(
  connection: Connection,
  { orgId, rowId }: { readonly orgId: string; readonly rowId: string },
  rewrite: (change: FieldChange) => FieldChange,
): Promise<void> {
  const ownEntries = sql`entry.row_id = ${rowId} and entry.org_id = ${orgId}`;
  for (const { id, changes } of await selectEntries(connection, ownEntries)) {
    const rewritten = JSON.stringify(changes.map(rewrite));
    await connection.run(sql`update row_history set changes = ${rewritten} where id = ${id}`);
  }
}

/** A cascading deletion of a row: the rows of an organisation deleted at the same time. */
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

async function selectEntries(connection: Connection, clauses: Sql): Promise<HistoryEntry[]> {
  const columns = selectedColumns(connection, KINDS, 'entry');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from row_history entry where ${clauses}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}

/** A row as JSON text, including deleted ones with their time of deletion. */
interface EverRow {
  readonly json: string;
  readonly deletedAt: string | null;
}

/**
 * A row that is or was visible to a scope; undefined for a row that never was. Deleted rows of the
 * organisation are visible only to callers who see the whole organisation: the data that made them
 * visible to others has been deleted with them.
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
  return lookupByIdTime({ dialect, definition, id }, (condition) =>
    connection.first<EverRow>(sql`
      select ${rowProjection(definition, dialect)} as json, ${deletedAt} as "deletedAt"
      from ${raw(tableName(definition.name))} record
      where record.id = ${id} and ${isSeen}${condition}`),
  );
}

/** The names of keys and users of an organisation, by id. */
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
