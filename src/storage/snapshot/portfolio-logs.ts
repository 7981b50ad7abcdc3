import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { decidingLog } from '../records/deciding-log.ts';
import type { ObjectColumn } from '../records/select-objects.ts';
import { farmDays, type PortfolioDays } from './farm-days.ts';
import { type FarmText, farmTextOf, selectFarmTexts } from './farm-texts.ts';
import { isInsideFlock } from './flock-states.ts';
import { jsonList, jsonListOf } from './json-list.ts';

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
];

/** A weighing is judged by three before it; one that is not believed leaves the one before. */
const WEIGHINGS = 8;
const WEIGHING = ['last.date', 'last.avg_weight_gr', 'last.cameras_weight_gr'];

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
    ...['log.feed_kg', 'log.avg_weight_gr'],
  ];
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
