import type { profit as english } from '../en/profit.ts';

export const profit = {
  'profit.no_flocks': 'No hay ningún lote registrado en la granja.',
  'profit.no_chick_price': 'No se sabe cuánto costaron los pollitos del lote {flock}.',
  'profit.no_birds_placed': 'No está registrado cuántos pollitos llegaron en el lote {flock}.',
  'profit.no_feed_cost': 'No se sabe cuánto costó el alimento del lote {flock}.',
  'profit.no_treatment_cost': 'Los tratamientos del lote {flock} están registrados sin su costo.',
  'profit.no_sales': 'No hay ninguna venta registrada del lote {flock}.',
  'profit.no_sale_amount': 'Una venta del lote {flock} no tiene importe.',
  'profit.no_sale_price':
    'Ninguna venta indica el precio por kilo, así que no se sabe cuánto darán los lotes.',
  'profit.no_barn_area': 'La superficie de {barn} no está registrada.',
  'profit.breed_unknown':
    'Ninguna tabla de raza corresponde al lote {flock}, así que no se puede proyectar su crecimiento.',
  'profit.shared_expenses_since':
    'El lote {flock} participa en los gastos de la granja solo desde el {day}; los anteriores no se cuentan.',
} satisfies Record<keyof typeof english, string>;
