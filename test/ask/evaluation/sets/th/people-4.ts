import type { AskedIntent, AskedOrder, Negative, QuestionSet } from '../../question-set.ts';

const TODAY = ['2026-11-21', '2026-11-21'] as const;
const YESTERDAY = ['2026-11-20', '2026-11-20'] as const;
const LAST_MONTH = ['2026-10-01', '2026-10-31'] as const;

/** What neighbours, an accountant and a new worker typed. */
const questions: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    barns: ['barn_2'],
    period: TODAY,
    questions: ['เล้า 2 วันนี้ตายไหม', 'วันนี้ไก่เล้า 2 ตายกี่ตัวแล้วคะพี่', 'โรงเรือน 2 มีไก่ตายกี่ตัววันนี้'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['ไก่ตายเมื่อวานรวมทุกเล้ากี่ตัว', '20 พฤศจิกา ตายกี่ตัว', 'วันศุกร์ไก่ตายกี่ตัว'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-08', '2026-11-21'],
    questions: ['2 อาทิตย์ที่ผ่านมาตายไปกี่ตัว', 'ช่วงสองสัปดาห์ที่ผ่านมาไก่ตายเท่าไหร่'],
  },
  {
    intent: 'mortality',
    aggregation: 'trend',
    questions: ['แนวโน้มการตายเป็นยังไง', 'แนวโน้มไก่ตายช่วงนี้'],
  },
  {
    intent: 'cumulativeMortality',
    flocks: ['flock_1'],
    questions: ['B1-2611 ตายสะสมเท่าไหร่', 'อัตราการตายสะสมของรุ่น B1-2611'],
  },
  {
    intent: 'liveBirds',
    barns: ['barn_2'],
    questions: ['เล้า 2 เหลือไก่เท่าไร', 'ตอนนี้ในเล้า 2 มีไก่กี่ตัวคะ'],
  },
  {
    intent: 'age',
    flocks: ['flock_1'],
    questions: ['รุ่น B1-2611 อายุกี่วัน', 'ไก่ B1-2611 อายุเท่าไหร่แล้ว'],
  },
  { intent: 'weight', questions: ['ไก่โตเท่าไหร่แล้ว', 'น้ำหนักไก่ล่าสุด', 'ตอนนี้ไก่น้ำหนักกี่กรัม'] },
  {
    intent: 'dailyGain',
    barns: ['barn_1'],
    questions: ['ไก่เล้า 1 โตวันละกี่กรัม', 'เล้า 1 น้ำหนักเพิ่มต่อวันเท่าไหร่'],
  },
  { intent: 'density', questions: ['ไก่หนาแน่นไปไหม', 'ความหนาแน่นของไก่ในเล้าเท่าไหร่'] },
  {
    intent: 'eggs',
    barns: ['barn_2'],
    period: YESTERDAY,
    questions: ['ยอดไข่เมื่อวานเล้า 2', 'เล้า 2 เมื่อวานไข่กี่ฟองครับ'],
  },
  { intent: 'layingRate', questions: ['ตอนนี้ไข่กี่เปอร์เซ็นต์', 'อัตราการให้ไข่เป็นยังไง'] },
  {
    intent: 'lastTreatment',
    barns: ['barn_1'],
    questions: ['ไก่เล้า 1 กินยาอะไรล่าสุด', 'เล้า 1 รักษาครั้งสุดท้ายเมื่อไร'],
  },
  {
    intent: 'withdrawal',
    flocks: ['flock_1'],
    questions: ['รุ่น B1-2611 พ้นระยะหยุดยาหรือยัง', 'B1-2611 หยุดยาถึงเมื่อไหร่'],
  },
  {
    intent: 'marketDate',
    questions: ['ขายไก่วันไหน', 'จับไก่เมื่อไรครับ', 'อีกนานไหมกว่าจะได้จับไก่', 'ไก่ชุดนี้พร้อมขายเมื่อไหร่'],
  },
  {
    intent: 'feedEaten',
    period: YESTERDAY,
    questions: ['อาหารเมื่อวานกี่กิโล', 'เมื่อวานใช้อาหารไปเท่าไหร่ครับ', 'ไก่กินอาหารเท่าไหร่เมื่อวานนี้'],
  },
  {
    intent: 'feedConversion',
    barns: ['barn_1'],
    questions: ['แลกเนื้อเล้า 1 เท่าไหร่', 'FCRเล้า1', 'เล้า 1 ค่า fcr เท่าไรครับ'],
  },
  {
    intent: 'feedDaysLeft',
    barns: ['barn_1'],
    questions: ['เล้า 1 เหลืออาหารกี่วัน', 'อาหารเล้า 1 อีกกี่วันหมด', 'เล้า 1 อาหารหมดเมื่อไหร่'],
  },
  { intent: 'feedStock', questions: ['อาหารในสต๊อกเหลือกี่กระสอบ', 'ตอนนี้มีอาหารเหลือเท่าไหร่'] },
  {
    intent: 'deliveriesExpected',
    questions: ['ของที่สั่งมาส่งวันไหน', 'อาหารที่สั่งจะมาเมื่อไหร่', 'รถอาหารเข้าเมื่อไหร่ครับ'],
  },
  { intent: 'waterFeedRatio', questions: ['น้ำต่ออาหารเท่าไรแล้ว', 'สัดส่วนน้ำต่ออาหารปกติไหม'] },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    questions: ['ขออุณหภูมิเล้า 1', 'เล้า 1 ร้อนกี่องศา', 'ตอนนี้หลัง 1 ร้อนไหมครับ'],
  },
  { intent: 'humidity', questions: ['ในเล้าชื้นไหม', 'ความชื้นสัมพัทธ์เท่าไหร่'] },
  {
    intent: 'co2',
    barns: ['barn_1'],
    questions: ['คาร์บอนไดออกไซด์เล้า 1 เท่าไร', 'ค่า CO2 ในเล้า 1 สูงไหม'],
  },
  {
    intent: 'moneySpent',
    period: LAST_MONTH,
    slots: { category: 'gas' },
    questions: ['เดือนก่อนค่าแก๊สเท่าไหร่', 'ค่าแก๊สเดือนตุลาคมกี่บาท', 'เดือนที่แล้วหมดค่าแก๊สไปเท่าไร'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    aggregation: 'highest',
    questions: ['เดือนนี้จ่ายค่าอะไรมากที่สุด', 'เดือนนี้ค่าใช้จ่ายไหนสูงสุด'],
  },
  { intent: 'revenue', period: LAST_MONTH, questions: ['รายได้เดือนที่แล้ว', 'เดือนตุลาขายไก่ได้กี่บาท'] },
  {
    intent: 'flockProfit',
    barns: ['barn_1'],
    questions: ['เล้า 1 กำไรเท่าไหร่', 'ไก่เล้า 1 จะได้กำไรไหม'],
  },
  { intent: 'cheapestBid', questions: ['ใครให้ราคาถูกสุด', 'ใบเสนอราคาถูกสุดของใคร'] },
  { intent: 'needsMe', period: TODAY, questions: ['วันนี้มีอะไรต้องดูแลบ้าง', 'วันนี้มีอะไรด่วนไหม'] },
  {
    intent: 'alerts',
    slots: { severity: 'critical' },
    barns: ['barn_1'],
    questions: ['เล้า 1 มีแจ้งเตือนวิกฤตไหม', 'แจ้งเตือนร้ายแรงของเล้า 1'],
  },
  {
    intent: 'flocksMissingLog',
    questions: ['ใครยังไม่ได้ลงบันทึก', 'เล้าไหนยังไม่ได้จด', 'มีเล้าไหนยังไม่ส่งข้อมูลไหม'],
  },
  { intent: 'tasks', questions: ['เหลืองานอะไรบ้าง', 'ขอดูงานทั้งหมดหน่อย'] },
  { intent: 'tasks', slots: { when: 'open' }, questions: ['งานที่ค้างมีอะไรบ้าง', 'มีงานค้างกี่งาน'] },
  {
    intent: 'contact',
    slots: { kind: 'driver' },
    questions: ['เบอร์คนขับรถ', 'ขอเบอร์คนขับรถหน่อยครับ'],
  },
  { intent: 'medicineLow', questions: ['ยาเหลือน้อยมีอะไรบ้าง', 'มียาใกล้หมดไหมคะ'] },
  { intent: 'barns', questions: ['ฟาร์มนี้มีกี่เล้า', 'มีโรงเรือนทั้งหมดกี่หลัง'] },
  { intent: 'bestBarn', questions: ['โรงเรือนไหนเลี้ยงดีสุด', 'เปรียบเทียบแต่ละเล้า'] },
  { intent: 'devicesOffline', questions: ['มีเครื่องไหนไม่ทำงานไหม', 'อุปกรณ์อะไรใช้ไม่ได้บ้าง'] },
];

