import sql, { join, type Sql } from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { chunked } from '../core/insert-values.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** An integration with a mapping: readings come from it. */
export interface IntegrationFeed {
  readonly integrationId: string;
  /** Its name; without one its vendor or id. */
  readonly label: string;
  readonly orgId: string;
  readonly farmId: string;
  readonly barnId: string | null;
  readonly status: string;
  readonly endpoint: string | null;
  readonly authRef: string | null;
  readonly pollMinutes: number | null;
  readonly consecutiveFailures: number;
  /** As it was sent: the JSON text of the mapping. */
  readonly mapping: string;
  /** When it was polled last, however that ended; ISO 8601. */
  readonly lastPollAt: string | null;
  /** How many readings it has stored. */
  readonly stored: number;
  /** How many values and rows of its payloads were left out, when last, and why; the JSON text of a list. */
  readonly dropped: number;
  readonly lastDroppedAt: string | null;
  readonly lastProblems: string | null;
  readonly updatedAt: string;
}

const MOST_PROBLEMS = 20;

/** How an integration is read: its pages are fetched, or its messages are awaited. */
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
 * The feeds of a kind that are not switched off, of every farm of every organisation: for the
 * service itself. Those that answered last come first, so that dead ones delay nobody.
 */
export function listFeeds(connection: Connection, kind: FeedKind): Promise<IntegrationFeed[]> {
  return selectFeeds(
    connection,
    sql`lower(integration.endpoint) like ${`${kind}%`}
      and integration.status not in ('paused', 'disabled')
      order by integration.consecutive_failures, integration.id`,
  );
}

/** The feed of an integration that the scope sees; undefined without a mapping. */
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

/** Keeps the mapping of an integration, in place of the one it had. */
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

/** How reading a feed went. */
export interface FeedPoll
  extends Pick<IntegrationFeed, 'integrationId' | 'orgId' | 'stored' | 'dropped'> {
  readonly at: string;
  /** Why values were left out. */
  readonly problems: readonly string[];
}

/** Notes that a feed was read at an instant, how many readings came of it and what was left out. */
export async function recordPoll(connection: Connection, poll: FeedPoll): Promise<void> {
  const { integrationId, orgId, at, stored, dropped } = poll;
  const problems = JSON.stringify(poll.problems.slice(0, MOST_PROBLEMS));
  const left = dropped === 0 ? sql`` : sql`, last_dropped_at = ${at}, last_problems = ${problems}`;
  await connection.run(sql`
    update integration_feeds set last_poll_at = ${at}, stored = stored + ${stored},
      dropped = dropped + ${dropped}${left}
    where integration_id = ${integrationId} and org_id = ${orgId}`);
}

/** The feeds of which something was left out since an instant, the newest first; for operators. */
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

/** How far a device of an integration has been read. */
export interface IntegrationChannel {
  /** The device as the payload calls it; empty where there is one only. */
  readonly channel: string;
  /** The time of the last reading that was taken, ISO 8601. */
  readonly lastTs: string;
  /** What its meters showed then, by meter, in the unit of the reading. */
  readonly counters: Readonly<Record<string, number>>;
}

/** The integration that the channels are of. */
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

/** The channels of these names that have been read before. */
export async function listChannels(
  connection: Connection,
  { integrationId, orgId }: ChannelOwner,
  names: readonly string[],
): Promise<IntegrationChannel[]> {
  const found: IntegrationChannel[] = [];
  for (const part of chunked(names, MOST_NAMES)) {
    const rows = await selectObjects<IntegrationChannel & { counters: string }>(
      connection,
      sql`
        select ${objectOf(connection.dialect, CHANNEL)} from integration_channels channel
        where channel.integration_id = ${integrationId} and channel.org_id = ${orgId}
          and channel.channel in (${join(part)})`,
    );
    found.push(...rows.map((row) => ({ ...row, counters: JSON.parse(row.counters) })));
  }
  return found;
}

/** Keeps how far a device has been read. */
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

/** An integration that names a secret. */
export interface SecretUse {
  readonly id: string;
  readonly authRef: string;
  readonly endpoint: string | null;
  readonly lastError: string | null;
}

/** The integrations of all organisations that name a secret and are not switched off, by id. */
export function listSecretUses(connection: Connection): Promise<SecretUse[]> {
  return connection.all<SecretUse>(sql`
    select id, auth_ref as "authRef", endpoint, last_error as "lastError" from integrations
    where auth_ref is not null and deleted_at is null and status not in ('paused', 'disabled')
    order by id`);
}
