import type { webhooks as english } from '../en/webhooks.ts';

export const webhooks = {
  'webhook.off.title': 'ה-webhook אל {host} כובה',
  'webhook.off.failures':
    '20 שליחות ברצף נכשלו. האירועים נשמרים 7 ימים. תקנו את המערכת המקבלת והפעילו שוב את webhook {webhook}.',
  'webhook.off.gone':
    'המערכת המקבלת הודיעה שהכתובת כבר לא קיימת (410). האירועים נשמרים 7 ימים. תנו ל-webhook {webhook} כתובת חדשה והפעילו אותו שוב.',
  'webhook.off.owner_revoked':
    'המפתח שעבורו הוא שולח בוטל. האירועים נשמרים 7 ימים. העבירו את webhook {webhook} למפתח אחר שרשאי לקרוא את אותם נתונים.',
  'webhook.off.owner_expired':
    'תוקף המפתח שעבורו הוא שולח פג. האירועים נשמרים 7 ימים. העבירו את webhook {webhook} למפתח אחר שרשאי לקרוא את אותם נתונים.',
  'webhook.off.owner_narrowed':
    'המפתח שעבורו הוא שולח אינו רשאי עוד לראות את האירועים שלו. האירועים נשמרים 7 ימים. העבירו את webhook {webhook} למפתח אחר שרשאי לקרוא את אותם נתונים.',
} satisfies Record<keyof typeof english, string>;
