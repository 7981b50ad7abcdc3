import type { askEquipment as english } from '../en/ask-equipment.ts';

export const askEquipment = {
  'ask.barns': '{count, plural, =0 {ไม่มีโรงเรือน} other {โรงเรือน # หลัง}}',
  'ask.barn':
    '{name}: {state, select, occupied {มีไก่อยู่} other {ไม่มีไก่}}{hasRoom, select, yes { จุได้ {room}} other {}}',
  'ask.flocks': '{count, plural, =0 {ไม่มีฝูงไก่} other {มี # ฝูง}}',
  'ask.flock': '{name} ใน {barn}: อายุ {age} {birds}',
  'ask.capacity': '{place}: จุได้ {value}',
  'ask.noCapacity': 'ไม่ได้บันทึกว่า {place} จุไก่ได้เท่าไร',
  'ask.nextPlacement':
    '{place}: {isPlanned, select, yes {ฝูงต่อไปเข้าวันที่ {day}} other {ลงไก่ใหม่ได้ตั้งแต่ {day}}}{hasBirds, select, yes { ไม่เกิน {birds}} other {}}',
  'ask.noPlacement': 'ยังบอกไม่ได้ว่า {place} จะลงไก่ฝูงต่อไปเมื่อไร',
  'ask.barnFigure':
    '{place}: {by, select, henDayPct {อัตราไข่ {value}} other {ดัชนีการผลิต (EPEF) {value}}}',
  'ask.devicesDown':
    '{count, plural, =0 {{kind, select, camera {ไม่มีกล้องออฟไลน์} other {ไม่มีอุปกรณ์ออฟไลน์}}} other {{kind, select, camera {กล้องออฟไลน์ {count, number} ตัว} other {อุปกรณ์ออฟไลน์ {count, number} ตัว}}}} (จากทั้งหมด {all, number})',
  'ask.deviceDown':
    '{name}{hasPlace, select, yes { ({place})} other {}}: {status, select, fault {ขัดข้องอยู่} other {ออฟไลน์อยู่}}{wasSeen, select, yes { เห็นล่าสุดเมื่อ {ago}ก่อน} other {}}',
  'ask.cameraCount':
    '{place}: กล้องนับได้ {counted} บันทึกว่า {logged}{side, select, above { (มากกว่า {off})} below { (น้อยกว่า {off})} other {}}',
  'ask.cameraCountOnly': '{place}: กล้องนับได้ {counted} แต่ไม่รู้ว่าควรมีเท่าไร',
  'ask.noCameraCount': 'สามวันที่ผ่านมาไม่มีกล้องนับไก่ใน {place}',
} satisfies Record<keyof typeof english, string>;
