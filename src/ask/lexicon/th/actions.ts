import type { Lexicon } from '../lexicon.ts';

/** The sentences that are orders in Thai. */
export const actions: Lexicon['actions'] = {
  create_task: [
    '(สร้าง|เพิ่ม|ตั้ง)งาน[{priority}] ให้ {assignee} [ใน {barnId}] [{dueDate}]: {title}',
    '(สร้าง|เพิ่ม|ตั้ง)งาน[{priority}] [ใน {barnId}] [{dueDate}]: {title}',
    'เตือน {assignee} [{dueDate}] ให้{title}',
  ],
  complete_task: ['(ปิด|เสร็จ)งาน {title}'],
  create_order: ['สั่ง[ซื้อ] [อาหาร][{feedType}] {quantityKg} [จาก {supplierId}] [{dueDate}]'],
  create_expense: [
    '(บันทึก|เพิ่ม|ลง)[รายจ่าย|ค่าใช้จ่าย] {category} {amount} [{date}]',
    '(บันทึก|เพิ่ม|ลง)(รายจ่าย|ค่าใช้จ่าย) {amount} [เป็น] {category} [{date}]',
  ],
  create_contact: ['เพิ่มผู้ติดต่อ {name} [{kind}] [เบอร์] {phone}', 'เพิ่มผู้ติดต่อ {name}'],
  create_barn: ['(เพิ่ม|สร้าง)โรงเรือน {name} จุ {capacity} [ตัว]', '(เพิ่ม|สร้าง)โรงเรือนชื่อ {name}'],
  create_flock: ['ลงไก่ {chicksReceived} [{breed}] [ใน][ที่] {barnId} {placementDate}'],
  log_daily: [
    '(บันทึก|ลง|จด)[ไก่]ตาย {mortality} [ใน][ที่][{barnId}] [{date}]',
    '(บันทึก|ลง|จด)อาหาร {feedKg} [ใน][ที่][{barnId}] [{date}]',
    '(บันทึก|ลง|จด)น้ำ {waterL} [ใน][ที่][{barnId}] [{date}]',
    '(บันทึก|ลง|จด)ไข่ {eggs} [ใน][ที่][{barnId}] [{date}]',
    '(บันทึก|ลง|จด)น้ำหนัก {avgWeightGr} [ใน][ที่][{barnId}] [{date}]',
  ],
  create_alert: ['(สร้าง|เพิ่ม)แจ้งเตือน[{severity}] [ใน][ที่][{barnId}]: {title}'],
  create_medicine: ['เพิ่มยา {name} {quantity} {unit}', 'เพิ่มยา {name}'],
  create_feed_delivery: ['บันทึก[การ]รับอาหาร[{feedType}] {quantityKg} [จาก {supplierId}] [{date}]'],
  set_farm_location: ['ตั้งตำแหน่งฟาร์ม[เป็น][ที่] {latitude} {longitude}'],
  set_barn_location: ['ตั้งตำแหน่ง {barnId} [เป็น][ที่] {latitude} {longitude}'],
  navigate: ['(ไปที่|เปิด)[หน้า][จอ] {path}'],
};
