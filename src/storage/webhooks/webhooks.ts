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

/** Why a webhook is off. */
export type DisabledReason =
  | 'failures'
  | 'gone'
  | 'by_hand'
  | 'owner_revoked'
  | 'owner_expired'
  | 'owner_narrowed';

/** The key that a webhook delivers for, as it is now. */
export interface WebhookOwner {
  readonly scopes: readonly string[];
  /** Null: all farms. */
  readonly farmIds: readonly string[] | null;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** The user who made the key, with the present grants; undefined for a key of an operator. */
  readonly maker?: GrantedUser;
}

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
  /** The key that made it. */
  readonly createdBy: string;
  /** The key whose rights it delivers with: its maker, or the key that adopted it last. */
  readonly ownerKeyId: string | null;
  /** The farms and scopes of its maker at that time: it is never told of more. */
  readonly keyFarmIds: readonly string[] | null;
  readonly keyScopes: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A webhook with its owner; null where there is no such key. */
export interface OwnedWebhook extends StoredWebhook {
  readonly owner: WebhookOwner | null;
}

/** What may change of a webhook. */
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

/** Inserts a webhook. */
export async function insertWebhook(connection: Connection, webhook: StoredWebhook): Promise<void> {
  await insertObjects(connection, WEBHOOKS, [webhook]);
}

/** The webhook of that id, or undefined. */
export async function findWebhook(
  connection: Connection,
  id: string,
): Promise<OwnedWebhook | undefined> {
  const [found] = await selectWebhooks(connection, sql`webhook.id = ${id}`);
  return found;
}

/** The webhook of that id, held against other changes to the end of the transaction. */
export async function lockWebhook(
  transaction: Transaction,
  id: string,
): Promise<OwnedWebhook | undefined> {
  const [found] = await selectWebhooks(transaction, sql`webhook.id = ${id}${lock(transaction)}`);
  return found;
}

/** The webhooks of those ids, by id, held against other changes to the end of the transaction. */
export function lockWebhooks(
  transaction: Transaction,
  ids: readonly string[],
): Promise<OwnedWebhook[]> {
  return selectWebhooks(transaction, sql`${among(ids)}${lock(transaction)}`);
}

/** The webhooks as `lockWebhooks` gives them, without those that another transaction holds. */
export function tryLockWebhooks(
  transaction: Transaction,
  ids: readonly string[],
): Promise<OwnedWebhook[]> {
  return selectWebhooks(transaction, sql`${among(ids)}${lock(transaction, ' skip locked')}`);
}

/** All webhooks of an organisation, the oldest first. */
export function listWebhooks(connection: Connection, orgId: string): Promise<OwnedWebhook[]> {
  return selectWebhooks(
    connection,
    sql`webhook.org_id = ${orgId} order by webhook.created_at, webhook.id`,
  );
}

/** The webhooks of all organisations that are on, or off because of their receiver. */
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

/** Locks the webhooks of a SELECT, not their owners. */
function lock({ dialect: { lockRows } }: Transaction, manner = ''): Sql {
  return raw(lockRows === '' ? '' : `${lockRows} of webhook${manner}`);
}

async function selectWebhooks(connection: Connection, rest: Sql): Promise<OwnedWebhook[]> {
  const columns = selectedColumns(connection, KINDS, 'webhook');
  const ofOwner = selectedColumns(connection, OWNER, 'owner', 'owner.');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns}, owner.id as "owner", ${makerOf('owner')} as "maker", ${ofOwner}
      from webhooks webhook left join api_keys owner on owner.id = webhook.owner_key_id
        and owner.org_id = webhook.org_id
      where ${rest}`,
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

/** How a webhook is, as far as those who run the service need to know. */
export interface WebhookHealth {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  /** The secrets, sealed. */
  readonly secret: string;
  readonly previousSecret: string | null;
  /** Deliveries that have not arrived and still may. */
  readonly waiting: number;
  /** Since when the oldest of them has been waiting. */
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

/** Every webhook of every organisation with what waits for it, the oldest first. */
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
