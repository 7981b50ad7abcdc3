import type { AskedIntent } from '../../question-set.ts';

/** How people of many farms ask in Spanish, each in a way of their own. */
export const people7: readonly AskedIntent[] = [
  { intent: 'efficiency', questions: ['que factor de eficiencia llevamos'] },
  {
    intent: 'lastTreatment',
    barns: ['barn_1'],
    questions: ['cuando se medico la nave 1 por ultima vez'],
  },
  {
    intent: 'withdrawal',
    barns: ['barn_1'],
    questions: ['el galpon 1 esta en periodo de retiro?'],
  },
  { intent: 'marketDate', questions: ['cuanto falta para la saca', 'fecha estimada de faena'] },
  { intent: 'compareFlocks', questions: ['que diferencia hay entre los lotes'] },
  {
    intent: 'nextPlacement',
    questions: ['cuando es el siguiente encasetamiento', 'para cuando viene el pollito'],
  },
  { intent: 'bestBarn', questions: ['cual es el mejor galpon de la granja'] },
  { intent: 'barns', questions: ['cuantas casetas hay'] },
  { intent: 'flocks', questions: ['cuantos lotes tenemos en crianza'] },
  { intent: 'capacity', barns: ['barn_2'], questions: ['cual es la capacidad del galpon 2'] },
  {
    intent: 'feedEaten',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuanto alimento consumieron los pollos ayer'],
  },
  {
    intent: 'feedEaten',
    period: ['2026-11-01', '2026-11-21'],
    barns: ['barn_1'],
    questions: ['consumo de pienso de la nave 1 este mes'],
  },
  { intent: 'feedPerBird', questions: ['cuanto come cada ave al dia'] },
  { intent: 'feedConversion', questions: ['cual es la conversion actual'] },
  {
    intent: 'feedDaysLeft',
    questions: ['alcanza el alimento para cuantos dias mas', 'se va a acabar pronto el pienso?'],
  },
  {
    intent: 'feedStock',
    questions: ['que existencia de balanceado hay', 'cuantas toneladas quedan en el silo'],
  },
  { intent: 'feedOrders', questions: ['pedidos de pienso en curso'] },
  {
    intent: 'deliveriesExpected',
    period: ['2026-11-23', '2026-11-29'],
    questions: ['que entregas hay la proxima semana'],
  },
  {
    intent: 'waterUsed',
    period: ['2026-11-16', '2026-11-21'],
    questions: ['cuanta agua llevan consumida esta semana'],
  },
  { intent: 'waterFeedRatio', questions: ['como va la relacion agua balanceado'] },
  {
    intent: 'temperature',
    questions: ['como estan las temperaturas de las naves', 'temperatura actual'],
  },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    aggregation: 'highest',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['temperatura maxima de ayer en la nave 1'],
  },
  { intent: 'humidity', questions: ['que porcentaje de humedad hay'] },
  { intent: 'ammonia', aggregation: 'highest', questions: ['que nave tiene mas amoniaco'] },
  { intent: 'co2', questions: ['estan altos los niveles de co2?'] },
  { intent: 'heatStress', questions: ['hay aves con golpe de calor'] },
  { intent: 'weather', questions: ['como pinta el clima'] },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    questions: ['en que gastamos este mes', 'total gastado en el mes'],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'vet' },
    period: ['2026-01-01', '2026-11-21'],
    questions: ['cuanto le pagamos al veterinario este año'],
  },
  {
    intent: 'revenue',
    period: ['2026-11-09', '2026-11-15'],
    questions: ['cuanto entró por ventas la semana pasada'],
  },
  {
    intent: 'netMoney',
    period: ['2026-11-01', '2026-11-21'],
    questions: ['cuanto nos queda limpio este mes'],
  },
  { intent: 'flockProfit', questions: ['que utilidad deja el lote'] },
  { intent: 'costPerKg', questions: ['cuanto me cuesta el kilo'] },
  { intent: 'pricePerKg', questions: ['como esta el precio del pollo'] },
  { intent: 'feedPrice', questions: ['a como nos venden el balanceado'] },
  { intent: 'cheapestBid', questions: ['cual es la cotizacion mas economica'] },
  { intent: 'openOrders', questions: ['que pedidos siguen abiertos'] },
  {
    intent: 'needsMe',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['en que me tengo que fijar hoy'],
  },
  { intent: 'needsMe', questions: ['hay alguna urgencia'] },
  { intent: 'briefing', questions: ['que novedades tenemos'] },
];
