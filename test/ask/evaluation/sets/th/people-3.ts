import type { AskedIntent, AskedOrder, Negative, QuestionSet } from '../../question-set.ts';

const TODAY = ['2026-11-21', '2026-11-21'] as const;
const YESTERDAY = ['2026-11-20', '2026-11-20'] as const;
const THIS_MONTH = ['2026-11-01', '2026-11-21'] as const;

/** What night watchmen, drivers, wives and visiting vets typed. */
const questions: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    barns: ['barn_1'],
    period: TODAY,
    questions: [
      'พี่ครับเล้า 1 วันนี้ตายไปกี่ตัวแล้วครับ',
      'อยากทราบยอดไก่ตายของโรงเรือนที่ 1 ประจำวันนี้ค่ะ',
      'วันนี้เล้า1ไก่ตายเยอะป่าว',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-15', '2026-11-15'],
    questions: ['วันอาทิตย์ตายกี่ตัว', 'เมื่อวันอาทิตย์ที่ผ่านมาไก่ตายเท่าไร'],
  },
  {
    intent: 'mortality',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['เดือนตุลาไก่ตายกี่ตัว', 'ตายกี่ตัวเดือนที่แล้ว'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-01', '2026-11-21'],
    questions: ['ตั้งแต่วันที่ 1 พ.ย. ตายไปกี่ตัวแล้ว', 'เดือนนี้ไก่ตายไปกี่ตัว'],
  },
  {
    intent: 'culls',
    barns: ['barn_1'],
    period: TODAY,
    questions: ['เล้า 1 วันนี้คัดไก่ออกกี่ตัว', 'วันนี้คัดทิ้งเล้า 1 เท่าไหร่คะ'],
  },
  {
    intent: 'liveBirds',
    questions: ['ไก่ทั้งหมดมีกี่ตัว', 'จำนวนไก่ทั้งหมดในฟาร์มตอนนี้', 'ตอนนี้เหลือไก่เท่าไหร่ครับ'],
  },
  { intent: 'age', barns: ['barn_1'], questions: ['โรงเรือน 1 ไก่อายุได้กี่วัน', 'ตอนนี้ไก่เล้า 1 กี่วันแล้วคะ'] },
  {
    intent: 'weight',
    barns: ['barn_1'],
    questions: ['ไก่เล้า 1 หนักตัวละเท่าไหร่', 'น้ำหนักเฉลี่ยต่อตัวเล้า 1', 'เล้า 1 ไก่กี่โลแล้ว'],
  },
  { intent: 'weightDeviation', questions: ['น้ำหนักไก่เป็นไปตามมาตรฐานหรือไม่', 'น้ำหนักไก่ตกเกณฑ์ไหม'] },
  {
    intent: 'uniformity',
    questions: ['ไก่ตัวเท่ากันไหม', 'ค่า CV เท่าไหร่', 'ความสม่ำเสมอของฝูงเป็นอย่างไร'],
  },
  { intent: 'lastWeighing', questions: ['ชั่งน้ำหนักไก่ครั้งล่าสุดเมื่อไร', 'ไม่ได้ชั่งไก่มากี่วันแล้ว'] },
  {
    intent: 'eggs',
    period: ['2026-11-16', '2026-11-21'],
    questions: ['อาทิตย์นี้ได้ไข่ทั้งหมดกี่ฟอง', 'ยอดไข่สัปดาห์นี้เท่าไหร่'],
  },
  {
    intent: 'eggBreakage',
    barns: ['barn_2'],
    period: YESTERDAY,
    questions: ['เล้า 2 ไข่แตกเมื่อวานกี่ฟอง', 'เมื่อวานเล้าสองไข่บุบกี่ใบ'],
  },
  { intent: 'healthScore', questions: ['สุขภาพฝูงตอนนี้เป็นไง', 'ไก่มีอาการป่วยไหม'] },
  {
    intent: 'lastTreatment',
    questions: ['ไก่ได้รับยาอะไรล่าสุด', 'รักษาครั้งล่าสุดวันไหน'],
  },
  {
    intent: 'withdrawal',
    questions: ['ระยะหยุดยาหมดเมื่อไหร่', 'จะพ้นระยะหยุดยาวันไหน', 'ตอนนี้ขายไก่ได้ไหมติดยาหรือเปล่า'],
  },
  {
    intent: 'marketDate',
    barns: ['barn_1'],
    questions: ['เล้า 1 จะได้จับเมื่อไหร่', 'ไก่เล้า 1 เข้าโรงเชือดวันไหน', 'อีกกี่วันเล้า 1 จะขายได้'],
  },
  {
    intent: 'compareFlocks',
    flocks: ['flock_2', 'flock_1'],
    questions: ['H2 กับ B1-2611 ฝูงไหนดีกว่า', 'ช่วยเทียบรุ่น H2 กับ B1-2611 ให้หน่อยครับ'],
  },
  {
    intent: 'feedEaten',
    barns: ['barn_1'],
    period: TODAY,
    questions: ['วันนี้เล้า 1 ใช้อาหารไปกี่กิโล', 'เล้า 1 กินอาหารกี่โลวันนี้', 'วันนี้อาหารเล้า 1 หมดไปเท่าไหร่'],
  },
  {
    intent: 'feedPerBird',
    barns: ['barn_1'],
    questions: ['ไก่เล้า 1 กินตัวละกี่กรัม', 'เล้า 1 อาหารต่อตัวต่อวันเท่าไหร่'],
  },
  {
    intent: 'feedConversion',
    questions: ['ค่า FCR ล่าสุด', 'อยากรู้ FCR ครับ', 'อัตราการแลกเนื้อของฝูงเท่าไหร่'],
  },
  {
    intent: 'feedDaysLeft',
    questions: ['อาหารจะพอถึงวันไหน', 'อีกกี่วันอาหารหมด', 'อาหารที่เหลือกินได้อีกกี่วัน'],
  },
  { intent: 'feedStock', questions: ['อาหารเหลืออยู่เท่าไหร่ครับ', 'เหลืออาหารในไซโลกี่ตัน'] },
  { intent: 'feedOrders', questions: ['ออเดอร์อาหารมีอะไรบ้าง', 'อาหารที่สั่งไปกี่ตันแล้ว'] },
  { intent: 'deliveriesExpected', questions: ['อาหารจะมาวันไหน', 'รถส่งอาหารมาถึงเมื่อไร'] },
  {
    intent: 'waterUsed',
    barns: ['barn_1'],
    period: YESTERDAY,
    questions: ['เล้า 1 กินน้ำเท่าไหร่เมื่อวาน', 'เมื่อวานไก่เล้า 1 กินน้ำไปกี่ลิตรคะ'],
  },
  {
    intent: 'temperature',
    aggregation: 'highest',
    questions: ['โรงไหนร้อนที่สุด', 'ตอนนี้เล้าไหนร้อนสุดครับ'],
  },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    questions: ['เล้า 1 หนาวไปไหม', 'อุณหภูมิในเล้า 1 ตอนนี้', 'เล้า1กี่องศา'],
  },
  {
    intent: 'ammonia',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-21'],
    slots: { span: 'night' },
    questions: ['เมื่อคืนแอมโมเนียเล้า 1 เท่าไหร่', 'แอมโมเนียเมื่อคืนเล้า 1 สูงไหม'],
  },
  { intent: 'heatStress', questions: ['ไก่หอบหรือเปล่า', 'มีเล้าไหนไก่เครียดร้อนบ้าง'] },
  {
    intent: 'weather',
    period: ['2026-11-22', '2026-11-22'],
    questions: ['พรุ่งนี้จะร้อนไหมข้างนอก', 'สภาพอากาศพรุ่งนี้เป็นอย่างไร'],
  },
  {
    intent: 'moneySpent',
    period: THIS_MONTH,
    slots: { category: 'medicine' },
    questions: ['เดือนนี้ค่ายากี่บาท', 'จ่ายค่ายาไปเท่าไหร่เดือนนี้'],
  },
  {
    intent: 'moneySpent',
    period: THIS_MONTH,
    aggregation: 'list',
    questions: ['ค่าใช้จ่ายเดือนนี้แยกตามหมวด', 'รายการค่าใช้จ่ายเดือนนี้'],
  },
  { intent: 'revenue', period: THIS_MONTH, questions: ['เดือนนี้รายรับเท่าไหร่', 'เดือนนี้ขายได้กี่บาท'] },
  {
    intent: 'netMoney',
    period: THIS_MONTH,
    questions: ['หักค่าใช้จ่ายแล้วเดือนนี้เหลือเท่าไหร่', 'กระแสเงินสดเดือนนี้เป็นยังไง'],
  },
  { intent: 'costPerKg', questions: ['ต้นทุนการเลี้ยงต่อกิโลกรัมเท่าไหร่', 'ต้นทุนไก่โลละเท่าไร'] },
  { intent: 'pricePerKg', questions: ['ไก่กิโลละกี่บาทตอนนี้', 'ราคาขายไก่ล่าสุดกิโลละเท่าไหร่'] },
  { intent: 'feedPrice', questions: ['ราคาอาหารต่อตัน', 'อาหารตันละกี่บาทคะ'] },
  { intent: 'openOrders', questions: ['มีอะไรที่สั่งไว้แล้วยังไม่ได้ของ', 'คำสั่งซื้อค้างมีอะไรบ้าง'] },
  { intent: 'needsMe', questions: ['มีเรื่องอะไรที่ต้องดูแลเป็นพิเศษไหม', 'มีอะไรน่าเป็นห่วงมั้ย'] },
  { intent: 'briefing', questions: ['สรุปฟาร์มให้หน่อยครับ', 'ขอภาพรวมฟาร์มหน่อยค่ะ'] },
  { intent: 'setupProgress', questions: ['ตั้งค่าฟาร์มเหลืออะไรต้องทำอีก', 'ตั้งค่าไปถึงไหนแล้วครับ'] },
  { intent: 'alerts', barns: ['barn_1'], questions: ['เล้า 1 มีเตือนอะไรไหม', 'ขอดูแจ้งเตือนของเล้า 1'] },
  {
    intent: 'tasks',
    slots: { when: 'overdue' },
    questions: ['งานค้างที่เลยกำหนดมีกี่งาน', 'มีงานไหนล่าช้าบ้างครับ'],
  },
  {
    intent: 'contact',
    slots: { kind: 'feed_supplier' },
    questions: ['ขอเบอร์คนขายอาหารหน่อย', 'เบอร์ติดต่อโรงงานอาหารสัตว์'],
  },
  {
    intent: 'contact',
    slots: { person: 'contact_1' },
    questions: ['ขอเบอร์ Yossi หน่อยครับ', 'Yossi Cohen เบอร์โทรอะไร'],
  },
  { intent: 'medicineExpiring', questions: ['มียาหมดอายุไหม', 'ยาที่ใกล้หมดอายุมีอะไรบ้าง'] },
  {
    intent: 'medicineStock',
    slots: { product: 'medicine_1' },
    questions: ['ยา Tylosin ยังเหลือกี่ขวด', 'Tylosin เหลือเท่าไรในตู้ยา'],
  },
  { intent: 'capacity', questions: ['แต่ละเล้าจุกี่ตัว', 'โรงเรือนจุไก่ได้เท่าไหร่'] },
  { intent: 'nextPlacement', questions: ['ลูกไก่รุ่นใหม่เข้าวันไหน', 'จะลงไก่รุ่นต่อไปเมื่อไหร่'] },
  { intent: 'cameraCount', questions: ['กล้องนับไก่ได้กี่ตัว', 'กล้องนับได้ตรงกับบันทึกไหม'] },
];

