import type { StoredOf } from '../../model/registry.ts';

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
