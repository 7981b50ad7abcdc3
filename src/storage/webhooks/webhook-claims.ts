import sql, { join, raw, type Sql } from 'sql-template-tag';
import { distinct, groupBy, mapById } from '../../tools/collections.ts';
import type { Connection, Transaction } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
} from '../core/insert-values.ts';
import { leaseTimes } from '../system/job-leases.ts';
import { findReportedEvents } from './outbox.ts';
import type { StoredDelivery } from './webhook-deliveries.ts';
import { type OwnedWebhook, tryLockWebhooks } from './webhooks.ts';

/** A webhook with due deliveries. */
export interface DueWebhook {
  readonly id: string;
  readonly consecutiveFailures: number;
}

/** A delivery that this instance may send until its lease expires. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly fence: number;
  readonly eventId: string;
  readonly event: string;
  readonly farmId: string | null;
  /** The module of the event; null for an event about the farm as a whole. */
  readonly resource: string | null;
  readonly attempts: number;
  readonly firstAttemptAt: string | null;
  /** The exact text that is sent. */
  readonly body: string;
  readonly webhook: OwnedWebhook;
}

/** The current time of the service, and the latest plausible due time; UTC with milliseconds. */
export interface DuePeriod {
  readonly now: string;
  /** A later due time was written by a wrong clock, and counts as due. */
  readonly latest: string;
}

/** The enabled webhooks with deliveries that are due, abandoned by another instance, or held. */
export async function listDueWebhooks(
  connection: Connection,
  { now, latest }: DuePeriod,
): Promise<DueWebhook[]> {
  const { present } = leaseTimes(connection, 0);
  const hasDelivery = (condition: Sql) => sql`exists (select 1 from webhook_deliveries delivery
    where delivery.webhook_id = webhook.id and ${condition})`;
  const rows = await connection.all<{ id: string; failures: number | string }>(sql`
    select webhook.id, webhook.consecutive_failures as failures from webhooks webhook
    where webhook.enabled and (
      ${hasDelivery(sql`delivery.state = 'pending' and delivery.next_attempt_at <= ${now}`)}
      or ${hasDelivery(sql`delivery.state = 'pending' and delivery.next_attempt_at > ${latest}`)}
      or ${hasDelivery(sql`delivery.state = 'leased' and delivery.lease_until <= ${present}`)}
      or ${hasDelivery(sql`delivery.state = 'held'`)})
    order by webhook.id`);
  return rows.map(({ id, failures }) => ({ id, consecutiveFailures: Number(failures) }));
}

/** The number of deliveries of a webhook that may be claimed. */
interface ClaimShare {
  readonly webhookId: string;
  readonly limit: number;
}

interface ClaimOptions {
  readonly period: DuePeriod;
  /** Maximum number of deliveries in flight per webhook across all instances. */
  readonly mostInFlight: number;
  readonly leaseMillis: number;
}

/**
 * Leases due deliveries, the earliest of each webhook first, in the order of the shares. Deliveries
 * abandoned by another instance are recovered; those held while a webhook was disabled are
 * included. A webhook is skipped while another instance claims its deliveries.
 */
export async function claimDeliveries(
  transaction: Transaction,
  shares: readonly ClaimShare[],
  { period, mostInFlight, leaseMillis }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  if (shares.length === 0) return [];
  const webhookIds = shares.map(({ webhookId }) => webhookId);
  const locked = await tryLockWebhooks(transaction, webhookIds);
  const webhooks = mapById(locked.filter(({ enabled }) => enabled));
  if (webhooks.size === 0) return [];
  const ids = [...webhooks.keys()];
  await takeBackExpired(transaction, ids, period.now);
  await releaseHeld(transaction, ids, period.now);
  const leased = await countLeased(transaction, ids);
  const rooms = shares.flatMap(({ webhookId, limit }) => {
    const webhook = webhooks.get(webhookId);
    const room = Math.min(limit, mostInFlight - (leased.get(webhookId) ?? 0));
    return webhook && room > 0 ? [{ webhook, room }] : [];
  });
  return lease(transaction, rooms, { period, leaseMillis });
}

