import type { StoredOf } from '../../model/registry.ts';
import { saleAmount } from './sale-amount.ts';
import type { Weighed } from './weighed-price.ts';

/** A sale as a deal by weight; none when its amount or its weight is not known. */
export function weighedSale(sale: StoredOf<'sales'>): Weighed[] {
  const amount = saleAmount(sale);
  const kg = sale.totalWeightKg ?? 0;
  return amount === null || kg <= 0 ? [] : [{ day: sale.date, amount, kg }];
}
