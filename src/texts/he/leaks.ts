import type { leaks as english } from '../en/leaks.ts';

export const leaks = {
  'leaks.no_sale_price': 'אין מכירה שממנה ידוע המחיר לק"ג.',
  'leaks.no_feed_cost': 'אין אספקת תערובת שממנה ידוע המחיר.',
} satisfies Record<keyof typeof english, string>;
