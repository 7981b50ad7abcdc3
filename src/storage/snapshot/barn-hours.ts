import sql, { raw } from 'sql-template-tag';
import { barns } from '../../model/resources/barns.ts';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { type FarmMoment, instantDaysAgo } from './farm-moment.ts';
import { jsonList, jsonListOf } from './json-list.ts';

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
interface BarnRow {
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
  const rows = await selectObjects<BarnRow>(
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

function hoursOf({ barnId, hours }: BarnRow): BarnHourRow[] {
  return (hours ?? [])
    .map(([hour, temp, humidity, readings]) => {
      return { barnId, hour: `${hour}:00:00.000Z`, temp, humidity, readings };
    })
    .sort((left, right) => (left.hour < right.hour ? -1 : 1));
}
