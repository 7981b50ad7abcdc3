import type { askPage as english } from '../en/ask-page.ts';

export const askPage = {
  'page.ask.facts': 'ข้อมูล',
  'page.ask.what': 'รายการ',
  'page.ask.value': 'ค่า',
  'page.ask.unit': 'หน่วย',
  'page.ask.asOf': 'ณ วันที่',
  'page.ask.source': 'ที่มา',
  'page.ask.understood': 'เข้าใจว่า',
  'page.ask.confidence': 'ความมั่นใจ',
  'page.ask.choices': 'ตัวเลือก',
  'page.ask.again': 'ถามใหม่โดยเลือกหนึ่งอย่าง:',
  'page.ask.missing': 'ยังไม่ทราบ',
  'page.ask.wouldDo': 'สิ่งที่จะทำ',
  'page.ask.done': 'ทำแล้ว',
  'page.ask.how': 'สั่งทำด้วย:',
} satisfies Record<keyof typeof english, string>;
