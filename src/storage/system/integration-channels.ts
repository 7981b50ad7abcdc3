import sql, { join } from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { chunksOf } from '../records/chunks-of.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';

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
  for (const part of chunksOf(names, MOST_NAMES)) {
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
export async function keepChannel(
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
