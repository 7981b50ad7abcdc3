import type { StoredOf } from '../../model/registry.ts';
import { storedFields } from '../../model/resource-fields.ts';
import { barns } from '../../model/resources/barns.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { Connection, Transaction } from '../../storage/database.ts';
import { insertRows } from '../../storage/records/insert-rows.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { replaceRow } from '../../storage/records/write-row.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import type { Runtime } from '../runtime.ts';
import type { WeatherReading } from './weather-source.ts';

/** Whose weather is stored, and who says so. */
export interface WeatherOwner {
  readonly orgId: string;
  readonly farmId: string;
  /** Readings belong to a barn; those of the weather to the first one of the farm. */
  readonly barnId: string;
  readonly integrationId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const SOURCE = 'weather';
const MOST_ROWS = 5000;

/** The barn that the weather of a farm is written to: its first by name; undefined without any. */
export async function firstBarnId(
  connection: Connection,
  { orgId, farmId }: Pick<WeatherOwner, 'orgId' | 'farmId'>,
): Promise<string | undefined> {
  const [first] = await listRows(connection, barns, {
    scope: { orgId, farmIds: [farmId] },
    conditions: [],
    order: 'name',
    direction: 'asc',
    limit: 1,
    offset: 0,
  });
  return first === undefined ? undefined : (JSON.parse(first) as StoredOf<'barns'>).id;
}

/**
 * Writes the weather of a farm, one row for each hour: what is there for an hour already is given
 * the new values. So a forecast gives way to a newer one, and in the end to what the weather was;
 * of hours gone for more than a day nothing is touched.
 */
export async function storeWeather(
  runtime: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  {
    owner,
    readings,
  }: { readonly owner: WeatherOwner; readonly readings: readonly WeatherReading[] },
): Promise<void> {
  const known = await knownHours(transaction, owner, readings);
  const added: StoredRow[] = [];
  for (const reading of readings) {
    const before = known.get(reading.ts);
    if (!before) added.push(newRow(runtime, owner, reading));
    else await updateRow(transaction, before, { reading, now: owner.now });
  }
  await insertRows(transaction, envReadings, added);
}

/** What is stored for these hours; of several rows for one the one changed last, which is shown. */
async function knownHours(
  transaction: Transaction,
  { orgId, farmId }: WeatherOwner,
  readings: readonly WeatherReading[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const rows = await listRows(transaction, envReadings, {
    scope: narrowScope({ orgId, farmIds: 'all' }, farmId),
    conditions: [
      { field: 'source', operator: '=', value: SOURCE },
      { field: 'ts', operator: '>=', value: readings[0]?.ts ?? '' },
      { field: 'ts', operator: '<=', value: readings.at(-1)?.ts ?? '' },
    ],
    order: 'ts',
    direction: 'asc',
    limit: MOST_ROWS,
    offset: 0,
  });
  const stored = rows.map((json) => storedFromJson(json, orgId));
  const oldestFirst = stored.toSorted((left, right) => (isNewer(left, right) ? 1 : -1));
  return new Map(oldestFirst.map((row) => [String(row['ts']), row]));
}

function isNewer(left: StoredRow, right: StoredRow): boolean {
  if (left.updatedAt !== right.updatedAt) return left.updatedAt > right.updatedAt;
  return left.id > right.id;
}

function newRow(
  { ids }: Pick<Runtime, 'ids'>,
  { orgId, farmId, barnId, integrationId, now }: WeatherOwner,
  reading: WeatherReading,
): StoredRow {
  const at = formatInstant(now);
  const empty = storedFields(envReadings).map(([name]) => [name, null]);
  return {
    ...Object.fromEntries(empty),
    ...reading,
    barnId,
    source: SOURCE,
    id: ids.create(envReadings.idPrefix),
    orgId,
    farmId,
    version: 1,
    createdAt: at,
    updatedAt: at,
    createdBy: { type: 'integration', id: integrationId },
  };
}

async function updateRow(
  transaction: Transaction,
  before: StoredRow,
  { reading, now }: { readonly reading: WeatherReading; readonly now: number },
): Promise<void> {
  const { temp, humidity } = reading;
  if (before['temp'] === temp && before['humidity'] === humidity) return;
  await replaceRow(transaction, envReadings, {
    ...before,
    temp,
    humidity,
    version: before.version + 1,
    updatedAt: formatInstant(Math.max(now, Date.parse(before.updatedAt))),
  });
}
