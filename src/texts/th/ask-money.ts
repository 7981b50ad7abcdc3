import type { askMoney as english } from '../en/ask-money.ts';

export const askMoney = {
  'ask.moneySpent':
    '{when} ใช้เงิน {total}{hasCategory, select, yes { ({category})} other {}}{hasPlace, select, yes { สำหรับ {place}} other {}} (เกิดขึ้นจริง)',
  'ask.moneySpent.none': '{when} ไม่มีบันทึกรายจ่ายตามที่ถาม',
  'ask.revenue':
    '{when} ขายได้ {total}{hasPlace, select, yes { จาก {place}} other {}}{hasCategory, select, yes { ({category})} other {}} (เกิดขึ้นจริง)',
  'ask.revenue.none': '{when} ไม่มีบันทึกการขายตามที่ถาม',
  'ask.ofCategory': '{category}: {total}',
  'ask.moneyBefore':
    'ก่อนหน้านั้น {when} {total}{side, select, up { (ตอนนี้เพิ่มขึ้น {change})} down { (ตอนนี้ลดลง {change})} same { (ไม่เปลี่ยน)} other {}}',
  'ask.knownSince': 'ดูเรื่องเงินได้ตั้งแต่ {day} เท่านั้น',
  'ask.sharedLeftOut': 'ไม่รวมส่วนที่ทุกโรงเรือนใช้ร่วมกัน',
  'ask.netMoney':
    '{when} {side, select, below {ขาดทุน {net}} other {เหลือ {net}}}: ขายได้ {revenue} ค่าอาหาร {feed} ค่าอื่น ๆ {expenses} นับเฉพาะที่เกิดขึ้นจริงและบันทึกไว้ ไม่รวมที่คาดการณ์',
  'ask.flockProfit':
    '{place}: {isAhead, select, yes {{side, select, below {คาดว่าขาดทุน {profit}} other {คาดว่ากำไร {profit}}} เมื่อขายวันที่ {day}} other {{side, select, below {ขาดทุนจริงจนถึงตอนนี้ {profit}} other {กำไรจริงจนถึงตอนนี้ {profit}}}}}{isEstimated, select, yes { (ค่าอาหารเป็นค่าประมาณ)} other {}}',
  'ask.profitTogether':
    '{place}: {isAhead, select, yes {{side, select, below {คาดว่าขาดทุน {profit}} other {คาดว่ากำไร {profit}}} เมื่อขาย} other {{side, select, below {ขาดทุนจริงจนถึงตอนนี้ {profit}} other {กำไรจริงจนถึงตอนนี้ {profit}}}}}{isEstimated, select, yes { (ค่าอาหารเป็นค่าประมาณ)} other {}}',
  'ask.costPerKg':
    '{place}: ต้นทุนกิโลละ {cost} จนถึงตอนนี้{isEstimated, select, yes { (ค่าอาหารเป็นค่าประมาณ)} other {}}',
  'ask.pricePerKg':
    'ราคาล่าสุดกิโลละ {price} เมื่อ {day}{hasMean, select, yes { เฉลี่ยสามเดือน {mean}} other {}}',
  'ask.priceRange': 'ในหนึ่งปีที่ผ่านมาอยู่ระหว่าง {min} ถึง {max}',
  'ask.priceTrend':
    '{side, select, up {ราคาขึ้นเดือนละ {change}} down {ราคาลงเดือนละ {change}} other {ราคาทรงตัว (เดือนละ {change})}}',
  'ask.feedPrice': '{feed}ตันละ {price}',
  'ask.tenders': '{count, plural, =0 {ไม่มีการประมูลที่เปิดอยู่} other {มีการประมูลเปิดอยู่ # รายการ}}',
  'ask.noBid': '{title}: ไม่มีราคาเสนอให้เทียบ (ทั้งหมด {count, number})',
  'ask.bestBid':
    '{title}: {direction, select, sell {ราคาสูงสุด {price}} other {ราคาถูกสุด {price}}}{hasSupplier, select, yes { จาก {supplier}} other {}} จาก {count, number} ราย',
  'ask.openOrders': '{count, plural, =0 {ไม่มีใบสั่งค้าง} other {มีใบสั่งค้าง # รายการ}}',
  'ask.marketOrder':
    '{title}{direction, select, sell { (ขาย)} other {}}{hasTotal, select, yes { {total}} other {}}{due, select, late { ครบกำหนดเมื่อ {day}} later { กำหนด {day}} other {}}',
} satisfies Record<keyof typeof english, string>;
