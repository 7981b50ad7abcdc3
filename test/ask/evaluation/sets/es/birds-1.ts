import type { AskedIntent } from '../../question-set.ts';

/** What is asked in Spanish about birds, eggs and their barns. */
export const birds1: readonly AskedIntent[] = [
  {
    intent: 'mortality',
    barns: ['barn_1'],
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      '¿Cuántas aves murieron hoy en el galpón 1?',
      'mortalidad de hoy en el galpón 1',
      '¿cuántos pollos han muerto hoy en el galpón 1?',
      'cuantas bajas hubo hoy en la nave 1',
      'cuantos muertos sacaron hoy del galpon 1',
      'bajas de hoy nave 1',
      'cuantas se murieron hoy en la caseta 1',
      'mortandad galpon 1 hoy',
      'en la galera 1 cuantos muertos hoy',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      '¿Cuántas aves murieron ayer?',
      '¿cuál fue la mortalidad de ayer?',
      'cuantas bajas tuvimos ayer',
      'ayer cuantos pollos se murieron',
      'muertos de ayer',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-09', '2026-11-15'],
    questions: [
      'cuantas bajas la semana pasada',
      'mortalidad de la semana pasada',
      'cuántas aves perdimos la semana pasada',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-15', '2026-11-21'],
    questions: [
      'bajas de los últimos 7 días',
      'cuantos muertos en los ultimos siete dias',
      'mortalidad de la última semana',
    ],
  },
  {
    intent: 'mortality',
    period: ['2026-11-16', '2026-11-21'],
    questions: [
      'cuantas bajas desde el lunes',
      'mortalidad de esta semana',
      'cuantos muertos llevamos esta semana',
    ],
  },
  {
    intent: 'mortality',
    aggregation: 'highest',
    questions: [
      '¿Qué galpón tiene la mortalidad más alta?',
      'en que nave se mueren mas pollos',
      'cual caseta tiene mas bajas',
      'donde hay mas muertos',
    ],
  },
  {
    intent: 'cumulativeMortality',
    barns: ['barn_1'],
    questions: [
      'mortalidad acumulada de la nave 1',
      'cuantas bajas llevamos en total en el galpon 1',
      'porcentaje de mortalidad del galpón 1',
      '% de bajas acumulado nave 1',
    ],
  },
  {
    intent: 'cumulativeMortality',
    flocks: ['flock_1'],
    questions: [
      'mortalidad acumulada del lote B1-2611',
      'cual es el porcentaje de bajas del lote B1-2611',
    ],
  },
  {
    intent: 'mortalitySpike',
    questions: [
      '¿hay un pico de mortalidad?',
      'se disparó la mortalidad?',
      'hubo algo anormal en las bajas',
      'hay mortalidad fuera de lo normal',
    ],
  },
  {
    intent: 'mortalityAgainstAverage',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'como va la mortalidad de hoy comparada con el promedio',
      'bajas de hoy contra el promedio',
      'la mortalidad de hoy frente a la media',
      'muertos de hoy respecto al promedio',
    ],
  },
  {
    intent: 'culls',
    period: ['2026-11-21', '2026-11-21'],
    questions: [
      'cuantos descartes hubo hoy',
      'cuántas aves se descartaron hoy',
      'cuantos decomisos hoy',
      'descartadas hoy',
    ],
  },
  {
    intent: 'livability',
    questions: [
      'viabilidad del lote',
      '¿qué porcentaje de aves está vivo?',
      'que viabilidad llevamos',
      '% de viabilidad',
    ],
  },
  {
    intent: 'liveBirds',
    questions: [
      'cuantas aves vivas tenemos',
      'cuantos pollos hay ahora',
      'saldo de aves',
      'cuantos animales me quedan',
      'cuantas cabezas hay',
    ],
  },
  {
    intent: 'liveBirds',
    barns: ['barn_2'],
    questions: [
      'cuántas gallinas hay en la nave 2',
      'cuantas aves quedan en el galpon 2',
      'existencia de aves en la caseta 2',
      'cuantas ponedoras tengo en el galpón dos',
    ],
  },
  {
    intent: 'age',
    questions: [
      'qué edad tienen los pollos',
      'cuantos dias tienen las aves',
      'de cuantas semanas están',
      'edad del lote',
    ],
  },
  {
    intent: 'age',
    barns: ['barn_1'],
    questions: [
      'que edad tienen los de la nave 1',
      'cuantos dias llevan los pollos del galpon 1',
      'edad de la parvada de la caseta 1',
      'en que dia van los del galpon 1',
    ],
  },
  {
    intent: 'weight',
    barns: ['barn_1'],
    questions: [
      'cuanto pesan los pollos del galpon 1',
      'peso promedio de la nave 1',
      'a cuanto estan de peso en la caseta 1',
      'peso actual del galpón 1',
      'que peso llevan en la nave 1',
    ],
  },
  {
    intent: 'weightDeviation',
    questions: [
      'cómo está el peso frente al estándar',
      'van por debajo del peso de la tabla?',
      'estan pasados de peso segun el estandar',
      'desviación de peso',
      'cuanto les falta para llegar al peso objetivo',
    ],
  },
  {
    intent: 'dailyGain',
    questions: [
      'cuál es la ganancia diaria',
      'cuanto engordan por dia',
      'ganancia media diaria',
      'GMD de los pollos',
    ],
  },
  {
    intent: 'uniformity',
    questions: [
      'que uniformidad tienen',
      'están parejos los pollos?',
      'coeficiente de variación del peso',
      'uniformidad del lote',
    ],
  },
  {
    intent: 'lastWeighing',
    questions: [
      'cuando fue el último pesaje',
      'cuándo se pesaron por última vez',
      'fecha de la última pesada',
      'hace cuanto no pesamos',
    ],
  },
  {
    intent: 'density',
    questions: [
      'que densidad tenemos',
      'cuantos kilos por metro cuadrado hay',
      'cuantos pollos por metro cuadrado',
      'densidad de alojamiento',
    ],
  },
  {
    intent: 'eggs',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'cuantos huevos hubo ayer',
      'cuantos huevos se recogieron ayer',
      'producción de huevos de ayer',
      'huevos de ayer',
    ],
  },
  {
    intent: 'eggs',
    period: ['2026-11-15', '2026-11-21'],
    questions: ['¿Cuántos huevos hubo en los últimos 7 días?', 'huevos de la ultima semana'],
  },
  {
    intent: 'eggBreakage',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'cuantos huevos rotos ayer',
      'huevos quebrados de ayer',
      'porcentaje de huevo roto ayer',
      'cuantos huevos cascados salieron ayer',
    ],
  },
  {
    intent: 'layingRate',
    barns: ['barn_2'],
    questions: [
      'porcentaje de postura de la nave 2',
      'a que % de postura estan las del galpon 2',
      'cuanto estan poniendo las gallinas de la nave 2',
      'qué postura llevan en la caseta 2',
    ],
  },
  {
    intent: 'healthScore',
    questions: [
      'cuál es el puntaje de salud',
      'como estan de salud los pollos',
      'están sanas las aves?',
      'hay pollos enfermos',
    ],
  },
  {
    intent: 'efficiency',
    questions: [
      'índice de eficiencia europeo',
      'cual es el IEP',
      'factor de eficiencia del lote',
      'indice productivo',
    ],
  },
  {
    intent: 'lastTreatment',
    questions: ['cual fue el último tratamiento', 'cuándo se medicaron por última vez'],
  },
  {
    intent: 'withdrawal',
    questions: [
      'hasta cuando es el período de retiro',
      'dias de retiro que faltan',
      'ya cumplieron el retiro?',
      'estan en retiro los pollos',
      'cuándo termina la carencia',
    ],
  },
];
