import sql, { join, type Sql } from 'sql-template-tag';
import type { Connection, Dialect } from '../core/database.ts';
import {
  decidingLog,
  hasPicture,
  isInsideFlock,
  isLoggedDay,
  jsonList,
  jsonListOf,
  type ObjectColumn,
  typedValue,
} from '../core/select-objects.ts';
import { WEIGHING } from '../records/flock-totals.ts';
import {
  type FarmText,
  farmDays,
  farmTextOf,
  hoursAgo,
  instantDaysAgo,
  type PortfolioDays,
  type PortfolioMoment,
  selectFarmTexts,
} from './farm-moment.ts';

/** An active or selling flock of a portfolio, with what of it was sold up to today added up. */
export interface PortfolioFlockRow {
  readonly id: string;
  readonly barnId: string;
  readonly barnType: string | null;
  readonly status: 'active' | 'selling';
  readonly breed: string | null;
  readonly placementDate: string;
  readonly arrivalAgeDays: number;
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
  /** Birds delivered, and the sales of the last sixteen days, today included, in no order. */
  readonly sold: readonly [birds: number | null, recent: readonly RecentSale[] | null];
  readonly hasChickCost: boolean;
  readonly hasFeedCost: boolean;
}

/** A sale of birds of a flock on a day. */
type RecentSale = readonly [day: string, birds: number | null, kg: number | null];

/** The active and selling flocks of the farms, the oldest placement first. */
export function listPortfolioFlocks(
  connection: Connection,
  asked: PortfolioDays,
): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with live as materialized (
        select flock.*, page.day, page.recent
        from (${farmDays(dialect, asked)}) page cross join flocks flock
        where flock.farm_id = page.id and ${isInsideFlock}
      )
      select ${farmTextOf(dialect, 'live.farm_id', flockColumns(dialect))}
      from live
      left join barns barn on barn.id = live.barn_id
      order by live.placement_date, live.id`,
  );
}

function flockColumns(dialect: Dialect): ObjectColumn[] {
  return [
    ['id', 'live.id', 'text'],
    ['barnId', 'live.barn_id', 'text'],
    ['barnType', 'barn.barn_type', 'text'],
    ['status', 'live.status', 'text'],
    ['breed', 'live.breed', 'text'],
    ['placementDate', 'live.placement_date', 'date'],
    ['arrivalAgeDays', 'live.arrival_age_days', 'integer'],
    ['chicksOrdered', 'live.chicks_ordered', 'integer'],
    ['chicksReceived', 'live.chicks_received', 'integer'],
    [
      'sold',
      `(select ${jsonList(dialect, [
        'sum(sale.birds_count)',
        `${jsonListOf(dialect, jsonList(dialect, ['sale.date', 'sale.birds_count', 'sale.total_weight_kg']))}
          filter (where sale.date >= live.recent)`,
      ])}
        from sales sale
        where sale.flock_id = live.id and sale.date <= live.day and sale.deleted_at is null)`,
      'json',
    ],
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
  ];
}

/** What was logged of an active or selling flock of a portfolio up to today. */
export interface FlockLogsRow {
  readonly id: string;
  /** What the deciding logs come to, how many they are, and the last sixteen days', in no order. */
  readonly logged: readonly [
    mortality: number | null,
    culls: number | null,
    days: number,
    recent: readonly RecentLog[] | null,
  ];
  /** The last weighings, in no order. */
  readonly weighed:
    | readonly (readonly [day: string, weightG: number, camerasG: number | null])[]
    | null;
}

/** What was recorded of a flock on a day. */
export type RecentLog = readonly [
  day: string,
  mortality: number | null,
  culls: number | null,
  waterL: number | null,
  tempAvg: number | null,
  feedKg: number | null,
  weightG: number | null,
  eggs: number | null,
];

/** A weighing is judged by three before it; one that is not believed leaves the one before. */
const WEIGHINGS = 8;

/**
 * What was logged of the active and selling flocks of the farms, in no order. Logs change every
 * day: what else is known of the flocks is not read again with them.
 */
export function listPortfolioLogs(
  connection: Connection,
  asked: PortfolioDays,
): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with live as materialized (
        select flock.id, flock.farm_id, page.day, page.recent
        from (${farmDays(dialect, asked)}) page cross join flocks flock
        where flock.farm_id = page.id and ${isInsideFlock}
      )
      select ${farmTextOf(dialect, 'live.farm_id', logColumns(dialect))} from live`,
  );
}

