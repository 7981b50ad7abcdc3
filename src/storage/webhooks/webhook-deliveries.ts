import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { DeliveryState } from '../../model/core/vocabulary.ts';
import type { Connection } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
} from '../core/insert-values.ts';

/** The delivery of one event to one webhook. */
export interface StoredDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: string;
  /** Sequence number of the event in the outbox; 0 for a test. */
  readonly sequence: number;
  readonly farmId: string | null;
  /** The row of the event: for ordered webhooks, deliveries of one row wait for each other. */
  readonly rowKey: string | null;
  /** The sent text, if it is not an event of the outbox. */
  readonly body: string | null;
  readonly state: DeliveryState;
  /** Attempts since the last start. */
  readonly attempts: number;
  readonly firstAttemptAt: string | null;
  readonly nextAttemptAt: string | null;
  /** Increases with every lease: a holder of an older value has lost it. */
  readonly fence: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const KINDS: ColumnKinds<StoredDelivery> = {
  id: 'text',
  webhookId: 'text',
  eventId: 'text',
  event: 'text',
  sequence: 'integer',
  farmId: 'text',
  rowKey: 'text',
  body: 'text',
  state: 'text',
  attempts: 'integer',
  firstAttemptAt: 'timestamp',
  nextAttemptAt: 'timestamp',
  fence: 'integer',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
};

const DELIVERIES: MappedTable<StoredDelivery> = { table: 'webhook_deliveries', kinds: KINDS };

/** A new delivery, due immediately or held. */
export function newDelivery(
  input: Pick<
    StoredDelivery,
    'id' | 'webhookId' | 'eventId' | 'event' | 'sequence' | 'farmId' | 'rowKey' | 'createdAt'
  > & { readonly state: 'pending' | 'held'; readonly body?: string },
): StoredDelivery {
  return {
    ...input,
    body: input.body ?? null,
    attempts: 0,
    firstAttemptAt: null,
    nextAttemptAt: input.createdAt,
    fence: 0,
    updatedAt: input.createdAt,
  };
}

export async function insertDeliveries(
  connection: Connection,
  deliveries: readonly StoredDelivery[],
): Promise<void> {
  await insertObjects(connection, DELIVERIES, deliveries);
}

/** Filter for the deliveries of a webhook. */
export interface DeliveryFilter {
  readonly webhookId: string;
  readonly states?: readonly DeliveryState[];
  readonly events?: readonly string[];
  /** Events since this instant. */
  readonly from?: string;
  /** Events up to this instant. */
  readonly to?: string;
}

