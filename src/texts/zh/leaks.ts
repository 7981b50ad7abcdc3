import type { leaks as english } from '../en/leaks.ts';

export const leaks = {
  'leaks.no_sale_price': '没有销售能说明每公斤价格。',
  'leaks.no_feed_cost': '没有送料记录能说明饲料价格。',
} satisfies Record<keyof typeof english, string>;