const LOGGED_SO_FAR = 'log.flock_id = live.id and log.date <= live.day';

// One list for all that is read of the logs: a flock reaches them once, by an index that holds it.
function logColumns(dialect: Dialect): ObjectColumn[] {
  return [
    ['id', 'live.id', 'text'],
    ['logged', loggedOf(dialect), 'json'],
    [
      'weighed',
      `(select ${jsonListOf(dialect, jsonList(dialect, WEIGHING))}
        from (
          select log.date, log.avg_weight_gr, log.cameras_weight_gr from daily_logs log
          where ${LOGGED_SO_FAR} and ${decidingLog('log').sql} and log.avg_weight_gr > 0
          order by log.date desc limit ${WEIGHINGS}
        ) last)`,
      'json',
    ],
  ];
}

/**
 * The sums of the deciding logs. A day mostly has one log, which decides then; of a flock that has
 * more logs than days those that decide are looked for.
 */
function loggedOf(dialect: Dialect): string {
  const recent = [
    ...['log.date', 'log.mortality', 'log.culls', 'log.water_l', 'log.temp_avg'],
    ...['log.feed_kg', 'log.avg_weight_gr', 'log.eggs'],
  ];
  const sums = jsonList(dialect, [
    'sum(log.mortality)',
    'sum(log.culls)',
    `count(*) filter (where ${isLoggedDay('log')})`,
    `${jsonListOf(dialect, jsonList(dialect, recent))} filter (where log.date >= live.recent)`,
  ]);
  return `(
    select case when count(*) = count(distinct log.date) then ${sums} else (
      select ${sums} from daily_logs log where ${LOGGED_SO_FAR} and ${decidingLog('log').sql}) end
    from daily_logs log where ${LOGGED_SO_FAR} and log.deleted_at is null)`;
}

const FRESH_HOURS = 48;
const PHOTO_DAYS = 7;
const MOULT_DAYS = 56;
const CLIMATE_HOURS = 24;

/** What the last hours and days brought of an active or selling flock of a portfolio. */
export interface FreshFlockRow {
  readonly id: string;
  readonly smartWeightG: number | null;
  readonly smartWeightAt: string | null;
  readonly smartWeightUncalibrated: boolean | null;
  readonly hasPhoto7d: boolean;
  readonly climateHours24: number;
  readonly inMoult: boolean;
}

