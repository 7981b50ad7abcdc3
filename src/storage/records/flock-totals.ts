import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import { decidingLog } from './deciding-log.ts';
import type { Scope } from './scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from './select-objects.ts';

/** What was recorded about a flock up to a day. */
export interface FlockTotals {
  readonly id: string;
  readonly mortality: number;
  readonly culls: number;
  /** How many days have their deaths recorded. */
  readonly deathDays: number;
  /** Birds delivered, condemned ones included. */
  readonly sold: number;
  readonly lastLogDate: string | null;
  readonly lastSaleDate: string | null;
  /** The last day with a weight, and that weight in g. */
  readonly lastWeightDate: string | null;
  readonly lastWeightG: number | null;
}

const TOTALS: readonly ObjectColumn[] = [
  ['id', 'page.id', 'text'],
  ['mortality', 'coalesce(logged.mortality, 0)', 'integer'],
  ['culls', 'coalesce(logged.culls, 0)', 'integer'],
  ['deathDays', 'coalesce(logged.death_days, 0)', 'integer'],
  ['sold', 'coalesce(sold.birds, 0)', 'integer'],
  ['lastLogDate', 'logged.last_date', 'date'],
  ['lastSaleDate', 'sold.last_date', 'date'],
  ['lastWeightDate', 'logged.last_weight_date', 'date'],
  ['lastWeightG', 'weighed.avg_weight_gr', 'number'],
];

/** The totals of flocks, each up to and including a day; every flock that the scope sees is in it. */
export async function listFlockTotals(
  connection: Connection,
  scope: Scope,
  days: readonly { readonly id: string; readonly day: string }[],
): Promise<FlockTotals[]> {
  if (days.length === 0) return [];
  const { dialect } = connection;
  const asked = {
    columns: { id: 'text', day: 'date' },
    rows: days.map(({ id, day }) => [id, day]),
  } as const;
  return selectObjects<FlockTotals>(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, flocks, scope, asked)}),
      logged as (
        select log.flock_id, sum(log.mortality) as mortality, sum(log.culls) as culls,
          count(log.mortality) as death_days, max(log.date) as last_date,
          max(case when log.avg_weight_gr > 0 then log.date end) as last_weight_date
        from page cross join daily_logs log
        where log.flock_id = page.id and log.date <= page.day and ${decidingLog('log')}
        group by log.flock_id
      ),
      sold as (
        select sale.flock_id, sum(sale.birds_count) as birds, max(sale.date) as last_date
        from page cross join sales sale
        where sale.flock_id = page.id and sale.date <= page.day and sale.deleted_at is null
        group by sale.flock_id
      )
      select ${objectOf(dialect, TOTALS)}
      from page
      left join logged on logged.flock_id = page.id
      left join sold on sold.flock_id = page.id
      left join daily_logs weighed on weighed.flock_id = page.id
        and weighed.date = logged.last_weight_date and ${decidingLog('weighed')}`,
  );
}