/** Releases the held deliveries of webhooks in order; returns their number. */
export function releaseHeld(
  connection: Connection,
  webhookIds: readonly string[],
  now: string,
): Promise<number> {
  return connection.run(sql`
    update webhook_deliveries set state = 'pending', attempts = 0, first_attempt_at = null,
      next_attempt_at = ${now}, updated_at = ${now}
    where webhook_id in (${join([...webhookIds])}) and state = 'held'`);
}

/** Releases leased deliveries untried, for the next instance that checks. */
export async function returnDeliveries(
  connection: Connection,
  claimed: readonly Pick<ClaimedDelivery, 'id' | 'fence'>[],
): Promise<void> {
  for (const { id, fence } of claimed) {
    await connection.run(sql`
      update webhook_deliveries set state = 'pending', lease_until = null
      where id = ${id} and fence = ${fence} and state = 'leased'`);
  }
}

/** Cancels leased deliveries permanently, untried. */
export async function cancelDeliveries(
  connection: Connection,
  claimed: readonly Pick<ClaimedDelivery, 'id' | 'fence'>[],
  now: string,
): Promise<void> {
  for (const { id, fence } of claimed) {
    await connection.run(sql`
      update webhook_deliveries set state = 'cancelled', lease_until = null, updated_at = ${now}
      where id = ${id} and fence = ${fence} and state = 'leased'`);
  }
}

/** Releases all leased deliveries; only if no other instance can be running. */
export async function takeBackAll(connection: Connection): Promise<void> {
  await connection.run(sql`
    update webhook_deliveries set state = 'pending', lease_until = null where state = 'leased'`);
}

async function takeBackExpired(
  transaction: Transaction,
  webhookIds: readonly string[],
  now: string,
): Promise<void> {
  const { present } = leaseTimes(transaction, 0);
  await transaction.run(sql`
    update webhook_deliveries set state = 'pending', next_attempt_at = ${now}, lease_until = null
    where webhook_id in (${join([...webhookIds])}) and state = 'leased'
      and lease_until <= ${present}`);
}

/** The number of deliveries in flight per webhook, where there are any. */
async function countLeased(
  transaction: Transaction,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.all<{ id: string; total: number | string }>(sql`
    select webhook_id as id, count(*) as total from webhook_deliveries
    where webhook_id in (${join([...webhookIds])}) and state = 'leased' group by webhook_id`);
  return new Map(rows.map(({ id, total }) => [id, Number(total)]));
}

/** A webhook with the number of further deliveries that may start. */
interface Room {
  readonly webhook: OwnedWebhook;
  readonly room: number;
}

interface Leased {
  readonly id: string;
  readonly webhookId: string;
  readonly eventId: string;
  readonly event: string;
  readonly farmId: string | null;
  readonly sequence: number | string;
  readonly fence: number | string;
  readonly attempts: number | string;
  readonly firstAttemptAt: string | null;
  /** Null if it is the body of the event. */
  readonly body: string | null;
}

async function lease(
  transaction: Transaction,
  rooms: readonly Room[],
  { period, leaseMillis }: Pick<ClaimOptions, 'period' | 'leaseMillis'>,
): Promise<ClaimedDelivery[]> {
  if (rooms.length === 0) return [];
  const { until } = leaseTimes(transaction, leaseMillis);
  const firstAttemptAt = raw(transaction.dialect.jsonValue('first_attempt_at', 'timestamp'));
  const leased = await transaction.all<Leased>(sql`
    update webhook_deliveries set state = 'leased', fence = fence + 1, lease_until = ${until},
      updated_at = ${period.now}
    where id in (${join(
      rooms.map((room) => dueIds(room, period)),
      ' union all ',
    )})
    returning id, webhook_id as "webhookId", event_id as "eventId", event, farm_id as "farmId", sequence,
      fence, attempts, ${firstAttemptAt} as "firstAttemptAt", body`);
  const reportedEvents = await findReportedEvents(
    transaction,
    distinct(leased.map(({ body, eventId }) => (body === null ? eventId : null))),
  );
  const ofWebhooks = groupBy(leased, ({ webhookId }) => webhookId);
  return rooms.flatMap(({ webhook }) =>
    (ofWebhooks.get(webhook.id) ?? [])
      .toSorted((left, right) => Number(left.sequence) - Number(right.sequence))
      .map(({ id, fence, eventId, event, farmId, attempts, firstAttemptAt: first, body }) => ({
        id,
        fence: Number(fence),
        eventId,
        event,
        farmId,
        resource: reportedEvents.get(eventId)?.resource ?? null,
        attempts: Number(attempts),
        firstAttemptAt: first,
        body: body ?? reportedEvents.get(eventId)?.body ?? '',
        webhook,
      })),
  );
}

