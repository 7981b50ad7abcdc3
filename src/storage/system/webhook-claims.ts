import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Connection, Transaction } from '../database.ts';
import { leaseTimes } from './job-leases.ts';
import { restartDeliveries } from './webhook-deliveries.ts';
import { type StoredWebhook, tryLockWebhook } from './webhooks.ts';

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
  readonly farmId: string | null;
  readonly attempts: number;
  readonly firstAttemptAt: string | null;
  /** The exact text that is sent. */
  readonly body: string;
  readonly webhook: StoredWebhook;
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

/** How a webhook's deliveries are claimed. */
export interface ClaimOptions {
  readonly period: DuePeriod;
  /** How many this instance can take. */
  readonly most: number;
  /** How many may be on their way over all instances. */
  readonly mostInFlight: number;
  readonly leaseMillis: number;
}

const MOST_RELEASED = 100_000;

/**
 * Leases what is due at a webhook, the earliest first. What another instance left is taken back;
 * what was held while the webhook was off comes along. None while another instance is claiming.
 */
export async function claimDeliveries(
  transaction: Transaction,
  webhookId: string,
  { period, most, mostInFlight, leaseMillis }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const webhook = await tryLockWebhook(transaction, webhookId);
  if (!webhook?.enabled) return [];
  await takeBackExpired(transaction, webhookId, period.now);
  await releaseHeld(transaction, webhookId, period.now);
  const room = Math.min(most, mostInFlight - (await countLeased(transaction, webhookId)));
  if (room <= 0) return [];
  const { until } = leaseTimes(transaction, leaseMillis);
  const leased = await transaction.all<{ id: string }>(sql`
    update webhook_deliveries set state = 'leased', fence = fence + 1, lease_until = ${until},
      updated_at = ${period.now}
    where id in (${dueIds(webhook, period, room)}) returning id`);
  return readClaimed(transaction, webhook, leased);
}

/** Sets what was held at a webhook going, in its order; returns how many. */
export function releaseHeld(
  connection: Connection,
  webhookId: string,
  now: string,
): Promise<number> {
  return restartDeliveries(
    connection,
    { webhookId, states: ['held'] },
    { now, most: MOST_RELEASED },
  );
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

/** Gives back all that is leased, at once; only where no other instance can be at work. */
export async function takeBackAll(connection: Connection): Promise<void> {
  await connection.run(sql`
    update webhook_deliveries set state = 'pending', lease_until = null where state = 'leased'`);
}

async function takeBackExpired(
  transaction: Transaction,
  webhookId: string,
  now: string,
): Promise<void> {
  const { present } = leaseTimes(transaction, 0);
  await transaction.run(sql`
    update webhook_deliveries set state = 'pending', next_attempt_at = ${now}, lease_until = null
    where webhook_id = ${webhookId} and state = 'leased' and lease_until <= ${present}`);
}

async function countLeased(transaction: Transaction, webhookId: string): Promise<number> {
  const row = await transaction.first<{ total: number | string }>(sql`
    select count(*) as total from webhook_deliveries
    where webhook_id = ${webhookId} and state = 'leased'`);
  return Number(row?.total ?? 0);
}

function dueIds({ id, ordered }: StoredWebhook, { now, latest }: DuePeriod, room: number): Sql {
  const isFirst = sql`and not exists (select 1 from webhook_deliveries earlier
    where earlier.webhook_id = delivery.webhook_id and earlier.row_key = delivery.row_key
      and earlier.sequence < delivery.sequence and earlier.state in ('pending', 'leased', 'held'))`;
  return sql`select delivery.id from webhook_deliveries delivery
    where delivery.webhook_id = ${id} and delivery.state = 'pending'
      and (delivery.next_attempt_at <= ${now} or delivery.next_attempt_at > ${latest})
      ${ordered ? isFirst : raw('')}
    order by delivery.next_attempt_at, delivery.sequence limit ${room}`;
}

async function readClaimed(
  transaction: Transaction,
  webhook: StoredWebhook,
  leased: readonly { readonly id: string }[],
): Promise<ClaimedDelivery[]> {
  if (leased.length === 0) return [];
  const firstAttemptAt = raw(
    transaction.dialect.jsonValue('delivery.first_attempt_at', 'timestamp'),
  );
  const rows = await transaction.all<Omit<ClaimedDelivery, 'webhook'>>(sql`
    select delivery.id, delivery.fence, delivery.event_id as "eventId",
      delivery.farm_id as "farmId", delivery.attempts, ${firstAttemptAt} as "firstAttemptAt",
      coalesce(delivery.body, event.body, '') as body
    from webhook_deliveries delivery left join outbox_events event on event.id = delivery.event_id
    where delivery.id in (${join(leased.map(({ id }) => id))}) order by delivery.sequence`);
  return rows.map((row) => ({
    ...row,
    fence: Number(row.fence),
    attempts: Number(row.attempts),
    webhook,
  }));
}
