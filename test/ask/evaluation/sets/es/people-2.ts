import type { AskedIntent } from '../../question-set.ts';

/** How people of many farms ask in Spanish, each in a way of their own. */
export const people2: readonly AskedIntent[] = [
  {
    intent: 'feedEaten',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuantos kilos de pienso comieron ayer', 'ayer cuanto balanceado se consumió'],
  },
  {
    intent: 'feedEaten',
    period: ['2026-11-09', '2026-11-15'],
    questions: ['cuanto alimento se comieron la semana pasada'],
  },
  {
    intent: 'feedPerBird',
    questions: ['cuantos gramos come cada pollo', 'consumo diario por ave'],
  },
  {
    intent: 'feedConversion',
    barns: ['barn_1'],
    questions: ['a cuanto esta la conversion en la nave 1', 'ICA galpon 1'],
  },
  {
    intent: 'feedDaysLeft',
    questions: [
      'para cuando se nos acaba el pienso',
      'cuantos dias de comida tenemos',
      'hasta que dia alcanza el concentrado',
    ],
  },
  {
    intent: 'feedStock',
    questions: [
      'cuanto alimento queda',
      'cuanto balanceado tengo en el silo',
      'cuantos kilos de comida hay',
    ],
  },
  { intent: 'feedOrders', questions: ['ya pedimos alimento?', 'que ordenes de alimento tenemos'] },
  {
    intent: 'deliveriesExpected',
    period: ['2026-11-22', '2026-11-22'],
    questions: ['viene algún camión mañana?'],
  },
  { intent: 'deliveriesExpected', questions: ['que entregas faltan por llegar'] },
  {
    intent: 'waterUsed',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuanta agua tomaron las gallinas ayer', 'consumo de agua de ayer'],
  },
  {
    intent: 'waterFeedRatio',
    questions: ['cuanta agua toman por kilo de alimento', 'relacion agua/pienso'],
  },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    questions: [
      'cuanto marca el termometro en la nave 1',
      'cómo está de temperatura el galpón 1',
      'que temperatura tienen los pollitos del galpon 1',
    ],
  },
  {
    intent: 'temperature',
    barns: ['barn_1', 'barn_2'],
    questions: ['temperatura de la nave 1 y la nave 2', 'que temperatura hay en el galpon 1 y 2'],
  },
  {
    intent: 'humidity',
    barns: ['barn_1'],
    questions: ['humedad nave 1', 'cuanta humedad hay en la caseta 1'],
  },
  {
    intent: 'ammonia',
    barns: ['barn_1'],
    questions: ['huele mucho a amoniaco el galpon 1?', 'cuantas ppm de amoniaco en la nave 1'],
  },
  { intent: 'co2', questions: ['cómo anda el CO2'] },
  {
    intent: 'heatStress',
    questions: ['hay riesgo de estres termico', 'estan sufriendo por calor los pollos?'],
  },
  {
    intent: 'weather',
    period: ['2026-11-22', '2026-11-22'],
    questions: ['como va a estar el clima mañana'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['cuanto se gastó en octubre', 'gastos del mes pasado'],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'electricity' },
    period: ['2026-11-01', '2026-11-21'],
    questions: [
      'cuanto se pagó de luz este mes',
      'cuánto llevamos gastado en electricidad este mes',
    ],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'medicine' },
    questions: ['cuanto hemos gastado en medicamentos'],
  },
  {
    intent: 'revenue',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['ventas de octubre', 'cuanto ingresó por ventas el mes pasado'],
  },
  { intent: 'netMoney', questions: ['cómo vamos de números', 'cuanto nos queda neto'] },
  {
    intent: 'flockProfit',
    flocks: ['flock_1'],
    questions: ['cuanto gana el lote B1-2611', 'el lote B1-2611 es rentable?'],
  },
  { intent: 'costPerKg', questions: ['a cuanto nos sale el kilo', 'costo de producción por kilo'] },
  {
    intent: 'pricePerKg',
    questions: ['precio del pollo por kilo', 'a como estan pagando el pollo'],
  },
  {
    intent: 'feedPrice',
    questions: ['a cuanto está el balanceado', 'cuanto vale la tonelada de concentrado'],
  },
  {
    intent: 'cheapestBid',
    questions: ['que proveedor ofrece mejor precio', 'cual cotización es la más baja'],
  },
  { intent: 'openOrders', questions: ['hay algún pedido pendiente', 'que compras hay pendientes'] },
  {
    intent: 'needsMe',
    questions: ['que es lo mas importante ahora', 'qué cosas tengo que resolver'],
  },
  {
    intent: 'briefing',
    questions: ['como va todo', 'dame un resumen', 'hazme un resumen de la granja'],
  },
  { intent: 'gaps', questions: ['hay datos que falten?', 'que me falta cargar'] },
  { intent: 'setupProgress', questions: ['como vamos con la configuración'] },
  { intent: 'alerts', questions: ['tengo alguna alerta?', 'que alarmas han saltado'] },
  {
    intent: 'alerts',
    slots: { severity: 'critical' },
    questions: ['hay algo critico en las alertas'],
  },
  {
    intent: 'flocksMissingLog',
    questions: ['quien falta por pasar el parte', 'que lotes no se han registrado'],
  },
  { intent: 'unansweredQuestions', questions: ['hay dudas de los muchachos sin contestar'] },
];
