import type { StoredOf } from '../../model/registry.ts';
import { deliveryCost } from './delivery-cost.ts';
import type { Weighed } from './weighed-price.ts';

/** A delivery of feed as a deal by weight; none when its cost is not known. */
export function weighedDelivery(delivery: StoredOf<'feed-deliveries'>): Weighed[] {
  const amount = deliveryCost(delivery);
  return amount === null ? [] : [{ day: delivery.date, amount, kg: delivery.quantityKg }];
}
