import type { market as english } from '../en/market.ts';

export const market = {
  'market.no_sales': 'ยังไม่มีการขายที่บอกราคาต่อกิโลกรัม',
  'market.no_feed_cost': 'ยังไม่มีการส่งอาหารที่บอกราคา จึงไม่ทราบต้นทุนของการเลี้ยงต่ออีกหนึ่งวัน',
  'market.no_target_weight': 'ฝูง {flock} ยังไม่ได้กำหนดน้ำหนักเป้าหมาย',
  'market.breed_unknown': 'ไม่มีตารางมาตรฐานพันธุ์สำหรับฝูง {flock} จึงคาดการณ์การโตไม่ได้',
  'market.no_area': 'ไม่ได้บันทึกพื้นที่ของ {barn}',
} satisfies Record<keyof typeof english, string>;
