import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { believedSales, type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { placedBirds } from '../metrics/population.ts';
import { ratioOf } from '../metrics/ratio.ts';

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

/** What of a sale says what it brought. */
type PricedSale = Pick<StoredOf<'sales'>, 'totalAmount' | 'totalWeightKg' | 'pricePerKg'>;

/** Money a sale brought: the amount, else the weight at the price per kg; null without either. */
export function saleAmount({ totalAmount, totalWeightKg, pricePerKg }: PricedSale): number | null {
  if (totalAmount !== null) return totalAmount;
  return totalWeightKg === null || pricePerKg === null ? null : totalWeightKg * pricePerKg;
}

/** What of a delivery of feed says what it cost. */
type PricedDelivery = Pick<StoredOf<'feed-deliveries'>, 'totalCost' | 'quantityKg' | 'pricePerTon'>;

/** Money a delivery of feed cost: the total, else the quantity at the price per ton; else null. */
export function deliveryCost({
  totalCost,
  quantityKg,
  pricePerTon,
}: PricedDelivery): number | null {
  return totalCost ?? (pricePerTon === null ? null : (quantityKg / 1000) * pricePerTon);
}

/** What of a flock says what its chicks cost. */
type OrderedChicks = Pick<StoredOf<'flocks'>, 'orderTotal' | 'chicksReceived' | 'pricePerChick'>;

/** Money the chicks of a flock cost: the order's total, else those received at their price; else null. */
export function chickCost({
  orderTotal,
  chicksReceived,
  pricePerChick,
}: OrderedChicks): number | null {
  if (orderTotal !== null) return orderTotal;
  return chicksReceived === null || pricePerChick === null ? null : chicksReceived * pricePerChick;
}

/** What other records hold of the cost of a flock, in the farm's currency; 0 without any. */
export interface HeldCosts {
  /** Deliveries of feed. */
  readonly feed: number;
  /** The order of chicks. */
  readonly chicks: number;
  readonly treatments: number;
}

/** What of an expense decides how it counts. */
interface ChargedExpense {
  readonly flockId: string | null;
  readonly category: string;
}

/** Categories whose cost other records of the flock hold too, by which of its costs that is. */
export const HELD_ELSEWHERE: Readonly<Record<string, keyof HeldCosts>> = {
  feed: 'feed',
  chicks: 'chicks',
  medicine: 'treatments',
  vaccination: 'treatments',
};

/**
 * How an expense counts: shared without a flock, direct with one, and as a duplicate where the
 * deliveries, the order of chicks or the treatments of that flock hold the same cost already.
 */
export function countedAs(
  { flockId, category }: ChargedExpense,
  held: HeldCosts | undefined,
): 'direct' | 'shared' | 'duplicate' {
  if (flockId === null) return 'shared';
  const elsewhere = Object.hasOwn(HELD_ELSEWHERE, category) ? HELD_ELSEWHERE[category] : undefined;
  return elsewhere && held?.[elsewhere] ? 'duplicate' : 'direct';
}

/** The parts of a snapshot that hold what flocks cost. */
export type CostParts = 'feedDeliveries' | 'treatments' | 'liveFlocks' | 'closedFlocks';

/** What deliveries of feed, orders of chicks and treatments hold of the cost of each flock. */
export function heldCosts(snapshot: FarmSnapshot<CostParts>): ReadonlyMap<string, HeldCosts> {
  const deliveries = groupBy(snapshot.feedDeliveries, ({ flockId }) => flockId ?? '');
  const treatments = groupBy(snapshot.treatments, ({ flockId }) => flockId);
  const flocks = [...snapshot.liveFlocks, ...snapshot.closedFlocks];
  return new Map(
    flocks.map((flock) => [
      flock.id,
      {
        feed: sum((deliveries.get(flock.id) ?? []).map(deliveryCost)),
        chicks: chickCost(flock) ?? 0,
        treatments: sum((treatments.get(flock.id) ?? []).map(({ cost }) => cost)),
      },
    ]),
  );
}
