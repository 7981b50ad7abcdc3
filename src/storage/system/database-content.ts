import sql, { join, raw } from 'sql-template-tag';
import { type ResourceDefinition, storedFields } from '../../model/core/resource.ts';
import { resources } from '../../model/resources/registry.ts';
import { type Connection, columnName, tableName } from '../core/database.ts';
import { requireKnownSchema } from '../migrations/migrate.ts';

/** Figures of a database that are available without reading it completely. */
export interface DatabaseContent {
  readonly schemaVersion: number;
  readonly organisations: number;
  /** Rows of all resources. */
  readonly rows: number;
}

/** Reads the figures; throws UnusableDatabase for a foreign database. */
export async function readContent(connection: Connection): Promise<DatabaseContent> {
  const schemaVersion = await requireKnownSchema(connection);
  if (schemaVersion === 0) return { schemaVersion, organisations: 0, rows: 0 };
  const row = await connection.first<{ organisations: number | string; rows: number | string }>(sql`
    select (select count(*) from organisations) as organisations,
      (select coalesce(sum(total), 0) from row_counts) as rows`);
  return {
    schemaVersion,
    organisations: Number(row?.organisations ?? 0),
    rows: Number(row?.rows ?? 0),
  };
}

/** The number of organisations in the database. */
export async function countOrganisations(connection: Connection): Promise<number> {
  const row = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from organisations`,
  );
  return Number(row?.total ?? 0);
}

/** A field of a resource with its number of dangling references. */
export interface DanglingReference {
  readonly resource: string;
  readonly field: string;
  readonly rows: number;
}

/** Rows checked per statement, well within the time limit of a statement. */
const ROWS_AT_ONCE = 20_000;

/**
 * Fields that reference rows which do not exist, not even as deleted rows. Reads all rows in
 * slices; requires the current schema.
 */
export async function findDanglingReferences(
  connection: Connection,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<readonly DanglingReference[]> {
  const definitions: readonly ResourceDefinition[] = Object.values(resources);
  const dangling: DanglingReference[] = [];
  for (const definition of definitions) {
    const references = storedFields(definition).flatMap(([field, { type, ...rest }]) =>
      type === 'reference' && 'to' in rest ? [{ field, to: rest.to }] : [],
    );
    if (references.length === 0) continue;
    const counts = await countDangling(connection, { definition, references, rowsAtOnce });
    for (const [field, rows] of counts) {
      if (rows > 0) dangling.push({ resource: definition.name, field, rows });
    }
  }
  return dangling;
}

async function countDangling(
  connection: Connection,
  {
    definition,
    references,
    rowsAtOnce,
  }: {
    readonly definition: ResourceDefinition;
    readonly references: readonly { readonly field: string; readonly to: string }[];
    readonly rowsAtOnce: number;
  },
): Promise<ReadonlyMap<string, number>> {
  const columns = references.map(({ field }) => raw(columnName(field)));
  const counts = references.map(({ field, to }) => {
    const column = raw(columnName(field));
    return sql`coalesce(sum(case when ${column} is not null and not exists
      (select 1 from ${raw(tableName(to))} other where other.id = referring.${column})
      then 1 else 0 end), 0) as ${column}`;
  });
  const totals = new Map(references.map(({ field }) => [field, 0]));
  for (let last: string | null = ''; last !== null; ) {
    const row: Record<string, unknown> | undefined = await connection.first(
      sql`select max(id) as last, ${join(counts)} from (
        select id, ${join(columns)} from ${raw(tableName(definition.name))}
        where id > ${last} order by id limit ${rowsAtOnce}) referring`,
    );
    for (const { field } of references) {
      totals.set(field, (totals.get(field) ?? 0) + Number(row?.[columnName(field)] ?? 0));
    }
    last = row?.['last'] == null ? null : String(row['last']);
  }
  return totals;
}

/** Rows waiting to be processed. */
export interface Backlog {
  readonly waiting: number;
  /** When the oldest of them was written, as a timestamp; null without any. */
  readonly oldestAt: string | null;
}

/** Pending work in the database, for all instances together. */
export interface WaitingWork {
  readonly deliveries: Backlog;
  readonly commands: Backlog;
  /** Messages to users. */
  readonly notices: Backlog;
  readonly disabledWebhooks: number;
  /** Disabled channels of users. */
  readonly disabledChannels: number;
  /** When each scheduled job last completed; null during a run. */
  readonly jobs: readonly { readonly name: string; readonly doneAt: string | null }[];
}

interface BacklogRow {
  readonly waiting: number | string;
  readonly oldest_at: string | null;
}

/** Reads the pending work; the indexes used contain no completed rows. */
export async function readWaitingWork(connection: Connection): Promise<WaitingWork> {
  const instant = (column: string) => sql([connection.dialect.jsonValue(column, 'timestamp')]);
  const [deliveries, commands, notices, webhooks, channels, jobs] = await Promise.all([
    connection.first<BacklogRow>(sql`
      select count(*) as waiting, ${instant('min(created_at)')} as oldest_at
      from webhook_deliveries where state = 'pending'`),
    connection.first<BacklogRow>(sql`
      select count(*) as waiting, ${instant('min(queued_at)')} as oldest_at
      from command_deliveries where state in ('queued', 'sending', 'waiting', 'accepted')`),
    connection.first<BacklogRow>(sql`
      select count(*) as waiting, ${instant('min(created_at)')} as oldest_at
      from notices where state = 'pending'`),
    connection.first<{ readonly disabled: number | string }>(sql`
      select count(*) as disabled from webhooks where disabled_at is not null`),
    connection.first<{ readonly disabled: number | string }>(sql`
      select count(*) as disabled from notice_channels where disabled_at is not null`),
    connection.all<{ readonly name: string; readonly done_at: string | null }>(sql`
      select name, ${instant('done_at')} as done_at from scheduled_jobs order by name`),
  ]);
  return {
    deliveries: backlogOf(deliveries),
    commands: backlogOf(commands),
    notices: backlogOf(notices),
    disabledWebhooks: Number(webhooks?.disabled ?? 0),
    disabledChannels: Number(channels?.disabled ?? 0),
    jobs: jobs.map(({ name, done_at }) => ({ name, doneAt: done_at })),
  };
}

function backlogOf(row: BacklogRow | undefined): Backlog {
  return { waiting: Number(row?.waiting ?? 0), oldestAt: row?.oldest_at ?? null };
}
