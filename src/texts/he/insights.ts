import type { insights as english } from '../en/insights.ts';

export const insights = {
  'insights.failed': 'אי אפשר היה לחשב את החלק {section}.',
} satisfies Record<keyof typeof english, string>;
