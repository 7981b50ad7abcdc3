import type { digest as english } from '../en/digest.ts';

export const digest = {
  'digest.spike':
    '{flock}: {when, select, today {วันนี้} yesterday {เมื่อวาน} other {วันที่ {day} }}ตาย {count, plural, other {# ตัว}} เป็น {ratio, number} เท่าของค่าเฉลี่ยสัปดาห์',
  'digest.spikeYoung':
    '{flock}: {when, select, today {วันนี้} yesterday {เมื่อวาน} other {วันที่ {day} }}ลูกไก่ตาย {count, plural, other {# ตัว}} เป็น {ratio, number} เท่าของปกติในวัยนี้',
  'digest.spikeShare':
    '{flock}: {when, select, today {วันนี้} yesterday {เมื่อวาน} other {วันที่ {day} }}ตาย {count, plural, other {# ตัว}} คิดเป็น {pct} ของฝูง',
  'digest.moreSpikes': 'ตายสูงอีก {count, plural, other {# ฝูง}}',
  'digest.alerts.critical':
    '{count, plural, =1 {แจ้งเตือนวิกฤต: {alert}} other {แจ้งเตือนวิกฤต # รายการ รายการแรก: {alert}}}',
  'digest.alerts.warning':
    '{count, plural, =1 {คำเตือน: {alert}} other {คำเตือน # รายการ รายการแรก: {alert}}}',
  'digest.questions':
    '{count, plural, =1 {{isNamed, select, yes {{author} รอคำตอบ} other {คนงานรอคำตอบ}}มา {ago}แล้ว} other {มี # คำถามรอคำตอบ คำถามเก่าสุดรอมา {ago}แล้ว}}',
  'digest.missingLogs':
    '{count, plural, =1 {ฝูง {flock} ไม่มีบันทึกมา {days}แล้ว} other {# ฝูงไม่มีบันทึก: {flocks}}}',
  'digest.tasks':
    'งานวันนี้ {count, plural, other {# งาน}}{overdue, plural, =0 {} other { เลยกำหนด # งาน}}',
  'digest.heat.warning': 'อากาศจะร้อน ไก่รู้สึกร้อนถึง {thi}',
  'digest.heat.critical': 'อากาศจะร้อนอันตราย ไก่รู้สึกร้อนถึง {thi}',
  'digest.cold': 'อากาศจะเย็นและมีไก่เล็กอยู่ในโรงเรือน',
  'digest.quiet': 'เมื่อคืนปกติดี ไม่มีคำเตือนและไม่มีการตายผิดปกติ',
  'digest.noBirds': 'ไม่มีไก่ในโรงเรือน',
} satisfies Record<keyof typeof english, string>;
