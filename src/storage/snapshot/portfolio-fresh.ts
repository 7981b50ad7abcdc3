import sql, { join, type Sql } from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { ObjectColumn } from '../records/select-objects.ts';
import { farmDays, type PortfolioMoment } from './farm-days.ts';
import { hoursAgo, instantDaysAgo } from './farm-moment.ts';
import { type FarmText, farmTextOf, selectFarmTexts } from './farm-texts.ts';
import { isInsideFlock } from './flock-states.ts';
import { typedValue } from './typed-value.ts';

const FRESH_HOURS = 48;
const PHOTO_DAYS = 7;
const CLIMATE_HOURS = 24;

/** What the last hours and days brought of an active or selling flock of a portfolio. */
export interface FreshFlockRow {
  readonly id: string;
  readonly smartWeightG: number | null;
  readonly smartWeightAt: string | null;
  readonly smartWeightUncalibrated: boolean | null;
  readonly hasPhoto7d: boolean;
  readonly climateHours24: number;
}

const FRESH: readonly ObjectColumn[] = [
  ['id', 'live.id', 'text'],
  ['smartWeightG', 'fused.weight_g', 'number'],
  ['smartWeightAt', 'fused.computed_at', 'timestamp'],
  ['smartWeightUncalibrated', 'fused.uncalibrated', 'boolean'],
  ['hasPhoto7d', 'live.has_photo', 'boolean'],
  ['climateHours24', 'live.climate_hours', 'integer'],
];

/** What is fresh of the active and selling flocks of the farms, in no order. */
export function listFreshFlocks(
  connection: Connection,
  moment: PortfolioMoment,
): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with live as materialized (
        select flock.id, flock.farm_id, ${hasPhoto(moment)} as has_photo,
          ${climateHours(dialect, moment)} as climate_hours
        from (${farmDays(dialect, moment)}) page cross join flocks flock
        where flock.farm_id = page.id and ${isInsideFlock}
      )
      select ${farmTextOf(dialect, 'live.farm_id', FRESH)}
      from live
      left join flock_weights fused on fused.flock_id = live.id
        and fused.computed_at >= ${hoursAgo(moment, FRESH_HOURS)}
        and fused.day = (
          select max(newest.day) from flock_weights newest where newest.flock_id = live.id)`,
  );
}

/** Whether a flock, or its barn without a flock, was photographed in the last seven days. */
function hasPhoto(moment: PortfolioMoment): Sql {
  const since = instantDaysAgo(moment, PHOTO_DAYS);
  return sql`(
    exists (
      select 1 from media photo where photo.flock_id = flock.id and photo.deleted_at is null
        and photo.kind = 'image' and photo.created_at >= ${since})
    or exists (
      select 1 from media photo where photo.barn_id = flock.barn_id and photo.deleted_at is null
        and photo.flock_id is null and photo.kind = 'image' and photo.created_at >= ${since}))`;
}

/** In how many of the last 24 hours the air in the barn of a flock was measured. */
function climateHours(dialect: Dialect, moment: PortfolioMoment): Sql {
  const measured = (from: Sql) => sql`
    select 1 from env_readings reading
    where reading.barn_id = flock.barn_id and reading.deleted_at is null
      and reading.source <> 'weather' and reading.ts > ${from}
      and coalesce(reading.temp, reading.humidity, reading.co2, reading.nh3) is not null`;
  const hours = Array.from({ length: CLIMATE_HOURS }, (_, ago) => {
    const [from, to] = [hoursAgo(moment, ago + 1), hoursAgo(moment, ago)];
    return sql`(${typedValue(dialect, from, 'timestamp')}, ${typedValue(dialect, to, 'timestamp')})`;
  });
  const first = typedValue(dialect, hoursAgo(moment, CLIMATE_HOURS), 'timestamp');
  // One look tells most barns without a sensor from those whose hours are worth counting.
  return sql`case when exists (${measured(first)}) then (
    select count(*) from (values ${join(hours)}) hour
    where exists (${measured(sql`hour.column1`)} and reading.ts <= hour.column2)) else 0 end`;
}
