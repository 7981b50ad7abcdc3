import type { Lexicon } from '../lexicon.ts';

const WRITE = '(บันทึก|ลง|จด|ใส่|กรอก|คีย์|เพิ่ม|ลงบันทึก|จดบันทึก|ลงข้อมูล|บันทึกข้อมูล)';
const BARN = '[ใน][ที่][ของ][{barnId}]';
const DEAD = '[ยอด][ว่า][มี][ไก่](ตาย|เสีย|ตายไป)';
const TASK = '(สร้าง|เพิ่ม|ตั้ง|เปิด|ลง|จด)งาน[ใหม่][{priority}]';
const GIVE = '(มอบหมายงาน|มอบงาน|สั่งงาน|มอบหมาย|สั่ง)[{priority}]';
const DUE = '[ส่ง|ให้มาส่ง|มาส่ง|ให้ส่ง|เอา|ภายใน|ขอ][{dueDate}]';
const COST = '[เป็น][ค่าใช้จ่าย|รายจ่าย] {category}';
const CONTACT = '(เพิ่ม|บันทึก|จด|เซฟ|ลง)(ผู้ติดต่อ|เบอร์|เบอร์โทร|รายชื่อ|รายชื่อติดต่อ)[ใหม่]';
const PHONE = '[เบอร์|โทร|เบอร์โทร|โทร.] {phone}';
const NEW_BARN = '(เพิ่ม|สร้าง)(โรงเรือน|เล้า)[ใหม่][ชื่อ]';
const PLACE = '(ลง|เข้า|เอา)(ไก่|ลูกไก่)[เข้า]';
const NEW_FLOCK = '(สร้าง|เพิ่ม|เปิด)(รุ่น|ฝูง|ชุด)[ใหม่|ไก่|ไก่ใหม่]';
const SET = '(ตั้ง|แก้|แก้ไข|กำหนด|เปลี่ยน|ปัก|ใส่)(ตำแหน่ง|พิกัด|ที่ตั้ง|โลเคชั่น|หมุด)';
const RECEIVE = '[บันทึก|ลง|จด][การ](รับ|รับเข้า)อาหาร';
const ALERT = '(สร้าง|เพิ่ม|เปิด|ตั้ง)[การ]แจ้งเตือน[{severity}]';
const MEDICINE = '(เพิ่ม|รับ|ลง|บันทึก|รับเข้า)ยา';

/** One figure of the day, before or behind the barn and the day. */
function figure(what: string, slot: string): string[] {
  return [
    `${WRITE} ${what} ${slot} ${BARN} [{date}]`,
    `${WRITE} ${what} ${slot} [{date}] ${BARN}`,
    `${WRITE} ${what} [{date}] ${BARN} ${slot} [{date}]`,
    `${WRITE} ${what} [ใน][ที่] {barnId} {date} ${slot}`,
    `${WRITE} ${what} {date} ${slot} ${BARN}`,
    `${WRITE} [ใน][ที่] {barnId} [{date}] ${what} ${slot} [{date}]`,
    `${WRITE} {date} ${BARN} ${what} ${slot}`,
    `[ใน][ที่] {barnId} [{date}] ${WRITE} ${what} ${slot} [{date}]`,
    `{date} ${BARN} ${WRITE} ${what} ${slot} ${BARN}`,
    `[ใน][ที่] {barnId} [{date}] ${what} ${slot} [{date}] (ลงบันทึก|จดบันทึก|บันทึก|ลง|จด|ลงให้|จดให้|บันทึกให้|ลงไว้|จดไว้|บันทึกไว้)`,
  ];
}

