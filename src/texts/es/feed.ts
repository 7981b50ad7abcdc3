import type { feed as english } from '../en/feed.ts';

export const feed = {
  'feed.late_phase':
    'El lote {flock} recibió {feed} a los {age, plural, one {# día} other {# días}} de edad; ahora le toca {expected}.',
  'feed.no_withdrawal': 'El lote {flock} está por venderse y todavía no recibió {expected}.',
  'feed.type.starter': 'alimento iniciador',
  'feed.type.grower': 'alimento de crecimiento',
  'feed.type.finisher': 'alimento de engorde',
  'feed.type.withdrawal': 'alimento de retiro',
} satisfies Record<keyof typeof english, string>;
