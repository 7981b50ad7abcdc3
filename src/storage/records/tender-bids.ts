import sql from 'sql-template-tag';
import { tenders } from '../../model/resources/tenders.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import type { Scope } from './scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from './select-objects.ts';

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
