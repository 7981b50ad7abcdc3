import type { context as english } from '../en/context.ts';

export const context = {
  'context.farm.stocked':
    '{farm}: {barns, plural, other {# โรงเรือน}} {flocks, plural, other {# ฝูง}} {birds, plural, other {# ตัว}}',
  'context.farm.uncounted':
    '{farm}: {barns, plural, other {# โรงเรือน}} {flocks, plural, other {# ฝูง}} บางฝูงไม่ได้นับตอนรับเข้า',
  'context.farm.empty':
    '{farm}: {barns, plural, =0 {ไม่มีโรงเรือน} other {# โรงเรือน}} {flocks, plural, =0 {ไม่มีไก่} other {# ฝูง}}',
  'context.barn': '{barn}: {facts}',
  'context.moreBarns': 'และอีก {count, plural, other {# โรงเรือน}}',
  'context.and': '{first} {rest}',
  'context.then': '{first} / {rest}',
  'context.fact.empty':
    '{status, select, cleaning {ว่าง กำลังล้างทำความสะอาด} maintenance {ว่าง กำลังซ่อม} inactive {ไม่ได้ใช้งาน} other {ไม่มีไก่}}',
  'context.fact.flock': 'ฝูง {flock}',
  'context.fact.unnamedFlock': 'หนึ่งฝูง',
  'context.fact.breed': 'พันธุ์ {breed}',
  'context.fact.age': 'อายุ {count, plural, other {# วัน}}',
  'context.fact.birds': 'เหลือ {count, plural, other {# ตัว}}',
  'context.fact.deaths': 'ตายสะสม {count, plural, other {# ตัว}} ({pct})',
  'context.fact.weight': 'น้ำหนัก {weight} วันที่ {day}',
  'context.fact.notWeighed': 'ยังไม่ได้ชั่ง',
  'context.fact.deviation':
    '{side, select, above {สูงกว่ามาตรฐาน {pct}} below {ต่ำกว่ามาตรฐาน {pct}} other {ต่างจากมาตรฐาน {pct}}}',
  'context.fact.lastLog': 'บันทึกล่าสุด {day}',
  'context.fact.neverLogged': 'ยังไม่มีบันทึก',
  'context.fact.temp': 'อุณหภูมิ {temp}',
  'context.fact.humidity': 'ความชื้น {humidity}',
  'context.fact.outOfRange':
    '{measure, select, temp {อุณหภูมิผิดปกติ} humidity {ความชื้นผิดปกติ} co2 {CO2 สูงเกินไป} other {แอมโมเนียสูงเกินไป}}',
  'context.fact.measuredAgo': 'วัดเมื่อ {ago}ที่แล้ว',
  'context.noAlerts': 'ไม่มีแจ้งเตือนค้างอยู่',
  'context.alerts':
    'แจ้งเตือนค้างอยู่ {count, plural, other {# รายการ}} วิกฤต {critical, plural, other {# รายการ}} ร้ายแรงสุด: {alert}',
  'context.questions': 'มี {count, plural, other {# คำถาม}} รอคำตอบ',
  'context.tasks':
    'งานค้าง {count, plural, other {# งาน}} เลยกำหนด {overdue, plural, other {# งาน}} ครบกำหนดวันนี้ {today, plural, other {# งาน}}',
  'context.medicineExpired': 'ยาหมดอายุในคลัง {count, plural, other {# รายการ}}: {names}',
  'context.medicineLow': 'ยาเหลือน้อย {count, plural, other {# รายการ}}: {names}',
  'context.hardwareDown': 'อุปกรณ์หรือการเชื่อมต่อใช้งานไม่ได้ {count, plural, other {# รายการ}}: {names}',
  'context.camerasUnregistered': 'มีกล้อง {count, plural, other {# ตัว}} ส่งข้อมูลโดยยังไม่ได้ลงทะเบียน',
  'context.money':
    '90 วันที่ผ่านมา (เกิดขึ้นจริง): ขายได้ {revenue} ค่าอาหาร {feed} ค่าใช้จ่ายอื่น {expenses} คงเหลือ {net}',
} satisfies Record<keyof typeof english, string>;
