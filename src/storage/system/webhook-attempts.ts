import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
} from './mapped-columns.ts';
import type { ClaimedDelivery } from './webhook-claims.ts';
import type { StoredDelivery } from './webhook-deliveries.ts';

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
export async function settleDelivery(
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
