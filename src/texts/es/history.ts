import type { history as english } from '../en/history.ts';

export const history = {
  'page.history.count': '{count, plural, one {# cambio} other {# cambios}}',
  'page.history.created': 'creado',
  'page.history.changed': 'cambiado',
  'page.history.deleted': 'eliminado',
  'page.history.undone': 'deshecho',
  'page.history.gone': 'Eliminado; su historial se conserva.',
} as const satisfies Record<keyof typeof english, string>;
