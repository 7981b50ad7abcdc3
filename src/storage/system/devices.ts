import sql from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** A device marked online that has been silent for a while. */
export interface SilentDevice {
  readonly deviceId: string;
  readonly orgId: string;
  readonly farmId: string;
  /** ISO 8601. */
  readonly lastSeenAt: string;
  /** The longest polling interval of the connections of its barn or farm; null without any. */
  readonly pollMinutes: number | null;
}

const DEVICE: readonly ObjectColumn[] = [
  ['deviceId', 'device.id', 'text'],
  ['orgId', 'device.org_id', 'text'],
  ['farmId', 'device.farm_id', 'text'],
  ['lastSeenAt', 'device.last_seen_at', 'timestamp'],
  ['pollMinutes', 'feed.poll_minutes', 'integer'],
];

/**
 * The online devices last seen before an instant, of every farm of every organisation, the longest
 * silent first; for the service itself. Devices never seen are excluded.
 */
export function listSilentDevices(
  connection: Connection,
  query: { readonly before: string; readonly limit: number },
): Promise<SilentDevice[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, DEVICE)}
      from devices device
      join farms farm on farm.id = device.farm_id and farm.org_id = device.org_id
      left join (
        select integration.org_id, integration.farm_id, integration.barn_id,
          max(integration.poll_minutes) as poll_minutes
        from integrations integration
        where integration.deleted_at is null and integration.status not in ('paused', 'disabled')
          and integration.poll_minutes is not null
        group by integration.org_id, integration.farm_id, integration.barn_id
      ) feed on feed.org_id = device.org_id and feed.farm_id = device.farm_id
        and (feed.barn_id = device.barn_id or feed.barn_id is null)
      where device.deleted_at is null and farm.deleted_at is null
        and device.status = 'online' and device.last_seen_at < ${query.before}
      order by device.last_seen_at, device.id
      limit ${query.limit}`,
  );
}

/** An integration that requests the weather of its farm. */
export interface WeatherStation {
  readonly integrationId: string;
  readonly orgId: string;
  readonly farmId: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly pollMinutes: number | null;
  /** Last request by outcome; instants, ISO 8601. */
  readonly lastSuccessAt: string | null;
  readonly lastErrorAt: string | null;
}

const COLUMNS: readonly ObjectColumn[] = [
  ['integrationId', 'integration.id', 'text'],
  ['orgId', 'integration.org_id', 'text'],
  ['farmId', 'integration.farm_id', 'text'],
  ['latitude', 'farm.latitude', 'number'],
  ['longitude', 'farm.longitude', 'number'],
  ['pollMinutes', 'integration.poll_minutes', 'integer'],
  ['lastSuccessAt', 'integration.last_success_at', 'timestamp'],
  ['lastErrorAt', 'integration.last_error_at', 'timestamp'],
];

/**
 * The enabled integrations of kind `weather` of every farm with a known location, in all
 * organisations; for the service itself, which fetches for all.
 */
export function listWeatherStations(connection: Connection): Promise<WeatherStation[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, COLUMNS)}
      from integrations integration
      join farms farm on farm.id = integration.farm_id and farm.org_id = integration.org_id
      where integration.kind = 'weather' and integration.deleted_at is null
        and integration.status not in ('paused', 'disabled')
        and farm.deleted_at is null
        and farm.latitude is not null and farm.longitude is not null
      order by integration.farm_id, integration.id`,
  );
}
