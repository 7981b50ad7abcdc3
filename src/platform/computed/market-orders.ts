import { perRow } from './compute.ts';

/** What a market order amounts to. */
export const computeMarketOrders = perRow<'market-orders'>(({ quantity, price }) => ({
  total: quantity === null || price === null ? null : quantity * price,
}));
