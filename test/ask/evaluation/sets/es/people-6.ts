import type { AskedIntent } from '../../question-set.ts';

/** How people of many farms ask in Spanish, each in a way of their own. */
export const people6: readonly AskedIntent[] = [
  { intent: 'pricePerKg', questions: ['a que precio esta el pollo'] },
  { intent: 'cheapestBid', questions: ['quien da el mejor precio en la licitacion'] },
  { intent: 'openOrders', questions: ['pedidos abiertos'] },
  {
    intent: 'needsMe',
    questions: ['que necesita mi atencion', 'a que le tengo que poner atencion'],
  },
  { intent: 'briefing', questions: ['como amanecio la granja'] },
  { intent: 'gaps', questions: ['que registros estan incompletos'] },
  { intent: 'alerts', questions: ['dame las alertas'] },
  {
    intent: 'flocksMissingLog',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['que galpones faltan por registrar hoy'],
  },
  { intent: 'unansweredQuestions', questions: ['que preguntas faltan por contestar'] },
  { intent: 'tasks', slots: { when: 'open' }, questions: ['que hay pendiente por hacer'] },
  {
    intent: 'tasks',
    slots: { person: 'user_1', when: 'overdue' },
    questions: ['tareas atrasadas de Somchai'],
  },
  {
    intent: 'contact',
    slots: { person: 'contact_2' },
    questions: ['cual es el numero del Dr. Levi'],
  },
  { intent: 'medicineExpiring', questions: ['que se vence en el botiquin'] },
  { intent: 'medicineLow', questions: ['que medicamentos andan escasos'] },
  { intent: 'devicesOffline', questions: ['hay sensores sin señal'] },
  { intent: 'bestBarn', questions: ['cual nave va peor'] },
  { intent: 'capacity', questions: ['cuantos pollos caben en total'] },
  {
    intent: 'nextPlacement',
    barns: ['barn_3'],
    questions: ['cuando se vuelve a llenar la nave 3'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-21', '2026-11-21'],
    questions: ['cuantas aves muertas van hoy', 'numero de bajas del dia'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-20', '2026-11-20'],
    barns: ['barn_1'],
    questions: [
      'cuantos pollos se perdieron ayer en la nave 1',
      'dame las bajas de ayer de la nave uno',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-15', '2026-11-15'],
    questions: ['cuantas bajas hubo el domingo'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-12', '2026-11-21'],
    questions: ['mortalidad de los ultimos diez dias'],
  },
  {
    intent: 'mortality',
    aggregation: 'highest',
    period: ['2026-11-16', '2026-11-21'],
    questions: ['que nave tuvo mas muertos esta semana'],
  },
  {
    intent: 'mortality',
    flocks: ['flock_1'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuantas bajas tuvo ayer el lote B1-2611'],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_2'],
    questions: ['mortalidad total de la nave 2'],
  },
  { intent: 'mortalitySpike', questions: ['la mortalidad esta disparada?'] },
  { intent: 'livability', questions: ['como va la viabilidad'] },
  {
    intent: 'liveBirds',
    barns: ['barn_2'],
    questions: ['cuantas ponedoras hay en la nave 2', 'saldo de aves del galpon 2'],
  },
  { intent: 'liveBirds', questions: ['cuantos pollos hay en la granja ahora mismo'] },
  { intent: 'age', questions: ['cuantos días tienen ya los pollos'] },
  {
    intent: 'weight',
    barns: ['barn_1'],
    questions: ['cuanto pesan ya los del galpon uno', 'dime el peso de la nave 1'],
  },
  {
    intent: 'weightDeviation',
    barns: ['barn_1'],
    questions: ['como va el peso de la nave 1 contra la tabla'],
  },
  { intent: 'dailyGain', barns: ['barn_1'], questions: ['ganancia diaria de la nave 1'] },
  { intent: 'uniformity', questions: ['estan desparejos los pollos?'] },
  { intent: 'lastWeighing', questions: ['de cuando es el ultimo pesaje'] },
  { intent: 'density', questions: ['cual es la densidad de los galpones'] },
  {
    intent: 'eggs',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuantos huevos dieron las gallinas ayer', 'produccion de huevos de ayer'],
  },
  {
    intent: 'eggBreakage',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['porcentaje de rotos de la ultima semana'],
  },
  {
    intent: 'layingRate',
    barns: ['barn_2'],
    period: ['2026-11-20', '2026-11-20'],
    questions: ['postura de ayer nave 2'],
  },
  { intent: 'healthScore', barns: ['barn_2'], questions: ['como estan de salud las de la nave 2'] },
];
