import sql, { type Sql } from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection, Dialect } from '../core/database.ts';
import { type Scope, scopePredicate } from '../core/scope.ts';
import {
  isClosedFlock,
  isLoggedDay,
  jsonList,
  jsonListOf,
  latestLogPredicate,
  type ObjectColumn,
  objectOf,
  selectObjects,
  typedValue,
} from '../core/select-objects.ts';
import {
  type FarmMoment,
  type FarmText,
  farmDays,
  farmTextOf,
  instantDaysAgo,
  type PortfolioDays,
  selectFarmTexts,
} from './farm-moment.ts';

const CLOSED_DAYS = 365;
const MOST_FLOCKS = 500;

/**
 * The totals of a closed flock, with the data that determine its last day in the calendar of its
 * farm.
 */
export interface FlockResultRow {
  readonly flockId: string;
  readonly farmId: string;
  readonly vertical: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly breed: string | null;
  readonly placementDate: string;
  readonly arrivalAgeDays: number;
  readonly closedAt: string | null;
  readonly lastLogDate: string | null;
  readonly lastSaleDate: string | null;
  readonly placed: number | null;
  readonly mortality: number;
  readonly firstWeekMortality: number;
  /** Number of days after placement with recorded deaths and feed, and the last of them. */
  readonly deathDays: number;
  readonly lastDeathDay: string | null;
  readonly feedDays: number;
  readonly lastFeedDay: string | null;
  /** Days of `deathDays` up to age 7. */
  readonly firstWeekDeathDays: number;
  readonly culls: number;
  readonly soldBirds: number;
  /** Null if a sale of birds was not weighed. */
  readonly soldKg: number | null;
  readonly feedKg: number;
  readonly lastWeightG: number | null;
  readonly lastWeightDay: string | null;
}

/** The days of a flock at ages 0 to 7. */
const FIRST_WEEK = {
  sqlite: `date(flock.placement_date, (0 - flock.arrival_age_days) || ' days')
    and date(flock.placement_date, (7 - flock.arrival_age_days) || ' days')`,
  postgres: `flock.placement_date - cast(flock.arrival_age_days as integer)
    and flock.placement_date + 7 - cast(flock.arrival_age_days as integer)`,
} as const;

const LOGGED = [
  'sum(log.mortality)',
  'sum(log.culls)',
  'sum(log.feed_kg)',
  `max(log.date) filter (where ${isLoggedDay('log')})`,
  'count(log.mortality) filter (where log.date > flock.placement_date)',
  'max(log.date) filter (where log.mortality is not null)',
  'count(log.feed_kg) filter (where log.date > flock.placement_date)',
  'max(log.date) filter (where log.feed_kg is not null)',
] as const;

const LOGGED_IN_FIRST_WEEK = [
  'sum(log.mortality)',
  'count(log.mortality) filter (where log.date > flock.placement_date)',
] as const;

// A single sale without a weight makes the total weight unknown.
const SOLD = [
  'sum(sale.birds_count)',
  `case when count(*) = count(
    case when sale.birds_count = 0 or sale.total_weight_kg > 0 then 1 end
  ) then coalesce(sum(sale.total_weight_kg), 0) end`,
  'max(sale.date)',
] as const;

/** The totals from each table, as one list each. */
interface ResultLists {
  readonly logged: readonly [
    mortality: number | null,
    culls: number | null,
    feedKg: number | null,
    lastDate: string | null,
    deathDays: number,
    lastDeathDay: string | null,
    feedDays: number,
    lastFeedDay: string | null,
  ];
  readonly firstWeek: readonly [mortality: number | null, deathDays: number];
  readonly sold: readonly [birds: number | null, kg: number | null, lastDate: string | null];
  readonly weighed: readonly [day: string, weightG: number] | null;
}

type ResultRow = Omit<FlockResultRow, keyof ReturnType<typeof unpack>> & ResultLists;

/**
 * The results of the 500 last closed flocks of the last 365 days, on the farms of a scope other
 * than that of the moment, up to its today; last closed first.
 */
export function listGroupResults(
  connection: Connection,
  scope: Scope,
  moment: FarmMoment,
): Promise<FlockResultRow[]> {
  return listFlockResults(
    connection,
    sql`
      select flock.id, ${typedValue(connection.dialect, moment.today, 'date')} as day
      from flocks flock
      where ${scopePredicate(flocks, scope, 'flock')} and ${isClosedFlock}
        and flock.farm_id <> ${moment.farmId}
        and flock.closed_at >= ${instantDaysAgo(moment, CLOSED_DAYS)}
      order by flock.closed_at desc nulls last, flock.id desc limit ${MOST_FLOCKS}`,
  );
}

