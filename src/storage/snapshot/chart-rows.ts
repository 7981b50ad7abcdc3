import sql, { raw, type Sql } from 'sql-template-tag';
import { getResource, type ResourceName, type StoredOf } from '../../model/resources/registry.ts';
import { type Connection, tableName } from '../core/database.ts';
import { type Scope, scopePredicate } from '../core/scope.ts';
import {
  decidingLogOfFlock,
  type ObjectColumn,
  objectOf,
  selectObjects,
} from '../core/select-objects.ts';
import { rowProjection } from '../core/stored-row.ts';
import { hourOf } from './climate.ts';
import { rowParts } from './list-part-rows.ts';

const { closedLogs } = rowParts;

type Log = Pick<StoredOf<'daily-logs'>, (typeof closedLogs.fields)[number]>;

/** The effective logs of a flock, by day. */
export function listFlockLogs(
  connection: Connection,
  scope: Scope,
  flockId: string,
): Promise<Log[]> {
  const condition = sql`record.flock_id = ${flockId} and ${decidingLogOfFlock('record')}`;
  const { fields } = closedLogs;
  return listOwn(connection, 'daily-logs', {
    scope,
    where: condition,
    order: 'record.date',
    fields,
  });
}

/** The sales of a flock, oldest first. */
export function listFlockSales(
  connection: Connection,
  scope: Scope,
  flockId: string,
): Promise<StoredOf<'sales'>[]> {
  const condition = sql`record.flock_id = ${flockId} and record.deleted_at is null`;
  return listOwn(connection, 'sales', { scope, where: condition, order: 'record.date, record.id' });
}

/** The flocks that may have been in a barn on some days, oldest placement first. */
export function listBarnFlocks(
  connection: Connection,
  scope: Scope,
  at: { readonly barnId: string; readonly since: string; readonly to: string },
): Promise<StoredOf<'flocks'>[]> {
  const condition = sql`record.barn_id = ${at.barnId} and record.deleted_at is null
    and record.status in ('active', 'selling', 'closed') and record.placement_date <= ${at.to}
    and (record.status <> 'closed' or record.closed_at >= ${at.since})`;
  const order = 'record.placement_date, record.id';
  return listOwn(connection, 'flocks', { scope, where: condition, order });
}

function listOwn<T>(
  connection: Connection,
  resource: ResourceName,
  query: {
    readonly scope: Scope;
    readonly where: Sql;
    readonly order: string;
    readonly fields?: readonly string[];
  },
): Promise<T[]> {
  const definition = getResource(resource);
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(definition, connection.dialect, query.fields)} as json
      from ${raw(tableName(resource))} record
      where ${query.where} and ${scopePredicate(definition, query.scope)}
      order by ${raw(query.order)}`,
  );
}

/** A fused weight of a flock with its range. */
export interface RangedWeightRow {
  readonly day: string;
  readonly g: number;
  readonly lowG: number;
  readonly highG: number;
}

const WEIGHT: readonly ObjectColumn[] = [
  ['day', 'fused.day', 'date'],
  ['g', 'fused.weight_g', 'number'],
  ['lowG', 'fused.low_g', 'number'],
  ['highG', 'fused.high_g', 'number'],
];

/** The fused weights of a flock, by day. */
export function listRangedWeights(
  connection: Connection,
  flockId: string,
): Promise<RangedWeightRow[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, WEIGHT)}
      from flock_weights fused where fused.flock_id = ${flockId} order by fused.day`,
  );
}

/** Hourly climate of a barn from its readings. */
export interface ClimateHourRow {
  /** Start of the hour, UTC: `2026-11-21T08:00:00.000Z`. */
  readonly hour: string;
  readonly readings: number;
  readonly temp: number | null;
  readonly tempLow: number | null;
  readonly tempHigh: number | null;
  readonly humidity: number | null;
  readonly humidityLow: number | null;
  readonly humidityHigh: number | null;
  readonly co2: number | null;
  readonly co2High: number | null;
  readonly nh3: number | null;
  readonly nh3High: number | null;
}

const HOUR: readonly ObjectColumn[] = [
  ['hour', "found.hour || ':00:00.000Z'", 'text'],
  ['readings', 'found.readings', 'integer'],
  ['temp', 'found.temp', 'number'],
  ['tempLow', 'found.temp_low', 'number'],
  ['tempHigh', 'found.temp_high', 'number'],
  ['humidity', 'found.humidity', 'number'],
  ['humidityLow', 'found.humidity_low', 'number'],
  ['humidityHigh', 'found.humidity_high', 'number'],
  ['co2', 'found.co2', 'number'],
  ['co2High', 'found.co2_high', 'number'],
  ['nh3', 'found.nh3', 'number'],
  ['nh3High', 'found.nh3_high', 'number'],
];

/** Hourly climate of a barn in a time range, without source `weather`. */
export function listClimateHours(
  connection: Connection,
  at: { readonly barnId: string; readonly from: string; readonly to: string },
): Promise<ClimateHourRow[]> {
  const { dialect } = connection;
  return selectObjects(
    connection,
    sql`
      select ${objectOf(dialect, HOUR)}
      from (
        select ${raw(hourOf(dialect, 'reading.ts'))} as hour, count(*) as readings,
          avg(reading.temp) as temp, min(reading.temp) as temp_low, max(reading.temp) as temp_high,
          avg(reading.humidity) as humidity, min(reading.humidity) as humidity_low,
          max(reading.humidity) as humidity_high,
          avg(reading.co2) as co2, max(reading.co2) as co2_high,
          avg(reading.nh3) as nh3, max(reading.nh3) as nh3_high
        from env_readings reading
        where reading.barn_id = ${at.barnId} and reading.deleted_at is null
          and reading.ts >= ${at.from} and reading.ts <= ${at.to} and reading.source <> 'weather'
        group by 1
      ) found
      order by found.hour`,
  );
}
