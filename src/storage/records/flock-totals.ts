import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import { jsonList, jsonListOf } from '../snapshot/json-list.ts';
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
  /** Of the barn it is in. */
  readonly barnType: string | null;
  /** The last weighings, the oldest first: as many as are needed to judge the last. */
  readonly weighings: readonly {
    readonly day: string;
    readonly g: number;
    readonly camerasG: number | null;
  }[];
}

/** A flock's totals as they are read, its weighings in no order. */
type TotalsRow = Omit<FlockTotals, 'weighings'> & {
  readonly weighings:
    | readonly (readonly [day: string, g: number, camerasG: number | null])[]
    | null;
};

/** A weighing is judged by three before it; one that is not believed leaves the one before. */
const WEIGHINGS = 8;
const WEIGHING = ['last.date', 'last.avg_weight_gr', 'last.cameras_weight_gr'];

function totalColumns(dialect: Dialect): readonly ObjectColumn[] {
  return [
    ['id', 'page.id', 'text'],
    ['mortality', 'coalesce(logged.mortality, 0)', 'integer'],
    ['culls', 'coalesce(logged.culls, 0)', 'integer'],
    ['deathDays', 'coalesce(logged.death_days, 0)', 'integer'],
    ['sold', 'coalesce(sold.birds, 0)', 'integer'],
    ['lastLogDate', 'logged.last_date', 'date'],
    ['lastSaleDate', 'sold.last_date', 'date'],
    [
      'barnType',
      `(select barn.barn_type from flocks flock join barns barn on barn.id = flock.barn_id
        where flock.id = page.id)`,
      'text',
    ],
    [
      'weighings',
      `(select ${jsonListOf(dialect, jsonList(dialect, WEIGHING))}
        from (
          select log.date, log.avg_weight_gr, log.cameras_weight_gr from daily_logs log
          where log.flock_id = page.id and log.date <= page.day
            and log.avg_weight_gr > 0 and ${decidingLog('log').sql}
          order by log.date desc limit ${WEIGHINGS}
        ) last)`,
      'json',
    ],
  ];
}

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
  const rows = await selectObjects<TotalsRow>(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, flocks, scope, asked)}),
      logged as (
        select log.flock_id, sum(log.mortality) as mortality, sum(log.culls) as culls,
          count(log.mortality) as death_days, max(log.date) as last_date
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
      select ${objectOf(dialect, totalColumns(dialect))}
      from page
      left join logged on logged.flock_id = page.id
      left join sold on sold.flock_id = page.id`,
  );
  return rows.map((row) => ({
    ...row,
    weighings: (row.weighings ?? [])
      .map(([day, g, camerasG]) => ({ day, g, camerasG }))
      .toSorted((left, right) => (left.day < right.day ? -1 : 1)),
  }));
}
