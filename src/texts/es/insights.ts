import type { insights as english } from '../en/insights.ts';

export const insights = {
  'insights.failed': 'No se pudo calcular la sección {section}.',
} satisfies Record<keyof typeof english, string>;
