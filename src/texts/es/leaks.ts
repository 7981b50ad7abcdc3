import type { leaks as english } from '../en/leaks.ts';

export const leaks = {
  'leaks.no_sale_price': 'Ninguna venta indica el precio por kilo.',
  'leaks.no_feed_cost': 'Ninguna entrega indica cuánto cuesta el alimento.',
} satisfies Record<keyof typeof english, string>;
