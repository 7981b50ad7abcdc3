import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { tenders } from '../../model/resources/tenders.ts';
import { type Connection, columnName, type Dialect, tableName } from '../core/database.ts';
import { type Scope, scopePredicate, visibleInputRows } from '../core/scope.ts';
import {
  decidingLogOfFlock,
  isLoggedDay,
  jsonList,
  jsonListOf,
  type ObjectColumn,
  objectOf,
  selectObjects,
} from '../core/select-objects.ts';

/** Cumulative totals for a flock up to a day. */
export interface FlockTotals {
  readonly id: string;
  readonly mortality: number;
  readonly culls: number;
  /** Number of days with recorded deaths. */
  readonly deathDays: number;
  /** Of these, the days after placement and up to `closedOn`, and the last of them. */
  readonly deathDaysSince: number;
  readonly lastDeathDay: string | null;
  /** Birds delivered, including condemned ones. */
  readonly sold: number;
  readonly lastLogDate: string | null;
  readonly lastSaleDate: string | null;
  /** Type of its barn. */
  readonly barnType: string | null;
  /** The last weighings, oldest first: as many as are needed to validate the last one. */
  readonly weighings: readonly {
    readonly day: string;
    readonly g: number;
    readonly camerasG: number | null;
  }[];
}

/** The totals of a flock as read, with unordered weighings. */
type TotalsRow = Omit<FlockTotals, 'weighings'> & {
  readonly weighings:
    | readonly (readonly [day: string, g: number, camerasG: number | null])[]
    | null;
};

/**
 * A weighing is validated against three earlier ones; if it is rejected, the one before is used.
 */
const WEIGHINGS = 8;
export const WEIGHING = ['last.date', 'last.avg_weight_gr', 'last.cameras_weight_gr'];

function totalColumns(dialect: Dialect): readonly ObjectColumn[] {
  return [
    ['id', 'page.id', 'text'],
    ['mortality', 'coalesce(logged.mortality, 0)', 'integer'],
    ['culls', 'coalesce(logged.culls, 0)', 'integer'],
    ['deathDays', 'coalesce(logged.death_days, 0)', 'integer'],
    ['deathDaysSince', 'coalesce(logged.death_days_since, 0)', 'integer'],
    ['lastDeathDay', 'logged.last_death_day', 'date'],
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
          where log.flock_id = page.id and log.date between page.placed and page.day
            and log.avg_weight_gr > 0 and ${decidingLogOfFlock('log').sql}
          order by log.date desc limit ${WEIGHINGS}
        ) last)`,
      'json',
    ],
  ];
}

/**
 * The totals of flocks, each up to and including a day; the result contains every flock visible to
 * the scope.
 */
export async function listFlockTotals(
  connection: Connection,
  scope: Scope,
  days: readonly {
    readonly id: string;
    readonly day: string;
    readonly placementDate: string;
    /** The closing day; null while the flock is not closed. */
    readonly closedOn?: string | null;
  }[],
): Promise<FlockTotals[]> {
  if (days.length === 0) return [];
  const { dialect } = connection;
  const inputRows = {
    columns: { id: 'text', day: 'date', placed: 'date', closed: 'date' },
    rows: days.map(({ id, day, placementDate, closedOn }) => [
      ...[id, day, placementDate],
      closedOn ?? day,
    ]),
  } as const;
  const rows = await selectObjects<TotalsRow>(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, flocks, scope, inputRows)}),
      logged as (
        select log.flock_id, sum(log.mortality) as mortality, sum(log.culls) as culls,
          count(log.mortality) as death_days,
          count(log.mortality) filter (
            where log.date > page.placed and log.date <= page.closed
          ) as death_days_since,
          max(log.date) filter (
            where log.mortality is not null and log.date <= page.closed
          ) as last_death_day,
          max(log.date) filter (where ${raw(isLoggedDay('log'))}) as last_date
        from page cross join daily_logs log
        where log.flock_id = page.id and log.date between page.placed and page.day
          and ${decidingLogOfFlock('log')}
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

/** The recorded costs of a flock in the currency of the farm; 0 without records. */
interface FlockCosts {
  readonly id: string;
  readonly feed: number;
  readonly chicks: number;
  readonly treatments: number;
}

const COSTS: readonly ObjectColumn[] = [
  ['id', 'page.id', 'text'],
  ['feed', 'coalesce(fed.cost, 0)', 'money'],
  [
    'chicks',
    'coalesce(flock.order_total, flock.chicks_received * flock.price_per_chick, 0)',
    'money',
  ],
  ['treatments', 'coalesce(treated.cost, 0)', 'money'],
];

/** The costs of flocks from feed deliveries, chick orders and treatments. */
export async function listFlockCosts(
  connection: Connection,
  scope: Scope,
  flockIds: readonly string[],
): Promise<FlockCosts[]> {
  if (flockIds.length === 0) return [];
  const { dialect } = connection;
  const inputRows = { columns: { id: 'text' }, rows: flockIds.map((id) => [id]) } as const;
  return selectObjects<FlockCosts>(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, flocks, scope, inputRows)}),
      fed as (
        select delivery.flock_id,
          sum(coalesce(delivery.total_cost,
            delivery.quantity_kg / 1000 * delivery.price_per_ton)) as cost
        from page cross join feed_deliveries delivery
        where delivery.flock_id = page.id and delivery.deleted_at is null
        group by delivery.flock_id
      ),
      treated as (
        select treatment.flock_id, sum(treatment.cost) as cost
        from page cross join treatments treatment
        where treatment.flock_id = page.id and treatment.deleted_at is null
        group by treatment.flock_id
      )
      select ${objectOf(dialect, COSTS)}
      from page cross join flocks flock
      left join fed on fed.flock_id = flock.id
      left join treated on treated.flock_id = flock.id
      where flock.id = page.id`,
  );
}

