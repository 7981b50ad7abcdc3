import type { insights as english } from '../en/insights.ts';

export const insights = {
  'insights.failed': '{section}部分无法计算。',
} satisfies Record<keyof typeof english, string>;
