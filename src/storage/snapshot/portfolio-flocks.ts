import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { decidingLog } from '../records/deciding-log.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { farmDays, type PortfolioDays } from './farm-days.ts';
import { isInsideFlock } from './flock-states.ts';
import { jsonList, jsonListOf } from './json-list.ts';

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
  readonly hasChickCost: boolean;
  readonly hasFeedCost: boolean;
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
  asked: PortfolioDays,
): Promise<PortfolioFlockRow[]> {
  const { dialect } = connection;
  return selectObjects(
    connection,
    sql`
      with live as materialized (
        select flock.*, page.day, page.recent
        from (${farmDays(dialect, asked)}) page cross join flocks flock
        where flock.farm_id = page.id and ${isInsideFlock}
      )
      select ${objectOf(dialect, flockColumns(dialect))}
      from live
      left join barns barn on barn.id = live.barn_id
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
