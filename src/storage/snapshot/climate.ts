import sql, { join, raw, type Sql } from 'sql-template-tag';
import { barns } from '../../model/resources/barns.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Connection, Dialect } from '../core/database.ts';
import { scopePredicate } from '../core/scope.ts';
import {
  isInsideFlock,
  jsonList,
  jsonListOf,
  type ObjectColumn,
  objectOf,
  selectObjects,
  typedValue,
} from '../core/select-objects.ts';
import { nextTurn } from '../core/slices.ts';
import { rowProjection } from '../core/stored-row.ts';
import {
  type FarmMoment,
  type FarmText,
  farmDays,
  hoursAgo,
  instantDaysAgo,
  type PortfolioMoment,
  selectFarmTexts,
} from './farm-moment.ts';

const WINDOW_HOURS = 26;

/** The air measures in a barn at one time. */
export interface AirReadingRow {
  readonly id: string;
  readonly barnId: string;
  readonly ts: string | null;
  readonly source: string;
  readonly sensor: string | null;
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly co2: number | null;
  readonly nh3: number | null;
}

/** A reading as a short array: a farm can have a hundred thousand. */
type Measured = readonly [
  barnId: string,
  id: string,
  ts: string,
  source: string,
  sensor: string | null,
  temp: number | null,
  humidity: number | null,
  co2: number | null,
  nh3: number | null,
];

/** An SQLite query blocks the event loop: reading this many takes about 20 ms. */
const PAGE_READINGS = 5000;

/**
 * The readings of the last 26 hours by barn, time and id, without source `weather`. They are read
 * in pages by time, so that other requests are served in between; a page may therefore reflect
 * newer data than the one before.
 */
export async function listAirReadings(
  connection: Connection,
  moment: FarmMoment,
): Promise<AirReadingRow[]> {
  const byBarn = new Map<string, AirReadingRow[]>();
  let last: Measured | undefined;
  do {
    if (last) await nextTurn();
    const page: readonly Measured[] = await readingsAfter(connection, moment, last);
    for (const measured of page) addReading(byBarn, measured);
    last = page.length === PAGE_READINGS ? page.at(-1) : undefined;
  } while (last);
  const barnIds = [...byBarn.keys()].sort();
  return barnIds.flatMap((barnId) => byBarn.get(barnId) ?? []);
}

/** The next readings after one, by time and id. */
async function readingsAfter(
  connection: Connection,
  moment: FarmMoment,
  last: Measured | undefined,
): Promise<readonly Measured[]> {
  const { dialect } = connection;
  const since = last
    ? sql`(record.ts, record.id) > (${last[2]}, ${last[1]})`
    : sql`record.ts >= ${hoursAgo(moment, WINDOW_HOURS)}`;
  const row = await connection.first<{ json: string | null }>(sql`
    select cast(${raw(jsonListOf(dialect, jsonList(dialect, fieldsOf(dialect))))} as text) as json
    from (
      select * from env_readings record
      where ${scopePredicate(envReadings, moment.scope)} and ${since}
        and record.source <> 'weather'
      order by record.ts, record.id
      limit ${PAGE_READINGS}
    ) record`);
  return JSON.parse(row?.json ?? '[]');
}

function fieldsOf(dialect: Dialect): string[] {
  return [
    'record.barn_id',
    'record.id',
    dialect.jsonValue('record.ts', 'timestamp'),
    'record.source',
    'record.sensor',
    'record.temp',
    'record.humidity',
    'record.co2',
    'record.nh3',
  ];
}

function addReading(byBarn: Map<string, AirReadingRow[]>, measured: Measured): void {
  const [barnId, id, ts, source, sensor, temp, humidity, co2, nh3] = measured;
  const reading = { id, barnId, ts, source, sensor, temp, humidity, co2, nh3 };
  const cached = byBarn.get(barnId);
  if (cached) cached.push(reading);
  else byBarn.set(barnId, [reading]);
}

