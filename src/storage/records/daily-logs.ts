import sql, { join, raw, type Sql } from 'sql-template-tag';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../core/database.ts';
import { type Scope, scopePredicate, visibleInputRows } from '../core/scope.ts';
import {
  decidingLogOfFlock,
  type ObjectColumn,
  objectOf,
  selectObjects,
} from '../core/select-objects.ts';

export interface FlockDay {
  readonly flockId: string;
  readonly date: string;
}

/** The birds that left a flock (dead, culled or sold) on a day and on all days before it. */
export interface FlockDayLosses extends FlockDay {
  readonly removedBefore: number;
  readonly removedOn: number;
  /** Number of days after placement, up to this one, with logged deaths. */
  readonly deathDays: number;
}

/** The existing logs for days of flocks. */
export async function listLogsOfDays(
  connection: Connection,
  scope: Scope,
  days: readonly FlockDay[],
): Promise<(FlockDay & { readonly id: string })[]> {
  if (days.length === 0) return [];
  const { dialect } = connection;
  const inputRows = {
    columns: { id: 'text', day: 'date' },
    rows: days.map(({ flockId, date }) => [flockId, date]),
  } as const;
  return selectObjects(
    connection,
    sql`
      with wanted as (${visibleInputRows(dialect, flocks, scope, inputRows)})
      select ${objectOf(dialect, LOGS_OF_DAY)}
      from wanted cross join daily_logs log
      where log.flock_id = wanted.id and log.date = wanted.day and log.deleted_at is null`,
  );
}

const LOGS_OF_DAY: readonly ObjectColumn[] = [
  ['id', 'log.id', 'text'],
  ['flockId', 'log.flock_id', 'text'],
  ['date', 'log.date', 'date'],
];

/** Logs before the placement of their flock are ignored. */
const sincePlacement = raw(
  'log.date >= (select flock.placement_date from flocks flock where flock.id = log.flock_id)',
);

/** 1 for a log with deaths, except on the day of placement. */
const isDeathDay = raw(
  `case when log.mortality is null then 0
    when log.date > (select flock.placement_date from flocks flock where flock.id = log.flock_id)
    then 1 else 0 end`,
);

const LOSSES: readonly ObjectColumn[] = [
  ['flockId', 'days.flock_id', 'text'],
  ['date', 'days.date', 'date'],
  ['removedBefore', 'days.through - days.birds', 'integer'],
  ['removedOn', 'days.birds', 'integer'],
  ['deathDays', 'days.death_days', 'integer'],
];

/** The losses of the days, without duplicates, for flocks visible to the scope. */
export async function listFlockDayLosses(
  connection: Connection,
  scope: Scope,
  days: readonly FlockDay[],
): Promise<FlockDayLosses[]> {
  if (days.length === 0) return [];
  const { dialect } = connection;
  const inputRows = {
    columns: { id: 'text', day: 'date' },
    rows: days.map(({ flockId, date }) => [flockId, date]),
  } as const;
  // Every log write looks up its own day, which does not need the sums of all earlier days.
  if (days.length === 1)
    return listLossesOfDay(connection, visibleInputRows(dialect, flocks, scope, inputRows));
  return selectObjects<FlockDayLosses>(
    connection,
    sql`
      with wanted as (${visibleInputRows(dialect, flocks, scope, inputRows)}),
      page as (select id, max(day) as day from wanted group by id),
      removed as (
        select id as flock_id, day as date, 0 as birds, 1 as is_wanted, 0 as is_death_day
        from wanted
        union all
        select log.flock_id, log.date, coalesce(log.mortality, 0) + coalesce(log.culls, 0), 0,
          ${isDeathDay}
        from page cross join daily_logs log
        where log.flock_id = page.id and log.date <= page.day and ${sincePlacement}
          and ${decidingLogOfFlock('log')}
        union all
        select sale.flock_id, sale.date, coalesce(sale.birds_count, 0), 0, 0
        from page cross join sales sale
        where sale.flock_id = page.id and sale.date <= page.day and sale.deleted_at is null
      ),
      by_day as (
        select flock_id, date, sum(birds) as birds, max(is_wanted) as is_wanted,
          sum(is_death_day) as is_death_day
        from removed group by flock_id, date
      ),
      days as (
        select flock_id, date, birds, is_wanted,
          sum(birds) over (partition by flock_id order by date) as through,
          sum(is_death_day) over (partition by flock_id order by date) as death_days
        from by_day
      )
      select ${objectOf(dialect, LOSSES)} from days where is_wanted = 1`,
  );
}

const LOSSES_OF_DAY: readonly ObjectColumn[] = [
  ['flockId', 'wanted.id', 'text'],
  ['date', 'wanted.day', 'date'],
  ['removedBefore', 'lost.before_day', 'integer'],
  ['removedOn', 'lost.on_day', 'integer'],
  ['deathDays', 'lost.death_days', 'integer'],
];

function listLossesOfDay(connection: Connection, query: Sql): Promise<FlockDayLosses[]> {
  return selectObjects<FlockDayLosses>(
    connection,
    sql`
      with wanted as (${query}),
      removed as (
        select log.date, wanted.day, coalesce(log.mortality, 0) + coalesce(log.culls, 0) as birds,
          ${isDeathDay} as is_death_day
        from wanted cross join daily_logs log
        where log.flock_id = wanted.id and log.date <= wanted.day and ${sincePlacement}
          and ${decidingLogOfFlock('log')}
        union all
        select sale.date, wanted.day, coalesce(sale.birds_count, 0), 0
        from wanted cross join sales sale
        where sale.flock_id = wanted.id and sale.date <= wanted.day and sale.deleted_at is null
      ),
      lost as (
        select coalesce(sum(birds) filter (where date < day), 0) as before_day,
          coalesce(sum(birds) filter (where date = day), 0) as on_day,
          coalesce(sum(is_death_day), 0) as death_days
        from removed
      )
      select ${objectOf(connection.dialect, LOSSES_OF_DAY)} from wanted cross join lost`,
  );
}

/** The figures of the effective log of a flock for a day. */
export interface LoggedDay {
  readonly flockId: string;
  readonly date: string;
  readonly mortality: number | null;
  readonly avgWeightGr: number | null;
}

const DAY: readonly ObjectColumn[] = [
  ['flockId', 'record.flock_id', 'text'],
  ['date', 'record.date', 'date'],
  ['mortality', 'record.mortality', 'integer'],
  ['avgWeightGr', 'record.avg_weight_gr', 'number'],
];

/** The logged days of flocks, optionally from a day on, by flock and day. */
export async function listLoggedDays(
  connection: Connection,
  input: {
    readonly scope: Scope;
    readonly flockIds: readonly string[];
    readonly since?: string;
  },
): Promise<LoggedDay[]> {
  const { scope, flockIds, since } = input;
  if (flockIds.length === 0) return [];
  const recent = since === undefined ? sql`` : sql`and record.date >= ${since}`;
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, DAY)} from daily_logs record
      where ${scopePredicate(dailyLogs, scope)} and record.flock_id in (${join([...flockIds])})
        and ${decidingLogOfFlock('record')} ${recent}
      order by record.flock_id, record.date`,
  );
}
