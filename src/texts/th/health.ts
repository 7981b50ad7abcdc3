import type { health as english } from '../en/health.ts';

export const health = {
  'health.driver.mortality': 'ไก่ตายไปแล้ว {own} ปกติอายุนี้ตาย {expected}',
  'health.driver.spike':
    'ไก่ตาย {count, plural, other {# ตัว}}ในวันเดียว{basis, select, far { มากกว่าเดิมมาก (วันละ {usual} ตัว)} more { ก่อนหน้านี้วันละ {usual} ตัว} other {}}',
  'health.driver.water': 'ไก่กินน้ำน้อยลง {drop} จากวันก่อน ๆ',
  'health.driver.weight': 'ไก่น้ำหนักต่ำกว่ามาตรฐานพันธุ์ {below}',
  'health.driver.heat': 'ในหนึ่งวันที่ผ่านมาอากาศร้อนเกินไปสำหรับไก่ {hours}',
  'health.driver.ammonia': 'แอมโมเนียขึ้นถึง {highest}',
  'health.driver.laying': 'แม่ไก่ให้ไข่ {own} ปกติที่อายุนี้คือ {standard}',
  'health.driver.alert': 'มีแจ้งเตือนวิกฤตยังไม่ปิด: {title}',
} satisfies Record<keyof typeof english, string>;
