import type { askMoney as english } from '../en/ask-money.ts';

export const askMoney = {
  'ask.moneySpent':
    'Se gastaron {total} {when}{hasCategory, select, yes { en: {category}} other {}}{hasPlace, select, yes { para {place}} other {}} (realizado).',
  'ask.moneySpent.none': 'No hay gastos registrados {when}.',
  'ask.revenue':
    'Las ventas dejaron {total} {when}{hasPlace, select, yes { de {place}} other {}}{hasCategory, select, yes { ({category})} other {}} (realizado).',
  'ask.revenue.none': 'No hay ventas registradas {when}.',
  'ask.ofCategory': '{category}: {total}.',
  'ask.moneyBefore':
    'Antes, {when}, fueron {total}{side, select, up { (ahora {change} más)} down { (ahora {change} menos)} same { (sin cambio)} other {}}.',
  'ask.knownSince': 'El dinero se mira solo desde el {day}.',
  'ask.sharedLeftOut': 'No incluye lo que comparten todos los galpones.',
  'ask.netMoney':
    '{side, select, below {Pérdida de {net}} other {Quedan {net}}} {when}: {revenue} de ventas, {feed} de alimento, {expenses} de todo lo demás. Solo cuenta lo registrado (realizado); no incluye nada previsto.',
  'ask.flockProfit':
    '{place}: {isAhead, select, yes {{side, select, below {pérdida esperada de {profit}} other {ganancia esperada de {profit}}} en la venta del {day}} other {{side, select, below {pérdida realizada de {profit} hasta ahora} other {ganancia realizada de {profit} hasta ahora}}}}{isEstimated, select, yes {; el costo del alimento es una estimación} other {}}.',
  'ask.profitTogether':
    '{place}: {isAhead, select, yes {{side, select, below {pérdida esperada de {profit}} other {ganancia esperada de {profit}}} en la venta} other {{side, select, below {pérdida realizada de {profit} hasta ahora} other {ganancia realizada de {profit} hasta ahora}}}}{isEstimated, select, yes {; el costo del alimento es una estimación} other {}}.',
  'ask.costPerKg':
    'En {place} el kilo cuesta {cost} hasta ahora{isEstimated, select, yes {; el costo del alimento es una estimación} other {}}.',
  'ask.pricePerKg':
    'El último precio fue {price} por kilo el {day}{hasMean, select, yes {; el promedio de tres meses es {mean}} other {}}.',
  'ask.priceRange': 'En el último año estuvo entre {min} y {max}.',
  'ask.priceTrend':
    '{side, select, up {Los precios suben {change} por mes.} down {Los precios bajan {change} por mes.} other {Los precios se mantienen ({change} por mes).}}',
  'ask.feedPrice': 'La tonelada de {feed} cuesta {price}.',
  'ask.tenders':
    '{count, plural, =0 {No hay licitaciones abiertas.} one {# licitación abierta.} other {# licitaciones abiertas.}}',
  'ask.noBid': '{title}: sin ofertas que comparar ({count, number} en total).',
  'ask.bestBid':
    '{title}: {direction, select, sell {la oferta más alta es {price}} other {la oferta más baja es {price}}}{hasSupplier, select, yes { de {supplier}} other {}}, entre {count, number}.',
  'ask.openOrders':
    '{count, plural, =0 {No hay pedidos abiertos.} one {# pedido abierto.} other {# pedidos abiertos.}}',
  'ask.marketOrder':
    '{title}{direction, select, sell { (venta)} other {}}{hasTotal, select, yes {, {total}} other {}}{due, select, late {, venció el {day}} later {, para el {day}} other {}}.',
} satisfies Record<keyof typeof english, string>;
