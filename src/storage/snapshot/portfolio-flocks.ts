import sql, { join, type Sql } from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { decidingLog } from '../records/deciding-log.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { farmDays, type PortfolioMoment } from './farm-days.ts';
import { hoursAgo, instantDaysAgo } from './farm-moment.ts';
import { isInsideFlock } from './flock-states.ts';
import { jsonList, jsonListOf } from './json-list.ts';
import { typedValue } from './typed-value.ts';

const FRESH_HOURS = 48;
const PHOTO_DAYS = 7;
const CLIMATE_HOURS = 24;

/** An active or selling flock of a portfolio, with what was recorded up to today added up. */
export interface PortfolioFlockRow {
  readonly id: string;
  readonly farmId: string;
  readonly barnId: string;
  readonly barnType: string | null;
  readonly status: 'active' | 'selling';
  readonly breed: string | null;
  readonly placementDate: string;
  readonly arrivalAgeDays: number;
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
  /** What the deciding logs come to, how many they are, and the last fifteen days', in no order. */
  readonly logged: readonly [
    mortality: number | null,
    culls: number | null,
    days: number,
    recent: readonly RecentLog[] | null,
  ];
  /** The last weighing; null without any. */
  readonly weighed: readonly [day: string, weightG: number] | null;
  /** Birds delivered, and the sales of the last fifteen days, today included, in no order. */
  readonly sold: readonly [birds: number | null, recent: readonly RecentSale[] | null];
  readonly smartWeightG: number | null;
  readonly smartWeightAt: string | null;
  readonly hasChickCost: boolean;
  readonly hasFeedCost: boolean;
  readonly hasPhoto7d: boolean;
  readonly climateHours24: number;
}

/** What was recorded of a flock on a day. */
export type RecentLog = readonly [
  day: string,
  mortality: number | null,
  culls: number | null,
  feedKg: number | null,
  waterL: number | null,
];

/** A sale of birds of a flock on a day. */
export type RecentSale = readonly [day: string, birds: number | null];

/** The active and selling flocks of the farms, the oldest placement first. */
export function listPortfolioFlocks(
  connection: Connection,
  moment: PortfolioMoment,
): Promise<PortfolioFlockRow[]> {
  const { dialect } = connection;
  return selectObjects(
    connection,
    sql`
      with live as materialized (
        select flock.*, page.day, page.recent,
          ${hasPhoto(moment)} as has_photo, ${climateHours(dialect, moment)} as climate_hours
        from (${farmDays(dialect, moment)}) page cross join flocks flock
        where flock.farm_id = page.id and ${isInsideFlock}
      )
      select ${objectOf(dialect, flockColumns(dialect))}
      from live
      left join barns barn on barn.id = live.barn_id
      left join flock_weights fused on fused.flock_id = live.id
        and fused.computed_at >= ${hoursAgo(moment, FRESH_HOURS)}
        and fused.day = (
          select max(newest.day) from flock_weights newest where newest.flock_id = live.id)
      order by live.placement_date, live.id`,
  );
}

const LOGGED_SO_FAR = 'log.flock_id = live.id and log.date <= live.day';

// One list for each table that is read: a flock reaches its logs once, by one index that holds all.
function flockColumns(dialect: Dialect): ObjectColumn[] {
  const deciding = `${LOGGED_SO_FAR} and ${decidingLog('log').sql}`;
  return [
    ['id', 'live.id', 'text'],
    ['farmId', 'live.farm_id', 'text'],
    ['barnId', 'live.barn_id', 'text'],
    ['barnType', 'barn.barn_type', 'text'],
    ['status', 'live.status', 'text'],
    ['breed', 'live.breed', 'text'],
    ['placementDate', 'live.placement_date', 'date'],
    ['arrivalAgeDays', 'live.arrival_age_days', 'integer'],
    ['chicksOrdered', 'live.chicks_ordered', 'integer'],
    ['chicksReceived', 'live.chicks_received', 'integer'],
    ['logged', loggedOf(dialect), 'json'],
    [
      'weighed',
      `(select ${jsonList(dialect, ['log.date', 'log.avg_weight_gr'])}
        from daily_logs log where ${deciding} and log.avg_weight_gr > 0
        order by log.date desc limit 1)`,
      'json',
    ],
    [
      'sold',
      `(select ${jsonList(dialect, [
        'sum(sale.birds_count)',
        `${jsonListOf(dialect, jsonList(dialect, ['sale.date', 'sale.birds_count']))}
          filter (where sale.date >= live.recent)`,
      ])}
        from sales sale
        where sale.flock_id = live.id and sale.date <= live.day and sale.deleted_at is null)`,
      'json',
    ],
    ['smartWeightG', 'fused.weight_g', 'number'],
    ['smartWeightAt', 'fused.computed_at', 'timestamp'],
    [
      'hasChickCost',
      'coalesce(live.order_total, live.chicks_received * live.price_per_chick, 0) > 0',
      'boolean',
    ],
    [
      'hasFeedCost',
      `exists (
        select 1 from feed_deliveries delivery
        where delivery.flock_id = live.id and delivery.deleted_at is null
          and coalesce(delivery.total_cost, delivery.quantity_kg * delivery.price_per_ton, 0) > 0)`,
      'boolean',
    ],
    ['hasPhoto7d', 'live.has_photo', 'boolean'],
    ['climateHours24', 'live.climate_hours', 'integer'],
  ];
}

/**
 * The sums of the deciding logs. A day mostly has one log, which decides then; of a flock that has
 * more logs than days those that decide are looked for.
 */
function loggedOf(dialect: Dialect): string {
  const recent = ['log.date', 'log.mortality', 'log.culls', 'log.feed_kg', 'log.water_l'];
  const sums = jsonList(dialect, [
    'sum(log.mortality)',
    'sum(log.culls)',
    'count(*)',
    `${jsonListOf(dialect, jsonList(dialect, recent))} filter (where log.date >= live.recent)`,
  ]);
  return `(
    select case when count(*) = count(distinct log.date) then ${sums} else (
      select ${sums} from daily_logs log where ${LOGGED_SO_FAR} and ${decidingLog('log').sql}) end
    from daily_logs log where ${LOGGED_SO_FAR} and log.deleted_at is null)`;
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
