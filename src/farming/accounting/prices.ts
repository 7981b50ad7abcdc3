import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { believedSales, type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { placedBirds } from '../metrics/population.ts';
import { ratioOf } from '../metrics/ratio.ts';
import { deliveryCost, saleAmount } from './amounts.ts';

/** Something bought or sold by weight on a day. */
export interface Weighed {
  readonly day: CalendarDay;
  readonly amount: number;
  readonly kg: number;
}

/** The mean price of a kilogram, each deal by its weight; null of none. */
export function pricePerKg(deals: readonly Weighed[]): number | null {
  return ratioOf(sum(deals.map(({ amount }) => amount)), sum(deals.map(({ kg }) => kg)));
}

/** A sale as a deal by weight; none when its amount or its weight is not known. */
export function weighedSale(sale: StoredOf<'sales'>): Weighed[] {
  const amount = saleAmount(sale);
  const kg = sale.totalWeightKg ?? 0;
  return amount === null || kg <= 0 ? [] : [{ day: sale.date, amount, kg }];
}

/** A delivery of feed as a deal by weight; none when its cost is not known. */
export function weighedDelivery(delivery: StoredOf<'feed-deliveries'>): Weighed[] {
  const amount = deliveryCost(delivery);
  return amount === null ? [] : [{ day: delivery.date, amount, kg: delivery.quantityKg }];
}

/** What one chick of a flock cost: its price, else the order by the chicks it was for; else null. */
export function chickPrice(flock: StoredOf<'flocks'>): number | null {
  return (
    flock.pricePerChick ?? ratioOf(flock.orderTotal, flock.chicksOrdered ?? placedBirds(flock))
  );
}

/** What one chick of the newest flock cost for which that is known; null of none. */
export function lastChickPrice({
  liveFlocks,
  closedFlocks,
}: FarmSnapshot<'liveFlocks' | 'closedFlocks'>): number | null {
  const newestFirst = [...liveFlocks, ...closedFlocks].toSorted((left, right) =>
    left.placementDate < right.placementDate ? 1 : -1,
  );
  for (const flock of newestFirst) {
    const price = chickPrice(flock);
    if (price !== null) return price;
  }
  return null;
}

/**
 * What a kilogram of feed costs the farm: all deliveries of the last 60 days by their weight, else
 * the newest one. Null without a delivery whose cost is known.
 */
export function feedPricePerKg(snapshot: FarmSnapshot<'feedDeliveries'>): number | null {
  const { today, thresholds, feedDeliveries } = snapshot;
  const bought = feedDeliveries.filter(({ date }) => date <= today).flatMap(weighedDelivery);
  const since = addDays(today, -thresholds.feedPriceDays);
  return pricePerKg(bought.filter(({ day }) => day > since)) ?? pricePerKg(bought.slice(-1));
}

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
