import type { StoredOf } from '../../model/registry.ts';

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