/** The sentences that are orders in Thai. */
export const actions: Lexicon['actions'] = {
  create_task: [
    `${TASK} ให้[กับ] {assignee} [ใน][ที่] [{barnId}] [{dueDate}]: {title}`,
    `${TASK} ให้[กับ] {assignee}: {title} [ใน][ที่] [{barnId}] {dueDate}`,
    `${TASK} ให้[กับ] {assignee}: {title} [ใน][ที่] {barnId}`,
    `${TASK} [ใน][ที่] [{barnId}] [{dueDate}] ให้ {assignee}: {title}`,
    `${TASK} [ใน][ที่] [{barnId}] [{dueDate}]: {title}`,
    `${TASK}: {title} [ใน][ที่] [{barnId}] {dueDate}`,
    `${TASK}: {title} [ใน][ที่] {barnId}`,
    `${TASK}: {title} ให้[กับ] {assignee} [{dueDate}]`,
    `${GIVE}ให้[กับ] {assignee} [ใน][ที่] [{barnId}] [{dueDate}] [ไป|ให้]: {title}`,
    `${GIVE}ให้[กับ] {assignee}: {title} [ใน][ที่] [{barnId}] {dueDate}`,
    `${GIVE}ให้[กับ] {assignee}: {title} [ใน][ที่] {barnId}`,
    'เตือน(ฉัน|ผม|หนู|เรา|พวกเรา|ด้วย) [{dueDate}] (ว่า|ให้|ไป){title}',
    'เตือน(ฉัน|ผม|หนู|เรา|พวกเรา|ด้วย) (ว่า|ให้|ไป){title} {dueDate}',
    'เตือน[ให้] {assignee} [{dueDate}] [ว่า][ให้|ไป]{title}',
    'เตือน[ให้] {assignee} [ว่า][ให้|ไป]{title} {dueDate}',
  ],
  complete_task: [
    '(ปิด|เสร็จ|จบ|เคลียร์)งาน[ชื่อ] {title} [แล้ว]',
    '[ทำ]งาน[ชื่อ] {title} (เสร็จ|เรียบร้อย|เสร็จเรียบร้อย)แล้ว',
    'ติ๊กงาน {title} [ว่า]เสร็จ[แล้ว]',
    'งาน {title} (ปิดได้เลย|ปิดเลย|ปิดงานได้เลย|ปิดได้)',
    'บันทึก[ว่า]งาน {title} เสร็จ[แล้ว]',
  ],
  create_order: [
    `สั่ง[ซื้อ] [อาหาร][{feedType}] {quantityKg} [(จาก|กับ|ของ) {supplierId}] ${DUE}`,
    `สั่ง[ซื้อ] [อาหาร][{feedType}] (จาก|กับ|ของ) {supplierId} {quantityKg} ${DUE}`,
    `สั่ง[ซื้อ] [อาหาร] {quantityKg} {feedType} [(จาก|กับ|ของ) {supplierId}] ${DUE}`,
    `สั่ง[ซื้อ] {quantityKg} [อาหาร]{feedType} ${DUE}`,
    `สั่ง[ซื้อ] [อาหาร][{feedType}] [เพิ่ม|มา|อีก] {quantityKg} ${DUE}`,
    `สั่ง[ซื้อ] [อาหาร][{feedType}] {dueDate} {quantityKg}`,
  ],
  create_expense: [
    `${WRITE}${COST} {amount} [{date}]`,
    `${WRITE} {date} ${COST} {amount}`,
    `{date} ${WRITE}${COST} {amount}`,
    `${WRITE}(รายจ่าย|ค่าใช้จ่าย) {amount} [เป็น|สำหรับ] {category} [{date}]`,
    `(บันทึก|ลง|จด)[ว่า](จ่าย|จ่ายเงิน|ลงบัญชี|บัญชี|เสีย) {category} [ไป] {amount} [{date}]`,
    `(บันทึก|ลง|จด)บัญชี {category} {amount} [{date}]`,
  ],
  create_contact: [
    `${CONTACT} {name} [{kind}] ${PHONE}`,
    `${CONTACT} {kind} {name} ${PHONE}`,
    `${CONTACT} {name} ${PHONE} [{kind}]`,
    'เพิ่มผู้ติดต่อ {name}',
  ],
  create_barn: [
    `${NEW_BARN} {name} [ความ]จุ[ได้] {capacity}`,
    `${NEW_BARN} {name} {capacity} ตัว`,
    '(เพิ่ม|สร้าง)(โรงเรือน|เล้า)[ใหม่]ชื่อ {name}',
  ],
  create_flock: [
    `${PLACE} {chicksReceived} [ใน][ที่] {barnId} {placementDate}`,
    `${PLACE} {chicksReceived} {breed} [ใน][ที่] {barnId} {placementDate}`,
    `${PLACE} {breed} {chicksReceived} [ใน][ที่] {barnId} {placementDate}`,
    `${PLACE} [ใน][ที่] {barnId} [จำนวน] {chicksReceived} {placementDate}`,
    `${PLACE} [ใน][ที่] {barnId} {placementDate} [จำนวน] {chicksReceived}`,
    `${NEW_FLOCK} {chicksReceived} [ใน][ที่] {barnId} {placementDate}`,
    `${NEW_FLOCK} [ใน][ที่] {barnId} [จำนวน] {chicksReceived} {placementDate}`,
    `${NEW_FLOCK} [ใน][ที่] {barnId} {placementDate} [จำนวน] {chicksReceived}`,
    `${PLACE} {placementDate} [ใน][ที่] {barnId} [จำนวน] {chicksReceived}`,
  ],
  log_daily: [
    ...figure(DEAD, '{mortality}'),
    ...figure('[ยอด][ไก่](คัดทิ้ง|คัดออก|คัด|คัดไก่)', '{culls}'),
    ...figure('[ใช้|กิน|ให้]อาหาร[ไป]', '{feedKg}'),
    ...figure('[ใช้|กิน]น้ำ[ไป]', '{waterL}'),
    ...figure('[ยอด][เก็บ|ได้|เก็บได้]ไข่[ได้]', '{eggs}'),
    ...figure('ไข่(แตก|เสีย)', '{eggsBroken}'),
    ...figure('(น้ำหนัก|นน.|นน|น้ำหนักตัว)[ไก่][เฉลี่ย]', '{avgWeightGr}'),
    `${WRITE}${DEAD} {mortality} [และ] คัด[ทิ้ง|ออก] {culls} ${BARN} [{date}]`,
    `${WRITE}[ใน][ที่] {barnId} [{date}] ${DEAD} {mortality} [และ] คัด[ทิ้ง|ออก] {culls}`,
    `${WRITE}${DEAD} {mortality} [กิน]อาหาร {feedKg} [กิน]น้ำ {waterL} ${BARN} [{date}]`,
    `${WRITE}[ใน][ที่] {barnId} [{date}] ${DEAD} {mortality} [กิน]อาหาร {feedKg} [[กิน]น้ำ {waterL}]`,
    `${WRITE}${DEAD} {mortality} [กิน]อาหาร {feedKg} ${BARN} [{date}]`,
  ],
  create_alert: [`${ALERT} [ใน][ที่][ของ][{barnId}]: {title}`, `${ALERT}: {title} [ใน][ที่] {barnId}`],
  create_medicine: [
    `${MEDICINE}[ใหม่] {name} {quantity} {unit} [เข้า(คลัง|สต็อก|สต๊อก|ตู้ยา|ตู้)]`,
    'เพิ่มยา[ใหม่] {name}',
  ],
  create_feed_delivery: [
    `${RECEIVE}[เข้า][{feedType}] {quantityKg} [(จาก|ของ) {supplierId}] [{date}]`,
    `${RECEIVE}[เข้า] (จาก|ของ) {supplierId} [{feedType}] {quantityKg} [{date}]`,
    '[บันทึก|ลง|จด](รับ|รับเข้า){feedType} {quantityKg} [(จาก|ของ) {supplierId}] [{date}]',
    '(บันทึก|ลง|จด)[ว่า](อาหาร|{feedType})(เข้า|มา|มาส่ง) {quantityKg} [(จาก|ของ) {supplierId}] [{date}]',
    `{date} ${RECEIVE}[เข้า][{feedType}] {quantityKg} [(จาก|ของ) {supplierId}]`,
  ],
  set_farm_location: [
    `${SET}[ของ]ฟาร์ม [เป็น|ที่|ไว้ที่] {latitude} {longitude}`,
    `${SET}ฟาร์ม [เป็น|ที่] ละติจูด {latitude} ลองจิจูด {longitude}`,
  ],
  set_barn_location: [
    `${SET}[ของ] {barnId} [เป็น|ที่|ไว้ที่] {latitude} {longitude}`,
    `${SET}[ของ] {barnId} [เป็น|ที่] ละติจูด {latitude} ลองจิจูด {longitude}`,
  ],
  navigate: [
    '(ไปที่|เปิด|ไป|เข้า|พาไป|พาไปที่|เข้าไป|เข้าไปที่|กลับไป|กลับไปที่|ขอดู)(หน้า|หน้าจอ|จอ)[ของ] {path}',
    '(ไปที่|พาไปที่|เข้าไปที่) {path}',
    'เปิด {path}',
  ],
};
