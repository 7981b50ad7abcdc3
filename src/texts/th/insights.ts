import type { insights as english } from '../en/insights.ts';

export const insights = {
  'insights.failed': 'คำนวณส่วน {section} ไม่ได้',
} satisfies Record<keyof typeof english, string>;
