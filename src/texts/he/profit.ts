import type { profit as english } from '../en/profit.ts';

export const profit = {
  'profit.no_flocks': 'לא נרשמה עדיין להקה במשק.',
  'profit.no_chick_price': 'לא ידוע כמה עלו האפרוחים של להקה {flock}.',
  'profit.no_birds_placed': 'לא נרשם כמה אפרוחים התקבלו בלהקה {flock}.',
  'profit.no_feed_cost': 'לא ידועה עלות התערובת של להקה {flock}.',
  'profit.no_treatment_cost': 'הטיפולים של להקה {flock} רשומים ללא עלות.',
  'profit.no_sales': 'לא נרשמה מכירה של להקה {flock}.',
  'profit.no_sale_amount': 'לאחת המכירות של להקה {flock} אין סכום.',
  'profit.no_sale_price': 'אין מכירה שממנה ידוע המחיר לק"ג, ולכן לא ידוע מה הלהקות יכניסו.',
  'profit.no_barn_area': 'שטח הרצפה של {barn} לא רשום.',
  'profit.breed_unknown': 'אין טבלת תקן לגזע של להקה {flock}, ולכן אי אפשר לחזות את הגדילה שלה.',
  'profit.shared_expenses_since':
    'להקה {flock} נושאת בהוצאות המשק רק מ-{day}; הוצאות קודמות אינן נספרות.',
} satisfies Record<keyof typeof english, string>;
