import pg from 'pg';
import { isReported } from '../../src/farming/reports/activity.ts';
import { getResource, type ResourceName } from '../../src/model/resources/registry.ts';
import { createCredential, hashSecret } from '../../src/platform/access/credentials.ts';
import { recordHistory } from '../../src/platform/activity/record-history.ts';
import { bootstrap } from '../../src/server/bootstrap.ts';
import { openDatabase } from '../../src/server/core/open-database.ts';
import type { Database } from '../../src/storage/core/database.ts';
import type { StoredRow } from '../../src/storage/core/stored-row.ts';
import { listRows } from '../../src/storage/records/list-rows.ts';
import { insertCameraToken } from '../../src/storage/system/api-keys.ts';
import { addMonths, dayInZone } from '../../src/tools/calendar.ts';
import { createIdGeneratorAt, secureRandom } from '../../src/tools/ids.ts';
import { insertRowsOf } from '../../test/support/a-row.ts';
import { insertFarmHistory } from '../../test/support/farm-history.ts';
import { insertKeys } from './insert-keys.ts';

/** Farms of one organisation in a PostgreSQL database of their own. */
export interface Fleet {
  /** The address of the database. */
  readonly url: string;
  readonly orgId: string;
  readonly admin: string;
  /** Keys for all farms. */
  readonly keys: readonly string[];
  /** Keys for one farm each, from the first farm on. */
  readonly farmKeys: readonly string[];
  readonly cameras: readonly { readonly integrationId: string; readonly token: string }[];
  /** Rows of all tables, readings included. */
  readonly rows: number;
  readonly bytes: number;
}

interface FleetPlan {
  /** The address of the server of the databases. */
  readonly serverUrl: string;
  readonly name: string;
  readonly farms: number;
  readonly readings: number;
  /** How many keys for all farms, and for one farm each. */
  readonly keys: number;
  readonly farmKeys: number;
}

/** Enough for a closed flock in each barn beside the one inside. */
const DAYS = 85;
const FARMS_PER_CAMERA = 10;
const FARMS_AT_ONCE = 500;
const BARNS = 2;
const READING_MILLIS = 15 * 60_000;
const READINGS_AT_ONCE = 1_000_000;
const CAMERA_DAYS = 7;
const MODEL = farmIdOf(1);

/** The id of a farm of a fleet; the first one is 1. */
export function farmIdOf(n: number): string {
  return `farm_${String(n).padStart(8, '0')}`;
}

/**
 * Makes a database with so many farms: one is written as the service writes rows, with its counts
 * and activities, and copied by the database itself. Each farm has two active and two closed
 * flocks; a reading comes from each barn every 15 minutes up to now.
 */
export async function fillFleet(plan: FleetPlan): Promise<Fleet> {
  const url = await createDatabase(plan);
  const now = Date.now();
  const database = await openDatabase({ kind: 'postgres', url });
  const { orgId, key: admin = '' } = await bootstrap(database);
  await writeModel(database, { orgId, now });
  const keys = await insertKeys(database, { orgId, farmIds: null, count: plan.keys });
  const farmKeys: string[] = [];
  for (let n = 1; n <= plan.farmKeys; n++) {
    const farmIds = [farmIdOf(1 + ((n - 1) % plan.farms))];
    farmKeys.push(...(await insertKeys(database, { orgId, farmIds, count: 1 })));
  }
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('set synchronous_commit = off');
    await copyFarms(client, plan);
    const cameras = await addCameras(database, { orgId, plan });
    await database.close();
    await addReadings(client, { orgId, plan, now });
    // As autovacuum has done it on a server that runs for some hours.
    await client.query('vacuum (analyze)');
    const size = await client.query(
      `select pg_database_size(current_database())::float8 as bytes,
        (select sum(total)::float8 from row_counts) as rows`,
    );
    return { url, orgId, admin, keys, farmKeys, cameras, ...size.rows[0] };
  } finally {
    await client.end();
  }
}

async function createDatabase({ serverUrl, name }: FleetPlan): Promise<string> {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(serverUrl);
  url.pathname = name;
  return url.href;
}