const orders: readonly AskedOrder[] = [
  {
    action: 'log_daily',
    fields: { mortality: 9, barnId: 'barn_1' },
    questions: [
      'ลงตายเล้า 1 เก้าตัว',
      'พี่ช่วยลงไก่ตาย 9 ตัวเล้า 1 ด้วยครับ',
      'โรงเรือน 1 ตาย 9 ตัว ลงบันทึกให้หน่อย',
    ],
  },
  {
    action: 'log_daily',
    fields: { mortality: 4, barnId: 'barn_2', date: '2026-11-19' },
    questions: ['บันทึกตาย 4 ตัว เล้า 2 วันที่ 19', 'ลงตายเล้า 2 4 ตัว วันที่ 19 พ.ย.'],
  },
  {
    action: 'log_daily',
    fields: { avgWeightGr: 935, barnId: 'barn_1' },
    questions: ['บันทึกน้ำหนักเล้า 1 935 กรัม', 'ลงน้ำหนักไก่ 935 กรัม เล้า 1'],
  },
  {
    action: 'create_task',
    fields: { title: 'ซ่อมพัดลม', barnId: 'barn_1', dueDate: '2026-11-22' },
    questions: ['เพิ่มงานซ่อมพัดลมเล้า 1 พรุ่งนี้', 'สร้างงาน: ซ่อมพัดลม เล้า 1 พรุ่งนี้ครับ'],
  },
  {
    action: 'create_task',
    fields: { assignee: 'user_1', title: 'ตรวจไซโล', priority: 'urgent' },
    questions: ['สร้างงานด่วนให้ Somchai: ตรวจไซโล', 'เพิ่มงานด่วนให้ Somchai ตรวจไซโล'],
  },
  {
    action: 'create_order',
    fields: { quantityKg: 12000, feedType: 'finisher', dueDate: '2026-11-25' },
    questions: ['สั่งอาหารไก่ใหญ่ 12 ตัน ส่งวันพุธ', 'สั่งอาหารไก่ใหญ่สิบสองตันมาส่งวันพุธหน้า'],
  },
  {
    action: 'create_expense',
    fields: { amount: 4800, category: 'electricity' },
    questions: ['ลงค่าไฟ 4,800', 'บันทึกค่าไฟสี่พันแปดร้อยบาทครับ', 'เพิ่มรายจ่ายค่าไฟ 4800 บาท'],
  },
  {
    action: 'create_alert',
    fields: { title: 'น้ำรั่ว', category: 'water', barnId: 'barn_2' },
    questions: ['สร้างแจ้งเตือนเล้า 2: น้ำรั่ว', 'เพิ่มแจ้งเตือน น้ำรั่ว เล้า 2'],
  },
  {
    action: 'create_flock',
    fields: { chicksReceived: 18000, barnId: 'barn_3', placementDate: '2026-12-05' },
    questions: ['ลงไก่เล้า 3 18000 ตัว วันที่ 5 ธันวา', 'เข้าลูกไก่ 18,000 ตัว เล้า 3 วันที่ 5/12/69'],
  },
  {
    action: 'create_contact',
    fields: { name: 'หมอสมศักดิ์', kind: 'vet', phone: '089-555-1234' },
    questions: [
      'เพิ่มผู้ติดต่อ หมอสมศักดิ์ สัตวแพทย์ 089-555-1234',
      'บันทึกเบอร์ หมอสมศักดิ์ สัตวแพทย์ โทร 089-555-1234',
    ],
  },
];