/** One page of deliveries, newest first, with the total number. */
export async function listDeliveries(
  connection: Connection,
  filter: DeliveryFilter & { readonly limit: number; readonly offset: number },
): Promise<{ readonly deliveries: StoredDelivery[]; readonly total: number }> {
  const conditions = conditionsOf(filter);
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from webhook_deliveries delivery where ${conditions}`,
  );
  const deliveries = await selectDeliveries(
    connection,
    sql`${conditions} order by delivery.created_at desc, delivery.id desc
      limit ${filter.limit} offset ${filter.offset}`,
  );
  return { deliveries, total: Number(counted?.total ?? 0) };
}

/** The delivery with that id, or undefined. */
export async function findDelivery(
  connection: Connection,
  id: string,
): Promise<StoredDelivery | undefined> {
  const [found] = await selectDeliveries(connection, sql`delivery.id = ${id}`);
  return found;
}

/** The number of waiting deliveries of a webhook: scheduled, and held while it is disabled. */
export async function countWaiting(
  connection: Connection,
  webhookId: string,
): Promise<{ readonly pending: number; readonly held: number }> {
  const count = (state: Sql) => sql`(select count(*) from webhook_deliveries
    where webhook_id = ${webhookId} and state = ${state})`;
  const row = await connection.first<{ pending: number | string; held: number | string }>(
    sql`select ${count(raw("'pending'"))} as pending, ${count(raw("'held'"))} as held`,
  );
  return { pending: Number(row?.pending ?? 0), held: Number(row?.held ?? 0) };
}

/** Restarts deliveries as if they had never been tried; returns their number. */
export function restartDeliveries(
  connection: Connection,
  filter: DeliveryFilter,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<number> {
  return connection.run(sql`
    update webhook_deliveries set state = 'pending', attempts = 0, first_attempt_at = null,
      next_attempt_at = ${now}, updated_at = ${now}
    where id in (select delivery.id from webhook_deliveries delivery
      where ${conditionsOf(filter)} and (delivery.state <> 'pending' or delivery.attempts > 0)
      order by delivery.sequence limit ${limit})`);
}

/** Restarts one delivery; returns 0 while it is in flight. */
export function restartDelivery(connection: Connection, id: string, now: string): Promise<number> {
  return connection.run(sql`
    update webhook_deliveries set state = 'pending', attempts = 0, first_attempt_at = null,
      next_attempt_at = ${now}, updated_at = ${now}
    where id = ${id} and state <> 'leased'`);
}

/** Moves the waiting deliveries of a webhook from one state to another; returns their number. */
export function moveDeliveries(
  connection: Connection,
  webhookId: string,
  move: {
    readonly from: 'pending' | 'held';
    readonly to: 'held' | 'cancelled';
    readonly now: string;
  },
): Promise<number> {
  return connection.run(sql`
    update webhook_deliveries set state = ${move.to}, updated_at = ${move.now}
    where webhook_id = ${webhookId} and state = ${raw(`'${move.from}'`)}`);
}

/** Deletes the oldest held deliveries of a webhook beyond its maximum; returns their number. */
export function dropExcess(
  connection: Connection,
  webhookId: string,
  limit: number,
): Promise<number> {
  const heldDeliveries = sql`webhook_id = ${webhookId} and state = 'held'`;
  return connection.run(sql`
    delete from webhook_deliveries where ${heldDeliveries} and sequence <= (
      select sequence from webhook_deliveries where ${heldDeliveries}
      order by sequence desc limit 1 offset ${limit})`);
}

function conditionsOf({ webhookId, states, events, from, to }: DeliveryFilter): Sql {
  const parts = [sql`delivery.webhook_id = ${webhookId}`];
  if (states) parts.push(sql`delivery.state in (${join([...states])})`);
  if (events) parts.push(sql`delivery.event in (${join([...events])})`);
  if (from !== undefined) parts.push(sql`delivery.created_at >= ${from}`);
  if (to !== undefined) parts.push(sql`delivery.created_at <= ${to}`);
  return join(parts, ' and ');
}

async function selectDeliveries(connection: Connection, clauses: Sql): Promise<StoredDelivery[]> {
  const columns = selectedColumns(connection, KINDS, 'delivery');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from webhook_deliveries delivery where ${clauses}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}

/** Deletes at most this many attempts from before an instant. */
export function forgetAttempts(connection: Connection, before: string, limit: number) {
  return connection.run(sql`
    delete from webhook_attempts where id in (
      select id from webhook_attempts where at < ${before} order by at limit ${limit})`);
}

/** Deletes deliveries that finished before an instant; returns their number. */
export function forgetDeliveries(connection: Connection, before: string, limit: number) {
  return connection.run(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where updated_at < ${before} and state in ('delivered', 'exhausted', 'cancelled')
      order by updated_at limit ${limit})`);
}

/** Deletes deliveries to deleted webhooks; returns their number. */
export function forgetOrphans(connection: Connection, limit: number) {
  return connection.run(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where webhook_id not in (select id from webhooks) limit ${limit})`);
}

/** Webhooks with held events from before an instant, with their number. */
export async function listOverdueHeld(
  connection: Connection,
  before: string,
): Promise<{ readonly webhookId: string; readonly count: number }[]> {
  const rows = await connection.all<{ webhook_id: string; total: number | string }>(sql`
    select webhook_id, count(*) as total from webhook_deliveries
    where state = 'held' and created_at < ${before} group by webhook_id order by webhook_id`);
  return rows.map((row) => ({ webhookId: row.webhook_id, count: Number(row.total) }));
}

/** Deletes the held events of a webhook from before an instant; returns their number. */
export function forgetHeld(connection: Connection, webhookId: string, before: string) {
  return connection.run(sql`
    delete from webhook_deliveries
    where webhook_id = ${webhookId} and state = 'held' and created_at < ${before}`);
}
