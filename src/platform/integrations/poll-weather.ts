import { storedFields } from '../../model/core/resource.ts';
import { barns } from '../../model/resources/barns.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { insertRows, replaceRow } from '../../storage/records/write-rows.ts';
import { listWeatherStations, type WeatherStation } from '../../storage/system/devices.ts';
import { formatInstant, parseInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { lockRules } from '../core/lock-order.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { OutboundFailed } from '../outbound/outbound-client.ts';
import { findUntouched, markIntegration } from './integration-status.ts';
import {
  type GlobePlace,
  type WeatherReading,
  WeatherRefused,
  type WeatherSource,
} from './open-meteo.ts';

/** Dependencies of weather polling. */
export interface WeatherPoll {
  readonly runtime: Runtime;
  readonly source: WeatherSource;
  /** Aborts the poll. */
  readonly signal: AbortSignal;
  /** Called for every farm whose weather could not be read. */
  readonly onFailure: (farmId: string, error: unknown) => void;
  /** Called for every farm whose weather was read. */
  readonly onSuccess?: (farmId: string) => void;
}

const FARMS_AT_ONCE = 4;

type Outcome =
  | { readonly readings: readonly WeatherReading[] }
  | { readonly readings: null; readonly error: string };

/**
 * Fetches and stores the weather of all due farms; returns the number of farms polled. Failures are
 * recorded on the integrations of the farm; throws only for database errors.
 */
export async function pollWeather(poll: WeatherPoll): Promise<number> {
  const { runtime, signal } = poll;
  const stations = await listWeatherStations(runtime.database);
  const waiting = dueFarms(stations, runtime.clock.now());
  let polled = 0;
  const work = async () => {
    for (let farm = waiting.shift(); farm && !signal.aborted; farm = waiting.shift()) {
      if (await pollFarm(poll, farm)) polled++;
    }
  };
  await Promise.all(Array.from({ length: FARMS_AT_ONCE }, work));
  return polled;
}

/**
 * Returns whether the farm was polled: a farm without a barn is not, since readings belong to
 * barns.
 */
async function pollFarm(poll: WeatherPoll, farm: DueFarm): Promise<boolean> {
  const barnId = await firstBarnId(poll.runtime.database, farm);
  if (barnId === undefined) return false;
  const outcome = await read(poll, farm);
  // An aborted attempt is no evidence about the source.
  if (poll.signal.aborted) return true;
  await note(poll.runtime, { farm, barnId, outcome });
  return true;
}

async function read(
  { source, signal, onFailure, onSuccess }: WeatherPoll,
  farm: DueFarm,
): Promise<Outcome> {
  try {
    const readings = await source.read(farm, signal);
    onSuccess?.(farm.farmId);
    return { readings };
  } catch (error) {
    if (!signal.aborted) onFailure(farm.farmId, error);
    const isKnown = error instanceof OutboundFailed || error instanceof WeatherRefused;
    return { readings: null, error: isKnown ? error.message : 'The weather could not be read.' };
  }
}

/**
 * Writes readings and statuses in one transaction, unless another instance has polled meanwhile.
 */
async function note(
  runtime: Runtime,
  poll: { readonly farm: DueFarm; readonly barnId: string; readonly outcome: Outcome },
): Promise<void> {
  const { farm, barnId, outcome } = poll;
  const now = runtime.clock.now();
  await runtime.database.transaction(async (transaction) => {
    let isWritten = false;
    await lockRules({ transaction, farmId: farm.farmId });
    for (const station of farm.stations) {
      const before = await findUntouched(transaction, station);
      if (!before) continue;
      if (outcome.readings && !isWritten) {
        const { orgId, farmId } = farm;
        const owner = { orgId, farmId, barnId, integrationId: station.integrationId, now };
        await storeWeather(runtime, transaction, { owner, readings: outcome.readings });
        isWritten = true;
      }
      const error = outcome.readings ? null : outcome.error;
      await markIntegration(runtime, transaction, { before, attempt: { error }, now });
    }
  });
}

/** A farm whose weather is due. */
export interface DueFarm extends GlobePlace {
  readonly orgId: string;
  readonly farmId: string;
  /** Its weather integrations. */
  readonly stations: readonly WeatherStation[];
}

const USUAL_POLL_MINUTES = 60;
const MINUTE_MILLIS = 60_000;

/** The farms with a due integration; each is polled once for all its integrations. */
export function dueFarms(stations: readonly WeatherStation[], now: number): DueFarm[] {
  const due = stations.filter((station) => isDue(station, now));
  return [...groupBy(due, ({ farmId }) => farmId)].flatMap(([farmId, ofFarm]) => {
    const [first] = ofFarm;
    if (!first) return [];
    const { orgId, latitude, longitude } = first;
    return [{ orgId, farmId, latitude, longitude, stations: ofFarm }];
  });
}

/** Whether its interval has passed since the last attempt, successful or not. */
function isDue({ lastSuccessAt, lastErrorAt, pollMinutes }: WeatherStation, now: number): boolean {
  const attempts = [lastSuccessAt, lastErrorAt].flatMap((at) => parseInstant(at ?? '') ?? []);
  const passed = now - Math.max(...attempts, Number.NEGATIVE_INFINITY);
  // A clock that was set back must not delay a farm.
  return passed < 0 || passed >= (pollMinutes ?? USUAL_POLL_MINUTES) * MINUTE_MILLIS;
}

/** The farm whose weather is stored, and the author. */
export interface WeatherOwner {
  readonly orgId: string;
  readonly farmId: string;
  /** Readings belong to a barn; weather is stored for the first barn of the farm. */
  readonly barnId: string;
  readonly integrationId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const SOURCE = 'weather';
const MOST_ROWS = 5000;

/** The barn for the weather of a farm: the first by name; undefined when there are none. */
async function firstBarnId(
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
 * Stores the weather of a farm, one row per hour: an existing row gets the new values, so that
 * forecasts are replaced by newer ones and finally by the actual weather. Hours more than a day ago
 * are not changed.
 */
async function storeWeather(
  runtime: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  {
    owner,
    readings,
  }: { readonly owner: WeatherOwner; readonly readings: readonly WeatherReading[] },
): Promise<void> {
  const storedHours = await knownHours(transaction, owner, readings);
  const added: StoredRow[] = [];
  for (const reading of readings) {
    const before = storedHours.get(reading.ts);
    if (!before) added.push(newRow(runtime, owner, reading));
    else await updateRow(transaction, before, { reading, now: owner.now });
  }
  await insertRows(transaction, envReadings, added);
}

/**
 * The stored rows of these hours; of several rows for an hour the last changed one, which is shown.
 */
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