const HOUR_DAYS = 14;

/** Hourly climate of a barn from its readings. */
export interface BarnHourRow {
  readonly barnId: string;
  readonly hour: string;
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly readings: number;
  /** Minimum and maximum of the hour. */
  readonly tempLow?: number | null;
  readonly tempHigh?: number | null;
  readonly humidityLow?: number | null;
  readonly humidityHigh?: number | null;
}

/**
 * The hours of a barn with readings, unordered; compact, because there are more than a thousand.
 */
interface BarnHours {
  readonly barnId: string;
  readonly hours:
    | readonly [
        hour: string,
        temp: number | null,
        humidity: number | null,
        readings: number,
        tempLow: number | null,
        tempHigh: number | null,
        humidityLow: number | null,
        humidityHigh: number | null,
      ][]
    | null;
}

/** The climate of the last 14 days by barn and hour, in this order, without source `weather`. */
export async function listBarnHours(
  connection: Connection,
  moment: FarmMoment,
): Promise<BarnHourRow[]> {
  const { dialect } = connection;
  const since = instantDaysAgo(moment, HOUR_DAYS);
  const rows = await selectObjects<BarnHours>(
    connection,
    sql`
      select ${objectOf(dialect, COLUMNS)}
      from (
        select barn.id, (
          select ${raw(jsonListOf(dialect, jsonList(dialect, HOUR)))} from (
            select ${raw(hourOf(dialect, 'reading.ts'))} as hour, avg(reading.temp) as temp,
              avg(reading.humidity) as humidity, count(*) as readings,
              min(reading.temp) as temp_low, max(reading.temp) as temp_high,
              min(reading.humidity) as humidity_low, max(reading.humidity) as humidity_high
            from env_readings reading
            where reading.barn_id = barn.id and reading.deleted_at is null
              and reading.ts >= ${since} and reading.source <> 'weather'
            group by 1
          ) found
        ) as hours
        from barns barn where ${scopePredicate(barns, moment.scope, 'barn')}
      ) barn
      order by barn.id`,
  );
  return rows.flatMap(hoursOf);
}

const HOUR = [
  ...['hour', 'temp', 'humidity', 'readings'],
  ...['temp_low', 'temp_high', 'humidity_low', 'humidity_high'],
];
const COLUMNS: readonly ObjectColumn[] = [
  ['barnId', 'barn.id', 'text'],
  ['hours', 'barn.hours', 'json'],
];

/** Expression for the text of an instant up to its hour, in UTC. */
export function hourOf(dialect: Dialect, column: string): string {
  if (dialect.name === 'sqlite') return `substr(${column}, 1, 13)`;
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`;
}

function hoursOf({ barnId, hours }: BarnHours): BarnHourRow[] {
  return (hours ?? [])
    .map(([hour, temp, humidity, readings, tempLow, tempHigh, humidityLow, humidityHigh]) => ({
      ...{ barnId, hour: `${hour}:00:00.000Z`, temp, humidity, readings },
      ...{ tempLow, tempHigh, humidityLow, humidityHigh },
    }))
    .sort((left, right) => (left.hour < right.hour ? -1 : 1));
}

/** The newest reading of each barn of a farm, of any age, by barn, without source `weather`. */
export function listNewestReadings(
  connection: Connection,
  { scope }: FarmMoment,
): Promise<StoredOf<'env-readings'>[]> {
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(envReadings, connection.dialect)} as json
      from barns barn cross join env_readings record
      where ${scopePredicate(barns, scope, 'barn')} and ${scopePredicate(envReadings, scope)}
        and record.id = (
          select newest.id from env_readings newest
          where newest.barn_id = barn.id and newest.deleted_at is null
            and newest.source <> 'weather'
          order by newest.ts desc, newest.id desc limit 1)
      order by record.barn_id`,
  );
}

