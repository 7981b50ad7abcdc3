import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks = {
  'webhook.off.title': 'ปิด webhook ไปยัง {host} แล้ว',
  'webhook.off.failures':
    'ส่งไม่สำเร็จติดต่อกัน 20 ครั้ง ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน แก้ระบบปลายทางแล้วเปิด webhook {webhook} อีกครั้ง',
  'webhook.off.gone':
    'ปลายทางแจ้งว่าไม่มีที่อยู่นี้แล้ว (410) ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน ใส่ที่อยู่ใหม่ให้ webhook {webhook} แล้วเปิดอีกครั้ง',
  'webhook.off.owner_revoked':
    'คีย์ที่เป็นเจ้าของถูกเพิกถอน ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน โอน webhook {webhook} ให้คีย์อื่นที่อ่านข้อมูลเดียวกันได้',
  'webhook.off.owner_expired':
    'คีย์ที่เป็นเจ้าของหมดอายุ ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน โอน webhook {webhook} ให้คีย์อื่นที่อ่านข้อมูลเดียวกันได้',
  'webhook.off.owner_narrowed':
    'คีย์ที่เป็นเจ้าของไม่มีสิทธิ์ดูเหตุการณ์แล้ว ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน โอน webhook {webhook} ให้คีย์อื่นที่อ่านข้อมูลเดียวกันได้',
} satisfies Record<keyof typeof english, string>;
