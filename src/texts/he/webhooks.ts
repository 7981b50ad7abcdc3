import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks = {
  'webhook.off.title': 'ה-webhook אל {host} כובה',
  'webhook.off.failures':
    '20 שליחות ברצף נכשלו. האירועים נשמרים 7 ימים. תקנו את המערכת המקבלת והפעילו שוב את webhook {webhook}.',
  'webhook.off.gone':
    'המערכת המקבלת הודיעה שהכתובת כבר לא קיימת (410). האירועים נשמרים 7 ימים. תנו ל-webhook {webhook} כתובת חדשה והפעילו אותו שוב.',
} satisfies Record<keyof typeof english, string>;
