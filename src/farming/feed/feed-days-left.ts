import type { FlockRecord } from '../flocks/flock-record.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { feedForecast } from './feed-forecast.ts';
import { type FeedStockParts, feedStock } from './feed-stock.ts';

const DAYS_AHEAD = 7;

/**
 * Days for which the feed in the silo of a flock lasts at the daily need of the coming week; null
 * when the stock or the need is not known.
 */
export function feedDaysLeft(
  record: FlockRecord,
  snapshot: FarmSnapshot<FeedStockParts>,
): number | null {
  const { stockKg } = feedStock(record, snapshot);
  const weekKg = feedForecast(record, snapshot.today).kgOf(DAYS_AHEAD);
  return weekKg === null ? null : ratioOf(stockKg, weekKg / DAYS_AHEAD);
}