function dueIds({ webhook: { id, ordered }, room }: Room, { now, latest }: DuePeriod): Sql {
  const isFirst = sql`and not exists (select 1 from webhook_deliveries earlier
    where earlier.webhook_id = delivery.webhook_id and earlier.row_key = delivery.row_key
      and earlier.sequence < delivery.sequence and earlier.state in ('pending', 'leased', 'held'))`;
  return sql`select due.id from (select delivery.id from webhook_deliveries delivery
    where delivery.webhook_id = ${id} and delivery.state = 'pending'
      and (delivery.next_attempt_at <= ${now} or delivery.next_attempt_at > ${latest})
      ${ordered ? isFirst : raw('')}
    order by delivery.next_attempt_at, delivery.sequence limit ${room}) due`;
}

/** One delivery attempt with its outcome. */
export interface StoredAttempt {
  readonly id: string;
  readonly deliveryId: string;
  readonly at: string;
  /** HTTP status; null if there was no response. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Why there was no response. */
  readonly failure: string | null;
  /** The beginning of the response. */
  readonly response: string | null;
  readonly nextAttemptAt: string | null;
}

const KINDS: ColumnKinds<StoredAttempt> = {
  id: 'text',
  deliveryId: 'text',
  at: 'timestamp',
  status: 'integer',
  durationMs: 'integer',
  failure: 'text',
  response: 'text',
  nextAttemptAt: 'timestamp',
};

const ATTEMPTS: MappedTable<StoredAttempt> = { table: 'webhook_attempts', kinds: KINDS };

const MOST_SHOWN = 200;

/** The state of a delivery after an attempt. */
export type AttemptedState = Pick<
  StoredDelivery,
  'state' | 'attempts' | 'firstAttemptAt' | 'nextAttemptAt'
>;

/**
 * Ends a lease with the outcome of the attempt; false if the lease was lost to another instance.
 */
export async function finishDelivery(
  connection: Connection,
  { id, fence }: Pick<ClaimedDelivery, 'id' | 'fence'>,
  after: AttemptedState & { readonly at: string },
): Promise<boolean> {
  const changedRows = await connection.run(sql`
    update webhook_deliveries set state = ${after.state}, attempts = ${after.attempts},
      first_attempt_at = ${after.firstAttemptAt}, next_attempt_at = ${after.nextAttemptAt},
      lease_until = null, updated_at = ${after.at}
    where id = ${id} and fence = ${fence} and state = 'leased'`);
  return changedRows > 0;
}

/** Logs attempts. */
export async function insertAttempts(
  connection: Connection,
  attempts: readonly StoredAttempt[],
): Promise<void> {
  await insertObjects(connection, ATTEMPTS, attempts);
}

/** The attempts of a delivery, oldest first. */
export async function listAttempts(
  connection: Connection,
  deliveryId: string,
): Promise<StoredAttempt[]> {
  const rows = await connection.all<Record<string, unknown>>(sql`
    select ${selectedColumns(connection, KINDS, 'attempt')} from webhook_attempts attempt
    where attempt.delivery_id = ${deliveryId} order by attempt.at, attempt.id limit ${MOST_SHOWN}`);
  return rows.map((row) => fromColumns(KINDS, row));
}
