import sql, { raw, type Sql } from 'sql-template-tag';
import { DAY_MILLIS, HOUR_MILLIS } from '../../tools/calendar.ts';
import type { Connection, Dialect } from '../core/database.ts';
import {
  hasPicture,
  isInsideFlock,
  isLoggedDay,
  jsonList,
  jsonListOf,
  latestLogPredicate,
  type ObjectColumn,
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

/** An active or selling flock of a portfolio, with its total sales up to today. */
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
  /** Birds delivered, and the sales of the last sixteen days, today included, unordered. */
  readonly sold: readonly [birds: number | null, recent: readonly RecentSale[] | null];
  readonly hasChickCost: boolean;
  readonly hasFeedCost: boolean;
}

/** A sale of birds of a flock on a day. */
type RecentSale = readonly [day: string, birds: number | null, kg: number | null];

/** The active and selling flocks of the farms, oldest placement first. */
export function listPortfolioFlocks(
  connection: Connection,
  query: PortfolioDays,
): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with live as materialized (
        select flock.*, page.day, page.recent
        from (${farmDays(dialect, query)}) page cross join flocks flock
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

/** The logs of an active or selling flock of a portfolio up to today. */
export interface FlockLogsRow {
  readonly id: string;
  /** The totals and number of the effective logs, and those of the last sixteen days, unordered. */
  readonly logged: readonly [
    mortality: number | null,
    culls: number | null,
    days: number,
    recent: readonly RecentLog[] | null,
    deathDays: number,
  ];
  /** The last weighings, unordered. */
  readonly weighed:
    | readonly (readonly [day: string, weightG: number, camerasG: number | null])[]
    | null;
}

/** The records of a flock for a day. */
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

/**
 * A weighing is validated against three earlier ones; if it is rejected, the one before is used.
 */
const WEIGHINGS = 8;

/**
 * The logs of the active and selling flocks of the farms, unordered. Logs change every day: a
 * separate query avoids reading the other data of the flocks again.
 */
export function listPortfolioLogs(
  connection: Connection,
  query: PortfolioDays,
): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      with live as materialized (
        select flock.id, flock.farm_id, flock.placement_date, page.day, page.recent
        from (${farmDays(dialect, query)}) page cross join flocks flock
        where flock.farm_id = page.id and ${isInsideFlock}
      )
      select ${farmTextOf(dialect, 'live.farm_id', logColumns(dialect))} from live`,
  );
}

const LOGGED_SO_FAR =
  'log.flock_id = live.id and log.date between live.placement_date and live.day';

// One list for all log data: a flock reaches its logs once, by an index that contains it.
function logColumns(dialect: Dialect): ObjectColumn[] {
  return [
    ['id', 'live.id', 'text'],
    ['logged', loggedOf(dialect), 'json'],
    [
      'weighed',
      `(select ${jsonListOf(dialect, jsonList(dialect, WEIGHING))}
        from (
          select log.date, log.avg_weight_gr, log.cameras_weight_gr from daily_logs log
          where ${LOGGED_SO_FAR} and ${latestLogPredicate('log').sql} and log.avg_weight_gr > 0
          order by log.date desc limit ${WEIGHINGS}
        ) last)`,
      'json',
    ],
  ];
}

/**
 * The sums of the effective logs. A day usually has a single log, which is then effective; the
 * effective logs are determined only for a flock with more logs than days.
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
    'count(log.mortality) filter (where log.date > live.placement_date)',
  ]);
  return `(
    select case when count(*) = count(distinct log.date) then ${sums} else (
      select ${sums} from daily_logs log where ${LOGGED_SO_FAR} and ${latestLogPredicate('log').sql}) end
    from daily_logs log where ${LOGGED_SO_FAR} and log.deleted_at is null)`;
}

const FRESH_HOURS = 48;
const PHOTO_DAYS = 7;
const MOULT_DAYS = 56;

/** Recent data of an active or selling flock of a portfolio. */
export interface FreshFlockRow {
  readonly id: string;
  readonly smartWeightG: number | null;
  readonly smartWeightAt: string | null;
  readonly smartWeightUncalibrated: boolean | null;
  /** Last photo of the flock, or of its barn without a flock, in the last seven days. */
  readonly photoAt: string | null;
  /** Start of a moult of the flock, or of its whole barn, in the last eight weeks. */
  readonly moultAt: string | null;
  /** Start of the next moult that is recorded in advance. */
  readonly nextMoultAt: string | null;
}

const FRESH: readonly ObjectColumn[] = [
  ['id', 'live.id', 'text'],
  ['smartWeightG', 'fused.weight_g', 'number'],
  ['smartWeightAt', 'fused.computed_at', 'timestamp'],
  ['smartWeightUncalibrated', 'fused.uncalibrated', 'boolean'],
  ['photoAt', 'live.photo_at', 'timestamp'],
  ['moultAt', 'live.moult_at', 'timestamp'],
  ['nextMoultAt', 'live.next_moult_at', 'timestamp'],
];

/** The recent data of the active and selling flocks of the farms, unordered. */
export async function listFreshFlocks(
  connection: Connection,
  moment: PortfolioMoment,
): Promise<FarmText[]> {
  const { dialect } = connection;
  const now = hoursAgo(moment, 0);
  const moulted = sql`moult.ts >= ${instantDaysAgo(moment, MOULT_DAYS)} and moult.ts <= ${now}`;
  const rows = await selectFarmTexts(
    connection,
    sql`
      with live as materialized (
        select flock.id, flock.farm_id, ${newestPhoto(moment)} as photo_at,
          ${moult('max', moulted)} as moult_at,
          ${moult('min', sql`moult.ts > ${now}`)} as next_moult_at
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
  return rows.map((row) => ({ ...row, lasts: freshUntil(row.json) - moment.now }));
}

/**
 * When the weight, photo or moult in a text of `listFreshFlocks` becomes too old, or a moult
 * begins.
 */
function freshUntil(json: string): number {
  const { smartWeightAt, photoAt, moultAt, nextMoultAt }: FreshFlockRow = JSON.parse(json);
  const until = (at: string | null, millis: number) =>
    at === null ? Number.POSITIVE_INFINITY : Date.parse(at) + millis;
  return Math.min(
    until(smartWeightAt, FRESH_HOURS * HOUR_MILLIS),
    until(photoAt, PHOTO_DAYS * DAY_MILLIS),
    until(moultAt, MOULT_DAYS * DAY_MILLIS),
    until(nextMoultAt, -1),
  );
}

/**
 * Rows of the barn of a flock without a flock. Without `coalesce` SQLite may, for each flock, look
 * up all rows without a flock on any farm instead.
 */
function ofWholeBarn(table: string): string {
  return `${table}.barn_id = flock.barn_id and coalesce(${table}.flock_id, '') = ''`;
}

function newestPhoto(moment: PortfolioMoment): Sql {
  const newest = (condition: string) => sql`
    select max(photo.created_at) as at from media photo
    where ${raw(condition)} and photo.deleted_at is null and photo.kind = 'image'
      and ${hasPicture('photo')} and photo.created_at >= ${instantDaysAgo(moment, PHOTO_DAYS)}`;
  return sql`(
    select max(shown.at) from (
      ${newest('photo.flock_id = flock.id')}
      union all ${newest(ofWholeBarn('photo'))}) shown)`;
}

/** The latest or the next moult on a condition, of a flock or its whole barn. */
function moult(which: 'max' | 'min', condition: Sql): Sql {
  const moultsWhere = (joinCondition: string) => sql`
    select ${raw(which)}(moult.ts) as at from events moult
    where ${raw(joinCondition)} and moult.kind = 'moult' and moult.deleted_at is null and ${condition}`;
  return sql`(
    select ${raw(which)}(begun.at) from (
      ${moultsWhere('moult.flock_id = flock.id')}
      union all ${moultsWhere(ofWholeBarn('moult'))}) begun)`;
}
