import type { AskedIntent } from '../../question-set.ts';

/** How people of many farms ask in Spanish, each in a way of their own. */
export const people10: readonly AskedIntent[] = [
  { intent: 'flocks', questions: ['lotes activos'] },
  { intent: 'capacity', questions: ['cuantas aves caben en cada nave'] },
  {
    intent: 'mortality',
    period: ['2026-11-21', '2026-11-21'],
    barns: ['barn_1'],
    questions: ['cuanta mortalidad tuvimos hoy en el galpon 1', 'muertos hoy galpon 1 porfa'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['dime cuantas aves se nos murieron ayer', 'cual fue el numero de muertos de ayer'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-09', '2026-11-15'],
    barns: ['barn_2'],
    questions: ['mortalidad de la nave 2 la semana pasada'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-14', '2026-11-21'],
    questions: ['cuantas bajas del 14/11 al 21/11'],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_2'],
    questions: ['cuanto va de mortalidad en porcentaje en la nave 2'],
  },
  {
    intent: 'liveBirds',
    flocks: ['flock_1'],
    questions: ['cuantas aves quedan en el lote B1-2611'],
  },
  {
    intent: 'liveBirds',
    barns: ['barn_1'],
    questions: ['cuantos pollos vivos quedan en la caseta 1'],
  },
  { intent: 'age', barns: ['barn_1'], questions: ['en que edad van los del galpon 1'] },
  { intent: 'weight', barns: ['barn_1'], questions: ['como van de peso los de la nave 1'] },
  { intent: 'weightDeviation', questions: ['cuanto nos falta para el estandar'] },
  {
    intent: 'uniformity',
    barns: ['barn_1'],
    questions: ['como esta la uniformidad en la caseta 1'],
  },
  {
    intent: 'eggs',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuantas gallinas... perdon, cuantos huevos hubo ayer'],
  },
  {
    intent: 'eggs',
    barns: ['barn_2'],
    period: ['2026-11-16', '2026-11-16'],
    questions: ['huevos del lunes en la nave 2'],
  },
  { intent: 'eggBreakage', questions: ['cuantos huevos se quebraron'] },
  { intent: 'layingRate', questions: ['cual es el porcentaje de postura de las gallinas'] },
  { intent: 'lastTreatment', questions: ['que fue lo ultimo que se les aplico'] },
  {
    intent: 'withdrawal',
    barns: ['barn_1'],
    questions: ['se puede vender el galpon 1 o esta en retiro'],
  },
  {
    intent: 'marketDate',
    questions: ['cuando estaran listos los pollos', 'cuando le toca salir al lote'],
  },
  {
    intent: 'feedEaten',
    period: ['2026-11-20', '2026-11-20'],
    barns: ['barn_2'],
    questions: ['cuanto concentrado comieron ayer las gallinas de la 2'],
  },
  {
    intent: 'feedEaten',
    period: ['2026-11-16', '2026-11-21'],
    questions: ['cuanto pienso llevamos consumido esta semana'],
  },
  { intent: 'feedConversion', barns: ['barn_1'], questions: ['dame la conversion del galpon 1'] },
  {
    intent: 'feedDaysLeft',
    questions: ['cuantos dias mas dura el balanceado', 'se nos acaba el alimento pronto?'],
  },
  { intent: 'feedStock', questions: ['cuanto pienso nos queda en los silos'] },
  { intent: 'deliveriesExpected', questions: ['cuando llega el alimento'] },
  {
    intent: 'waterUsed',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuantos litros bebieron ayer'],
  },
  { intent: 'temperature', barns: ['barn_2'], questions: ['nave 2 temperatura'] },
  {
    intent: 'temperature',
    barns: ['barn_1', 'barn_2'],
    aggregation: 'compare',
    questions: ['compara la temperatura de la nave 1 con la 2'],
  },
  { intent: 'co2', barns: ['barn_1'], questions: ['nivel de co2 en la nave 1'] },
  { intent: 'humidity', aggregation: 'highest', questions: ['en que nave hay mas humedad'] },
  { intent: 'weather', questions: ['como esta el tiempo afuera'] },
  {
    intent: 'moneySpent',
    slots: { category: 'feed' },
    period: ['2026-11-01', '2026-11-21'],
    questions: ['gasto de alimento de este mes', 'cuanto llevamos gastado en pienso este mes'],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuanto gastamos ayer'],
  },
  {
    intent: 'revenue',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['cuanto facturamos en octubre'],
  },
  { intent: 'flockProfit', questions: ['cuanto vamos a ganar con el lote'] },
  { intent: 'costPerKg', questions: ['cual es el coste del kilo producido'] },
  { intent: 'pricePerKg', questions: ['a cuanto esta el kilo'] },
  { intent: 'cheapestBid', questions: ['quien ofrecio mas barato'] },
  {
    intent: 'needsMe',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['que es lo mas urgente de hoy'],
  },
];
