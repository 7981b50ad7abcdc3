import type { askFeed as english } from '../en/ask-feed.ts';

export const askFeed = {
  'ask.feedEaten.sum': '{place}: {when} กินอาหาร {value}',
  'ask.waterUsed.sum': '{place}: {when} กินน้ำ {value}',
  'ask.waterFeedRatio': '{place}: {when} น้ำต่ออาหาร {value} ({part} ต่อ {whole})',
  'ask.feedPerBird':
    '{place}: วันที่ {day} ไก่กินตัวละ {value}{hasStandard, select, yes { (มาตรฐาน {standard})} other {}}',
  'ask.feedConversion':
    '{place}: FCR {isBound, select, yes {ไม่เกิน } other {}}{value, number} วันที่ {day}{hasStandard, select, yes { (มาตรฐาน {standard, number})} other {}}',
  'ask.feedPerDozen': '{place}: ใช้อาหาร {value} ต่อไข่หนึ่งโหล',
  'ask.feedDaysLeft':
    '{place}: อาหารพออีก {days}{order, select, now { ต้องสั่งวันนี้} later { สั่งภายใน {by}} other {}}',
  'ask.feedStock': '{place}: เหลืออาหาร {value}',
  'ask.noStock': 'บอกไม่ได้จากการส่งอาหารและบันทึกว่าไซโลของ {place} เหลือเท่าไร',
  'ask.feedType':
    '{feed, select, prestarter {อาหารลูกไก่แรกเกิด} starter {อาหารไก่เล็ก} grower {อาหารไก่รุ่น} finisher {อาหารไก่ใหญ่} withdrawal {อาหารระยะหยุดยา} pullet {อาหารไก่สาว} prelay {อาหารก่อนไข่} none {อาหาร} other {อาหาร ({feed})}}',
  'ask.feedOrder':
    '{feed} {value}{hasSupplier, select, yes { จาก {supplier}} other {}}{due, select, late { ควรถึงเมื่อ {day}} today { กำหนดส่งวันนี้ ({day})} later { กำหนดส่ง {day}} other {}}',
  'ask.feedOrders': '{count, plural, =0 {ไม่มีใบสั่งอาหารค้าง} other {มีใบสั่งอาหารค้าง # รายการ}}',
  'ask.feedOrdersTotal': 'สั่งอาหารไว้ {value}',
  'ask.deliveriesExpected': '{count, plural, =0 {ไม่มีของที่จะมาส่ง} other {จะมีของมาส่ง # รายการ}}',
} satisfies Record<keyof typeof english, string>;
