import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { flockRevenue } from './flock-revenue.ts';
import { marketProjection } from './market-projection.ts';
import type { PriceSnapshot } from './sale-price-per-kg.ts';

/**
 * All the money a flock will have brought when it is gone: its sales so far and, of one still
 * here, what is to be expected for the rest. Null when one of them cannot be told.
 */
export function expectedRevenue(record: FlockRecord, snapshot: PriceSnapshot): number | null {
  const soFar = flockRevenue(record, snapshot.today);
  if (!record.isLive) return soFar;
  const ahead = marketProjection(record, snapshot)?.revenue ?? null;
  const hasSold = record.sales.some(({ date }) => date <= snapshot.today);
  if (ahead === null || (hasSold && soFar === null)) return null;
  return sum([soFar, ahead]);
}
