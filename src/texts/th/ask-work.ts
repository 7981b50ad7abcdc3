import type { askWork as english } from '../en/ask-work.ts';

export const askWork = {
  'ask.needsMe': '{count, plural, =0 {วันนี้ไม่มีอะไรต้องทำ} other {วันนี้มี # เรื่องต้องทำ}}',
  'ask.needsMeItem': '{severity, select, critical {วิกฤต: {title}} other {{title}}}',
  'ask.gaps': '{count, plural, =0 {ไม่ขาดอะไร} other {ขาดอยู่ # เรื่อง}}',
  'ask.gap': '{title} {message}',
  'ask.setup': 'ตั้งค่าฟาร์มแล้ว {pct}: เสร็จ {done, number} จาก {total, number} ขั้นตอน',
  'ask.setupOpen': 'ยังไม่เสร็จ: {title}',
  'ask.alerts':
    '{count, plural, =0 {ไม่มี{severity, select, critical {แจ้งเตือนวิกฤต} warning {คำเตือน} info {ข้อมูลแจ้ง} other {แจ้งเตือน}}ค้าง} other {มี{severity, select, critical {แจ้งเตือนวิกฤต} warning {คำเตือน} info {ข้อมูลแจ้ง} other {แจ้งเตือน}}ค้าง # รายการ}}',
  'ask.alert':
    '{severity, select, critical {วิกฤต: } warning {คำเตือน: } other {}}{title}{hasPlace, select, yes { ({place})} other {}} เมื่อ {ago}ก่อน',
  'ask.missingLogs': '{count, plural, =0 {ทุกฝูงมีบันทึกวันนี้แล้ว} other {มี # ฝูงยังไม่มีบันทึกวันนี้}}',
  'ask.missingLog':
    '{place}: ไม่มีบันทึก {count, plural, other {# วัน}}{hasLast, select, yes { ล่าสุดวันที่ {day}} other {}}',
  'ask.questions': '{count, plural, =0 {ไม่มีคำถามรอคำตอบ} other {มี # คำถามรอคำตอบ}}',
  'ask.question': '{isNamed, select, yes {{author}} other {คนงาน}} เมื่อ {ago}ก่อน: {text}',
  'ask.tasks':
    '{count, plural, =0 {ไม่มีงาน{when, select, today {วันนี้} overdue {เลยกำหนด} period {ในช่วงนั้น} other {ค้าง}}{hasPerson, select, yes {ของ {person}} other {}}} other {มีงาน{when, select, today {วันนี้} overdue {เลยกำหนด} period {ในช่วงนั้น} other {ค้าง}}{hasPerson, select, yes {ของ {person}} other {}} # งาน}}',
  'ask.task':
    '{title}{hasPerson, select, yes { – {person}} other {}}{due, select, late { ครบกำหนดเมื่อ {day}} today { กำหนดวันนี้ ({day})} later { กำหนด {day}} other {}}',
  'ask.contacts': '{count, plural, =0 {ไม่มีรายชื่อติดต่อแบบนั้น} other {รายชื่อติดต่อ # ราย}}',
  'ask.contact':
    '{name}{hasCompany, select, yes { ({company})} other {}}{hasPhone, select, yes { โทร {phone}} other { ไม่มีเบอร์โทร}}{hasEmail, select, yes { {email}} other {}}',
  'ask.noContact': 'เพิ่มรายชื่อติดต่อไว้จะได้หาเจอ',
  'ask.medicines': '{count, plural, =0 {ไม่มียาแบบนั้นในคลัง} other {ในคลังยามี # รายการ}}',
  'ask.medicineExpiring':
    '{count, plural, =0 {ไม่มียาหมดอายุหรือใกล้หมดอายุ} other {มียาหมดอายุหรือใกล้หมดอายุ # รายการ}}',
  'ask.medicineLow': '{count, plural, =0 {ไม่มียาใกล้หมด} other {มียาใกล้หมด # รายการ}}',
  'ask.medicine':
    '{name}{hasStock, select, yes {: เหลือ {stock}} other {: ไม่ทราบจำนวน}}{expiry, select, past { หมดอายุเมื่อ {day}} ahead { ใช้ได้ถึง {day}} other {}}',
} satisfies Record<keyof typeof english, string>;
