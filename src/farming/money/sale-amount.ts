import type { StoredOf } from '../../model/registry.ts';

/** What of a sale says what it brought. */
export type PricedSale = Pick<StoredOf<'sales'>, 'totalAmount' | 'totalWeightKg' | 'pricePerKg'>;

/** Money a sale brought: the amount, else the weight at the price per kg; null without either. */
export function saleAmount({ totalAmount, totalWeightKg, pricePerKg }: PricedSale): number | null {
  if (totalAmount !== null) return totalAmount;
  return totalWeightKg === null || pricePerKg === null ? null : totalWeightKg * pricePerKg;
}
