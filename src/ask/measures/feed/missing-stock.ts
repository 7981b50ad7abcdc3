import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import type { FlockRecord } from '../../../farming/core/flock-record.ts';
import type { MissingData } from '../../../farming/core/section.ts';
import type { FeedStockParts } from '../../../farming/feed/feed-forecast.ts';
import { flockFeed, missingFeed } from '../../../farming/feed/flock-feed.ts';
import { message } from '../../../model/core/message.ts';

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
