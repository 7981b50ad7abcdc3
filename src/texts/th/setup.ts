import type { setup as english } from '../en/setup.ts';

export const setup = {
  'setup.farm_named': 'ฟาร์มมีชื่อแล้ว',
  'setup.farm_location': 'ฟาร์มมีพิกัดแล้ว',
  'setup.farm_area': 'ระบุพื้นที่ฟาร์มแล้ว',
  'setup.currency': 'ตั้งสกุลเงินแล้ว',
  'setup.first_barn': 'มีโรงเรือนแรกแล้ว',
  'setup.barns_area_capacity': 'ทุกโรงเรือนมีพื้นที่และความจุ',
  'setup.barn_location': 'มีโรงเรือนที่ระบุตำแหน่งบนแผนที่แล้ว',
  'setup.first_flock': 'มีฝูงแรกแล้ว',
  'setup.flock_breed_known': 'ทราบพันธุ์ของทุกฝูง',
  'setup.flock_target_weight': 'ทุกฝูงมีน้ำหนักเป้าหมาย',
  'setup.first_daily_log': 'มีบันทึกประจำวันครั้งแรกแล้ว',
  'setup.log_last_24h': 'มีบันทึกของวันนี้หรือเมื่อวาน',
  'setup.vet_contact': 'มีสัตวแพทย์ในรายชื่อ',
  'setup.supplier_contact': 'มีผู้ขายในรายชื่อ',
  'setup.worker_user': 'มีคนงานเข้าใช้ระบบ',
  'setup.integration_or_camera': 'เชื่อมต่อกล้องหรือตัวควบคุมแล้ว',
  'setup.env_reading_24h': 'วัดสภาพอากาศในโรงเรือนใน 24 ชั่วโมงที่ผ่านมา',
  'setup.medicine_list': 'มีรายการยาในคลัง',
} satisfies Record<keyof typeof english, string>;
