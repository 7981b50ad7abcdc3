import type { feed as english } from '../en/feed.ts';

export const feed = {
  'feed.late_phase':
    'להקה {flock} קיבלה {feed} בגיל {age, plural, one {יום אחד} two {יומיים} other {# ימים}}; עכשיו היא צריכה {expected}.',
  'feed.no_withdrawal': 'להקה {flock} עומדת להימכר ועדיין לא קיבלה {expected}.',
  'feed.type.starter': 'תערובת התחלה',
  'feed.type.grower': 'תערובת גידול',
  'feed.type.finisher': 'תערובת סיום',
  'feed.type.withdrawal': 'תערובת גמר ללא תוספים',
} satisfies Record<keyof typeof english, string>;
