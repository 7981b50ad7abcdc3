import type { FeedStockParts } from '../../../farming/feed/feed-stock.ts';
import { flockFeed } from '../../../farming/feed/flock-feed.ts';
import { missingFeed } from '../../../farming/feed/missing-feed.ts';
import type { FlockRecord } from '../../../farming/flocks/flock-record.ts';
import type { MissingData } from '../../../farming/insights/section.ts';
import type { FarmSnapshot } from '../../../farming/snapshot/farm-snapshot.ts';
import { message } from '../../../model/message.ts';

/** Why it is not known what lies in the silo of a flock. */
export function missingStock(
  record: FlockRecord,
  place: string,
  snapshot: FarmSnapshot<FeedStockParts>,
): readonly MissingData[] {
  const missing = missingFeed(record, flockFeed(record, snapshot), snapshot);
  if (missing.length > 0) return missing;
  const said = message('ask.noStock', { place });
  return [{ code: 'no_stock', message: said, flockId: record.flock.id }];
}
