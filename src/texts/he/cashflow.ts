import type { cashflow as english } from '../en/cashflow.ts';

export const cashflow = {
  'cashflow.assumes_row_dates': 'כסף נספר בתאריך הרישום; מועד התשלום בפועל אינו רשום.',
  'cashflow.assumes_no_opening_balance': 'יתרת הבנק אינה ידועה; הסכום מתחיל מ-0 לפני 12 שבועות.',
  'cashflow.assumes_usual_costs': 'ההוצאות השוטפות יימשכו כמו ב-12 השבועות האחרונים.',
  'cashflow.assumes_usual_eggs': 'המטילות יכניסו בשבוע כמו ב-12 השבועות האחרונים.',
  'cashflow.assumes_sale_price': 'הלהקות יימכרו ביום הצפוי במחיר {price} לק"ג.',
  'cashflow.assumes_feed_price': 'תערובת שתידרש מעבר למלאי ולהזמנות תיקנה במחיר {price} לק"ג.',
  'cashflow.assumes_bird_orders_in_flocks':
    'מכירות מאושרות של עופות חיים הן חלק מהכנסת הלהקות ואינן נספרות פעמיים.',
  'cashflow.few_money_weeks':
    '{have, plural, =0 {אין אף שבוע} one {רק שבוע אחד} two {רק שבועיים} other {רק # שבועות}} עם רישומי כסף ב-12 השבועות האחרונים; לתחזית דרושים {need}.',
  'cashflow.no_sale_price': 'אין מכירה שממנה ידוע המחיר לק"ג, ולכן הכנסות הלהקות אינן בתחזית.',
  'cashflow.no_feed_cost': 'אין אספקת תערובת שממנה ידוע המחיר, ולכן קניית תערובת אינה בתחזית.',
} satisfies Record<keyof typeof english, string>;
