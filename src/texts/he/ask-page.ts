import type { askPage as english } from '../en/ask-page.ts';

export const askPage = {
  'page.ask.facts': 'עובדות',
  'page.ask.what': 'מה',
  'page.ask.value': 'ערך',
  'page.ask.unit': 'יחידה',
  'page.ask.asOf': 'נכון ל',
  'page.ask.source': 'מקור',
  'page.ask.understood': 'הובן',
  'page.ask.confidence': 'ביטחון',
  'page.ask.choices': 'אפשרויות',
  'page.ask.again': 'שאל שוב עם אחת מהן:',
  'page.ask.missing': 'לא ידוע',
  'page.ask.wouldDo': 'מה שיבוצע',
  'page.ask.done': 'בוצע',
  'page.ask.how': 'לביצוע:',
} satisfies Record<keyof typeof english, string>;
