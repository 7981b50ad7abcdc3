import type { profit as english } from '../en/profit.ts';

export const profit = {
  'profit.no_flocks': 'ยังไม่มีการบันทึกฝูงไก่ในฟาร์ม',
  'profit.no_chick_price': 'ไม่ทราบราคาลูกไก่ของฝูง {flock}',
  'profit.no_birds_placed': 'ไม่ได้บันทึกจำนวนลูกไก่ที่รับเข้าของฝูง {flock}',
  'profit.no_feed_cost': 'ไม่ทราบค่าอาหารของฝูง {flock}',
  'profit.no_treatment_cost': 'การรักษาของฝูง {flock} บันทึกไว้โดยไม่มีค่าใช้จ่าย',
  'profit.no_sales': 'ยังไม่มีการบันทึกการขายของฝูง {flock}',
  'profit.no_sale_amount': 'มีการขายของฝูง {flock} ที่ไม่มียอดเงิน',
  'profit.no_sale_price': 'ยังไม่มีการขายที่บอกราคาต่อกิโลกรัม จึงไม่ทราบว่าฝูงจะขายได้เท่าไร',
  'profit.no_barn_area': 'ไม่ได้บันทึกพื้นที่ของ {barn}',
  'profit.breed_unknown': 'ไม่มีตารางมาตรฐานพันธุ์สำหรับฝูง {flock} จึงคาดการณ์การโตไม่ได้',
  'profit.shared_expenses_since': 'ฝูง {flock} คิดค่าใช้จ่ายร่วมของฟาร์มตั้งแต่ {day} เท่านั้น ก่อนหน้านั้นไม่นับ',
} satisfies Record<keyof typeof english, string>;
