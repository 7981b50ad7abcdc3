import { buildFlockRecord } from '../../farming/flocks/build-flock-record.ts';
import { mortalitySpike } from '../../farming/mortality/mortality-spike.ts';
import type { StoredOf } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { sales } from '../../model/resources/sales.ts';
import type { Connection } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { loadOrganisationSetup } from '../intelligence/organisation-setup.ts';

const MOST_ROWS = 2000;

/** Whether the deaths that a daily log tells of are a spike. */
export async function isSpikeLog(connection: Connection, log: StoredRow): Promise<boolean> {
  if (Number(log['mortality'] ?? 0) === 0) return false;
  const scope = { orgId: log.orgId, farmIds: 'all' } as const;
  const flockId = String(log['flockId']);
  const day = String(log['date']);
  const ofFlock = async <T>(definition: ResourceDefinition) => {
    const rows = await listRows(connection, definition, {
      scope,
      conditions: [
        { field: 'flockId', operator: '=', value: flockId },
        { field: 'date', operator: '<=', value: day },
      ],
      order: 'date',
      direction: 'asc',
      limit: MOST_ROWS,
      offset: 0,
    });
    return rows.map((row) => JSON.parse(row) as T);
  };
  const flock = await findRow(connection, flocks, { id: flockId, scope });
  if (flock === undefined) return false;
  const rows = {
    flock: JSON.parse(flock) as StoredOf<'flocks'>,
    barn: undefined,
    logs: await ofFlock<StoredOf<'daily-logs'>>(dailyLogs),
    sales: await ofFlock<StoredOf<'sales'>>(sales),
    smartWeight: undefined,
  };
  const setup = await loadOrganisationSetup(connection, log.orgId);
  const record = buildFlockRecord(rows, {
    today: day,
    zone: setup.zoneOf({ latitude: null, longitude: null }),
  });
  return mortalitySpike(record, day, setup.thresholds).flag;
}
