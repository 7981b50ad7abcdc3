import { defaultTotal } from '../default-total.ts';
import type { ResourceRules } from '../resource-rules.ts';

const KG_PER_TON = 1000;

export const feedDeliveryRules: ResourceRules = {
  fill: (change) =>
    defaultTotal(change, {
      field: 'totalCost',
      quantity: 'quantityKg',
      price: 'pricePerTon',
      per: KG_PER_TON,
    }),
};
