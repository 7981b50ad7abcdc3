import sql, { raw } from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import { leaseTimes } from './job-leases.ts';

/** Where a command is on its way to its controller. */
export type CommandDeliveryState =
  /** Approved, and not sent yet. */
  | 'queued'
  /** In the hands of an instance: from now on nobody knows whether it arrived until it is answered. */
  | 'sending'
  /** The controller could not be reached: it has surely not arrived, and is tried again. */
  | 'waiting'
  /** The controller took it and will report. */
  | 'accepted'
  /** It ended, or was taken back. */
  | 'done'
  /** It ended without anybody knowing whether it was carried out. */
  | 'unknown';

/** A command that was approved, and how far it has come. */
export interface CommandDelivery {
  readonly commandId: string;
  readonly orgId: string;
  readonly farmId: string;
  /** The controller it was claimed for last. */
  readonly integrationId: string | null;
  readonly state: CommandDeliveryState;
  /** Counts what is a new order to the controller; the same while it may have had it already. */
  readonly sequence: number;
  readonly attempts: number;
  readonly queuedAt: string;
  readonly nextAttemptAt: string;
  readonly expiresAt: string;
  /** Grows with every claim: who holds an older one has lost it. */
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

/** Puts an approved command in the queue; one that was tried before goes on with a new sequence. */
export async function queueCommand(
  connection: Connection,
  command: {
    readonly commandId: string;
    readonly orgId: string;
    readonly farmId: string;
    /** The controller that it is for, where that is known. */
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

/** The moments that decide what is due; UTC with milliseconds. */
export interface DueMoment {
  readonly now: string;
  /** What is due later than this was written by a clock that was wrong, and is due. */
  readonly latest: string;
}

/** What is to be sent, sent again, given up or expired, in the order in which it was approved. */
export function listDueCommands(
  connection: Connection,
  { now, latest }: DueMoment,
  most: number,
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
      order by delivery.queued_at, delivery.command_id limit ${most}`,
  );
}

/** The delivery of a command, held against other changes. */
export async function lockCommandDelivery(
  transaction: Transaction,
  commandId: string,
): Promise<(CommandDelivery & { readonly isAbandoned: boolean }) | undefined> {
  const { present } = leaseTimes(transaction, 0);
  const [held] = await selectObjects<CommandDelivery>(
    transaction,
    sql`
      select ${objectOf(transaction.dialect, DELIVERY)} from command_deliveries delivery
      where delivery.command_id = ${commandId} ${raw(transaction.dialect.lockRows)}`,
  );
  if (!held) return undefined;
  const abandoned = await transaction.first<object>(sql`
    select command_id from command_deliveries
    where command_id = ${commandId} and state = 'sending' and lease_until <= ${present}`);
  return { ...held, isAbandoned: abandoned !== undefined };
}

/**
 * Whether another command to this controller is on its way, about to be tried again, or was
 * approved earlier and is due as well.
 */
export async function isControllerBusy(
  connection: Connection,
  asked: {
    readonly integrationId: string;
    readonly commandId: string;
    readonly queuedAt: string;
    readonly now: string;
  },
): Promise<boolean> {
  const { integrationId, commandId, queuedAt, now } = asked;
  const found = await connection.first<object>(sql`
    select command_id from command_deliveries
    where integration_id = ${integrationId} and command_id <> ${commandId}
      and state in ('queued', 'sending', 'waiting')
      and (state <> 'queued' or (next_attempt_at <= ${now} and (queued_at < ${queuedAt}
        or (queued_at = ${queuedAt} and command_id < ${commandId}))))`);
  return found !== undefined;
}

/** Takes a command to send it to a controller. */
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

/** Keeps how far a command has come. */
export async function finishCommand(
  connection: Connection,
  commandId: string,
  change: {
    readonly state: CommandDeliveryState;
    readonly nextAttemptAt?: string;
    readonly expiresAt?: string;
    /** The controller it waits for. */
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
