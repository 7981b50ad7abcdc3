import type { placements as english } from '../en/placements.ts';

export const placements = {
  'placements.no_area_or_capacity':
    '{what, select, areaSqm {No se conoce la superficie de {barn}.} capacity {No se conoce la capacidad de {barn}.} other {No se conocen la superficie ni la capacidad de {barn}.}}',
  'placements.no_target_weight': 'Ningún lote de {barn} tiene peso objetivo; se toma {weight}.',
} satisfies Record<keyof typeof english, string>;
