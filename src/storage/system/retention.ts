import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { dossier } from '../../model/resources/registry.ts';
import { type Connection, type Transaction, tableName } from '../core/database.ts';
import { countedColumns, createRowTally } from '../records/row-counts.ts';

/** Limits for deleting old rows of an organisation. */
export interface Outdated {
  readonly orgId: string;
  /** UTC with milliseconds; rows from this instant on are kept. */
  readonly before: string;
  readonly limit: number;
}

/**
 * Deletes rows of a resource by the instant in a column, either live or already deleted ones, and
 * decrements their counts; returns their number.
 */
export async function forgetRows(
  transaction: Transaction,
  definition: ResourceDefinition,
  {
    orgId,
    before,
    limit,
    column,
    isDeleted,
  }: Outdated & {
    readonly column: 'ts' | 'created_at';
    readonly isDeleted: boolean;
  },
): Promise<number> {
  const table = raw(tableName(definition.name));
  const isOld = sql`record.org_id = ${orgId} and record.${raw(column)} < ${before}`;
  const kind = raw(isDeleted ? 'is not null' : 'is null');
  const counted = countedColumns(definition, 'record').map(
    ([field, , expression]) => `${expression} as "${field}"`,
  );
  const rows = await transaction.all<ForgottenRow>(sql`
    select record.id, record.farm_id as "farmId", ${raw(counted.join(', '))} from ${table} record
    where ${isOld} and record.deleted_at ${kind}
    order by record.${raw(column)} limit ${limit}`);
  if (rows.length === 0) return 0;
  await transaction.run(sql`
    delete from ${table} as record
    where record.id in (${join(rows.map(({ id }) => id))}) and ${isOld}`);
  if (isDeleted) return rows.length;
  const tally = createRowTally(definition);
  for (const row of rows) tally.add({ ...row, orgId }, -1);
  await tally.write(transaction);
  return rows.length;
}

/** The count of a row to delete. */
interface ForgottenRow {
  readonly id: string;
  readonly farmId: string | null;
}

/** Deletes actions, which can then no longer be undone; returns their number. */
export function forgetActions(connection: Connection, outdated: Outdated): Promise<number> {
  return forgetIn(connection, outdated, { table: 'actions', column: 'created_at' });
}

/** Deletes entries of the activity log; returns their number. */
export function forgetActivity(connection: Connection, outdated: Outdated): Promise<number> {
  return forgetIn(connection, outdated, { table: 'activity_log', column: 'ts' });
}

/** Deletes history entries, except those of rows in sealed case files; returns their number. */
export function forgetHistory(connection: Connection, outdated: Outdated): Promise<number> {
  const table = 'row_history';
  return forgetIn(connection, outdated, {
    table,
    column: 'at',
    except: sealedRows(outdated.orgId),
  });
}

function sealedRows(orgId: string): Sql {
  const sealed = sql`select flock.id from flocks flock where flock.org_id = ${orgId} and flock.sealed`;
  const parts = dossier.map(
    (resource) => sql`kept.resource = ${resource} and kept.row_id in (
      select part.id from ${raw(tableName(resource))} part where part.flock_id in (${sealed}))`,
  );
  return join([sql`kept.row_id in (${sealed})`, ...parts], ' or ');
}

async function forgetIn(
  connection: Connection,
  { orgId, before, limit }: Outdated,
  place: { readonly table: string; readonly column: string; readonly except?: Sql },
): Promise<number> {
  const table = raw(place.table);
  const column = raw(place.column);
  const isFree = place.except ? sql` and not (${place.except})` : sql``;
  return connection.run(sql`
    delete from ${table} where id in (
      select kept.id from ${table} kept
      where kept.org_id = ${orgId} and kept.${column} < ${before}${isFree}
      order by kept.${column} limit ${limit})`);
}

/** Deletes delivery attempts for the webhooks of an organisation; returns their number. */
export function deleteWebhookAttempts(
  connection: Connection,
  { orgId, before, limit }: Outdated,
): Promise<number> {
  return connection.run(sql`
    delete from webhook_attempts where id in (
      select attempt.id from webhook_attempts attempt
      join webhook_deliveries delivery on delivery.id = attempt.delivery_id
      join webhooks hook on hook.id = delivery.webhook_id
      where hook.org_id = ${orgId} and attempt.at < ${before}
      order by attempt.at limit ${limit})`);
}

/** Deletes finished deliveries to the webhooks of an organisation; returns their number. */
export function deleteWebhookDeliveries(
  connection: Connection,
  { orgId, before, limit }: Outdated,
): Promise<number> {
  return connection.run(sql`
    delete from webhook_deliveries where id in (
      select delivery.id from webhook_deliveries delivery
      join webhooks hook on hook.id = delivery.webhook_id
      where hook.org_id = ${orgId} and delivery.updated_at < ${before}
        and delivery.state in ('delivered', 'exhausted', 'cancelled')
      order by delivery.updated_at limit ${limit})`);
}

/** Deletes messages and incidents that ended before an instant, at most this many of each. */
export async function forgetNotices(
  connection: Connection,
  before: string,
  limit: number,
): Promise<number> {
  const notices = await connection.run(sql`
    delete from notices where id in (select id from notices
      where updated_at < ${before} and state in ('sent', 'failed', 'cancelled')
      order by updated_at limit ${limit})`);
  await connection.run(sql`
    delete from notice_alerts where incident_id in (select id from notice_incidents
      where ended_at < ${before})`);
  await connection.run(sql`delete from notice_incidents where ended_at < ${before}`);
  return notices;
}
