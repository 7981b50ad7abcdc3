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

/** One event on its way to one webhook. */
export interface StoredDelivery {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: string;
  /** Of the event in the outbox; 0 for a test. */
  readonly sequence: number;
  readonly farmId: string | null;
  /** The row the event tells of: deliveries of one row wait for each other where that is asked for. */
  readonly rowKey: string | null;
  /** What is sent, where it is no event of the outbox. */
  readonly body: string | null;
  readonly state: DeliveryState;
  /** Attempts since it was last set going. */
  readonly attempts: number;
  readonly firstAttemptAt: string | null;
  readonly nextAttemptAt: string | null;
  /** Grows with every lease: who holds an older one has lost it. */
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

/** A new delivery, due at once or held. */
export function newDelivery(
  given: Pick<
    StoredDelivery,
    'id' | 'webhookId' | 'eventId' | 'event' | 'sequence' | 'farmId' | 'rowKey' | 'createdAt'
  > & { readonly state: 'pending' | 'held'; readonly body?: string },
): StoredDelivery {
  return {
    ...given,
    body: given.body ?? null,
    attempts: 0,
    firstAttemptAt: null,
    nextAttemptAt: given.createdAt,
    fence: 0,
    updatedAt: given.createdAt,
  };
}

/** Inserts deliveries. */
export async function insertDeliveries(
  connection: Connection,
  deliveries: readonly StoredDelivery[],
): Promise<void> {
  await insertObjects(connection, DELIVERIES, deliveries);
}

/** Which deliveries of a webhook are meant. */
export interface DeliveryFilter {
  readonly webhookId: string;
  readonly states?: readonly DeliveryState[];
  readonly events?: readonly string[];
  /** Of events from this instant on. */
  readonly from?: string;
  /** Of events up to this instant. */
  readonly to?: string;
}

/** One page of deliveries, the newest first, and how many there are. */
export async function listDeliveries(
  connection: Connection,
  filter: DeliveryFilter & { readonly limit: number; readonly offset: number },
): Promise<{ readonly deliveries: StoredDelivery[]; readonly total: number }> {
  const where = conditionsOf(filter);
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from webhook_deliveries delivery where ${where}`,
  );
  const deliveries = await selectDeliveries(
    connection,
    sql`${where} order by delivery.created_at desc, delivery.id desc
      limit ${filter.limit} offset ${filter.offset}`,
  );
  return { deliveries, total: Number(counted?.total ?? 0) };
}

/** The delivery of that id, or undefined. */
export async function findDelivery(
  connection: Connection,
  id: string,
): Promise<StoredDelivery | undefined> {
  const [found] = await selectDeliveries(connection, sql`delivery.id = ${id}`);
  return found;
}

/** How many deliveries of a webhook wait: for their time, and for it to be switched on. */
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

/** Sets deliveries going anew, as if they had never been tried; returns how many. */
export function restartDeliveries(
  connection: Connection,
  filter: DeliveryFilter,
  { now, most }: { readonly now: string; readonly most: number },
): Promise<number> {
  return connection.run(sql`
    update webhook_deliveries set state = 'pending', attempts = 0, first_attempt_at = null,
      next_attempt_at = ${now}, updated_at = ${now}
    where id in (select delivery.id from webhook_deliveries delivery
      where ${conditionsOf(filter)} and (delivery.state <> 'pending' or delivery.attempts > 0)
      order by delivery.sequence limit ${most})`);
}

/** Sets one delivery going anew; 0 while it is on its way. */
export function restartDelivery(connection: Connection, id: string, now: string): Promise<number> {
  return connection.run(sql`
    update webhook_deliveries set state = 'pending', attempts = 0, first_attempt_at = null,
      next_attempt_at = ${now}, updated_at = ${now}
    where id = ${id} and state <> 'leased'`);
}

/** Moves what waits at a webhook from one state to another; returns how many. */
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

/** Forgets the oldest held deliveries of a webhook above the most it may have; returns how many. */
export function dropExcess(
  connection: Connection,
  webhookId: string,
  most: number,
): Promise<number> {
  const held = sql`webhook_id = ${webhookId} and state = 'held'`;
  return connection.run(sql`
    delete from webhook_deliveries where ${held} and sequence <= (
      select sequence from webhook_deliveries where ${held}
      order by sequence desc limit 1 offset ${most})`);
}

function conditionsOf({ webhookId, states, events, from, to }: DeliveryFilter): Sql {
  const parts = [sql`delivery.webhook_id = ${webhookId}`];
  if (states) parts.push(sql`delivery.state in (${join([...states])})`);
  if (events) parts.push(sql`delivery.event in (${join([...events])})`);
  if (from !== undefined) parts.push(sql`delivery.created_at >= ${from}`);
  if (to !== undefined) parts.push(sql`delivery.created_at <= ${to}`);
  return join(parts, ' and ');
}

async function selectDeliveries(connection: Connection, rest: Sql): Promise<StoredDelivery[]> {
  const columns = selectedColumns(connection, KINDS, 'delivery');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from webhook_deliveries delivery where ${rest}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}

/** Forgets attempts made before an instant, at most so many; returns how many. */
export function forgetAttempts(connection: Connection, before: string, most: number) {
  return connection.run(sql`
    delete from webhook_attempts where id in (
      select id from webhook_attempts where at < ${before} order by at limit ${most})`);
}

/** Forgets deliveries that have been over since before an instant; returns how many. */
export function forgetDeliveries(connection: Connection, before: string, most: number) {
  return connection.run(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where updated_at < ${before} and state in ('delivered', 'exhausted', 'cancelled')
      order by updated_at limit ${most})`);
}

/** Forgets deliveries to webhooks that are no more; returns how many. */
export function forgetOrphans(connection: Connection, most: number) {
  return connection.run(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where webhook_id not in (select id from webhooks) limit ${most})`);
}

/** Webhooks that hold events from before an instant, with how many. */
export async function listOverdueHeld(
  connection: Connection,
  before: string,
): Promise<{ readonly webhookId: string; readonly count: number }[]> {
  const rows = await connection.all<{ webhook_id: string; total: number | string }>(sql`
    select webhook_id, count(*) as total from webhook_deliveries
    where state = 'held' and created_at < ${before} group by webhook_id order by webhook_id`);
  return rows.map((row) => ({ webhookId: row.webhook_id, count: Number(row.total) }));
}

/** Forgets what a webhook holds from before an instant; returns how many. */
export function forgetHeld(connection: Connection, webhookId: string, before: string) {
  return connection.run(sql`
    delete from webhook_deliveries
    where webhook_id = ${webhookId} and state = 'held' and created_at < ${before}`);
}
