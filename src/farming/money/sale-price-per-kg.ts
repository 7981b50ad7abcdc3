import { addDays } from '../../tools/calendar.ts';
import { believedSales, type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { pricePerKg, type Weighed } from './weighed-price.ts';
import { weighedSale } from './weighed-sale.ts';

/** A snapshot that tells what a kilogram brings: sales, and which flocks are hens. */
export type PriceSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

/**
 * What the farm gets for a kilogram of live birds: all sales of the last 90 days by their weight,
 * else the newest one. Null without a sale that has both an amount and a weight.
 */
export function salePricePerKg(snapshot: PriceSnapshot): number | null {
  const { today, thresholds } = snapshot;
  const sold = soldByWeight(snapshot);
  const since = addDays(today, -thresholds.salePriceDays);
  return pricePerKg(sold.filter(({ day }) => day > since)) ?? pricePerKg(sold.slice(-1));
}

/**
 * The sales up to today that have both an amount and a weight, the oldest first. What hens that are
 * here bring are eggs: it counts only on a farm that sells nothing else.
 */
export function soldByWeight(snapshot: PriceSnapshot): Weighed[] {
  const hens = liveFlocksOf(snapshot).filter(({ kind }) => kind === 'layer');
  const ofHens = new Set(hens.map(({ flock }) => flock.id));
  const past = believedSales(snapshot).filter(({ date }) => date <= snapshot.today);
  const birds = past.filter(({ flockId }) => !ofHens.has(flockId)).flatMap(weighedSale);
  return birds.length > 0 ? birds : past.flatMap(weighedSale);
}
