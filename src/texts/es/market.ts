import type { market as english } from '../en/market.ts';

export const market = {
  'market.no_sales': 'Ninguna venta indica el precio por kilo.',
  'market.no_feed_cost':
    'Ninguna entrega indica cuánto cuesta el alimento, así que no se sabe cuánto cuesta un día más.',
  'market.no_target_weight': 'El lote {flock} no tiene peso objetivo.',
  'market.breed_unknown':
    'Ninguna tabla de raza corresponde al lote {flock}, así que no se puede proyectar su crecimiento.',
  'market.no_area': 'La superficie de {barn} no está registrada.',
} satisfies Record<keyof typeof english, string>;