const negatives: readonly Negative[] = [
  ...[
    'ไปตลาดซื้ออะไรดี',
    'แฟนผมโกรธทำไงดี',
    'เปิดเพลงลูกทุ่งหน่อย',
    'ไก่ชนตัวไหนเก่ง',
    'ราคาหมูวันนี้',
    'ขอสูตรน้ำจิ้มไก่',
    'กี่โมงแล้ว',
    'วันนี้วันอะไร',
  ].map((question) => ({ kind: 'out_of_domain', question, expected: 'unclear' }) as const),
  ...['รุ่น B9-1111 FCR เท่าไหร่', 'เล้า 100 มีไก่กี่ตัว', 'ที่ฟาร์มโกลานแอมโมเนียเท่าไหร่'].map(
    (question) => ({ kind: 'foreign_farm', question, expected: 'unclear' }) as const,
  ),
  ...[
    'ไม่ต้องสั่งอาหาร 12 ตันแล้ว',
    'ลบฝูง H2 ทิ้ง',
    'อย่าเพิ่งลงไก่ 18000 ตัว เล้า 3 วันที่ 5 ธันวา',
    'สั่งอาหาร 5 ตัน แล้วก็ปิดงาน Order gas',
    'โอนเงินให้ Yossi 1000 บาท',
    'ปิดพัดลมเล้า 1',
  ].map((question) => ({ kind: 'injection', question, expected: 'unclear' }) as const),
];

/** All of it. */
export const visitors: Omit<QuestionSet, 'language'> = { intents: questions, orders, negatives };
