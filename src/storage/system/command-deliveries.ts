import sql, { raw } from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import { leaseTimes } from './job-leases.ts';

export type CommandDeliveryState =
  /** Approved, not sent yet. */
  | 'queued'
  /**
   * Claimed by an instance: until a response arrives, it is unknown whether the command was
   * received.
   */
  | 'sending'
  /** The controller was unreachable: the command was certainly not received, and is retried. */
  | 'waiting'
  /** The controller accepted it and will report. */
  | 'accepted'
  /** Finished, or cancelled. */
  | 'done'
  /** Ended with an unknown outcome. */
  | 'unknown';

/** An approved command with its delivery state. */
export interface CommandDelivery {
  readonly commandId: string;
  readonly orgId: string;
  readonly farmId: string;
  /** The controller of the last claim. */
  readonly integrationId: string | null;
  readonly state: CommandDeliveryState;
  /**
   * Identifies an order for the controller; unchanged while the controller may already have
   * received it.
   */
  readonly sequence: number;
  readonly attempts: number;
  readonly queuedAt: string;
  readonly nextAttemptAt: string;
  readonly expiresAt: string;
  /** Increases with every claim: a holder of an older value has lost it. */
  readonly fence: number;
}

const DELIVERY: readonly ObjectColumn[] = [
  ['commandId', 'delivery.command_id', 'text'],
  ['orgId', 'delivery.org_id', 'text'],
  ['farmId', 'delivery.farm_id', 'text'],
  ['integrationId', 'delivery.integration_id', 'text'],
  ['state', 'delivery.state', 'text'],
  ['sequence', 'delivery.sequence', 'integer'],
  ['attempts', 'delivery.attempts', 'integer'],
  ['queuedAt', 'delivery.queued_at', 'timestamp'],
  ['nextAttemptAt', 'delivery.next_attempt_at', 'timestamp'],
  ['expiresAt', 'delivery.expires_at', 'timestamp'],
  ['fence', 'delivery.fence', 'integer'],
];

/** Queues an approved command; one that was tried before continues with a new sequence. */
export async function queueCommand(
  connection: Connection,
  command: {
    readonly commandId: string;
    readonly orgId: string;
    readonly farmId: string;
    /** The controller, if known. */
    readonly integrationId: string | null;
    readonly queuedAt: string;
    readonly expiresAt: string;
  },
): Promise<void> {
  const { commandId, orgId, farmId, integrationId, queuedAt, expiresAt } = command;
  await connection.run(sql`
    insert into command_deliveries (command_id, org_id, farm_id, integration_id, state, sequence,
      attempts, queued_at, next_attempt_at, expires_at, fence)
    values (${commandId}, ${orgId}, ${farmId}, ${integrationId}, 'queued', 1, 0, ${queuedAt},
      ${queuedAt}, ${expiresAt}, 0)
    on conflict (command_id) do update set state = 'queued', attempts = 0,
      integration_id = excluded.integration_id,
      sequence = command_deliveries.sequence
        + case command_deliveries.state when 'unknown' then 0 else 1 end,
      queued_at = excluded.queued_at, next_attempt_at = excluded.next_attempt_at,
      expires_at = excluded.expires_at`);
}

/** The times that determine due commands; UTC with milliseconds. */
export interface DueMoment {
  readonly now: string;
  /** A later due time was written by a wrong clock, and counts as due. */
  readonly latest: string;
}

/** Commands to send, resend, abandon or expire, in order of approval. */
export function listDueCommands(
  connection: Connection,
  { now, latest }: DueMoment,
  limit: number,
): Promise<CommandDelivery[]> {
  const { present } = leaseTimes(connection, 0);
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, DELIVERY)} from command_deliveries delivery
      where delivery.state in ('queued', 'sending', 'waiting', 'accepted') and (
        (delivery.state in ('queued', 'waiting')
          and (delivery.next_attempt_at <= ${now} or delivery.next_attempt_at > ${latest})
          and not exists (select 1 from command_deliveries other
            where other.state in ('sending', 'waiting')
              and other.integration_id = delivery.integration_id
              and other.command_id <> delivery.command_id))
        or (delivery.state = 'sending' and delivery.lease_until <= ${present})
        or (delivery.state in ('queued', 'accepted') and delivery.expires_at <= ${now}))
      order by delivery.queued_at, delivery.command_id limit ${limit}`,
  );
}

/** The delivery of a command, locked. */
export async function lockCommandDelivery(
  transaction: Transaction,
  commandId: string,
): Promise<(CommandDelivery & { readonly isAbandoned: boolean }) | undefined> {
  const { present } = leaseTimes(transaction, 0);
  const [delivery] = await selectObjects<CommandDelivery>(
    transaction,
    sql`
      select ${objectOf(transaction.dialect, DELIVERY)} from command_deliveries delivery
      where delivery.command_id = ${commandId} ${raw(transaction.dialect.lockRows)}`,
  );
  if (!delivery) return undefined;
  const abandoned = await transaction.first<object>(sql`
    select command_id from command_deliveries
    where command_id = ${commandId} and state = 'sending' and lease_until <= ${present}`);
  return { ...delivery, isAbandoned: abandoned !== undefined };
}

/**
 * Whether another command for this controller is in flight, about to be retried, or was approved
 * earlier and is due as well.
 */
export async function isControllerBusy(
  connection: Connection,
  query: {
    readonly integrationId: string;
    readonly commandId: string;
    readonly queuedAt: string;
    readonly now: string;
  },
): Promise<boolean> {
  const { integrationId, commandId, queuedAt, now } = query;
  const row = await connection.first<object>(sql`
    select command_id from command_deliveries
    where integration_id = ${integrationId} and command_id <> ${commandId}
      and state in ('queued', 'sending', 'waiting')
      and (state <> 'queued' or (next_attempt_at <= ${now} and (queued_at < ${queuedAt}
        or (queued_at = ${queuedAt} and command_id < ${commandId}))))`);
  return row !== undefined;
}

/** Claims a command for sending to a controller. */
export async function claimCommand(
  transaction: Transaction,
  claim: {
    readonly commandId: string;
    readonly integrationId: string;
    readonly leaseMillis: number;
  },
): Promise<void> {
  const { until } = leaseTimes(transaction, claim.leaseMillis);
  await transaction.run(sql`
    update command_deliveries set state = 'sending', fence = fence + 1, attempts = attempts + 1,
      integration_id = ${claim.integrationId}, lease_until = ${until}
    where command_id = ${claim.commandId}`);
}

/** Stores the delivery state of a command. */
export async function finishCommand(
  connection: Connection,
  commandId: string,
  change: {
    readonly state: CommandDeliveryState;
    readonly nextAttemptAt?: string;
    readonly expiresAt?: string;
    /** The controller it is waiting for. */
    readonly integrationId?: string;
  },
): Promise<void> {
  const { state, nextAttemptAt, expiresAt, integrationId } = change;
  await connection.run(sql`
    update command_deliveries set state = ${state}, lease_until = null,
      next_attempt_at = coalesce(${nextAttemptAt ?? null}, next_attempt_at),
      expires_at = coalesce(${expiresAt ?? null}, expires_at),
      integration_id = coalesce(${integrationId ?? null}, integration_id)
    where command_id = ${commandId}`);
}
