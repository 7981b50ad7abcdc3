import type { history as english } from '../en/history.ts';

export const history = {
  'page.history.count': '{count, plural, one {שינוי אחד} other {# שינויים}}',
  'page.history.created': 'נוצר',
  'page.history.changed': 'שונה',
  'page.history.deleted': 'נמחק',
  'page.history.undone': 'בוטל',
  'page.history.gone': 'נמחק; ההיסטוריה נשמרת.',
} as const satisfies Record<keyof typeof english, string>;
