import type { market as english } from '../en/market.ts';

export const market = {
  'market.no_sales': 'אין מכירה שממנה ידוע המחיר לק"ג.',
  'market.no_feed_cost': 'אין אספקת תערובת שממנה ידוע המחיר, ולכן לא ידוע כמה עולה יום נוסף בלול.',
  'market.no_target_weight': 'ללהקה {flock} לא הוגדר משקל יעד.',
  'market.breed_unknown': 'אין טבלת תקן לגזע של להקה {flock}, ולכן אי אפשר לחזות את הגדילה שלה.',
  'market.no_area': 'שטח הרצפה של {barn} לא רשום.',
} satisfies Record<keyof typeof english, string>;
