import { bootstrap } from '../../src/server/bootstrap.ts';
import { databaseFile, openDatabase } from '../../src/server/core/open-database.ts';
import { openSqliteHandle, type SqliteHandle } from '../../src/storage/sqlite/driver.ts';
import { insertRowsOf } from '../../test/support/a-row.ts';
import { FARM_ID, insertKeys } from './insert-keys.ts';
import type { Stage } from './prepare-tasks.ts';

/** The barn of every other reading. */
export const BARN_ID = 'barn_00000001';
const BARN_IDS = [BARN_ID, 'barn_00000002'];

/**
 * Fills a data folder with this many environment readings, one a minute up to now, adding to the
 * existing ones. The rows are copies of one, made within the database; returns new keys each time.
 */
export async function growReadings(input: {
  readonly dataDir: string;
  readonly rows: number;
}): Promise<Stage> {
  const { dataDir, rows } = input;
  const stage = await openStage(dataDir);
  const handle = await openSqliteHandle(databaseFile(dataDir));
  addReadings(handle, rows);
  handle.close();
  return stage;
}

async function openStage(dataDir: string): Promise<Stage> {
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  const { orgId, key: admin } = await bootstrap(database);
  if (admin !== undefined) {
    const own = { orgId, farmId: FARM_ID };
    await insertRowsOf(database, 'farms', [{ ...own, id: FARM_ID, name: 'Bench farm' }]);
    const barns = BARN_IDS.map((id) => ({ ...own, id, name: id }));
    await insertRowsOf(database, 'barns', barns);
    const [barnId] = BARN_IDS;
    const reading = { ...own, id: 'reading_000000000', barnId, temp: 26.8, humidity: 58 };
    await insertRowsOf(database, 'env-readings', [{ ...reading, ts: new Date().toISOString() }]);
  }
  const keys = await insertKeys(database, { orgId, farmIds: [FARM_ID] });
  await database.close();
  return { keys, admin: admin ?? '' };
}

function addReadings(handle: SqliteHandle, rows: number): void {
  const { total } = handle.prepare('select count(*) as total from env_readings').get() as {
    readonly total: number;
  };
  const columns = handle.prepare("select name from pragma_table_info('env_readings')").all() as {
    readonly name: string;
  }[];
  const made: Readonly<Record<string, string>> = {
    id: "printf('reading_%09d', n)",
    barn_id: `case n % 2 when 0 then '${BARN_IDS[0]}' else '${BARN_IDS[1]}' end`,
    ts: "strftime('%Y-%m-%dT%H:%M:%S.000Z', julianday(model.ts) - n / 1440.0)",
    temp: '20 + n % 13',
  };
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => made[name] ?? `model.${name}`);
  const indexes = handle
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = 'env_readings' and sql is not null",
    )
    .all() as { readonly name: string; readonly sql: string }[];
  handle.exec('pragma synchronous = off; pragma cache_size = -500000; begin');
  // Recreating indexes from sorted rows takes half the time.
  for (const { name } of indexes) handle.exec(`drop index ${name}`);
  handle.exec(`
    with recursive numbers(n) as (
      select ${total} where ${total} < ${rows} union all select n + 1 from numbers where n + 1 < ${rows}
    )
    insert into env_readings (${names.join(', ')})
    select ${values.join(', ')} from numbers
    cross join (select * from env_readings where id = 'reading_000000000') model;
    delete from row_counts where resource = 'env-readings';
    insert into row_counts (org_id, resource, farm_id, barn_id, kind, source, total)
    select org_id, 'env-readings', farm_id, barn_id, '', source, count(*) from env_readings
    group by org_id, farm_id, barn_id, source`);
  for (const { sql } of indexes) handle.exec(sql);
  handle.exec('commit; pragma wal_checkpoint(truncate)');
}
