import sql, { join, type Sql } from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { chunked } from '../core/insert-values.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** An integration with a mapping, which provides readings. */
export interface IntegrationFeed {
  readonly integrationId: string;
  /** Its name; default: its vendor or id. */
  readonly label: string;
  readonly orgId: string;
  readonly farmId: string;
  readonly barnId: string | null;
  readonly status: string;
  readonly endpoint: string | null;
  readonly authRef: string | null;
  readonly pollMinutes: number | null;
  readonly consecutiveFailures: number;
  /** The JSON text of the mapping, as sent. */
  readonly mapping: string;
  /** Last poll, regardless of its outcome; ISO 8601. */
  readonly lastPollAt: string | null;
  /** Number of stored readings. */
  readonly stored: number;
  /**
   * Number of dropped values and rows of its payloads, the time of the last drop, and the reasons;
   * the JSON text of a list.
   */
  readonly dropped: number;
  readonly lastDroppedAt: string | null;
  readonly lastProblems: string | null;
  readonly updatedAt: string;
}

const MOST_PROBLEMS = 20;

/** How an integration is read: by polling pages, or by subscribing to messages. */
export type FeedKind = 'http' | 'mqtt';

const FEED: readonly ObjectColumn[] = [
  ['integrationId', 'integration.id', 'text'],
  ['label', 'coalesce(integration.name, integration.vendor, integration.id)', 'text'],
  ['orgId', 'integration.org_id', 'text'],
  ['farmId', 'integration.farm_id', 'text'],
  ['barnId', 'integration.barn_id', 'text'],
  ['status', 'integration.status', 'text'],
  ['endpoint', 'integration.endpoint', 'text'],
  ['authRef', 'integration.auth_ref', 'text'],
  ['pollMinutes', 'integration.poll_minutes', 'integer'],
  ['consecutiveFailures', 'integration.consecutive_failures', 'integer'],
  ['mapping', 'feed.mapping', 'text'],
  ['lastPollAt', 'feed.last_poll_at', 'timestamp'],
  ['stored', 'feed.stored', 'integer'],
  ['dropped', 'feed.dropped', 'integer'],
  ['lastDroppedAt', 'feed.last_dropped_at', 'timestamp'],
  ['lastProblems', 'feed.last_problems', 'text'],
  ['updatedAt', 'feed.updated_at', 'timestamp'],
];

/**
 * The enabled feeds of a kind, of every farm of every organisation; for the service itself. The
 * most recently successful come first, so that dead ones delay no others.
 */
export function listFeeds(connection: Connection, kind: FeedKind): Promise<IntegrationFeed[]> {
  return selectFeeds(
    connection,
    sql`lower(integration.endpoint) like ${`${kind}%`}
      and integration.status not in ('paused', 'disabled')
      order by integration.consecutive_failures, integration.id`,
  );
}

/** The feed of an integration visible to the scope; undefined without a mapping. */
export async function findFeed(
  connection: Connection,
  { integrationId, scope }: { readonly integrationId: string; readonly scope: Scope },
): Promise<IntegrationFeed | undefined> {
  const [feed] = await selectFeeds(
    connection,
    sql`feed.integration_id = ${integrationId} and ${farmPredicate(scope, 'integration')}`,
  );
  return feed;
}

