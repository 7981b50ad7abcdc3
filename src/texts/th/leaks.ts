import type { leaks as english } from '../en/leaks.ts';

export const leaks = {
  'leaks.no_sale_price': 'ยังไม่มีการขายที่บอกราคาต่อกิโลกรัม',
  'leaks.no_feed_cost': 'ยังไม่มีการส่งอาหารที่บอกราคา',
} satisfies Record<keyof typeof english, string>;
