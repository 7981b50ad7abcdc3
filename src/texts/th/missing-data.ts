import type { missingData as english } from '../en/missing-data.ts';

export const missingData = {
  'missing.no_barns': 'ฟาร์มยังไม่มีโรงเรือน',
  'missing.no_live_flocks': 'ตอนนี้ไม่มีฝูงไก่ในโรงเรือนใดเลย',
  'missing.no_birds_placed': 'ไม่ได้บันทึกจำนวนไก่ที่เข้าเลี้ยงของฝูง {flock}',
  'missing.negative_population': 'ฝูง {flock} มีไก่ตาย คัดทิ้ง และขายรวมกันมากกว่าที่รับเข้า',
  'missing.breed_unknown': 'ไม่มีตารางมาตรฐานพันธุ์สำหรับฝูง {flock} จึงไม่มีค่ามาตรฐานให้เทียบ',
  'missing.no_daily_logs': 'ฝูง {flock} ยังไม่มีบันทึกประจำวันเลย',
  'missing.no_mortality_logs': 'ฝูง {flock} ไม่ได้บันทึกไก่ตายเกินสองวันในเจ็ดวันที่ผ่านมา',
  'missing.no_water_logs': 'ไม่ได้บันทึกน้ำของฝูง {flock} ทุกวัน ถ้าไก่กินน้ำลดลงจะไม่เห็น',
  'missing.too_young': 'ฝูง {flock} อายุยังไม่ถึง 7 วัน อัตราแลกเนื้อ ดัชนีประสิทธิภาพ และเกรดจึงยังไม่มีความหมาย',
  'missing.sale_weight_missing': 'มีการขายของฝูง {flock} ที่ไม่มีน้ำหนัก จึงไม่ทราบอัตราแลกเนื้อ',
  'missing.sale_weight_suspect': 'น้ำหนักการขายของฝูง {flock} รายการหนึ่งเป็นไปไม่ได้ จึงไม่ทราบอัตราแลกเนื้อ',
  'missing.no_weight_7d': 'ฝูง {flock} ไม่มีน้ำหนักในเจ็ดวันที่ผ่านมา',
  'missing.weighing_stale': 'ฝูง {flock} ชั่งครั้งล่าสุดนานเกินไปจนไม่ทราบน้ำหนักของวันนี้',
  'missing.age_out_of_range': 'ตารางสายพันธุ์ไม่มีน้ำหนักสำหรับอายุของฝูง {flock}',
  'missing.no_env_readings': 'ไม่มีการวัดอากาศใน {barn} ใน 24 ชั่วโมงที่ผ่านมา',
  'missing.no_camera': 'ใน {barn} ไม่มีกล้องชั่งน้ำหนักไก่',
  'missing.no_feed_logs': 'บันทึกอาหารของฝูง {flock} ไว้น้อยวันเกินไป',
  'missing.no_deliveries': 'ไม่มีการบันทึกรับอาหารของฝูง {flock}',
  'missing.deliveries_incomplete': 'ฝูง {flock} กินอาหารมากกว่าที่รับเข้า แสดงว่าขาดบันทึกรับอาหาร',
  'missing.no_barn_area': 'ไม่ได้บันทึกพื้นที่ของ {barn}',
} satisfies Record<keyof typeof english, string>;