/** The farm that the others are copies of. */
async function writeModel(
  database: Database,
  { orgId, now }: { readonly orgId: string; readonly now: number },
): Promise<void> {
  const own = { orgId, farmId: MODEL };
  const today = dayInZone(now, 'Asia/Jerusalem');
  await insertFarmHistory(database, { ...own, today, now, days: DAYS, sensorDays: 0 });
  const userId = `user_${MODEL}`;
  const user = { orgId, farmId: null, id: userId, name: `Manager ${MODEL}`, status: 'active' };
  await insertRowsOf(database, 'users', [user]);
  const access = { ...own, id: `access_${MODEL}`, userId, role: 'manager', status: 'active' };
  await insertRowsOf(database, 'farm-access', [access]);
  const rows: { [Name in ResourceName]?: StoredRow[] } = {};
  for (const resource of TOLD) {
    const texts = await listRows(database, getResource(resource), {
      scope: { orgId, farmIds: [MODEL] },
      conditions: [],
      order: 'createdAt',
      direction: 'asc',
      limit: 1000,
      offset: 0,
    });
    rows[resource] = texts.map((text) => JSON.parse(text));
  }
  await database.transaction((transaction) =>
    recordHistory(transaction, { orgId, rows }, secureRandom),
  );
}

const TOLD = (
  ['flocks', 'daily-logs', 'alerts', 'tasks', 'sales', 'feed-deliveries', 'expenses'] as const
).filter(isReported);

