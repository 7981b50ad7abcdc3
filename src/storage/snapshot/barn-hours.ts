import sql, { raw } from 'sql-template-tag';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { type FarmMoment, instantDaysAgo } from './farm-moment.ts';

const HOUR_DAYS = 14;

/** The climate of a barn over one hour, from its readings. */
export interface BarnHourRow {
  readonly barnId: string;
  readonly hour: string;
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly readings: number;
}

/** The climate by barn and hour of the last 14 days, in this order; none of source `weather`. */
export function listBarnHours(connection: Connection, moment: FarmMoment): Promise<BarnHourRow[]> {
  const { dialect } = connection;
  const hour = hourOf(dialect, 'record.ts');
  return selectObjects(
    connection,
    sql`
      select ${objectOf(dialect, columnsBy(hour))}
      from env_readings record
      where ${scopePredicate(envReadings, moment.scope)}
        and record.ts >= ${instantDaysAgo(moment, HOUR_DAYS)} and record.source <> 'weather'
      group by record.barn_id, ${raw(hour)}
      order by record.barn_id, ${raw(hour)}`,
  );
}

function columnsBy(hour: string): ObjectColumn[] {
  return [
    ['barnId', 'record.barn_id', 'text'],
    ['hour', hour, 'text'],
    ['temp', 'avg(record.temp)', 'number'],
    ['humidity', 'avg(record.humidity)', 'number'],
    ['readings', 'count(*)', 'integer'],
  ];
}

/** The text of the instant at which the hour of an instant began, in UTC. */
function hourOf(dialect: Dialect, column: string): string {
  if (dialect.name === 'sqlite') return `substr(${column}, 1, 13) || ':00:00.000Z'`;
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24":00:00.000Z"')`;
}
