import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { Connection, Transaction } from '../database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
  updatedColumns,
} from './mapped-columns.ts';

/** Why a webhook is off. */
export type DisabledReason = 'failures' | 'gone' | 'by_hand';

/** A subscription to events as it is stored; its secrets are sealed. */
export interface StoredWebhook {
  readonly id: string;
  readonly orgId: string;
  readonly url: string;
  /** Names of events, or `*` alone. */
  readonly events: readonly string[];
  /** Null: all farms that its maker saw. */
  readonly farmIds: readonly string[] | null;
  readonly description: string | null;
  readonly ordered: boolean;
  readonly enabled: boolean;
  readonly secret: string;
  readonly previousSecret: string | null;
  /** Until when the previous secret signs as well. */
  readonly previousSecretUntil: string | null;
  readonly consecutiveFailures: number;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: string | null;
  /** Events that were held for too long, or were too many, and are lost. */
  readonly dropped: number;
  /** The key that made it, with the farms it was pinned to and its scopes. */
  readonly createdBy: string;
  readonly keyFarmIds: readonly string[] | null;
  readonly keyScopes: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What may change of a webhook. */
export type WebhookChange = Partial<Omit<StoredWebhook, 'id' | 'orgId' | 'createdAt'>>;

const KINDS: ColumnKinds<StoredWebhook> = {
  id: 'text',
  orgId: 'text',
  url: 'text',
  events: 'list',
  farmIds: 'list',
  description: 'text',
  ordered: 'boolean',
  enabled: 'boolean',
  secret: 'text',
  previousSecret: 'text',
  previousSecretUntil: 'timestamp',
  consecutiveFailures: 'integer',
  disabledReason: 'text',
  disabledAt: 'timestamp',
  dropped: 'integer',
  createdBy: 'text',
  keyFarmIds: 'list',
  keyScopes: 'list',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
};

const WEBHOOKS: MappedTable<StoredWebhook> = { table: 'webhooks', kinds: KINDS };

/** Inserts a webhook. */
export async function insertWebhook(connection: Connection, webhook: StoredWebhook): Promise<void> {
  await insertObjects(connection, WEBHOOKS, [webhook]);
}

/** The webhook of that id, or undefined. */
export async function findWebhook(
  connection: Connection,
  id: string,
): Promise<StoredWebhook | undefined> {
  const [found] = await selectWebhooks(connection, sql`webhook.id = ${id}`);
  return found;
}

/** The webhook of that id, held against other changes to the end of the transaction. */
export async function lockWebhook(
  transaction: Transaction,
  id: string,
): Promise<StoredWebhook | undefined> {
  const { lockRows } = transaction.dialect;
  const [found] = await selectWebhooks(transaction, sql`webhook.id = ${id}${raw(lockRows)}`);
  return found;
}

/** The webhooks of those ids, by id, held against other changes to the end of the transaction. */
export function lockWebhooks(
  transaction: Transaction,
  ids: readonly string[],
): Promise<StoredWebhook[]> {
  const { lockRows } = transaction.dialect;
  return selectWebhooks(transaction, sql`${among(ids)}${raw(lockRows)}`);
}

/** The webhooks as `lockWebhooks` gives them, without those that another transaction holds. */
export function tryLockWebhooks(
  transaction: Transaction,
  ids: readonly string[],
): Promise<StoredWebhook[]> {
  const { lockRows } = transaction.dialect;
  const lock = lockRows === '' ? '' : `${lockRows} skip locked`;
  return selectWebhooks(transaction, sql`${among(ids)}${raw(lock)}`);
}

/** All webhooks of an organisation, the oldest first. */
export function listWebhooks(connection: Connection, orgId: string): Promise<StoredWebhook[]> {
  return selectWebhooks(
    connection,
    sql`webhook.org_id = ${orgId} order by webhook.created_at, webhook.id`,
  );
}

/** Changes a webhook. */
export async function updateWebhook(
  connection: Connection,
  id: string,
  change: WebhookChange,
): Promise<void> {
  const sets = updatedColumns(connection, KINDS, change);
  await connection.run(sql`update webhooks set ${sets} where id = ${id}`);
}

/** Counts more events of a webhook as lost. */
export async function addDropped(connection: Connection, id: string, count: number): Promise<void> {
  await connection.run(sql`update webhooks set dropped = dropped + ${count} where id = ${id}`);
}

/** Removes a webhook; what was to be delivered to it goes with the next cleaning. */
export async function deleteWebhook(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from webhooks where id = ${id}`);
}

/** In one order, so that two transactions that lock some of them never wait for each other. */
function among(ids: readonly string[]): Sql {
  return sql`webhook.id in (${join([...ids])}) order by webhook.id`;
}

async function selectWebhooks(connection: Connection, rest: Sql): Promise<StoredWebhook[]> {
  const columns = selectedColumns(connection, KINDS, 'webhook');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from webhooks webhook where ${rest}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}