async function copyFarms(client: pg.Client, { farms }: FleetPlan): Promise<void> {
  await client.query(`update activity_log set id = id || '_${MODEL}'`);
  const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
    select c.table_name as name, array_agg(c.column_name::text) as columns
    from information_schema.columns c
    join pg_class on relname = c.table_name and not relispartition
    where c.table_schema = 'public' and c.is_identity = 'NO' and c.table_name in (
      select table_name from information_schema.columns where column_name = 'farm_id')
    group by 1`);
  for (let from = 2; from <= farms; from += FARMS_AT_ONCE) {
    const to = Math.min(farms, from + FARMS_AT_ONCE - 1);
    for (const { name, columns } of tables) {
      await client.query(`
        insert into ${name} (${columns.join(', ')})
        select ${columns.map(copiedColumn).join(', ')}
        from generate_series(${from}, ${to}) n, (
          select * from ${name}
          where ${name === 'users' ? `id = 'user_${MODEL}'` : `farm_id = '${MODEL}'`}) model`);
    }
  }
  await client.query(`update row_counts set total = ${farms} where resource = 'users'`);
}

/** A column of a copy: the number of the farm stands in its ids and names. */
function copiedColumn(column: string): string {
  const isNumbered =
    column !== 'org_id' && (/(^|_)id$/.test(column) || ['name', 'search_text'].includes(column));
  if (!isNumbered) return `model.${column}`;
  return `replace(model.${column}, '${MODEL}', 'farm_' || lpad(n::text, 8, '0'))`;
}

/** A camera on every tenth farm, with its connection, its token and what it has seen for some days. */
async function addCameras(
  database: Database,
  { orgId, plan }: { readonly orgId: string; readonly plan: FleetPlan },
): Promise<Fleet['cameras']> {
  const places = Array.from({ length: Math.ceil(plan.farms / FARMS_PER_CAMERA) }, (_, n) => {
    const farmId = farmIdOf(1 + n * FARMS_PER_CAMERA);
    return { orgId, farmId, barnId: `barn_${farmId}_1` };
  });
  const cameras = places.map(({ farmId }) => ({
    integrationId: `integration_${farmId}`,
    ...createCredential('cameraToken', secureRandom),
  }));
  const named = (prefix: string, more: object) =>
    places.map((place) => ({ ...place, id: `${prefix}_${place.farmId}`, ...more }));
  const device = { kind: 'camera', name: 'Camera', sourceKey: 'cam', adopted: true };
  await insertRowsOf(database, 'devices', named('device', { ...device, status: 'online' }));
  const connection = { kind: 'camera', name: 'Camera', status: 'active', consecutiveFailures: 0 };
  await insertRowsOf(database, 'integrations', named('integration', connection));
  const createdAt = new Date().toISOString();
  await database.transaction(async (transaction) => {
    for (const { id, secret, integrationId } of cameras) {
      const secretHash = hashSecret(secret);
      await insertCameraToken(transaction, { id, orgId, integrationId, secretHash, createdAt });
    }
  });
  const hours = Array.from({ length: CAMERA_DAYS * 24 }, (_, ago) => ago);
  for (const place of places) {
    const rows = hours.map((ago) => ({
      ...place,
      id: `vision_${place.farmId}_${ago}`,
      deviceId: `device_${place.farmId}`,
      source: 'cam',
      ts: new Date(Date.now() - ago * 3_600_000).toISOString(),
      ...{ kind: 'count', unit: 'birds', value: 19_700 },
    }));
    await insertRowsOf(database, 'vision-events', rows);
  }
  return cameras.map(({ integrationId, text }) => ({ integrationId, token: text }));
}

/** Readings of all barns, in the order in which they come; the indexes are built at the end. */
async function addReadings(
  client: pg.Client,
  input: { readonly orgId: string; readonly plan: FleetPlan; readonly now: number },
): Promise<void> {
  const { orgId, plan, now } = input;
  const barns = plan.farms * BARNS;
  const steps = Math.floor(plan.readings / barns);
  if (steps === 0) return;
  const newest = Math.floor(now / READING_MILLIS) * READING_MILLIS;
  const instants = Array.from(
    { length: steps },
    (_, n) => newest - (steps - 1 - n) * READING_MILLIS,
  );
  await makeMonths(client, instants);
  const indexes = await dropIndexes(client);
  const idOf = createIdGeneratorAt('reading', secureRandom);
  const perTurn = Math.max(1, Math.floor(READINGS_AT_ONCE / barns));
  for (let from = 0; from < steps; from += perTurn) {
    const turn = instants.slice(from, from + perTurn);
    const times = turn.map((at) => new Date(at).toISOString());
    // The time stands in the first ten characters behind the prefix.
    const stems = turn.map((at) => idOf(at).slice(0, 'reading_'.length + 10));
    await client.query(
      `insert into env_readings (id, org_id, farm_id, version, created_at, updated_at, created_by,
        barn_id, ts, temp, humidity, source)
      select stem || lpad(upper(to_hex(barn)), 16, '0'), $3,
        'farm_' || lpad(((barn + 1) / 2)::text, 8, '0'), 1, at, at, '{"type":"key","id":"key_1"}',
        'barn_farm_' || lpad(((barn + 1) / 2)::text, 8, '0') || '_' || (2 - barn % 2), at,
        22 + barn % 8, 55 + barn % 11, 'sensor'
      from unnest($1::timestamptz[], $2::text[]) step (at, stem), generate_series(1, ${barns}) barn`,
      [times, stems, orgId],
    );
  }
  for (const make of indexes) await client.query(make);
  await client.query(`
    insert into row_counts (org_id, resource, farm_id, barn_id, kind, source, total)
    select org_id, 'env-readings', farm_id, id, '', 'sensor', ${steps} from barns`);
}

async function makeMonths(client: pg.Client, instants: readonly number[]): Promise<void> {
  const months = new Set(instants.map((at) => new Date(at).toISOString().slice(0, 7)));
  for (const month of months) {
    await client.query(`
      create table env_readings_${month.replace('-', '_')} partition of env_readings
      for values from ('${month}-01T00:00:00Z') to ('${addMonths(`${month}-01`, 1)}T00:00:00Z')`);
  }
}

/** Drops the indexes of the readings; returns the statements that make them again. */
async function dropIndexes(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string; make: string }>(`
    select indexname as name, indexdef as make from pg_indexes
    where tablename = 'env_readings' and indexname <> 'env_readings_pkey'`);
  await client.query('alter table env_readings drop constraint env_readings_pkey');
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return [
    'alter table env_readings add primary key (id, ts)',
    ...rows.map(({ make }) => make.replace(' ON ONLY ', ' ON ')),
  ];
}

/** How many farms the brain has judged by all rules since an instant. */
export async function countScans(input: {
  readonly url: string;
  readonly since: string;
}): Promise<number> {
  const client = new pg.Client(input.url);
  await client.connect();
  const asked = 'select count(*)::int as scanned from brain_scans where rules_at >= $1';
  const { rows } = await client.query(asked, [input.since]);
  await client.end();
  return rows[0].scanned;
}

/** Has the next server judge all farms by all rules at once, and look for the rest where it is full. */
export async function makeScansDue({
  url,
  isFull,
}: {
  readonly url: string;
  readonly isFull: boolean;
}): Promise<null> {
  const client = new pg.Client(url);
  await client.connect();
  const fullAt = isFull ? `now() - interval '13 hours'` : 'now()';
  await client.query(`
    insert into brain_scans (farm_id, org_id, rules_at, full_at)
    select id, org_id, now() - interval '2 hours', ${fullAt} from farms
    on conflict (farm_id) do update set rules_at = excluded.rules_at, full_at = excluded.full_at`);
  await client.query(`delete from scheduled_jobs where name = 'brain'`);
  await client.end();
  return null;
}
