import { defaultTotal } from '../default-total.ts';
import { implausibleSale } from '../implausible.ts';
import type { ResourceRules } from '../resource-rules.ts';

/** The amount of a sale by its price per kilogram. */
export const saleRules: ResourceRules = {
  fill: (change) =>
    defaultTotal(change, {
      field: 'totalAmount',
      quantity: 'totalWeightKg',
      price: 'pricePerKg',
      per: 1,
    }),
  check: implausibleSale,
};
