import type { askFeed as english } from '../en/ask-feed.ts';

export const askFeed = {
  'ask.feedEaten.sum': 'Las aves de {place} comieron {value} de alimento {when}.',
  'ask.waterUsed.sum': 'Las aves de {place} bebieron {value} {when}.',
  'ask.waterFeedRatio': 'Agua por alimento en {place} {when}: {value} ({part} por {whole}).',
  'ask.feedPerBird':
    'Cada ave de {place} comió {value} el {day}{hasStandard, select, yes { (estándar: {standard})} other {}}.',
  'ask.feedConversion':
    'Conversión en {place}: {isBound, select, yes {como máximo, } other {}}{value, number} el {day}{hasStandard, select, yes { (estándar: {standard, number})} other {}}.',
  'ask.feedPerDozen': 'En {place} una docena de huevos lleva {value} de alimento.',
  'ask.feedDaysLeft':
    'El alimento de {place} alcanza para {days}{order, select, now {; hay que pedir hoy} later {; pedir antes del {by}} other {}}.',
  'ask.feedStock': 'Quedan {value} de alimento en {place}.',
  'ask.noStock': 'Con las entregas y los registros no se sabe cuánto queda en el silo de {place}.',
  'ask.feedType':
    '{feed, select, prestarter {alimento preiniciador} starter {alimento iniciador} grower {alimento de crecimiento} finisher {alimento de engorde} withdrawal {alimento de retiro} pullet {alimento de recría} prelay {alimento de prepostura} none {alimento balanceado} other {alimento ({feed})}}',
  'ask.feedOrder':
    '{value} de {feed}{hasSupplier, select, yes { de {supplier}} other {}}{due, select, late {, debía llegar el {day}} today {, llega hoy ({day})} later {, llega el {day}} other {}}.',
  'ask.feedOrders':
    '{count, plural, =0 {No hay pedidos de alimento abiertos.} one {# pedido de alimento abierto.} other {# pedidos de alimento abiertos.}}',
  'ask.feedOrdersTotal': 'Hay {value} de alimento pedidos.',
  'ask.deliveriesExpected':
    '{count, plural, =0 {No se espera ninguna entrega.} one {Se espera # entrega.} other {Se esperan # entregas.}}',
} satisfies Record<keyof typeof english, string>;
