import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { GrantedUser } from '../../model/resources/roles.ts';
import { distinct } from '../../tools/collections.ts';
import type { Connection, Transaction } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
  updatedColumns,
} from '../core/insert-values.ts';
import { makerOf } from '../system/api-keys.ts';
import { findUserRights } from '../system/sign-in.ts';

/** Why a webhook is disabled. */
export type DisabledReason =
  | 'failures'
  | 'gone'
  | 'by_hand'
  | 'owner_revoked'
  | 'owner_expired'
  | 'owner_narrowed';

/** The key for which a webhook delivers, in its current state. */
export interface WebhookOwner {
  readonly scopes: readonly string[];
  /** Null: all farms. */
  readonly farmIds: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The user who created the key, with the current grants; undefined for a key of an operator. */
  readonly maker?: GrantedUser;
}

/** A stored subscription to events; its secrets are encrypted. */
export interface StoredWebhook {
  readonly id: string;
  readonly orgId: string;
  readonly url: string;
  /** Names of events, or `*` alone. */
  readonly events: readonly string[];
  /** Null: all farms that were visible to its creator. */
  readonly farmIds: readonly string[] | null;
  readonly description: string | null;
  readonly ordered: boolean;
  readonly enabled: boolean;
  readonly secret: string;
  readonly previousSecret: string | null;
  /** The previous secret also signs until this time. */
  readonly previousSecretUntil: string | null;
  readonly consecutiveFailures: number;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: string | null;
  /** Number of lost events, which were held for too long or were too many. */
  readonly dropped: number;
  /** The key that created it. */
  readonly createdBy: string;
  /** The key whose rights it delivers with: its creator, or the last key that adopted it. */
  readonly ownerKeyId: string | null;
  /** The farms and scopes of its creator at that time: it never receives more. */
  readonly keyFarmIds: readonly string[] | null;
  readonly keyScopes: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A webhook with its owner; null if the key does not exist. */
export interface OwnedWebhook extends StoredWebhook {
  readonly owner: WebhookOwner | null;
}

type WebhookChange = Partial<Omit<StoredWebhook, 'id' | 'orgId' | 'createdAt'>>;

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
  ownerKeyId: 'text',
  keyFarmIds: 'list',
  keyScopes: 'list',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
};

const OWNER: ColumnKinds<Omit<WebhookOwner, 'maker'>> = {
  scopes: 'list',
  farmIds: 'list',
  expiresAt: 'timestamp',
  revokedAt: 'timestamp',
};

const WEBHOOKS: MappedTable<StoredWebhook> = { table: 'webhooks', kinds: KINDS };

export async function insertWebhook(connection: Connection, webhook: StoredWebhook): Promise<void> {
  await insertObjects(connection, WEBHOOKS, [webhook]);
}

/** The webhook with that id, or undefined. */
export async function findWebhook(
  connection: Connection,
  id: string,
): Promise<OwnedWebhook | undefined> {
  const [found] = await selectWebhooks(connection, sql`webhook.id = ${id}`);
  return found;
}

/** The webhook with that id, locked until the end of the transaction. */
export async function lockWebhook(
  transaction: Transaction,
  id: string,
): Promise<OwnedWebhook | undefined> {
  const [found] = await selectWebhooks(transaction, sql`webhook.id = ${id}${lock(transaction)}`);
  return found;
}

/** The webhooks with these ids, by id, locked until the end of the transaction. */
export function lockWebhooks(
  transaction: Transaction,
  ids: readonly string[],
): Promise<OwnedWebhook[]> {
  return selectWebhooks(transaction, sql`${idIn(ids)}${lock(transaction)}`);
}

/** The webhooks as returned by `lockWebhooks`, except those locked by another transaction. */
export function tryLockWebhooks(
  transaction: Transaction,
  ids: readonly string[],
): Promise<OwnedWebhook[]> {
  return selectWebhooks(transaction, sql`${idIn(ids)}${lock(transaction, ' skip locked')}`);
}

/** All webhooks of an organisation, oldest first. */
export function listWebhooks(connection: Connection, orgId: string): Promise<OwnedWebhook[]> {
  return selectWebhooks(
    connection,
    sql`webhook.org_id = ${orgId} order by webhook.created_at, webhook.id`,
  );
}

