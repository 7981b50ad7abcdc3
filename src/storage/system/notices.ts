import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { NoticeFailure, NoticeKind, NoticeState } from '../../model/core/vocabulary.ts';
import type { Connection, Transaction } from '../core/database.ts';
import {
  type ColumnKinds,
  chunked,
  fromColumns,
  insertObjects,
  type MappedTable,
  selectedColumns,
} from '../core/insert-values.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';
import { leaseTimes } from './job-leases.ts';

/** A stored message to one user through one channel. */
export interface StoredNotice {
  readonly id: string;
  readonly orgId: string;
  /** Null for a message that is not about a farm. */
  readonly farmId: string | null;
  readonly userId: string;
  readonly channelId: string;
  readonly kind: NoticeKind;
  readonly severity: string | null;
  readonly incidentId: string | null;
  readonly alertIds: readonly string[];
  /** Its escalation step. */
  readonly step: number;
  readonly state: NoticeState;
  readonly attempts: number;
  readonly firstAttemptAt: string | null;
  readonly nextAttemptAt: string | null;
  /** Increases with every lease. */
  readonly fence: number;
  /** Status code of the provider's last response. */
  readonly status: number | null;
  /** Beginning of the provider's last response. */
  readonly response: string | null;
  /** Why there was no response to the last attempt, or why nothing was sent. */
  readonly failure: NoticeFailure | null;
  readonly sentAt: string | null;
  /** When the link in the message was used. */
  readonly acknowledgedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

const NOTICE: ColumnKinds<StoredNotice> = {
  id: 'text',
  orgId: 'text',
  farmId: 'text',
  userId: 'text',
  channelId: 'text',
  kind: 'text',
  severity: 'text',
  incidentId: 'text',
  alertIds: 'list',
  step: 'integer',
  state: 'text',
  attempts: 'integer',
  firstAttemptAt: 'timestamp',
  nextAttemptAt: 'timestamp',
  fence: 'integer',
  status: 'integer',
  response: 'text',
  failure: 'text',
  sentAt: 'timestamp',
  acknowledgedAt: 'timestamp',
  createdAt: 'timestamp',
  updatedAt: 'timestamp',
};

/** Maximum number of rows per statement. */
const MOST_AT_ONCE = 512;

const NOTICES: MappedTable<StoredNotice> = { table: 'notices', kinds: NOTICE };

/** Creates a message that is due immediately. */
export function newNotice(
  input: Pick<StoredNotice, 'id' | 'orgId' | 'farmId' | 'userId' | 'channelId' | 'kind'> &
    Partial<Pick<StoredNotice, 'severity' | 'incidentId' | 'alertIds' | 'step'>> & {
      readonly at: string;
    },
): StoredNotice {
  const { at, severity = null, incidentId = null, alertIds = [], step = 0, ...rest } = input;
  return {
    ...rest,
    severity,
    incidentId,
    alertIds,
    step,
    state: 'pending',
    attempts: 0,
    firstAttemptAt: null,
    nextAttemptAt: at,
    fence: 0,
    status: null,
    response: null,
    failure: null,
    sentAt: null,
    acknowledgedAt: null,
    createdAt: at,
    updatedAt: at,
  };
}

export async function insertNotices(
  connection: Connection,
  notices: readonly StoredNotice[],
): Promise<void> {
  await insertObjects(connection, NOTICES, notices);
}

/** Cancels unsent messages that are superseded by later ones of the same incident and channel. */
export async function cancelSuperseded(
  connection: Connection,
  postponed: readonly Pick<StoredNotice, 'incidentId' | 'channelId'>[],
  at: string,
): Promise<void> {
  for (const chunk of chunked(postponed, MOST_AT_ONCE)) {
    const pairs = chunk.map(({ incidentId, channelId }) => sql`(${incidentId}, ${channelId})`);
    await connection.run(sql`
      update notices set state = 'cancelled', failure = 'superseded', next_attempt_at = null,
        updated_at = ${at}
      where state = 'pending' and (incident_id, channel_id) in (values ${join(pairs)})`);
  }
}

/** Due work: incident steps to plan, digests to write, messages to send. */
export interface DueWork {
  readonly incidents: boolean;
  readonly digests: boolean;
  readonly messages: boolean;
}

/** Finds due work; polled frequently, so it takes no locks. */
export async function findDueWork(
  connection: Connection,
  { now, latest }: { readonly now: string; readonly latest: string },
): Promise<DueWork> {
  const { present } = leaseTimes(connection, 0);
  const row = await connection.first<Record<keyof DueWork, number | string>>(sql`
    select case when exists (select 1 from notice_incidents
          where ended_at is null and next_at <= ${now})
        or exists (select 1 from notice_incidents
          where ended_at is null and next_at > ${latest}) then 1 else 0 end as incidents,
      case when exists (select 1 from notice_digests where next_at <= ${now})
        then 1 else 0 end as digests,
      case when exists (select 1 from notices
          where state = 'pending' and next_attempt_at <= ${now})
        or exists (select 1 from notices
          where state = 'pending' and next_attempt_at > ${latest})
        or exists (select 1 from notices
          where state = 'leased' and lease_until <= ${present}) then 1 else 0 end as messages`);
  const isDue = (name: keyof DueWork) => Number(row?.[name] ?? 0) > 0;
  return {
    incidents: isDue('incidents'),
    digests: isDue('digests'),
    messages: isDue('messages'),
  };
}

/** Leases messages that are due or were abandoned by another instance, critical ones first. */
export async function claimNotices(
  transaction: Transaction,
  {
    now,
    latest,
    limit,
    leaseMillis,
  }: {
    readonly now: string;
    /** A later due time was written by a wrong clock, and counts as due. */
    readonly latest: string;
    readonly limit: number;
    readonly leaseMillis: number;
  },
): Promise<StoredNotice[]> {
  const { present, until } = leaseTimes(transaction, leaseMillis);
  const skip = raw(transaction.dialect.lockRows === '' ? '' : 'for update skip locked');
  const conditions = [
    sql`notice.state = 'pending' and notice.severity = 'critical'
      and notice.next_attempt_at <= ${now}`,
    sql`notice.state = 'pending' and coalesce(notice.severity, '') <> 'critical'
      and notice.next_attempt_at <= ${now}`,
    sql`notice.state = 'pending' and notice.next_attempt_at > ${latest}`,
    sql`notice.state = 'leased' and notice.lease_until <= ${present}`,
  ];
  const ids: string[] = [];
  for (const condition of conditions) {
    if (ids.length >= limit) break;
    const due = await transaction.all<{ id: string }>(sql`
      select notice.id from notices notice where ${condition}
      order by notice.next_attempt_at, notice.id limit ${limit - ids.length} ${skip}`);
    ids.push(...due.map(({ id }) => id));
  }
  if (ids.length === 0) return [];
  await transaction.run(sql`
    update notices set state = 'leased', fence = fence + 1, lease_until = ${until},
      updated_at = ${now}
    where id in (${join(ids)})`);
  return selectNotices(
    transaction,
    sql`notice.id in (${join(ids)}) order by notice.next_attempt_at, notice.id`,
  );
}

/** Releases leased messages untried. */
export async function returnNotices(
  connection: Connection,
  notices: readonly Pick<StoredNotice, 'id' | 'fence'>[],
): Promise<void> {
  for (const { id, fence } of notices) {
    await connection.run(sql`
      update notices set state = 'pending', lease_until = null
      where id = ${id} and fence = ${fence} and state = 'leased'`);
  }
}

/** Releases all leased messages; only if no other instance can be running. */
export async function returnAllNotices(connection: Connection): Promise<void> {
  await connection.run(sql`
    update notices set state = 'pending', lease_until = null where state = 'leased'`);
}

/** The state of a message after an attempt. */
export type AttemptedNotice = Pick<
  StoredNotice,
  | 'state'
  | 'attempts'
  | 'firstAttemptAt'
  | 'nextAttemptAt'
  | 'status'
  | 'response'
  | 'failure'
  | 'sentAt'
>;

/** Ends a lease with the outcome of the attempt; false if another instance holds the lease. */
export async function finishNotice(
  connection: Connection,
  { id, fence }: Pick<StoredNotice, 'id' | 'fence'>,
  after: AttemptedNotice & { readonly at: string },
): Promise<boolean> {
  const changedRows = await connection.run(sql`
    update notices set state = ${after.state}, attempts = ${after.attempts},
      first_attempt_at = ${after.firstAttemptAt}, next_attempt_at = ${after.nextAttemptAt},
      status = ${after.status}, response = ${after.response}, failure = ${after.failure},
      sent_at = ${after.sentAt}, lease_until = null, updated_at = ${after.at}
    where id = ${id} and fence = ${fence} and state = 'leased'`);
  return changedRows > 0;
}

/** The message with that id. */
export async function findNotice(
  connection: Connection,
  id: string,
): Promise<StoredNotice | undefined> {
  return (await selectNotices(connection, sql`notice.id = ${id}`))[0];
}

/** Records the use of a link in a message; false if it was used before. */
export async function useNoticeLink(
  connection: Connection,
  { id, at }: { readonly id: string; readonly at: string },
): Promise<boolean> {
  const used = await connection.run(sql`
    update notices set acknowledged_at = ${at} where id = ${id} and acknowledged_at is null`);
  return used > 0;
}

/**
 * Filter for the messages visible to a caller: those of farms in the scope, and the caller's own.
 */
export interface NoticeFilter {
  readonly scope: Scope;
  readonly ownUserId: string | undefined;
  readonly farmId?: string | undefined;
  readonly userId?: string | undefined;
  readonly channelId?: string | undefined;
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
}

/** One page of messages, newest first, with the total number. */
export async function listNotices(
  connection: Connection,
  { limit, offset, ...filter }: NoticeFilter & { readonly limit: number; readonly offset: number },
): Promise<{ readonly notices: StoredNotice[]; readonly total: number }> {
  const conditions = conditionsOf(filter);
  const counted = await connection.first<{ total: number | string }>(
    sql`select count(*) as total from notices notice where ${conditions}`,
  );
  const notices = await selectNotices(
    connection,
    sql`${conditions} order by notice.created_at desc, notice.id desc limit ${limit} offset ${offset}`,
  );
  return { notices, total: Number(counted?.total ?? 0) };
}

function conditionsOf({ scope, ownUserId, ...exact }: NoticeFilter): Sql {
  const isOfFarm = sql`(${farmPredicate(scope, 'notice')} and notice.farm_id is not null)`;
  const isOwn =
    scope.farmIds === 'all' && ownUserId === undefined
      ? sql`notice.farm_id is null`
      : sql`notice.user_id = ${ownUserId ?? ''}`;
  const parts = [sql`notice.org_id = ${scope.orgId}`, sql`(${isOfFarm} or ${isOwn})`];
  if (exact.farmId !== undefined) parts.push(sql`notice.farm_id = ${exact.farmId}`);
  if (exact.userId !== undefined) parts.push(sql`notice.user_id = ${exact.userId}`);
  if (exact.channelId !== undefined) parts.push(sql`notice.channel_id = ${exact.channelId}`);
  if (exact.kind !== undefined) parts.push(sql`notice.kind = ${exact.kind}`);
  if (exact.state !== undefined) parts.push(sql`notice.state = ${exact.state}`);
  return join(parts, ' and ');
}

async function selectNotices(connection: Connection, clauses: Sql): Promise<StoredNotice[]> {
  const columns = selectedColumns(connection, NOTICE, 'notice');
  const rows = await connection.all<Record<string, unknown>>(
    sql`select ${columns} from notices notice where ${clauses}`,
  );
  return rows.map((row) => fromColumns(NOTICE, row));
}
