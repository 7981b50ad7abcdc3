import type { askAir as english } from '../en/ask-air.ts';

export const askAir = {
  'ask.air.now':
    '{place}: {name} {value}{range, select, out { นอกช่วงที่ไก่ต้องการ} other {}}{isOld, select, yes { (วัดเมื่อ {ago}ก่อน)} other {}}',
  'ask.air.span': '{place}: {name} {low} ถึง {high} เฉลี่ย {average} ({from} ถึง {to})',
  'ask.air.none': '{place}: ไม่มีการวัด{name}',
  'ask.heatStress':
    '{place}: {count, plural, =0 {ไม่มีความเครียดจากความร้อน} other {เครียดจากความร้อน {hours}}} ในหนึ่งวันที่ผ่านมา{hasThi, select, yes { ตอนนี้ไก่รู้สึก {thi}} other {}}{band, select, mild { (เล็กน้อย)} warning { (ร้อนเกินไป)} critical { (อันตราย)} emergency { (ถึงตาย)} other {}}',
  'ask.noHeatHours':
    '{place}: วัดอากาศน้อยเกินไปจึงนับชั่วโมงที่ร้อนไม่ได้{hasThi, select, yes { ตอนนี้ไก่รู้สึก {thi}} other {}}',
  'ask.weather.now': 'ข้างนอก {temp}{hasHumidity, select, yes { ความชื้น {humidity}} other {}}',
  'ask.weather.ahead': 'จนถึง {until}: {low} ถึง {high}',
} satisfies Record<keyof typeof english, string>;