/** The webhooks of all organisations that are enabled, or disabled because of their receiver. */
export function listOwnedWebhooks(connection: Connection): Promise<OwnedWebhook[]> {
  const isEnabled = sql`webhook.enabled = ${connection.dialect.bind(true, 'boolean')}`;
  return selectWebhooks(
    connection,
    sql`(${isEnabled} or webhook.disabled_reason in ('failures', 'gone')) order by webhook.id`,
  );
}

/** The webhooks that deliver for a key. */
export function listWebhooksOfOwner(
  connection: Connection,
  ownerKeyId: string,
): Promise<OwnedWebhook[]> {
  return selectWebhooks(connection, sql`webhook.owner_key_id = ${ownerKeyId} order by webhook.id`);
}

export async function updateWebhook(
  connection: Connection,
  id: string,
  change: WebhookChange,
): Promise<void> {
  const sets = updatedColumns(connection, KINDS, change);
  await connection.run(sql`update webhooks set ${sets} where id = ${id}`);
}

/** Increases the number of lost events of a webhook. */
export async function addDropped(connection: Connection, id: string, count: number): Promise<void> {
  await connection.run(sql`update webhooks set dropped = dropped + ${count} where id = ${id}`);
}

/** Deletes a webhook; its pending deliveries are deleted with the next clean-up. */
export async function deleteWebhook(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from webhooks where id = ${id}`);
}

/** In a fixed order, so that transactions that lock several of them cannot deadlock. */
function idIn(ids: readonly string[]): Sql {
  return sql`webhook.id in (${join([...ids])}) order by webhook.id`;
}

/** Locks the webhooks of a SELECT, not their owners. */
function lock({ dialect: { lockRows } }: Transaction, manner = ''): Sql {
  return raw(lockRows === '' ? '' : `${lockRows} of webhook${manner}`);
}

async function selectWebhooks(connection: Connection, clauses: Sql): Promise<OwnedWebhook[]> {
  const columns = selectedColumns(connection, KINDS, 'webhook');
  const ofOwner = selectedColumns(connection, OWNER, 'owner', 'owner.');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns}, owner.id as "owner", ${makerOf('owner')} as "maker", ${ofOwner}
      from webhooks webhook left join api_keys owner on owner.id = webhook.owner_key_id
        and owner.org_id = webhook.org_id
      where ${clauses}`,
  );
  const makers = await findUserRights(connection, distinct(rows.map((row) => makerIn(row))));
  return rows.map((row) => {
    const webhook = fromColumns<StoredWebhook>(KINDS, row);
    if (row['owner'] === null) return { ...webhook, owner: null };
    const owner = fromColumns<Omit<WebhookOwner, 'maker'>>(OWNER, row, 'owner.');
    const userId = makerIn(row);
    if (userId === null) return { ...webhook, owner };
    const maker = makers.find(({ id, orgId }) => id === userId && orgId === webhook.orgId);
    return { ...webhook, owner: { ...owner, maker: maker ?? DELETED_USER } };
  });
}

const DELETED_USER: GrantedUser = { role: '', status: 'deleted', grants: [] };

function makerIn({ maker }: Record<string, unknown>): string | null {
  return typeof maker === 'string' ? maker : null;
}

/** The state of a webhook, for operators. */
export interface WebhookHealth {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  /** The encrypted secrets. */
  readonly secret: string;
  readonly previousSecret: string | null;
  /** Number of pending deliveries. */
  readonly waiting: number;
  /** Since when the oldest of them has been pending. */
  readonly oldestAt: string | null;
}

const HEALTH_KINDS: ColumnKinds<WebhookHealth> = {
  id: 'text',
  url: 'text',
  enabled: 'boolean',
  disabledReason: 'text',
  secret: 'text',
  previousSecret: 'text',
  waiting: 'integer',
  oldestAt: 'timestamp',
};

/** Every webhook of every organisation with its pending deliveries, oldest first. */
export async function listWebhookHealth(connection: Connection): Promise<WebhookHealth[]> {
  const rows = await connection.all<Record<string, unknown>>(sql`
    select ${selectedColumns(connection, HEALTH_KINDS, 'webhook')}
    from (
      select hook.*, coalesce(backlog.waiting, 0) as waiting, backlog.oldest_at
      from webhooks hook
      left join (
        select webhook_id, count(*) as waiting, min(created_at) as oldest_at
        from webhook_deliveries where state in ('pending', 'leased', 'held')
        group by webhook_id) backlog on backlog.webhook_id = hook.id
    ) webhook
    order by webhook.created_at, webhook.id`);
  return rows.map((row) => fromColumns(HEALTH_KINDS, row));
}