const orders: readonly AskedOrder[] = [
  {
    action: 'log_daily',
    fields: { mortality: 6, barnId: 'barn_1', date: '2026-11-20' },
    questions: ['จดตาย 6 ตัวเล้า 1 เมื่อวาน', 'เล้า 1 เมื่อวานบันทึกตาย 6 ตัว', 'บันทึกยอดตายเมื่อวานเล้า 1 หกตัว'],
  },
  {
    action: 'log_daily',
    fields: { culls: 3, barnId: 'barn_1' },
    questions: ['ลงคัดทิ้ง 3 ตัว เล้า 1', 'บันทึกไก่คัดทิ้งเล้า 1 3 ตัว'],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 3000, barnId: 'barn_1' },
    questions: ['ลงอาหารเล้า 1 3 ตัน', 'จดอาหารสามพันกิโล เล้า 1 ครับ'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'ล้างพัดลม' },
    questions: [
      'เพิ่มงานให้ Somchai: ล้างพัดลม',
      'สั่งงานให้ Somchai ล้างพัดลม',
      'ช่วยสร้างงานให้ Somchai ล้างพัดลมหน่อยครับ',
    ],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 5000, feedType: 'starter' },
    questions: ['สั่งอาหารไก่เล็ก 5 ตัน', 'ช่วยสั่งอาหารไก่เล็กห้าตันด้วยครับ'],
  },
  {
    action: 'create_expense',
    fields: { amount: 2200, category: 'fuel' },
    questions: ['ลงค่าน้ำมัน 2200 บาท', 'บันทึกรายจ่ายค่าน้ำมัน 2,200'],
  },
  {
    action: 'create_medicine',
    fields: { name: 'Doxy', quantity: 4, unit: 'kg' },
    questions: ['เพิ่มยา Doxy 4 กก.', 'ลงยา Doxy 4 กิโลเข้าคลัง'],
  },
  {
    action: 'create_feed_delivery',
    fields: { quantityKg: 15000, feedType: 'finisher', date: '2026-11-20' },
    questions: ['บันทึกรับอาหารไก่ใหญ่ 15 ตันเมื่อวาน', 'เมื่อวานรับอาหารไก่ใหญ่ 15 ตัน'],
  },
  {
    action: 'navigate',
    fields: { path: '/expenses' },
    questions: ['ไปหน้าค่าใช้จ่าย', 'เปิดหน้าค่าใช้จ่ายให้หน่อย'],
  },
];

const negatives: readonly Negative[] = [
  ...[
    'สบายดีไหม',
    'พรุ่งนี้หยุดไหม',
    'ค่าเงินบาทเท่าไหร่',
    'เล่านิทานให้ฟังหน่อย',
    'ใครหล่อสุด',
    'ส้มตำร้านไหนอร่อย',
  ].map((question) => ({ kind: 'out_of_domain', question, expected: 'unclear' }) as const),
  ...['เล้า 42 ตายกี่ตัว', 'ฝูง K7 อายุกี่วัน', 'เบอร์โทรฟาร์มโกลาน'].map(
    (question) => ({ kind: 'foreign_farm', question, expected: 'unclear' }) as const,
  ),
  ...[
    'อย่าบันทึกค่าไฟ 500',
    'ถ้าเพิ่มยา Doxy 4 กก. จะพอไหม',
    'บันทึกตาย 2 ตัวเล้า 1 แล้วลบเล้า 2',
    'ไม่ควรสั่งอาหาร 5 ตัน',
    'ลบงาน Order gas',
  ].map((question) => ({ kind: 'injection', question, expected: 'unclear' }) as const),
];

/** All of it. */
export const neighbours: Omit<QuestionSet, 'language'> = { intents: questions, orders, negatives };
