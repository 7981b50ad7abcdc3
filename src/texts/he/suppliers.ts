import type { suppliers as english } from '../en/suppliers.ts';

export const suppliers = {
  'suppliers.no_suppliers': 'לא רשום מאיזה ספק הגיעו תערובת, אפרוחים או תרופות.',
  'suppliers.delivery_without_supplier':
    '{count, plural, one {אספקת תערובת אחת רשומה} two {שתי אספקות תערובת רשומות} other {# אספקות תערובת רשומות}} ללא ספק.',
  'suppliers.flock_without_supplier': 'לא רשום מאיזו מדגרה הגיעו האפרוחים של להקה {flock}.',
} satisfies Record<keyof typeof english, string>;
