import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { ratioOf, sum } from '../../tools/statistics.ts';
import { believedSales, type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { placedBirds } from '../metrics/population.ts';
import type { BirdKind } from '../standards/breed-lookup.ts';

/** A purchase or sale by weight. */
export interface Weighed {
  readonly day: CalendarDay;
  readonly amount: number;
  readonly kg: number;
}

/** The mean price per kg, weighted by kg; null without deals. */
export function pricePerKg(deals: readonly Weighed[]): number | null {
  return ratioOf(sum(deals.map(({ amount }) => amount)), sum(deals.map(({ kg }) => kg)));
}

/** A sale as a deal by weight; empty when its amount or weight is unknown. */
export function weighedSale(sale: StoredOf<'sales'>): Weighed[] {
  const amount = saleAmount(sale);
  const kg = sale.totalWeightKg ?? 0;
  return amount === null || kg <= 0 ? [] : [{ day: sale.date, amount, kg }];
}

/** A feed delivery as a deal by weight; empty when its cost is unknown. */
export function weighedDelivery(delivery: StoredOf<'feed-deliveries'>): Weighed[] {
  const amount = deliveryCost(delivery);
  return amount === null ? [] : [{ day: delivery.date, amount, kg: delivery.quantityKg }];
}

/**
 * The cost of one chick: the recorded price, else the order total divided by the chicks; else null.
 */
export function chickPrice(flock: StoredOf<'flocks'>): number | null {
  return (
    flock.pricePerChick ?? ratioOf(flock.orderTotal, flock.chicksOrdered ?? placedBirds(flock))
  );
}

/** The cost of one chick in the newest flock for which it is known; null without any. */
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

/** Snapshot parts for the price per kg of live birds: sales, and which flocks are hens. */
export type PriceSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

/**
 * The farm's price per kg of live birds: the weighted mean of all sales of the last 90 days, else
 * the newest sale. Null without a sale that has both an amount and a weight.
 */
export function salePricePerKg(snapshot: PriceSnapshot): number | null {
  const { today, thresholds } = snapshot;
  const sold = soldByWeight(snapshot);
  const since = addDays(today, -thresholds.salePriceDays);
  return pricePerKg(sold.filter(({ day }) => day > since)) ?? pricePerKg(sold.slice(-1));
}

/**
 * The sales up to today with both an amount and a weight, oldest first. Sales of live laying flocks
 * are eggs; they count only on a farm that sells nothing else.
 */
export function soldByWeight(snapshot: PriceSnapshot): Weighed[] {
  const hens = liveFlocksOf(snapshot).filter(({ kind }) => kind === 'layer');
  const ofHens = new Set(hens.map(({ flock }) => flock.id));
  const pastSales = believedSales(snapshot).filter(({ date }) => date <= snapshot.today);
  const birds = pastSales.filter(({ flockId }) => !ofHens.has(flockId)).flatMap(weighedSale);
  return birds.length > 0 ? birds : pastSales.flatMap(weighedSale);
}

/** The fields of a sale that determine its amount. */
type PricedSale = Pick<StoredOf<'sales'>, 'totalAmount' | 'totalWeightKg' | 'pricePerKg'>;

/** The amount of a sale: the recorded amount, else weight × price per kg; null without either. */
export function saleAmount({ totalAmount, totalWeightKg, pricePerKg }: PricedSale): number | null {
  if (totalAmount !== null) return totalAmount;
  return totalWeightKg === null || pricePerKg === null ? null : totalWeightKg * pricePerKg;
}

/** The fields of a feed delivery that determine its cost. */
type PricedDelivery = Pick<StoredOf<'feed-deliveries'>, 'totalCost' | 'quantityKg' | 'pricePerTon'>;

/** The cost of a feed delivery: the recorded total, else quantity × price per ton; else null. */
export function deliveryCost({
  totalCost,
  quantityKg,
  pricePerTon,
}: PricedDelivery): number | null {
  return totalCost ?? (pricePerTon === null ? null : (quantityKg / 1000) * pricePerTon);
}

/** The fields of a flock that determine the cost of its chicks. */
type OrderedChicks = Pick<StoredOf<'flocks'>, 'orderTotal' | 'chicksReceived' | 'pricePerChick'>;

/** The cost of the chicks of a flock: the order total, else chicks received × price; else null. */
export function chickCost({
  orderTotal,
  chicksReceived,
  pricePerChick,
}: OrderedChicks): number | null {
  if (orderTotal !== null) return orderTotal;
  return chicksReceived === null || pricePerChick === null ? null : chicksReceived * pricePerChick;
}

/** Costs of a flock recorded outside expenses, in the farm's currency; 0 without any. */
export interface HeldCosts {
  /** Feed deliveries. */
  readonly feed: number;
  /** The chick order. */
  readonly chicks: number;
  readonly treatments: number;
}

/** The fields of an expense that determine how it is counted. */
interface ChargedExpense {
  readonly flockId: string | null;
  readonly category: string;
}

/** Expense categories whose cost is also recorded elsewhere, mapped to the field of `HeldCosts`. */
export const HELD_ELSEWHERE: Readonly<Record<string, keyof HeldCosts>> = {
  feed: 'feed',
  chicks: 'chicks',
  medicine: 'treatments',
  vaccination: 'treatments',
};

/**
 * How an expense counts: `shared` without a flock, `direct` with one, and as a duplicate where the
 * deliveries, chick order or treatments of that flock already contain the cost.
 */
export function countedAs(
  { flockId, category }: ChargedExpense,
  heldCosts: HeldCosts | undefined,
): 'direct' | 'shared' | 'duplicate' {
  if (flockId === null) return 'shared';
  const stockResource = Object.hasOwn(HELD_ELSEWHERE, category)
    ? HELD_ELSEWHERE[category]
    : undefined;
  return stockResource && heldCosts?.[stockResource] ? 'duplicate' : 'direct';
}

/** Snapshot parts that contain the costs of flocks. */
export type CostParts = 'feedDeliveries' | 'treatments' | 'liveFlocks' | 'closedFlocks';

/** The cost of each flock recorded in feed deliveries, chick orders and treatments. */
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

/** Snapshot parts with feed costs and the live flocks that eat the feed. */
export type FeedPriceSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries'>;

/** The price per kg of the feed for a kind of bird. */
export interface FeedPrice {
  /** Null without a delivery whose cost is known. */
  readonly perKg: number | null;
  /**
   * True when no priced delivery is known to be for these birds, so the price is the farm's mean.
   */
  readonly isOfFarm: boolean;
}

/** The mean price per kg of all the farm's feed. */
export function feedPricePerKg(snapshot: FarmSnapshot<'feedDeliveries'>): number | null {
  return priceOf(snapshot.feedDeliveries, snapshot);
}

/** The price per kg of the feed for a kind of bird; falls back to the mean of all feed. */
export function feedPriceFor(kind: BirdKind, snapshot: FeedPriceSnapshot): FeedPrice {
  const kindOf = new Map(liveFlocksOf(snapshot).map((record) => [record.flock.id, record.kind]));
  const kinds = new Set(kindOf.values());
  const isTheirs = (delivery: StoredOf<'feed-deliveries'>) => {
    const ownKind = kindOf.get(delivery.flockId ?? '');
    if (ownKind !== undefined) return ownKind === kind;
    const feed = delivery.feedType ?? '';
    if (LAYER_FEED.includes(feed)) return kind === 'layer';
    // Pullets eat starter too: on farms with hens only, starter is layer feed.
    if (MEAT_FEED.includes(feed)) return kind !== 'layer' || kinds.size <= 1;
    return kinds.size <= 1;
  };
  const ownPrice = priceOf(snapshot.feedDeliveries.filter(isTheirs), snapshot);
  if (ownPrice !== null) return { perKg: ownPrice, isOfFarm: false };
  const perKg = feedPricePerKg(snapshot);
  return { perKg, isOfFarm: perKg !== null };
}

const LAYER_FEED: readonly string[] = ['pullet', 'prelay', 'layer1', 'layer2', 'layer3', 'breeder'];
const MEAT_FEED: readonly string[] = ['prestarter', 'starter', 'grower', 'finisher', 'withdrawal'];

/** The weighted mean of all deliveries of the last 60 days; without any, the newest delivery. */
function priceOf(
  deliveries: readonly StoredOf<'feed-deliveries'>[],
  { today, thresholds }: FarmSnapshot<never>,
): number | null {
  const bought = deliveries.filter(({ date }) => date <= today).flatMap(weighedDelivery);
  const since = addDays(today, -thresholds.feedPriceDays);
  return pricePerKg(bought.filter(({ day }) => day > since)) ?? pricePerKg(bought.slice(-1));
}
