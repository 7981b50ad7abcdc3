import type { askPage as english } from '../en/ask-page.ts';

export const askPage = {
  'page.ask.facts': 'Datos',
  'page.ask.what': 'Qué',
  'page.ask.value': 'Valor',
  'page.ask.unit': 'Unidad',
  'page.ask.asOf': 'Al',
  'page.ask.source': 'Fuente',
  'page.ask.understood': 'Entendido',
  'page.ask.confidence': 'Confianza',
  'page.ask.choices': 'Opciones',
  'page.ask.again': 'Pregunte de nuevo con una de ellas:',
  'page.ask.missing': 'No se sabe',
  'page.ask.wouldDo': 'Se haría',
  'page.ask.done': 'Hecho',
  'page.ask.how': 'Hágalo con:',
} satisfies Record<keyof typeof english, string>;
