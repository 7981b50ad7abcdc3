import type { gaps as english } from '../en/gaps.ts';

export const gaps = {
  'gap.amount':
    '{unit, select, none {{count, number}} ml {{count, number} มล.} l {{count, number} ลิตร} g {{count, number} กรัม} kg {{count, number} กก.} doses {{count, plural, other {# โดส}}} vials {{count, plural, other {# ขวดเล็ก}}} bottles {{count, plural, other {# ขวด}}} sachets {{count, plural, other {# ซอง}}} tablets {{count, plural, other {# เม็ด}}} units {{count, plural, other {# หน่วย}}} other {{count, number} {unit}}}',
  'gap.flock_no_log_today.title': 'ฝูง {flock} ยังไม่มีบันทึกของวันนี้',
  'gap.flock_no_log_today.last': 'บันทึกล่าสุดคือวันที่ {day}',
  'gap.flock_no_log_today.never': 'ยังไม่มีบันทึกเลยตั้งแต่เข้าเลี้ยงวันที่ {day}',
  'gap.worker_question_unanswered.title':
    '{isNamed, select, yes {{author} กำลังรอคำตอบ} other {คนงานกำลังรอคำตอบ}}',
  'gap.worker_question_unanswered.message': 'ถามเมื่อ {ago}ที่แล้ว: {question}',
  'gap.alert_open_over_3_days.title': 'แจ้งเตือนยังไม่ปิด: {alert}',
  'gap.alert_open_over_3_days.message': 'แจ้งเมื่อ {ago}ที่แล้ว ยังไม่ได้จัดการ',
  'gap.flock_not_weighed_7d.title': 'ต้องชั่งน้ำหนักฝูง {flock}',
  'gap.flock_not_weighed_7d.last': 'ชั่งล่าสุดวันที่ {day} ({days}ที่แล้ว)',
  'gap.flock_not_weighed_7d.never': 'ยังไม่เคยชั่งตั้งแต่เข้าเลี้ยงเมื่อ {days}ที่แล้ว',
  'gap.flock_not_weighed_7d.cameras': 'มีแต่กล้องชั่ง ไม่มีคนชั่งมา {days}แล้ว',
  'gap.value_suspect.title':
    '{field, select, avgWeightGr {น้ำหนัก} feedKg {ปริมาณอาหาร} waterL {ปริมาณน้ำ} other {น้ำหนักขาย}}ของฝูง {flock} วันที่ {day} ไม่น่าถูกต้อง',
  'gap.value_suspect.range':
    'บันทึกไว้ {value} แต่ค่าที่เป็นไปได้คือ {low} ถึง {high} ค่านี้จะไม่ถูกนำไปคำนวณ โปรดแก้ไข หากค่าถูกต้อง ให้ตรวจสายพันธุ์ วันเข้าเลี้ยง และจำนวนตัวของฝูง ซึ่งใช้ในการตรวจสอบค่านี้',
  'gap.value_suspect.cameras':
    'บันทึกไว้ {value} แต่กล้องที่เทียบแล้วอย่างน้อยสามตัววัดได้ตรงกันที่ {low} ถึง {high} ค่านี้จะไม่ถูกนำไปคำนวณ โปรดแก้ไขหรือชั่งใหม่ หากชั่งครั้งที่สองภายในสิบวันได้ตรงกัน ค่าทั้งสองจะถูกนำไปใช้',
  'gap.value_suspect.most':
    'บันทึกไว้ {value} แต่ค่าที่เป็นไปได้ไม่เกิน {high} ค่านี้จะไม่ถูกนำไปคำนวณ โปรดแก้ไข หากค่าถูกต้อง ให้ตรวจสายพันธุ์ วันเข้าเลี้ยง และจำนวนตัวของฝูง ซึ่งใช้ในการตรวจสอบค่านี้',
  'gap.medicine_expired.title': '{medicine} หมดอายุแล้ว',
  'gap.medicine_expired.message': 'หมดอายุวันที่ {day} แต่ยังอยู่ในคลัง',
  'gap.medicine_expired.used': 'หมดอายุวันที่ {day} และมีการใช้กับสัตว์ปีกหลังจากนั้น',
  'gap.medicine_expiring.title': '{medicine} ใกล้หมดอายุ',
  'gap.medicine_expiring.message': 'จะหมดอายุวันที่ {day} อีก {days}',
  'gap.medicine_expiring.today': 'หมดอายุวันนี้ {day}',
  'gap.medicine_low_stock.title': '{medicine} เหลือน้อย',
  'gap.medicine_low_stock.message': 'เหลือ {left} ควรมีอย่างน้อย {least}',
  'gap.medicine_low_stock.none': 'หมดแล้ว ควรมีอย่างน้อย {least}',
  'gap.farm_no_coordinates.title': 'ฟาร์ม {farm} ยังไม่ได้ระบุตำแหน่ง',
  'gap.farm_no_coordinates.message': 'ถ้าไม่มีพิกัดจะไม่มีพยากรณ์อากาศของฟาร์ม และใช้เวลาขององค์กรแทน',
  'gap.farm_no_contacts.title': 'ฟาร์ม {farm} ยังขาดรายชื่อผู้ติดต่อ',
  'gap.farm_no_contacts.none': 'ยังไม่มีใครในรายชื่อ ทั้งสัตวแพทย์และผู้ขาย',
  'gap.farm_no_contacts.vet': 'มีสัตว์ปีกในโรงเรือนแต่ไม่มีสัตวแพทย์ในรายชื่อ',
  'gap.integration_failing.title': '{integration} ใช้งานไม่ได้',
  'gap.integration_failing.message': 'ใช้ได้ครั้งสุดท้ายเมื่อ {ago}ที่แล้ว',
  'gap.integration_failing.never': 'ยังไม่เคยใช้ได้ตั้งแต่ตั้งค่าเมื่อ {ago}ที่แล้ว',
  'gap.integration_failing.unbound':
    'ความลับ {secret} ยังไม่ได้ผูกกับโฮสต์ใด จึงไม่ถูกส่งออกไป เขียน host={host} แล้วเว้นวรรคไว้หน้าความลับในที่ที่เก็บไว้ หากเป็นตัวแปรสภาพแวดล้อมให้เริ่มเซิร์ฟเวอร์ใหม่',
  'gap.integration_stale.title': '{integration} ไม่ส่งข้อมูล',
  'gap.integration_stale.message': 'ไม่มีข้อมูลเข้ามา {ago}แล้ว',
  'gap.integration_stale.never': 'ไม่มีข้อมูลเข้ามาเลยตั้งแต่ตั้งค่าเมื่อ {ago}ที่แล้ว',
  'gap.automation_blocked.title': 'ระบบอัตโนมัติ “{automation}” ไม่ทำงาน',
  'gap.automation_blocked.message': '{reason}',
  'gap.webhook_off.title': 'webhook ไปยัง {host} ถูกปิด',
  'gap.webhook_off.failures':
    'ส่งไม่สำเร็จติดต่อกัน 20 ครั้ง จึงถูกปิดเมื่อ {ago}ที่แล้ว ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน แก้ระบบปลายทางแล้วเปิดอีกครั้ง',
  'gap.webhook_off.gone':
    'ปลายทางแจ้งเมื่อ {ago}ที่แล้วว่าไม่มีที่อยู่นี้แล้ว (410) ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน ใส่ที่อยู่ใหม่แล้วเปิดอีกครั้ง',
  'gap.webhook_off.owner_revoked':
    'คีย์ที่เป็นเจ้าของถูกเพิกถอน จึงถูกปิดเมื่อ {ago}ที่แล้ว ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน โอนให้คีย์อื่นที่อ่านข้อมูลเดียวกันได้',
  'gap.webhook_off.owner_expired':
    'คีย์ที่เป็นเจ้าของหมดอายุ จึงถูกปิดเมื่อ {ago}ที่แล้ว ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน โอนให้คีย์อื่นที่อ่านข้อมูลเดียวกันได้',
  'gap.webhook_off.owner_narrowed':
    'คีย์ที่เป็นเจ้าของไม่มีสิทธิ์ดูเหตุการณ์แล้ว จึงถูกปิดเมื่อ {ago}ที่แล้ว ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน โอนให้คีย์อื่นที่อ่านข้อมูลเดียวกันได้',
  'gap.webhook_failing.title': 'webhook ไปยัง {host} ส่งไม่สำเร็จ',
  'gap.webhook_failing.message':
    'ส่งไม่สำเร็จติดต่อกัน {count} ครั้ง ถ้าครบ 20 ครั้งระบบจะปิด ให้ตรวจระบบปลายทาง',
  'gap.no_recent_photos.title': 'ไม่มีรูปใหม่ของฝูง {flock}',
  'gap.no_recent_photos.message': 'ไม่มีรูปของฝูงหรือโรงเรือนในช่วง {days}ที่ผ่านมา',
} satisfies Record<keyof typeof english, string>;
