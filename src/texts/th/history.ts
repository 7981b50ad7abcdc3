import type { history as english } from '../en/history.ts';

export const history = {
  'page.history.count': '{count, plural, other {เปลี่ยน # ครั้ง}}',
  'page.history.created': 'สร้าง',
  'page.history.changed': 'แก้ไข',
  'page.history.deleted': 'ลบ',
  'page.history.undone': 'ยกเลิกการทำ',
  'page.history.gone': 'ลบแล้ว แต่ยังเก็บประวัติไว้',
} as const satisfies Record<keyof typeof english, string>;
