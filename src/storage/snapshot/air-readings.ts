import sql from 'sql-template-tag';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { mapInSlices } from '../in-slices.ts';
import { scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { type FarmMoment, hoursAgo } from './farm-moment.ts';
import { jsonList, jsonListOf } from './json-list.ts';

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
interface BarnRow {
  readonly barnId: string;
  readonly readings: readonly Measured[];
}

/** The readings of the last 26 hours by barn, time and id; none of source `weather`. */
export async function listAirReadings(
  connection: Connection,
  moment: FarmMoment,
): Promise<AirReadingRow[]> {
  const rows = await selectObjects<BarnRow>(
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

function readingsOf({ barnId, readings }: BarnRow): AirReadingRow[] {
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
