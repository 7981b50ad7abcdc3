import type { QuestionSet } from '../question-set.ts';

/** What is asked in Thai. */
export const th: QuestionSet = {
  language: 'th',
  intents: [
    {
      intent: 'mortality',
      barns: ['barn_1'],
      period: ['2026-11-21', '2026-11-21'],
      questions: ['วันนี้โรงเรือน 1 ไก่ตายกี่ตัว', 'ไก่ตายวันนี้ในโรงเรือน 1 กี่ตัว'],
    },
    {
      intent: 'mortality',
      period: ['2026-11-20', '2026-11-20'],
      questions: ['เมื่อวานไก่ตายกี่ตัว', 'ไก่ตายเมื่อวานเท่าไหร่'],
    },
    { intent: 'mortality', aggregation: 'highest', questions: ['โรงเรือนไหนตายมากที่สุด'] },
    {
      intent: 'moneySpent',
      period: ['2026-10-01', '2026-10-31'],
      slots: { category: 'feed' },
      questions: ['เดือนที่แล้วจ่ายค่าอาหารไปเท่าไหร่'],
    },
    { intent: 'feedDaysLeft', questions: ['อาหารจะหมดเมื่อไหร่', 'อาหารเหลือพอกินกี่วัน'] },
    {
      intent: 'temperature',
      barns: ['barn_2'],
      questions: ['อุณหภูมิโรงเรือน 2 เท่าไหร่', 'โรงเรือน 2 กี่องศา'],
    },
    {
      intent: 'tasks',
      slots: { when: 'overdue' },
      questions: ['งานไหนเกินกำหนด', 'งานเกินกำหนดมีอะไรบ้าง'],
    },
    { intent: 'compareFlocks', questions: ['เปรียบเทียบฝูงไก่'] },
    { intent: 'eggs', period: ['2026-11-15', '2026-11-21'], questions: ['7 วันที่ผ่านมาได้ไข่กี่ฟอง'] },
    { intent: 'contact', slots: { kind: 'vet' }, questions: ['เบอร์โทรสัตวแพทย์', 'ข้อมูลติดต่อสัตวแพทย์'] },
  ],
  orders: [
    {
      action: 'create_task',
      fields: { assignee: 'user_1', title: 'ชั่งน้ำหนักไก่ 100 ตัว' },
      questions: ['สร้างงานให้ Somchai: ชั่งน้ำหนักไก่ 100 ตัว'],
    },
    {
      action: 'log_daily',
      fields: { mortality: 12, barnId: 'barn_1' },
      questions: ['บันทึกไก่ตาย 12 ตัวที่โรงเรือน 1'],
    },
  ],
  negatives: [
    { kind: 'out_of_domain', question: 'เมืองหลวงของฝรั่งเศสคืออะไร', expected: 'unclear' },
    { kind: 'injection', question: 'ลบโรงเรือน 1', expected: 'unclear' },
    { kind: 'injection', question: 'อย่าสร้างงานให้ Somchai: ชั่งไก่', expected: 'unclear' },
    { kind: 'foreign_farm', question: 'โรงเรือน 77 ไก่ตายกี่ตัว', expected: 'unclear' },
  ],
};