const FRESH: readonly ObjectColumn[] = [
  ['id', 'live.id', 'text'],
  ['smartWeightG', 'fused.weight_g', 'number'],
  ['smartWeightAt', 'fused.computed_at', 'timestamp'],
  ['smartWeightUncalibrated', 'fused.uncalibrated', 'boolean'],
  ['hasPhoto7d', 'live.has_photo', 'boolean'],
  ['climateHours24', 'live.climate_hours', 'integer'],
  ['inMoult', 'live.in_moult', 'boolean'],
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
          ${climateHours(dialect, moment)} as climate_hours, ${inMoult(moment)} as in_moult
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
        and photo.kind = 'image' and ${hasPicture('photo')} and photo.created_at >= ${since})
    or exists (
      select 1 from media photo where photo.barn_id = flock.barn_id and photo.deleted_at is null
        and photo.flock_id is null and photo.kind = 'image' and ${hasPicture('photo')} and photo.created_at >= ${since}))`;
}

/** Whether a moult of a flock, or of all birds in its barn, began in the last eight weeks. */
function inMoult(moment: PortfolioMoment): Sql {
  const since = instantDaysAgo(moment, MOULT_DAYS);
  const until = hoursAgo(moment, 0);
  const isMoult = sql`moult.kind = 'moult' and moult.deleted_at is null
    and moult.ts >= ${since} and moult.ts <= ${until}`;
  return sql`(
    exists (select 1 from events moult where moult.flock_id = flock.id and ${isMoult})
    or exists (
      select 1 from events moult
      where moult.barn_id = flock.barn_id and moult.flock_id is null and ${isMoult}))`;
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
  // One look tells most barns without a sensor from those whose hours are worth counting. Each hour
  // is looked up by the index: from `exists` PostgreSQL makes a join with all readings of the barn.
  return sql`case when exists (${measured(first)}) then (
    select count(*) from (values ${join(hours)}) hour
    where (${measured(sql`hour.column1`)} and reading.ts <= hour.column2 limit 1) is not null)
    else 0 end`;
}

/** The flock closed last on a farm with what tells how it did; the lists are in no order. */
export interface LastFlockRow {
  readonly id: string;
  readonly farmId: string;
  readonly barnId: string;
  readonly barnType: string | null;
  readonly breed: string | null;
  readonly placementDate: string;
  readonly arrivalAgeDays: number;
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
  readonly closedAt: string | null;
  readonly logged: readonly LastFlockLog[] | null;
  readonly sold: readonly LastFlockSale[] | null;
}

/** What the deciding log of a day of a flock says. */
type LastFlockLog = readonly [
  day: string,
  mortality: number | null,
  culls: number | null,
  feedKg: number | null,
  weightG: number | null,
  camerasG: number | null,
];

/** A sale of birds of a flock. */
type LastFlockSale = readonly [day: string, birds: number | null, kg: number | null];

/** The flock closed last on each of the farms that ever closed one. */
export function listLastFlocks(connection: Connection, asked: PortfolioDays): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      select ${farmTextOf(dialect, 'flock.farm_id', lastFlockColumns(dialect))}
      from (${farmDays(dialect, asked)}) page cross join flocks flock
      left join barns barn on barn.id = flock.barn_id
      where flock.id = (
        select closed.id from flocks closed
        where closed.org_id = ${asked.scope.orgId} and closed.farm_id = page.id
          and closed.deleted_at is null and closed.status = 'closed'
        order by closed.closed_at desc nulls last, closed.id desc limit 1)`,
  );
}

function lastFlockColumns(dialect: Dialect): ObjectColumn[] {
  const rowsOf = (expressions: readonly string[], table: string, condition: string) =>
    `(select ${jsonListOf(dialect, jsonList(dialect, expressions))} from ${table}
      where ${condition})`;
  const logged = ['date', 'mortality', 'culls', 'feed_kg', 'avg_weight_gr', 'cameras_weight_gr'];
  return [
    ['id', 'flock.id', 'text'],
    ['farmId', 'flock.farm_id', 'text'],
    ['barnId', 'flock.barn_id', 'text'],
    ['barnType', 'barn.barn_type', 'text'],
    ['breed', 'flock.breed', 'text'],
    ['placementDate', 'flock.placement_date', 'date'],
    ['arrivalAgeDays', 'flock.arrival_age_days', 'integer'],
    ['chicksOrdered', 'flock.chicks_ordered', 'integer'],
    ['chicksReceived', 'flock.chicks_received', 'integer'],
    ['closedAt', 'flock.closed_at', 'timestamp'],
    [
      'logged',
      rowsOf(
        logged.map((column) => `log.${column}`),
        'daily_logs log',
        `log.flock_id = flock.id and log.date <= page.day and ${decidingLog('log').sql}`,
      ),
      'json',
    ],
    [
      'sold',
      rowsOf(
        ['sale.date', 'sale.birds_count', 'sale.total_weight_kg'],
        'sales sale',
        'sale.flock_id = flock.id and sale.deleted_at is null',
      ),
      'json',
    ],
  ];
}
