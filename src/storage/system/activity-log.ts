import sql, { join } from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { type InsertTarget, insertValues } from '../core/insert-values.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** Something that happened on a farm, with the importance it had then. */
export interface ActivityEntry<Title = unknown> {
  readonly id: string;
  readonly ts: string;
  readonly kind: string;
  readonly score: number;
  /** A message: the reader's language is not known when it is written. */
  readonly title: Title;
  /** Null for what belongs to the whole organisation. */
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

/** Inserts activities of one organisation, in the transaction of the changes they tell of. */
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

/** What has been told already that bears on how important the next telling is. */
export interface ToldBefore {
  readonly isKnownKind: boolean;
  readonly isRepeated: boolean;
}

/** Whether a kind was told of the farm since one instant, and of the same subject since another. */
export async function findToldBefore(
  connection: Connection,
  asked: {
    readonly orgId: string;
    readonly farmId: string | null;
    readonly kind: string;
    /** The flock, barn or row it is about; null for a row that nothing can have told of yet. */
    readonly subject: string | null;
    readonly kindSince: string;
    readonly subjectSince: string;
  },
): Promise<ToldBefore> {
  const { orgId, farmId, kind, subject, kindSince, subjectSince } = asked;
  const ofKind = sql`entry.org_id = ${orgId} and entry.kind = ${kind}
    and ${farmId === null ? sql`entry.farm_id is null` : sql`entry.farm_id = ${farmId}`}`;
  // The newest first: where many were told of within the hour, the last ones are mostly its own.
  const told = await connection.first<{ known: number | null; repeated: number | null }>(sql`
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
  return { isKnownKind: told?.known === 1, isRepeated: told?.repeated === 1 };
}

/** Which activities are read. */
export interface ActivityQuery {
  readonly scope: Scope;
  /** Resources that the caller may read. */
  readonly modules: readonly string[];
  readonly minScore?: number;
  readonly kinds?: readonly string[];
  /** Both included. */
  readonly from?: string;
  readonly to?: string;
  /** The last entry that was read; those after it in the order of the list follow. */
  readonly after?: { readonly ts: string; readonly id: string };
  readonly limit: number;
}

/** Activities, the newest first. */
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

/** Which of these rows of a farm an activity of a kind has been told of. */
export async function listToldRows(
  connection: Connection,
  asked: {
    readonly orgId: string;
    readonly farmId: string;
    readonly kind: string;
    readonly rowIds: readonly string[];
  },
): Promise<string[]> {
  const { orgId, farmId, kind, rowIds } = asked;
  if (rowIds.length === 0) return [];
  const rows = await connection.all<{ row_id: string }>(sql`
    select distinct entry.row_id as row_id from activity_log entry
    where entry.org_id = ${orgId} and entry.farm_id = ${farmId} and entry.kind = ${kind}
      and entry.row_id in (${join([...rowIds])})`);
  return rows.map(({ row_id: rowId }) => rowId);
}