/** Rows of source `weather` since 26 hours ago, by time; the last changed row of each time. */
export function listWeatherRows(
  connection: Connection,
  moment: FarmMoment,
): Promise<StoredOf<'env-readings'>[]> {
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(envReadings, connection.dialect)} as json
      from (
        select record.*, row_number() over (
          partition by record.ts order by record.updated_at desc, record.id desc
        ) as place
        from env_readings record
        where ${scopePredicate(envReadings, moment.scope)}
          and record.ts >= ${hoursAgo(moment, 26)} and record.source = 'weather'
      ) record
      where record.place = 1
      order by record.ts`,
  );
}

const CLIMATE_HOURS = 24;

/** The number of the last 24 hours with air measurements in the barn of a flock. */
export type ClimateHours = readonly [flockId: string, hours: number];

/** A list of `ClimateHours` for each of the farms with flocks in barns. */
export function listClimateHours(
  connection: Connection,
  moment: PortfolioMoment,
): Promise<FarmText[]> {
  const { dialect } = connection;
  const { found, from } = climateOf(dialect, moment);
  const list = raw(jsonListOf(dialect, jsonList(dialect, ['live.id', 'live.hours'])));
  return selectFarmTexts(
    connection,
    sql`
      with live as materialized (
        select flock.id, flock.farm_id, ${found}
        from (${farmDays(dialect, moment)}) page cross join flocks flock ${from}
        where flock.farm_id = page.id and ${isInsideFlock}
      )
      select live.farm_id as "farmId", cast(${list} as text) as json, min(live.lasts) as lasts
      from live group by live.farm_id`,
  );
}

/** With more readings per day, each hour is looked up separately. */
const FEW_READINGS = 200;

/** The columns `hours` and `lasts` for the barn of a flock, and their sources. */
function climateOf(dialect: Dialect, moment: PortfolioMoment): Record<'found' | 'from', Sql> {
  const instant = (hours: number) => typedValue(dialect, hoursAgo(moment, hours), 'timestamp');
  const [first, last] = [instant(CLIMATE_HOURS), instant(0)];
  const measured = (from: Sql) => sql`
    from env_readings reading
    where reading.barn_id = flock.barn_id and reading.deleted_at is null
      and reading.source <> 'weather' and reading.ts > ${from}
      and coalesce(reading.temp, reading.humidity, reading.co2, reading.nh3) is not null`;
  const hours = Array.from(
    { length: CLIMATE_HOURS },
    (_, hoursAgo) => sql`(${instant(hoursAgo + 1)}, ${instant(hoursAgo)})`,
  );
  // Each hour is looked up by index: from `exists` PostgreSQL would create a join with all
  // readings.
  const byHour = sql`(
    select count(*) from (values ${join(hours)}) hour
    where (select 1 ${measured(sql`hour.column1`)} and reading.ts <= hour.column2 limit 1)
      is not null)`;
  if (dialect.name === 'sqlite') {
    // A single lookup separates most barns without a sensor from those whose hours need counting.
    const hourCount = sql`case when exists (select 1 ${measured(first)}) then ${byHour} else 0 end`;
    return { found: sql`${hourCount} as hours, 0 as lasts`, from: sql`` };
  }
  // The last instant of an hour belongs to it. Nothing changes until a reading becomes an hour
  // older, or now.
  const hour = sql`date_bin('1 hour', latest.ts, ${last} + interval '1 microsecond')`;
  const isFew = sql`count(*) < ${raw(String(FEW_READINGS))}`;
  const from = sql`
    cross join lateral (
      select
        case when ${isFew} then count(distinct ${hour}) filter (where latest.ts <= ${last})
          else ${byHour} end as hours,
        case when ${isFew}
          then floor(extract(epoch from min(latest.ts - ${hour})) * 1000)::float8 else 0 end as lasts
      from (select reading.ts ${measured(first)} limit ${raw(String(FEW_READINGS))}) latest
    ) climate`;
  return { found: sql`climate.hours, climate.lasts`, from };
}
