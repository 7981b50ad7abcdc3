import { buildFlockRecord, type FlockRows } from '../../farming/flocks/build-flock-record.ts';
import { mayBeSpike, mortalitySpike } from '../../farming/mortality/mortality-spike.ts';
import type { StoredOf } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { sales } from '../../model/resources/sales.ts';
import type { Connection } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { listFlockDayLosses } from '../../storage/records/flock-days.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { loadOrganisationSetup } from '../intelligence/organisation-setup.ts';

/** The day itself, the day before it, and the seven before that one. */
const DAYS_BACK = 14;
const MOST_ROWS = 2000;

/** By how much a computed percentage may be less than it was before it was rounded. */
const ROUNDED_OFF_PCT = 0.005;

/** Whether the deaths that a daily log tells of are a spike; the record is the log as it is shown. */
export async function isSpikeLog(
  connection: Connection,
  log: StoredRow,
  { mortalityPct }: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const deaths = Number(log['mortality'] ?? 0);
  if (deaths === 0) return false;
  const setup = await loadOrganisationSetup(connection, log.orgId);
  // Most logs need no look at the days before them.
  const pct = typeof mortalityPct === 'number' ? mortalityPct + ROUNDED_OFF_PCT : 100;
  if (!mayBeSpike({ deaths, pct }, setup.thresholds)) return false;
  const day = String(log['date']);
  const rows = await loadLastDays(connection, log, day);
  if (rows === undefined) return false;
  const record = buildFlockRecord(rows, {
    today: day,
    zone: setup.zoneOf({ latitude: null, longitude: null }),
  });
  return mortalitySpike(record, day, setup.thresholds).flag;
}

/** The rows of the flock of a log that its deaths are judged by. */
async function loadLastDays(
  connection: Connection,
  log: StoredRow,
  day: CalendarDay,
): Promise<FlockRows | undefined> {
  const scope = { orgId: log.orgId, farmIds: 'all' } as const;
  const flockId = String(log['flockId']);
  const flock = await findRow(connection, flocks, { id: flockId, scope });
  if (flock === undefined) return undefined;
  const since = addDays(day, -DAYS_BACK);
  const [losses] = await listFlockDayLosses(connection, scope, [{ flockId, date: since }]);
  const ofFlock = async <T>(definition: ResourceDefinition) => {
    const rows = await listRows(connection, definition, {
      scope,
      conditions: [
        { field: 'flockId', operator: '=', value: flockId },
        { field: 'date', operator: '>=', value: since },
        { field: 'date', operator: '<=', value: day },
      ],
      order: 'date',
      direction: 'asc',
      limit: MOST_ROWS,
      offset: 0,
    });
    return rows.map((row) => JSON.parse(row) as T);
  };
  return {
    flock: JSON.parse(flock) as StoredOf<'flocks'>,
    barn: undefined,
    logs: await ofFlock<StoredOf<'daily-logs'>>(dailyLogs),
    sales: await ofFlock<StoredOf<'sales'>>(sales),
    smartWeight: undefined,
    removedBefore: losses?.removedBefore ?? 0,
  };
}
