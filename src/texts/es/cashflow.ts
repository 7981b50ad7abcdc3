import type { cashflow as english } from '../en/cashflow.ts';

export const cashflow = {
  'cashflow.assumes_row_dates':
    'El dinero se cuenta en la fecha de su registro; la fecha real de pago no está registrada.',
  'cashflow.assumes_no_opening_balance':
    'El saldo del banco no se conoce; la suma empieza en 0 hace doce semanas.',
  'cashflow.assumes_usual_costs': 'Los gastos corrientes siguen como en las últimas doce semanas.',
  'cashflow.assumes_usual_eggs':
    'Las gallinas en postura dan por semana lo mismo que en las últimas doce semanas.',
  'cashflow.assumes_sale_price': 'Los lotes se venden el día previsto a {price} por kilo.',
  'cashflow.assumes_feed_price':
    'El alimento que falte, fuera del stock y los pedidos, se compra a {price} por kilo.',
  'cashflow.assumes_bird_orders_in_flocks':
    'Las ventas confirmadas de aves vivas son parte de lo que dan los lotes y no se cuentan dos veces.',
  'cashflow.few_money_weeks':
    '{have, plural, =0 {Ninguna de las últimas doce semanas tiene} one {Solo # de las últimas doce semanas tiene} other {Solo # de las últimas doce semanas tienen}} dinero registrado; un pronóstico necesita {need}.',
  'cashflow.no_sale_price':
    'Ninguna venta indica el precio por kilo, así que no se incluye lo que darán los lotes.',
  'cashflow.no_feed_cost':
    'Ninguna entrega indica cuánto cuesta el alimento, así que no se incluye el que habrá que comprar.',
} satisfies Record<keyof typeof english, string>;
