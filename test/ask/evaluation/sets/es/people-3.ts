import type { AskedIntent } from '../../question-set.ts';

/** How people of many farms ask in Spanish, each in a way of their own. */
export const people3: readonly AskedIntent[] = [
  {
    intent: 'tasks',
    slots: { person: 'user_1' },
    questions: ['que le toca a Somchai', 'que trabajos tiene Somchai'],
  },
  { intent: 'contact', slots: { kind: 'electrician' }, questions: ['numero del electricista'] },
  {
    intent: 'contact',
    slots: { kind: 'feed_supplier' },
    questions: ['telefono del proveedor de pienso'],
  },
  {
    intent: 'medicineExpiring',
    period: ['2026-11-01', '2026-11-21'],
    slots: { kind: 'vaccine' },
    questions: ['que vacunas caducan este mes'],
  },
  { intent: 'medicineExpiring', questions: ['algún remedio por vencerse?'] },
  {
    intent: 'medicineLow',
    questions: ['que medicamentos nos faltan por comprar', 'de que medicinas queda poco'],
  },
  { intent: 'medicineStock', questions: ['que hay en el botiquin'] },
  {
    intent: 'devicesOffline',
    questions: ['que sensores no estan funcionando', 'hay algún equipo desconectado?'],
  },
  {
    intent: 'devicesOffline',
    slots: { kind: 'camera' },
    questions: ['todas las camaras estan conectadas?'],
  },
  { intent: 'cameraCount', questions: ['cuantas aves ven las camaras'] },
  {
    intent: 'mortality',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'cuantos se nos murieron hoy',
      'Hoy cuántas bajas llevamos?',
      'reporte de mortalidad de hoy',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-14', '2026-11-14'],
    barns: ['barn_2'],
    questions: ['cuantas gallinas murieron el sabado de la semana pasada en la nave 2'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-17', '2026-11-21'],
    questions: ['mortalidad de los ultimos cinco dias'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-20', '2026-11-20'],
    barns: ['barn_1', 'barn_2'],
    questions: ['bajas de ayer nave 1 y nave 2'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-01', '2026-11-21'],
    questions: ['cuantas aves se han muerto en lo que va del mes', 'muertas este mes'],
  },
  {
    intent: 'mortality',
    period: ['2026-10-01', '2026-10-31'],
    questions: ['mortalidad de octubre'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-16', '2026-11-21'],
    aggregation: 'average',
    questions: ['promedio de bajas por día esta semana'],
  },
  {
    intent: 'cumulativeMortality',
    questions: ['mortalidad total del lote', 'cuanta mortalidad llevamos acumulada'],
  },
  { intent: 'culls', period: ['2026-11-16', '2026-11-21'], questions: ['descartes de la semana'] },
  { intent: 'liveBirds', questions: ['cuantos pollos vivos tengo en total', 'inventario de aves'] },
  {
    intent: 'age',
    barns: ['barn_2'],
    questions: ['cuantas semanas tienen las gallinas de la nave 2'],
  },
  {
    intent: 'weight',
    barns: ['barn_1'],
    questions: ['cuanto pesa el pollo de la nave 1', 'con que peso van los del galpon 1'],
  },
  {
    intent: 'weightDeviation',
    questions: ['vamos bien de peso?', 'los pollos estan por encima o por debajo del estandar'],
  },
  { intent: 'dailyGain', questions: ['cuanto aumentan por dia'] },
  { intent: 'uniformity', barns: ['barn_1'], questions: ['CV de la nave 1'] },
  { intent: 'density', barns: ['barn_1'], questions: ['densidad galpón 1'] },
  {
    intent: 'eggs',
    period: ['2026-11-19', '2026-11-19'],
    barns: ['barn_2'],
    questions: ['cuántos huevos pusieron el jueves las de la nave 2'],
  },
  {
    intent: 'layingRate',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['porcentaje de postura de ayer'],
  },
  { intent: 'efficiency', barns: ['barn_1'], questions: ['EPEF nave 1'] },
  {
    intent: 'lastTreatment',
    barns: ['barn_1'],
    questions: [
      'que se le puso a los pollos del galpon 1',
      'cual fue la ultima medicación del galpon 1',
    ],
  },
  {
    intent: 'withdrawal',
    barns: ['barn_1'],
    questions: ['hasta que fecha estan en retiro los del galpon 1'],
  },
  { intent: 'marketDate', questions: ['cuándo es la carga?', 'cuando toca sacar pollo'] },
  { intent: 'compareFlocks', questions: ['quiero comparar los lotes'] },
  { intent: 'bestBarn', questions: ['que galpon esta mejor'] },
  { intent: 'nextPlacement', questions: ['cuando metemos pollitos'] },
  {
    intent: 'feedEaten',
    period: ['2026-11-21', '2026-11-21'],
    barns: ['barn_2'],
    questions: ['cuanto han comido hoy las gallinas de la 2'],
  },
  {
    intent: 'feedEaten',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['consumo de alimento de los últimos 7 días'],
  },
  { intent: 'feedConversion', questions: ['como vamos de conversión', 'que CA llevamos'] },
  {
    intent: 'feedDaysLeft',
    barns: ['barn_1'],
    questions: ['cuando se acaba el alimento en el galpon 1'],
  },
];
