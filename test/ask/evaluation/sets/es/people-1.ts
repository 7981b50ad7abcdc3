import type { AskedIntent } from '../../question-set.ts';

/** How people of many farms ask in Spanish, each in a way of their own. */
export const people1: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    period: ['2026-11-21', '2026-11-21'],
    barns: ['barn_2'],
    questions: [
      'buenas, cuantas gallinas se me murieron hoy en la 2?',
      'me dices los muertos de hoy de la nave dos',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-20', '2026-11-20'],
    barns: ['barn_1'],
    questions: [
      'ayer en el galpon 1 cuantas murieron che?',
      'oye cuantos pollos amanecieron muertos ayer en la caseta 1',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-19', '2026-11-19'],
    questions: ['bajas de anteayer', 'cuantos pollos muertos hubo antier'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-16', '2026-11-19'],
    questions: ['mortalidad del lunes al jueves'],
  },
  {
    intent: 'mortality',
    period: ['2026-11-01', '2026-11-15'],
    questions: [
      'cuantas bajas hubo entre el 1 y el 15 de noviembre',
      'mortalidad del 1/11 al 15/11',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-18', '2026-11-18'],
    questions: ['cuantos se murieron el miércoles', 'bajas del 18 de noviembre'],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_1'],
    questions: [
      'que porcentaje de mortalidad lleva la nave 1',
      'cuánto llevamos de mortalidad acumulada en la uno',
    ],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_1'],
    questions: ['mortalidad del galpon 1 desde que entraron'],
  },
  {
    intent: 'mortalitySpike',
    questions: ['se están muriendo más de lo normal?', 'hay algo raro con la mortalidad'],
  },
  {
    intent: 'mortalityAgainstAverage',
    questions: [
      'la mortalidad está por encima del promedio?',
      'estamos arriba de la media en bajas?',
    ],
  },
  {
    intent: 'culls',
    period: ['2026-11-20', '2026-11-20'],
    questions: ['cuantas gallinas descartamos ayer'],
  },
  {
    intent: 'livability',
    questions: ['que viabilidad tenemos en las naves', 'porcentaje de supervivencia'],
  },
  {
    intent: 'liveBirds',
    barns: ['barn_1'],
    questions: ['cuántos bichos quedan vivos en el galpón 1', 'cuantos pollos tengo en la 1'],
  },
  {
    intent: 'liveBirds',
    questions: ['dame el total de aves de la granja', 'con cuantas aves estamos'],
  },
  { intent: 'age', flocks: ['flock_1'], questions: ['que edad tiene el lote B1-2611'] },
  { intent: 'age', questions: ['cuantos dias de vida tienen los pollitos'] },
  {
    intent: 'weight',
    questions: [
      'cuanto esta pesando el pollo',
      'peso promedio de las aves por favor',
      'que tal de peso los pollos',
    ],
  },
  {
    intent: 'weightDeviation',
    barns: ['barn_1'],
    questions: [
      'estan en peso los pollos del galpon 1 segun la tabla?',
      'cuanto por debajo del estandar va la nave 1',
    ],
  },
  {
    intent: 'dailyGain',
    questions: ['cuantos gramos ganan por día', 'a cuanto esta la ganancia diaria de peso'],
  },
  { intent: 'uniformity', questions: ['que tan parejo esta el lote', 'uniformidad de la parvada'] },
  { intent: 'lastWeighing', questions: ['cuando pesamos por ultima vez', 'ultimo pesaje'] },
  {
    intent: 'density',
    questions: ['cuantos kg por m2 llevamos', 'estan muy apretados los pollos?'],
  },
  {
    intent: 'eggs',
    period: ['2026-11-20', '2026-11-20'],
    barns: ['barn_2'],
    questions: [
      'cuantos huevos juntaron ayer en la nave 2',
      'producción de ayer de huevos galpón 2',
    ],
  },
  {
    intent: 'eggs',
    period: ['2026-11-16', '2026-11-21'],
    questions: ['total de huevos de esta semana'],
  },
  { intent: 'eggBreakage', questions: ['cuantos huevos se rompieron', '% de huevos rotos'] },
  { intent: 'layingRate', questions: ['cómo va la postura', 'a que porcentaje de puesta estamos'] },
  {
    intent: 'healthScore',
    questions: ['los pollos estan sanos?', 'como andan de salud las gallinas'],
  },
  {
    intent: 'efficiency',
    questions: ['cual es el indice de eficiencia del lote', 'eficiencia productiva'],
  },
  {
    intent: 'lastTreatment',
    questions: ['que tratamiento tienen los pollos', 'último medicamento que se aplicó'],
  },
  {
    intent: 'withdrawal',
    questions: ['puedo vender ya o siguen en retiro', 'cuantos dias de retiro faltan'],
  },
  {
    intent: 'marketDate',
    questions: [
      'que dia sale el lote',
      'cuando los mandamos al matadero',
      'para que fecha estan listos los pollos',
    ],
  },
  {
    intent: 'compareFlocks',
    questions: ['comparación entre parvadas', 'como va un lote contra el otro'],
  },
  {
    intent: 'nextPlacement',
    questions: ['cuando nos llegan pollitos nuevos', 'fecha de entrada del próximo lote'],
  },
  { intent: 'bestBarn', questions: ['que nave esta rindiendo mejor', 'en cual galpon vamos peor'] },
  { intent: 'capacity', barns: ['barn_2'], questions: ['cuantas gallinas entran en la nave 2'] },
  { intent: 'barns', questions: ['cuantas naves hay en la granja'] },
  { intent: 'flocks', questions: ['que parvadas tenemos ahora'] },
];
