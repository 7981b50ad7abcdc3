import type { StoredOf } from '../../model/resources/registry.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';

/** What of a sale says what it brought. */
export type PricedSale = Pick<StoredOf<'sales'>, 'totalAmount' | 'totalWeightKg' | 'pricePerKg'>;

/** Money a sale brought: the amount, else the weight at the price per kg; null without either. */
export function saleAmount({ totalAmount, totalWeightKg, pricePerKg }: PricedSale): number | null {
  if (totalAmount !== null) return totalAmount;
  return totalWeightKg === null || pricePerKg === null ? null : totalWeightKg * pricePerKg;
}

/** What of a delivery of feed says what it cost. */
export type PricedDelivery = Pick<
  StoredOf<'feed-deliveries'>,
  'totalCost' | 'quantityKg' | 'pricePerTon'
>;

/** Money a delivery of feed cost: the total, else the quantity at the price per ton; else null. */
export function deliveryCost({
  totalCost,
  quantityKg,
  pricePerTon,
}: PricedDelivery): number | null {
  return totalCost ?? (pricePerTon === null ? null : (quantityKg / 1000) * pricePerTon);
}

/** What of a flock says what its chicks cost. */
export type OrderedChicks = Pick<
  StoredOf<'flocks'>,
  'orderTotal' | 'chicksReceived' | 'pricePerChick'
>;

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
export interface ChargedExpense {
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
