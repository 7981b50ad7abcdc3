import type { AskedIntent } from '../../question-set.ts';

/** How people of many farms ask in Spanish, each in a way of their own. */
export const people5: readonly AskedIntent[] = [
  {
    intent: 'cumulativeMortality',
    flocks: ['flock_1'],
    questions: ['porcentaje de bajas que lleva el lote B1-2611'],
  },
  {
    intent: 'mortalitySpike',
    barns: ['barn_1'],
    questions: ['hay un salto de mortalidad en la nave 1?'],
  },
  { intent: 'mortalityAgainstAverage', questions: ['como va la mortalidad respecto al promedio'] },
  { intent: 'livability', barns: ['barn_1'], questions: ['cual es la viabilidad de la nave 1'] },
  {
    intent: 'liveBirds',
    barns: ['barn_1'],
    questions: ['cuantos pollos quedan en la nave 1', 'con cuantas aves cuenta el galpon 1'],
  },
  {
    intent: 'liveBirds',
    barns: ['barn_1', 'barn_2'],
    questions: ['cuantas aves hay en el galpon 1 y en el galpon 2'],
  },
  {
    intent: 'age',
    barns: ['barn_1'],
    questions: [
      'de cuantos dias son los pollos de la nave 1',
      'cuantos dias tiene el lote de la nave 1',
    ],
  },
  {
    intent: 'weight',
    barns: ['barn_1'],
    period: ['2026-11-21', '2026-11-21'],
    questions: ['peso de hoy en el galpon 1'],
  },
  { intent: 'weight', questions: ['cual es el peso medio actual'] },
  {
    intent: 'weightDeviation',
    questions: ['cuanto nos falta para el peso de la tabla', 'peso contra estandar'],
  },
  { intent: 'uniformity', barns: ['barn_1'], questions: ['que uniformidad tiene el galpon 1'] },
  {
    intent: 'lastWeighing',
    barns: ['barn_1'],
    questions: ['cuando pesaron por ultima vez los de la nave 1'],
  },
  {
    intent: 'eggs',
    barns: ['barn_2'],
    period: ['2026-11-16', '2026-11-21'],
    questions: ['cuantos huevos llevamos esta semana en la nave 2'],
  },
  {
    intent: 'eggs',
    period: ['2026-11-19', '2026-11-20'],
    questions: ['huevos del jueves al viernes'],
  },
  { intent: 'layingRate', barns: ['barn_2'], questions: ['qué % de postura tiene el galpón 2'] },
  {
    intent: 'eggBreakage',
    barns: ['barn_2'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuantos rotos hubo ayer en la nave 2'],
  },
  { intent: 'healthScore', barns: ['barn_1'], questions: ['que nota de salud tiene la nave 1'] },
  { intent: 'lastTreatment', questions: [] },
  {
    intent: 'withdrawal',
    questions: ['ya se puede faenar o hay retiro?', 'dias de carencia pendientes'],
  },
  {
    intent: 'marketDate',
    barns: ['barn_1'],
    questions: ['cuando se vende el galpon 1', 'que dia se van al matadero los de la nave 1'],
  },
  {
    intent: 'feedEaten',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuanto pienso gastó la nave 1 ayer'],
  },
  {
    intent: 'feedEaten',
    period: ['2026-11-16', '2026-11-21'],
    questions: ['alimento consumido esta semana'],
  },
  {
    intent: 'feedPerBird',
    barns: ['barn_2'],
    questions: ['cuantos gramos comen por gallina en la nave 2'],
  },
  { intent: 'feedConversion', flocks: ['flock_1'], questions: ['conversion del lote B1-2611'] },
  {
    intent: 'feedDaysLeft',
    questions: ['cuanto nos dura el alimento que hay', 'el pienso que queda para cuantos dias da'],
  },
  {
    intent: 'feedStock',
    questions: ['stock de pienso', 'que cantidad de alimento hay en los silos'],
  },
  { intent: 'feedOrders', questions: ['el pedido de pienso'] },
  { intent: 'deliveriesExpected', questions: ['cuando nos traen el pienso'] },
  {
    intent: 'waterUsed',
    barns: ['barn_2'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuanto bebieron ayer las gallinas de la nave 2'],
  },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    questions: ['que tan caliente esta la nave 1', 'temp galpon 1'],
  },
  { intent: 'temperature', aggregation: 'lowest', questions: ['cual es la nave mas fria'] },
  { intent: 'co2', aggregation: 'highest', questions: ['en que galpon esta mas alto el co2'] },
  { intent: 'heatStress', barns: ['barn_1'], questions: ['hay estres calorico en el galpon 1?'] },
  {
    intent: 'moneySpent',
    questions: ['en que se nos esta yendo la plata', 'cuanto llevamos gastado'],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'chicks' },
    questions: ['cuanto pagamos por los pollitos'],
  },
  {
    intent: 'moneySpent',
    slots: { category: 'transport' },
    period: ['2026-01-01', '2026-11-21'],
    questions: ['gasto en fletes este año'],
  },
  {
    intent: 'revenue',
    period: ['2026-01-01', '2026-11-21'],
    questions: ['cuanto vendimos en lo que va del año'],
  },
  { intent: 'flockProfit', questions: ['cual es la ganancia del lote'] },
  { intent: 'costPerKg', questions: ['cuanto cuesta producir el kilo de pollo'] },
];
