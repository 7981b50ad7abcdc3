import sql, { raw } from 'sql-template-tag';
import { barns } from '../../model/resources/barns.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Connection, Dialect } from '../core/database.ts';
import { scopePredicate } from '../core/scope.ts';
import {
  jsonList,
  jsonListOf,
  type ObjectColumn,
  objectOf,
  selectObjects,
} from '../core/select-objects.ts';
import { mapInSlices } from '../core/slices.ts';
import { rowProjection } from '../core/stored-row.ts';
import { type FarmMoment, hoursAgo, instantDaysAgo } from './farm-moment.ts';

const WINDOW_HOURS = 26;

/** The measures of the air in a barn at one moment. */
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

type Measured = readonly [
  id: string,
  ts: string | null,
  source: string,
  sensor: string | null,
  temp: number | null,
  humidity: number | null,
  co2: number | null,
  nh3: number | null,
];

/** The readings of a barn as short lists: a farm can have a hundred thousand. */
interface BarnReadings {
  readonly barnId: string;
  readonly readings: readonly Measured[];
}

/** The readings of the last 26 hours by barn, time and id; none of source `weather`. */
export async function listAirReadings(
  connection: Connection,
  moment: FarmMoment,
): Promise<AirReadingRow[]> {
  const rows = await selectObjects<BarnReadings>(
    connection,
    sql`
      select ${objectOf(connection.dialect, columnsOf(connection.dialect))}
      from env_readings record
      where ${scopePredicate(envReadings, moment.scope)}
        and record.ts >= ${hoursAgo(moment, WINDOW_HOURS)} and record.source <> 'weather'
      group by record.barn_id
      order by record.barn_id`,
  );
  const barns = await mapInSlices(rows, readingsOf);
  return barns.flat();
}

function columnsOf(dialect: Dialect): ObjectColumn[] {
  const fields = [
    'record.id',
    dialect.jsonValue('record.ts', 'timestamp'),
    'record.source',
    'record.sensor',
    'record.temp',
    'record.humidity',
    'record.co2',
    'record.nh3',
  ];
  return [
    ['barnId', 'record.barn_id', 'text'],
    ['readings', jsonListOf(dialect, jsonList(dialect, fields)), 'json'],
  ];
}

function readingsOf({ barnId, readings }: BarnReadings): AirReadingRow[] {
  return readings
    .map(([id, ts, source, sensor, temp, humidity, co2, nh3]) => {
      return { id, barnId, ts, source, sensor, temp, humidity, co2, nh3 };
    })
    .sort(byTime);
}

function byTime(left: AirReadingRow, right: AirReadingRow): number {
  return compareTexts(left.ts ?? '', right.ts ?? '') || compareTexts(left.id, right.id);
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const HOUR_DAYS = 14;

/** The climate of a barn over one hour, from its readings. */
export interface BarnHourRow {
  readonly barnId: string;
  readonly hour: string;
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly readings: number;
}

/** The hours of a barn with readings, in no order; short, since there are more than a thousand. */
interface BarnHours {
  readonly barnId: string;
  readonly hours:
    | readonly [hour: string, temp: number | null, humidity: number | null, readings: number][]
    | null;
}

/** The climate by barn and hour of the last 14 days, in this order; none of source `weather`. */
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
              avg(reading.humidity) as humidity, count(*) as readings
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

const HOUR = ['hour', 'temp', 'humidity', 'readings'];
const COLUMNS: readonly ObjectColumn[] = [
  ['barnId', 'barn.id', 'text'],
  ['hours', 'barn.hours', 'json'],
];

/** The beginning of the text of an instant up to its hour, in UTC. */
export function hourOf(dialect: Dialect, column: string): string {
  if (dialect.name === 'sqlite') return `substr(${column}, 1, 13)`;
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`;
}

function hoursOf({ barnId, hours }: BarnHours): BarnHourRow[] {
  return (hours ?? [])
    .map(([hour, temp, humidity, readings]) => {
      return { barnId, hour: `${hour}:00:00.000Z`, temp, humidity, readings };
    })
    .sort((left, right) => (left.hour < right.hour ? -1 : 1));
}

/** The newest reading of each barn of a farm, however old, by barn; none of source `weather`. */
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

/** Rows of source `weather`, from 26 hours ago on, by time; the one changed last for each moment. */
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
