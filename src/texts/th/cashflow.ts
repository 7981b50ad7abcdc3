import type { cashflow as english } from '../en/cashflow.ts';

export const cashflow = {
  'cashflow.assumes_row_dates': 'นับเงินตามวันที่บันทึก ไม่ได้บันทึกวันที่จ่ายจริง',
  'cashflow.assumes_no_opening_balance': 'ไม่ทราบยอดเงินในธนาคาร ยอดสะสมเริ่มจาก 0 เมื่อ 12 สัปดาห์ก่อน',
  'cashflow.assumes_usual_costs': 'ค่าใช้จ่ายประจำคิดเท่ากับ 12 สัปดาห์ที่ผ่านมา',
  'cashflow.assumes_usual_eggs': 'แม่ไก่ไข่ทำรายได้ต่อสัปดาห์เท่ากับ 12 สัปดาห์ที่ผ่านมา',
  'cashflow.assumes_sale_price': 'ขายฝูงตามวันที่คาดไว้ในราคา {price} ต่อกิโลกรัม',
  'cashflow.assumes_feed_price': 'อาหารที่ต้องใช้เกินจากในไซโลและที่สั่งไว้ ซื้อในราคา {price} ต่อกิโลกรัม',
  'cashflow.assumes_bird_orders_in_flocks': 'การขายไก่มีชีวิตที่ยืนยันแล้วนับรวมอยู่ในรายได้ของฝูง ไม่นับซ้ำ',
  'cashflow.few_money_weeks':
    'มีการบันทึกเงินเพียง {have, number} สัปดาห์ใน 12 สัปดาห์ที่ผ่านมา การคาดการณ์ต้องมี {need, number} สัปดาห์',
  'cashflow.no_sale_price': 'ยังไม่มีการขายที่บอกราคาต่อกิโลกรัม จึงไม่รวมรายได้จากฝูง',
  'cashflow.no_feed_cost': 'ยังไม่มีการส่งอาหารที่บอกราคา จึงไม่รวมค่าอาหารที่ต้องซื้อ',
} satisfies Record<keyof typeof english, string>;