function selectFeeds(connection: Connection, condition: Sql): Promise<IntegrationFeed[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, FEED)}
      from integration_feeds feed
      join integrations integration
        on integration.id = feed.integration_id and integration.org_id = feed.org_id
      join farms farm on farm.id = integration.farm_id and farm.org_id = integration.org_id
      where integration.deleted_at is null and farm.deleted_at is null and ${condition}`,
  );
}

/** Stores the mapping of an integration, replacing an earlier one. */
export async function storeMapping(
  connection: Connection,
  feed: Pick<IntegrationFeed, 'integrationId' | 'orgId' | 'farmId' | 'mapping' | 'updatedAt'>,
): Promise<void> {
  const { integrationId, orgId, farmId, mapping, updatedAt } = feed;
  await connection.run(sql`
    insert into integration_feeds (integration_id, org_id, farm_id, mapping, updated_at)
    values (${integrationId}, ${orgId}, ${farmId}, ${mapping}, ${updatedAt})
    on conflict (integration_id) do update set mapping = excluded.mapping,
      updated_at = excluded.updated_at
    where integration_feeds.org_id = excluded.org_id`);
}

/** Outcome of reading a feed. */
export interface FeedPoll
  extends Pick<IntegrationFeed, 'integrationId' | 'orgId' | 'stored' | 'dropped'> {
  readonly at: string;
  /** Why values were dropped. */
  readonly problems: readonly string[];
}

/** Records a poll of a feed with its time, its number of readings and its dropped values. */
export async function recordPoll(connection: Connection, poll: FeedPoll): Promise<void> {
  const { integrationId, orgId, at, stored, dropped } = poll;
  const problems = JSON.stringify(poll.problems.slice(0, MOST_PROBLEMS));
  const droppedUpdate =
    dropped === 0 ? sql`` : sql`, last_dropped_at = ${at}, last_problems = ${problems}`;
  await connection.run(sql`
    update integration_feeds set last_poll_at = ${at}, stored = stored + ${stored},
      dropped = dropped + ${dropped}${droppedUpdate}
    where integration_id = ${integrationId} and org_id = ${orgId}`);
}

/** The feeds with dropped values since an instant, newest first; for operators. */
export function listDroppingFeeds(
  connection: Connection,
  { since, limit }: { readonly since: string; readonly limit: number },
): Promise<IntegrationFeed[]> {
  return selectFeeds(
    connection,
    sql`feed.last_dropped_at >= ${since} order by feed.last_dropped_at desc, feed.integration_id
      limit ${limit}`,
  );
}

/** Read position of a device of an integration. */
export interface IntegrationChannel {
  /** The name of the device in the payload; empty for a single device. */
  readonly channel: string;
  /** The time of the last accepted reading, ISO 8601. */
  readonly lastTs: string;
  /** The values of its meters at that time, by meter, in the unit of the reading. */
  readonly counters: Readonly<Record<string, number>>;
}

/** The integration of the channels. */
export interface ChannelOwner {
  readonly integrationId: string;
  readonly orgId: string;
  readonly farmId: string;
}

const CHANNEL: readonly ObjectColumn[] = [
  ['channel', 'channel.channel', 'text'],
  ['lastTs', 'channel.last_ts', 'timestamp'],
  ['counters', 'channel.counters', 'text'],
];
const MOST_NAMES = 512;

/** The channels with these names that have been read before. */
export async function listChannels(
  connection: Connection,
  { integrationId, orgId }: ChannelOwner,
  names: readonly string[],
): Promise<IntegrationChannel[]> {
  const channels: IntegrationChannel[] = [];
  for (const part of chunked(names, MOST_NAMES)) {
    const rows = await selectObjects<IntegrationChannel & { counters: string }>(
      connection,
      sql`
        select ${objectOf(connection.dialect, CHANNEL)} from integration_channels channel
        where channel.integration_id = ${integrationId} and channel.org_id = ${orgId}
          and channel.channel in (${join(part)})`,
    );
    channels.push(...rows.map((row) => ({ ...row, counters: JSON.parse(row.counters) })));
  }
  return channels;
}

/** Stores the read position of a device. */
export async function storeChannel(
  connection: Connection,
  { integrationId, orgId, farmId }: ChannelOwner,
  { channel, lastTs, counters }: IntegrationChannel,
): Promise<void> {
  await connection.run(sql`
    insert into integration_channels
      (integration_id, channel, org_id, farm_id, last_ts, counters)
    values (${integrationId}, ${channel}, ${orgId}, ${farmId}, ${lastTs},
      ${JSON.stringify(counters)})
    on conflict (integration_id, channel) do update set last_ts = excluded.last_ts,
      counters = excluded.counters
    where integration_channels.org_id = excluded.org_id`);
}

/** An integration that references a secret. */
export interface SecretUse {
  readonly id: string;
  readonly authRef: string;
  readonly endpoint: string | null;
  readonly lastError: string | null;
}

/** The enabled integrations of all organisations that reference a secret, by id. */
export function listSecretUses(connection: Connection): Promise<SecretUse[]> {
  return connection.all<SecretUse>(sql`
    select id, auth_ref as "authRef", endpoint, last_error as "lastError" from integrations
    where auth_ref is not null and deleted_at is null and status not in ('paused', 'disabled')
    order by id`);
}
