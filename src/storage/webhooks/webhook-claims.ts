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

/** A webhook with something to be sent. */
export interface DueWebhook {
  readonly id: string;
  readonly consecutiveFailures: number;
}

/** A delivery that this instance may send, until its lease runs out. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly fence: number;
  readonly eventId: string;
  readonly event: string;
  readonly farmId: string | null;
  /** The module that the event is about; null for one about the farm as a whole. */
  readonly resource: string | null;
  readonly attempts: number;
  readonly firstAttemptAt: string | null;
  /** The exact text that is sent. */
  readonly body: string;
  readonly webhook: OwnedWebhook;
}

/** The present of the service, and how far ahead a delivery can be due; UTC with milliseconds. */
export interface DuePeriod {
  readonly now: string;
  /** What is due later than this was written by a clock that was wrong, and is due. */
  readonly latest: string;
}

/** The webhooks that are on and have something due, or left by another instance, or held. */
export async function listDueWebhooks(
  connection: Connection,
  { now, latest }: DuePeriod,
): Promise<DueWebhook[]> {
  const { present } = leaseTimes(connection, 0);
  const has = (condition: Sql) => sql`exists (select 1 from webhook_deliveries delivery
    where delivery.webhook_id = webhook.id and ${condition})`;
  const rows = await connection.all<{ id: string; failures: number | string }>(sql`
    select webhook.id, webhook.consecutive_failures as failures from webhooks webhook
    where webhook.enabled and (
      ${has(sql`delivery.state = 'pending' and delivery.next_attempt_at <= ${now}`)}
      or ${has(sql`delivery.state = 'pending' and delivery.next_attempt_at > ${latest}`)}
      or ${has(sql`delivery.state = 'leased' and delivery.lease_until <= ${present}`)}
      or ${has(sql`delivery.state = 'held'`)})
    order by webhook.id`);
  return rows.map(({ id, failures }) => ({ id, consecutiveFailures: Number(failures) }));
}

/** How many deliveries of a webhook may be claimed. */
interface ClaimShare {
  readonly webhookId: string;
  readonly most: number;
}

/** How deliveries are claimed. */
interface ClaimOptions {
  readonly period: DuePeriod;
  /** How many of a webhook may be on their way over all instances. */
  readonly mostInFlight: number;
  readonly leaseMillis: number;
}

/**
 * Leases what is due at webhooks, of each the earliest first, in the order of the shares. What
 * another instance left is taken back; what was held while a webhook was off comes along. None of a
 * webhook while another instance is claiming there.
 */
export async function claimDeliveries(
  transaction: Transaction,
  shares: readonly ClaimShare[],
  { period, mostInFlight, leaseMillis }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  if (shares.length === 0) return [];
  const asked = shares.map(({ webhookId }) => webhookId);
  const locked = await tryLockWebhooks(transaction, asked);
  const webhooks = mapById(locked.filter(({ enabled }) => enabled));
  if (webhooks.size === 0) return [];
  const ids = [...webhooks.keys()];
  await takeBackExpired(transaction, ids, period.now);
  await releaseHeld(transaction, ids, period.now);
  const leased = await countLeased(transaction, ids);
  const rooms = shares.flatMap(({ webhookId, most }) => {
    const webhook = webhooks.get(webhookId);
    const room = Math.min(most, mostInFlight - (leased.get(webhookId) ?? 0));
    return webhook && room > 0 ? [{ webhook, room }] : [];
  });
  return lease(transaction, rooms, { period, leaseMillis });
}

/** Sets what was held at webhooks going, in its order; returns how many. */
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

/** Gives leased deliveries back untried, to whoever looks next. */
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

/** Ends leased deliveries for good, untried. */
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

/** Gives back all that is leased, at once; only where no other instance can be at work. */
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

/** How many deliveries of webhooks are on their way, where any is. */
async function countLeased(
  transaction: Transaction,
  webhookIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction.all<{ id: string; total: number | string }>(sql`
    select webhook_id as id, count(*) as total from webhook_deliveries
    where webhook_id in (${join([...webhookIds])}) and state = 'leased' group by webhook_id`);
  return new Map(rows.map(({ id, total }) => [id, Number(total)]));
}

/** A webhook, and how many more of its deliveries may set out. */
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
  /** Null where it is that of the event. */
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
  const told = await findReportedEvents(
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
        resource: told.get(eventId)?.resource ?? null,
        attempts: Number(attempts),
        firstAttemptAt: first,
        body: body ?? told.get(eventId)?.body ?? '',
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

/** One attempt to deliver, and how it went. */
export interface StoredAttempt {
  readonly id: string;
  readonly deliveryId: string;
  readonly at: string;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  readonly durationMs: number;
  /** Why there was no answer. */
  readonly failure: string | null;
  /** The beginning of the answer. */
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

/** Where a delivery stands after an attempt. */
export type AttemptedState = Pick<
  StoredDelivery,
  'state' | 'attempts' | 'firstAttemptAt' | 'nextAttemptAt'
>;

/** Ends a lease with how the attempt went; false when the lease was lost to another instance. */
export async function finishDelivery(
  connection: Connection,
  { id, fence }: Pick<ClaimedDelivery, 'id' | 'fence'>,
  after: AttemptedState & { readonly at: string },
): Promise<boolean> {
  const touched = await connection.run(sql`
    update webhook_deliveries set state = ${after.state}, attempts = ${after.attempts},
      first_attempt_at = ${after.firstAttemptAt}, next_attempt_at = ${after.nextAttemptAt},
      lease_until = null, updated_at = ${after.at}
    where id = ${id} and fence = ${fence} and state = 'leased'`);
  return touched > 0;
}

/** Writes attempts into the log. */
export async function insertAttempts(
  connection: Connection,
  attempts: readonly StoredAttempt[],
): Promise<void> {
  await insertObjects(connection, ATTEMPTS, attempts);
}

/** The attempts of a delivery, the oldest first. */
export async function listAttempts(
  connection: Connection,
  deliveryId: string,
): Promise<StoredAttempt[]> {
  const rows = await connection.all<Record<string, unknown>>(sql`
    select ${selectedColumns(connection, KINDS, 'attempt')} from webhook_attempts attempt
    where attempt.delivery_id = ${deliveryId} order by attempt.at, attempt.id limit ${MOST_SHOWN}`);
  return rows.map((row) => fromColumns(KINDS, row));
}
