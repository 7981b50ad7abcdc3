import { listTenderBids } from '../../storage/records/tender-bids.ts';
import type { ComputedOf, PageContext, StoredOf } from './compute.ts';
import { mapById } from './page-maps.ts';

/** How many bids a tender has, and which one is the best so far. */
export async function computeTenders(
  rows: readonly StoredOf<'tenders'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'tenders'>[]> {
  const tenderIds = rows.map((row) => row.id);
  const bids = mapById(await listTenderBids(connection, scope, tenderIds));
  return rows.map((row) => {
    const found = bids.get(row.id);
    return { bidsCount: found?.bids ?? 0, bestBidId: found?.bestBidId ?? null };
  });
}
