import type { askEngine as english } from '../en/ask-engine.ts';

export const askEngine = {
  'ask.not_sure': 'ไม่แน่ใจว่าหมายถึงอะไร อาจเป็นคำถามใดคำถามหนึ่งต่อไปนี้',
  'ask.out_of_domain': 'ผมตอบได้เฉพาะเรื่องที่บันทึกไว้ของฟาร์มนี้ และเรื่องนี้ไม่ใช่',
  'ask.several_meanings': 'คำถามนี้เข้าใจได้หลายอย่าง หมายถึงข้อไหน',
  'ask.which_one': 'มีชื่อนี้หลายรายการ หมายถึงรายการไหน',
  'ask.which_flock': 'หมายถึงไก่รุ่นไหน',
  'ask.which_period': 'ต้องการของวันไหน',
  'ask.only_now': 'เรื่องนี้รู้เฉพาะค่าปัจจุบัน ไม่รู้ของวันอื่น',
  'ask.no_such_barn': 'คีย์นี้ไม่เห็นโรงเรือนชื่อหรือหมายเลขนี้',
  'ask.no_such_flock': 'คีย์นี้ไม่เห็นไก่รุ่นชื่อหรือหมายเลขนี้',
  'ask.no_such_farm': 'คีย์นี้ไม่เห็นฟาร์มชื่อนี้',
  'ask.no_such_person': 'คีย์นี้ไม่เห็นใครชื่อนี้ในฟาร์ม',
  'ask.not_allowed': 'คีย์นี้ไม่มีสิทธิ์อ่านข้อมูลที่ต้องใช้ตอบ ยังขาด {scopes}',
  'ask.one_action': 'ขอทีละอย่าง หนึ่งประโยคทำได้หนึ่งคำสั่ง',
  'ask.nothing_known': 'ยังไม่มีบันทึกเรื่องนี้',
  'ask.fix': 'แก้ได้ด้วยการเรียก: {call}',
  'ask.action.none': 'ไม่มีการเปลี่ยนแปลงใดๆ',
  'ask.action.executed': 'ทำเสร็จแล้ว ยกเลิกได้ด้วยข้อมูลใน action.undo',
  'ask.action.suppressed': 'เข้าใจแล้ว แต่ยังไม่ได้ทำ',
  'ask.action.proposed': 'ถ้าต้องการให้ทำ โปรดสั่งให้ชัดเจน ยังไม่ได้ทำอะไร',
  'ask.action.refused': 'คำสั่งนี้ถูกปฏิเสธ เหตุผลอยู่ใน action.reason',
} satisfies Record<keyof typeof english, string>;
