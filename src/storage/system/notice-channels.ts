import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { DutyPlan } from '../../model/answers/notices.ts';
import type { ChannelKind } from '../../model/core/vocabulary.ts';
import type { Connection, Transaction } from '../core/database.ts';
import {
  type ColumnKinds,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
  updatedColumns,
} from '../core/insert-values.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';

/** Why a channel is disabled. */
export type ChannelDisabledReason = 'failures' | 'gone';

/** A stored notification channel of a user. */
export interface StoredChannel {
  readonly id: string;
  readonly orgId: string;
  readonly userId: string;
  readonly kind: ChannelKind;
  /** An e-mail address, a chat id, or an address with its credentials masked. */
  readonly address: string;
  /** Settings that may contain secrets, sealed. */
  readonly sealed: string | null;
  /** Reference to a secret, `env:NAME` or `file:PATH`. */
  readonly authRef: string | null;
  readonly verifiedAt: string | null;
  /** SHA-256 of the last verification code sent. */
  readonly codeHash: string | null;
  readonly codeExpiresAt: string | null;
  /** Wrong codes entered since the last code was sent. */
  readonly codeTries: number;
  readonly consecutiveFailures: number;
  readonly disabledAt: string | null;
  readonly disabledReason: ChannelDisabledReason | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

type ChannelChange = Partial<Omit<StoredChannel, 'id' | 'orgId' | 'userId' | 'createdAt'>>;

const KINDS: ColumnKinds<StoredChannel> = {
  id: 'text',
  orgId: 'text',
  userId: 'text',
  kind: 'text',
  address: 'text',
  sealed: 'text',
  authRef: 'text',
  verifiedAt: 'timestamp',
  codeHash: 'text',
  codeExpiresAt: 'timestamp',
  codeTries: 'integer',
  consecutiveFailures: 'integer',
  disabledAt: 'timestamp',
  disabledReason: 'text',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
};

const CHANNELS: MappedTable<StoredChannel> = { table: 'notice_channels', kinds: KINDS };

export async function insertChannel(connection: Connection, channel: StoredChannel): Promise<void> {
  await insertObjects(connection, CHANNELS, [channel]);
}

export async function updateChannel(
  connection: Connection,
  id: string,
  change: ChannelChange,
): Promise<void> {
  const sets = updatedColumns(connection, KINDS, change);
  await connection.run(sql`update notice_channels set ${sets} where id = ${id}`);
}

export async function deleteChannel(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from notice_channels where id = ${id}`);
}

/** Deletes the other channels of a web push subscription, for any user. */
export async function deleteSameSubscriptions(
  connection: Connection,
  { id, orgId, address }: Pick<StoredChannel, 'id' | 'orgId' | 'address'>,
): Promise<void> {
  await connection.run(sql`
    delete from notice_channels
    where org_id = ${orgId} and kind = 'push' and address = ${address} and id <> ${id}`);
}

/** The channel with that id, locked until the end of the transaction. */
export async function lockChannel(
  transaction: Transaction,
  id: string,
): Promise<StoredChannel | undefined> {
  const locked = sql`channel.id = ${id} ${raw(transaction.dialect.lockRows)}`;
  return (await selectChannels(transaction, locked))[0];
}

/** The existing channels with these ids. */
export function findChannels(
  connection: Connection,
  ids: readonly string[],
): Promise<StoredChannel[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return selectChannels(connection, sql`channel.id in (${join([...ids])})`);
}

const MOST_CHANNELS = 2000;
/** For all users of an organisation, with at most ten each. */
const MOST_USABLE_CHANNELS = 20_000;

/** The channels of an organisation, or of some of its users, oldest first. */
export function listChannels(
  connection: Connection,
  { orgId, userIds }: { readonly orgId: string; readonly userIds?: readonly string[] },
): Promise<StoredChannel[]> {
  if (userIds?.length === 0) return Promise.resolve([]);
  const ofUsers = userIds ? sql`and channel.user_id in (${join([...userIds])})` : sql``;
  return selectChannels(
    connection,
    sql`channel.org_id = ${orgId} ${ofUsers}
      order by channel.created_at, channel.id limit ${MOST_CHANNELS}`,
  );
}

/** The channels used for messages to users of an organisation, oldest first. */
export function listUsableChannels(
  connection: Connection,
  { orgId, userIds }: { readonly orgId: string; readonly userIds?: readonly string[] | undefined },
): Promise<StoredChannel[]> {
  if (userIds?.length === 0) return Promise.resolve([]);
  const ofUsers = userIds ? sql`and channel.user_id in (${join([...userIds])})` : sql``;
  return selectChannels(
    connection,
    sql`channel.org_id = ${orgId} ${ofUsers} and channel.verified_at is not null
      and channel.disabled_at is null
      order by channel.created_at, channel.id limit ${MOST_USABLE_CHANNELS}`,
  );
}

async function selectChannels(connection: Connection, clauses: Sql): Promise<StoredChannel[]> {
  const columns = selectedColumns(connection, KINDS, 'channel');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from notice_channels channel where ${clauses}`,
  );
  return rows.map((row) => fromColumns(KINDS, row));
}

/** The stored duty plan of a farm. */
export interface StoredDuty {
  readonly farmId: string;
  readonly orgId: string;
  readonly plan: DutyPlan;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

const DUTY: ColumnKinds<StoredDuty> = {
  farmId: 'text',
  orgId: 'text',
  plan: 'list',
  updatedAt: 'timestamp',
  updatedBy: 'text',
};

/** Stores the duty plan of a farm, replacing an earlier one. */
export async function putDuty(connection: Connection, duty: StoredDuty): Promise<void> {
  const { farmId, orgId, plan, updatedAt, updatedBy } = duty;
  await connection.run(sql`
    insert into notice_duties (farm_id, org_id, plan, updated_at, updated_by)
    values (${farmId}, ${orgId}, ${JSON.stringify(plan)}, ${updatedAt}, ${updatedBy})
    on conflict (farm_id) do update set plan = excluded.plan, updated_at = excluded.updated_at,
      updated_by = excluded.updated_by`);
}

/** Deletes the duty plan of a farm; false if there is none. */
export async function deleteDuty(connection: Connection, farmId: string): Promise<boolean> {
  return (await connection.run(sql`delete from notice_duties where farm_id = ${farmId}`)) > 0;
}

/** The duty plans of the farms in a scope, by farm id. */
export async function listDuties(
  connection: Connection,
  scope: Scope,
): Promise<ReadonlyMap<string, StoredDuty>> {
  const columns = selectedColumns(connection, DUTY, 'duty');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from notice_duties duty where ${farmPredicate(scope, 'duty')}
      order by duty.farm_id`,
  );
  return new Map(
    rows.map((row) => {
      const duty = fromColumns<StoredDuty>(DUTY, row);
      return [duty.farmId, duty];
    }),
  );
}