/** Monthly totals of a field of rows with a `date`, for months with rows, oldest first. */
export async function listMonthlyTotals(
  connection: Connection,
  definition: ResourceDefinition,
  query: {
    readonly scope: Scope;
    readonly field: string;
    /** The first day included, and the first day after the range. */
    readonly from: string;
    readonly before: string;
  },
): Promise<number[]> {
  const month = raw('substr(cast(record.date as text), 1, 7)');
  const rows = await connection.all<{ total: number | string }>(sql`
    select sum(${raw(`record.${columnName(query.field)}`)}) as total
    from ${raw(tableName(definition.name))} record
    where ${scopePredicate(definition, query.scope)}
      and record.date >= ${query.from} and record.date < ${query.before}
    group by ${month} order by ${month}`);
  return rows.map(({ total }) => Number(total));
}

interface TenderBids {
  readonly id: string;
  /** All bids, including rejected and withdrawn ones. */
  readonly bids: number;
  /** The lowest bid when buying, the highest when selling; null if no bids can be compared. */
  readonly bestBidId: string | null;
}

const BIDS: readonly ObjectColumn[] = [
  ['id', 'ranked.tender_id', 'text'],
  ['bids', 'count(*)', 'integer'],
  [
    'bestBidId',
    'max(case when ranked.is_comparable = 1 and ranked.place = 1 then ranked.id end)',
    'text',
  ],
];

/**
 * The bid summaries of tenders with bids. Only valid bids with a price in the currency of the farm
 * are compared; of equal prices the earlier bid wins.
 */
export async function listTenderBids(
  connection: Connection,
  scope: Scope,
  tenderIds: readonly string[],
): Promise<TenderBids[]> {
  if (tenderIds.length === 0) return [];
  const { dialect } = connection;
  const inputRows = { columns: { id: 'text' }, rows: tenderIds.map((id) => [id]) } as const;
  return selectObjects<TenderBids>(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, tenders, scope, inputRows)}),
      bids as (
        select bid.id, bid.tender_id, bid.created_at,
          case tender.direction when 'sell' then -bid.price else bid.price end as cost,
          case when bid.price is not null and bid.status not in ('rejected', 'withdrawn')
            and coalesce(bid.currency, farm.currency) = farm.currency then 1 else 0
          end as is_comparable
        from page cross join tenders tender cross join farms farm cross join tender_bids bid
        where tender.id = page.id and farm.id = tender.farm_id and bid.tender_id = page.id
          and bid.deleted_at is null
      ),
      ranked as (
        select bids.*, row_number() over (
          partition by tender_id, is_comparable order by cost, created_at, id
        ) as place
        from bids
      )
      select ${objectOf(dialect, BIDS)} from ranked group by ranked.tender_id`,
  );
}
