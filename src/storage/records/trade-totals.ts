import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { tenders } from '../../model/resources/tenders.ts';
import { type Connection, columnName, tableName } from '../core/database.ts';
import { type Scope, scopePredicate, visibleAskedRows } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';

/** What a field of rows with a `date` comes to in each month that has any, the oldest first. */
export async function listMonthlyTotals(
  connection: Connection,
  definition: ResourceDefinition,
  asked: {
    readonly scope: Scope;
    readonly field: string;
    /** The first day that counts, and the first that does no more. */
    readonly from: string;
    readonly before: string;
  },
): Promise<number[]> {
  const month = raw('substr(cast(record.date as text), 1, 7)');
  const rows = await connection.all<{ total: number | string }>(sql`
    select sum(${raw(`record.${columnName(asked.field)}`)}) as total
    from ${raw(tableName(definition.name))} record
    where ${scopePredicate(definition, asked.scope)}
      and record.date >= ${asked.from} and record.date < ${asked.before}
    group by ${month} order by ${month}`);
  return rows.map(({ total }) => Number(total));
}

/** The bids of a tender in short. */
export interface TenderBids {
  readonly id: string;
  /** All bids, rejected and withdrawn ones too. */
  readonly bids: number;
  /** The cheapest bid when buying, the dearest when selling; null when none can be compared. */
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
 * The bids of tenders that have any. Only bids that stand, name a price and are in the currency of
 * the farm are compared; of two with the same price the earlier one is better.
 */
export async function listTenderBids(
  connection: Connection,
  scope: Scope,
  tenderIds: readonly string[],
): Promise<TenderBids[]> {
  if (tenderIds.length === 0) return [];
  const { dialect } = connection;
  const asked = { columns: { id: 'text' }, rows: tenderIds.map((id) => [id]) } as const;
  return selectObjects<TenderBids>(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, tenders, scope, asked)}),
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
