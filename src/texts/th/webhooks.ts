import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks = {
  'webhook.off.title': 'ปิด webhook ไปยัง {host} แล้ว',
  'webhook.off.failures':
    'ส่งไม่สำเร็จติดต่อกัน 20 ครั้ง ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน แก้ระบบปลายทางแล้วเปิด webhook {webhook} อีกครั้ง',
  'webhook.off.gone':
    'ปลายทางแจ้งว่าไม่มีที่อยู่นี้แล้ว (410) ระบบเก็บเหตุการณ์ไว้ให้ 7 วัน ใส่ที่อยู่ใหม่ให้ webhook {webhook} แล้วเปิดอีกครั้ง',
} satisfies Record<keyof typeof english, string>;