/** The results of the flocks selected by a query of `id` and the last `day` to include. */
async function listFlockResults(connection: Connection, page: Sql): Promise<FlockResultRow[]> {
  const { dialect } = connection;
  const rows = await selectObjects<ResultRow>(
    connection,
    sql`
      with page as materialized (${page})
      select ${objectOf(dialect, resultColumns(dialect))}
      from page cross join flocks flock cross join farms farm
      where flock.id = page.id and farm.id = flock.farm_id
      order by flock.closed_at desc nulls last, flock.id desc`,
  );
  return rows.map(({ logged, firstWeek, sold, weighed, ...row }) => ({
    ...row,
    ...unpack({ logged, firstWeek, sold, weighed }),
  }));
}

function unpack({ logged, firstWeek, sold, weighed }: ResultLists) {
  const [mortality, culls, feedKg, lastLogDate, ...days] = logged;
  const [deathDays, lastDeathDay, feedDays, lastFeedDay] = days;
  const [firstWeekMortality, firstWeekDeathDays] = firstWeek;
  const [soldBirds, soldKg, lastSaleDate] = sold;
  const [lastWeightDay, lastWeightG] = weighed ?? [null, null];
  return {
    mortality: mortality ?? 0,
    firstWeekMortality: firstWeekMortality ?? 0,
    ...{ deathDays, lastDeathDay, feedDays, lastFeedDay, firstWeekDeathDays },
    culls: culls ?? 0,
    feedKg: feedKg ?? 0,
    lastLogDate,
    soldBirds: soldBirds ?? 0,
    soldKg,
    lastSaleDate,
    lastWeightDay,
    lastWeightG,
  };
}

// A flock reaches its logs by one index that contains all summed columns.
function resultColumns(dialect: Dialect): ObjectColumn[] {
  const deciding = `log.flock_id = flock.id and log.date between flock.placement_date and page.day and ${latestLogPredicate('log').sql}`;
  return [
    ['flockId', 'flock.id', 'text'],
    ['farmId', 'flock.farm_id', 'text'],
    ['vertical', 'farm.vertical', 'text'],
    ['latitude', 'farm.latitude', 'number'],
    ['longitude', 'farm.longitude', 'number'],
    ['breed', 'flock.breed', 'text'],
    ['placementDate', 'flock.placement_date', 'date'],
    ['arrivalAgeDays', 'flock.arrival_age_days', 'integer'],
    ['closedAt', 'flock.closed_at', 'timestamp'],
    ['placed', 'coalesce(flock.chicks_received, flock.chicks_ordered)', 'integer'],
    [
      'logged',
      `(select ${jsonList(dialect, LOGGED)} from daily_logs log where ${deciding})`,
      'json',
    ],
    [
      'firstWeek',
      `(select ${jsonList(dialect, LOGGED_IN_FIRST_WEEK)} from daily_logs log
        where ${deciding} and log.date between ${FIRST_WEEK[dialect.name]})`,
      'json',
    ],
    [
      'weighed',
      `(select ${jsonList(dialect, ['log.date', 'log.avg_weight_gr'])}
        from daily_logs log where ${deciding} and log.avg_weight_gr > 0
        order by log.date desc limit 1)`,
      'json',
    ],
    [
      'sold',
      `(select ${jsonList(dialect, SOLD)} from sales sale
        where sale.flock_id = flock.id and sale.date <= page.day and sale.deleted_at is null)`,
      'json',
    ],
  ];
}

/** The last closed flock of a farm with its result data; the lists are unordered. */
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

/** The figures of the effective log of a flock for a day. */
type LastFlockLog = readonly [
  day: string,
  mortality: number | null,
  culls: number | null,
  feedKg: number | null,
  weightG: number | null,
  camerasG: number | null,
];

type LastFlockSale = readonly [day: string, birds: number | null, kg: number | null];

/** The last closed flock of each of the farms that has one. */
export function listLastFlocks(connection: Connection, query: PortfolioDays): Promise<FarmText[]> {
  const { dialect } = connection;
  return selectFarmTexts(
    connection,
    sql`
      select ${farmTextOf(dialect, 'flock.farm_id', lastFlockColumns(dialect))}
      from (${farmDays(dialect, query)}) page cross join flocks flock
      left join barns barn on barn.id = flock.barn_id
      where flock.id = (
        select closed.id from flocks closed
        where closed.org_id = ${query.scope.orgId} and closed.farm_id = page.id
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
        `log.flock_id = flock.id and log.date <= page.day and ${latestLogPredicate('log').sql}`,
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
