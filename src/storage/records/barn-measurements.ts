import sql, { join, raw, type Sql } from 'sql-template-tag';
import { devices } from '../../model/resources/devices.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection } from '../core/database.ts';
import { type Scope, scopePredicate } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** Measurements in a barn at one time. */
export interface BarnReading {
  readonly id: string;
  readonly barnId: string;
  readonly ts: string;
  readonly source: string;
  readonly sensor: string | null;
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly co2: number | null;
  readonly nh3: number | null;
  readonly waterL: number | null;
  readonly feedKg: number | null;
}

/** Bird behaviour seen by a camera in a barn at one time. */
export interface BarnBehavior {
  readonly id: string;
  readonly barnId: string;
  readonly ts: string;
  readonly unit: string;
  readonly value: number;
}

/** Instants, ISO 8601, both included. */
export interface MeasuredSpan {
  readonly from: string;
  readonly to: string;
}

const READING: readonly ObjectColumn[] = [
  ['id', 'record.id', 'text'],
  ['barnId', 'record.barn_id', 'text'],
  ['ts', 'record.ts', 'timestamp'],
  ['source', 'record.source', 'text'],
  ['sensor', 'record.sensor', 'text'],
  ['temp', 'record.temp', 'number'],
  ['humidity', 'record.humidity', 'number'],
  ['co2', 'record.co2', 'number'],
  ['nh3', 'record.nh3', 'number'],
  ['waterL', 'record.water_l', 'number'],
  ['feedKg', 'record.feed_kg', 'number'],
];

const BEHAVIOR: readonly ObjectColumn[] = [
  ['id', 'record.id', 'text'],
  ['barnId', 'record.barn_id', 'text'],
  ['ts', 'record.ts', 'timestamp'],
  ['unit', 'record.unit', 'text'],
  ['value', 'record.value', 'number'],
];

/** Maximum number of rows read per barn, newest first; a day of readings every 20 seconds. */
export const MOST_BARN_ROWS = 5000;

/** The measurements in a barn within a time span, oldest first, without outdoor weather. */
export async function listBarnReadings(
  connection: Connection,
  scope: Scope,
  query: MeasuredSpan & { readonly barnId: string },
): Promise<BarnReading[]> {
  const newestFirst = await selectObjects<BarnReading>(
    connection,
    sql`
      select ${objectOf(connection.dialect, READING)} from env_readings record
      where ${scopePredicate(envReadings, scope)} and record.source <> 'weather'
        and ${spanCondition(query)} order by record.ts desc, record.id desc limit ${MOST_BARN_ROWS}`,
  );
  return newestFirst.reverse();
}

/** The newest reading of a barn within a time span with a value for all these measures. */
export async function findNewestReading(
  connection: Connection,
  scope: Scope,
  query: MeasuredSpan & {
    readonly barnId: string;
    readonly measures: readonly (keyof typeof MEASURE_COLUMNS)[];
  },
): Promise<BarnReading | undefined> {
  const measured = query.measures.map((name) => raw(`record.${MEASURE_COLUMNS[name]} is not null`));
  const [newest] = await selectObjects<BarnReading>(
    connection,
    sql`
      select ${objectOf(connection.dialect, READING)} from env_readings record
      where ${scopePredicate(envReadings, scope)} and record.source <> 'weather'
        and ${spanCondition(query)} and ${join(measured, ' and ')}
      order by record.ts desc, record.id desc limit 1`,
  );
  return newest;
}

const MEASURE_COLUMNS = {
  temp: 'temp',
  humidity: 'humidity',
  co2: 'co2',
  nh3: 'nh3',
  waterL: 'water_l',
  feedKg: 'feed_kg',
} as const;

/** Bird behaviour seen by cameras in a barn within a time span, oldest first. */
export async function listBarnBehaviors(
  connection: Connection,
  scope: Scope,
  query: MeasuredSpan & {
    readonly barnId: string;
    readonly units: readonly string[];
    /** Maximum number of rows, newest first; default: all. */
    readonly most?: number;
  },
): Promise<BarnBehavior[]> {
  if (query.units.length === 0) return [];
  const newestFirst = await selectObjects<BarnBehavior>(
    connection,
    sql`
      select ${objectOf(connection.dialect, BEHAVIOR)} from vision_events record
      where ${scopePredicate(visionEvents, scope)} and record.kind = 'behavior'
        and record.unit in (${join([...query.units])}) and record.value is not null
        and ${spanCondition(query)}
      order by record.ts desc, record.id desc limit ${query.most ?? MOST_BARN_ROWS}`,
  );
  return newestFirst.reverse();
}

function spanCondition({ barnId, from, to }: MeasuredSpan & { readonly barnId: string }): Sql {
  return sql`record.barn_id = ${barnId} and record.ts >= ${from} and record.ts <= ${to}`;
}

/** The number of temperature sensors and controllers of a barn that are offline or broken. */
export async function countBrokenSensors(
  connection: Connection,
  scope: Scope,
  barnId: string,
): Promise<number> {
  const row = await connection.first<{ total: number | string }>(sql`
    select count(*) as total from devices record
    where ${scopePredicate(devices, scope)} and record.barn_id = ${barnId}
      and record.kind in ('temp_sensor', 'controller') and record.status in ('offline', 'fault')`);
  return Number(row?.total ?? 0);
}
