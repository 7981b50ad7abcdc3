import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';

/** An integration that wants the weather of its farm. */
export interface WeatherStation {
  readonly integrationId: string;
  readonly orgId: string;
  readonly farmId: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly pollMinutes: number | null;
  /** When it was last asked, by how that ended; instants, ISO 8601. */
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
 * The integrations of kind `weather` that are not switched off, of every farm of every organisation
 * whose place is known: for the service itself, which asks for all.
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
