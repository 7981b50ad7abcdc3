import { defaultTotal } from '../default-total.ts';
import type { ResourceRules } from '../resource-rules.ts';

const KG_PER_TON = 1000;

/** What a delivery costs by its price per ton. */
export const feedDeliveryRules: ResourceRules = {
  fill: (change) =>
    defaultTotal(change, {
      field: 'totalCost',
      quantity: 'quantityKg',
      price: 'pricePerTon',
      per: KG_PER_TON,
    }),
};
