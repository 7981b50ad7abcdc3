import { bootstrap } from '../../src/server/bootstrap.ts';
import { openDatabase } from '../../src/server/core/open-database.ts';
import { dayInZone } from '../../src/tools/calendar.ts';
import { insertFarmHistory } from '../../test/support/farm-history.ts';
import { insertKeys } from './insert-keys.ts';

/**
 * Creates farms with records of this many days each, in their own data folder; returns keys and
 * rows.
 */
export async function prepareHistory(input: {
  readonly dataDir: string;
  readonly farms: number;
  readonly days: number;
  readonly sensorDays: number;
}): Promise<{ readonly keys: readonly string[]; readonly rows: number }> {
  const { dataDir, farms, days, sensorDays } = input;
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  const { orgId } = await bootstrap(database);
  const now = Date.now();
  const today = dayInZone(now, 'Asia/Jerusalem');
  let rows = 0;
  for (let farm = 1; farm <= farms; farm++) {
    const farmId = `farm_${String(farm).padStart(8, '0')}`;
    rows += await insertFarmHistory(database, { orgId, farmId, today, now, days, sensorDays });
  }
  const keys = await insertKeys(database, { orgId, farmIds: null });
  await database.close();
  return { keys, rows };
}
