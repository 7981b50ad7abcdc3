import type { dataQuality as english } from '../en/data-quality.ts';

export const dataQuality = {
  'dataQuality.negative_population': 'ฝูง {flock}: ออกไป {gone} แต่รับเข้ามาเพียง {placed}',
  'dataQuality.duplicate_log':
    'มี {count, plural, other {# บันทึก}} ของฝูงเดียวกันในวันที่ {day} ใช้บันทึกที่แก้ไขล่าสุด',
  'dataQuality.age_mismatch': 'บันทึกวันที่ {day} ระบุอายุ {logged} แต่นับจากวันเข้าเลี้ยงได้ {age}',
  'dataQuality.eggs_broken_gt_eggs': 'วันที่ {day} ไข่แตกมากกว่าไข่ที่เก็บได้: {broken} ต่อ {eggs}',
  'dataQuality.temp_order':
    'อุณหภูมิวันที่ {day} ขัดกัน: {pair, select, minAvg {ต่ำสุด {low} เฉลี่ย {high}} avgMax {เฉลี่ย {low} สูงสุด {high}} other {ต่ำสุด {low} สูงสุด {high}}}',
  'dataQuality.future_date': 'วันที่อยู่ในอนาคต: {day}',
  'dataQuality.zero_streak':
    'ฝูง {flock}: ไม่มีตายเลย {days} ตั้งแต่ {from} ถึง {to} ฝูงใหญ่ขนาดนี้ต้องมีตายบ้าง',
  'dataQuality.identical_values': 'ฝูง {flock}: ตัวเลขเหมือนกัน {days} ตั้งแต่ {from} ถึง {to}',
  'dataQuality.suspect_value': 'ฝูง {flock}: {what}',
  'suspect.range':
    '{field, select, avgWeightGr {น้ำหนัก} other {น้ำหนักขาย}} {value} วันที่ {day} ค่าที่เป็นไปได้คือ {low} ถึง {high}',
  'suspect.most':
    '{field, select, feedKg {อาหาร} other {น้ำ}} {value} วันที่ {day} ค่าที่เป็นไปได้ไม่เกิน {high}',
  'suspect.breed': 'ไม่มีค่ามาตรฐานของสายพันธุ์ “{breed}” คุณหมายถึง {suggestion} ใช่หรือไม่',
  'suspect.ask':
    '{isBreed, select, yes {บันทึกฝูงด้วยสายพันธุ์นี้ต่อไปหรือไม่} other {บันทึกต่อไปหรือไม่ ค่าที่เป็นไปไม่ได้จะไม่ถูกนำไปคำนวณ}}',
  'suspect.notStored': 'ไม่ได้บันทึกอะไร',
  'suspect.stored':
    '{field, select, avgWeightGr {น้ำหนัก} feedKg {ปริมาณอาหาร} waterL {ปริมาณน้ำ} other {น้ำหนักขาย}}ไม่น่าถูกต้อง บันทึกไว้แล้ว แต่จะไม่ถูกนำไปคำนวณ',
  'dataQuality.weight_jump': 'ฝูง {flock}: จาก {from} วันที่ {fromDay} เป็น {to} วันที่ {toDay} วันละ {pct}',
  'dataQuality.log_before_placement': 'บันทึกวันที่ {day} อยู่ก่อนวันเข้าเลี้ยง {placement}',
} satisfies Record<keyof typeof english, string>;
