import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { listTenderBids } from '../../storage/records/tender-bids.ts';
import { mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';

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
