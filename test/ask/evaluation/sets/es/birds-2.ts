import type { AskedIntent } from '../../question-set.ts';

/** What is asked in Spanish about birds, eggs and their barns. */
export const birds2: readonly AskedIntent[] = [
  {
    intent: 'marketDate',
    questions: [
      'cuando salen los pollos',
      'para cuándo están listos para el mercado',
      'fecha de faena',
      'cuándo van a matadero',
      'cuando es la saca',
    ],
  },
  {
    intent: 'marketDate',
    barns: ['barn_1'],
    questions: ['cuándo se cargan los del galpón 1', 'cuando vendemos los de la nave 1'],
  },
  {
    intent: 'compareFlocks',
    questions: [
      'compara los lotes',
      'comparame las parvadas',
      'diferencia entre los lotes',
      'comparar lotes',
      'cómo van los lotes uno contra otro',
    ],
  },
  {
    intent: 'compareFlocks',
    flocks: ['flock_2', 'flock_1'],
    questions: ['compara el lote H2 con el lote B1-2611', 'lote H2 contra lote B1-2611'],
  },
  {
    intent: 'nextPlacement',
    questions: [
      'cuando entra el próximo lote',
      'cuándo llegan los pollitos',
      'próximo encasetamiento',
      'fecha del siguiente alojamiento',
      'cuando es el proximo ingreso de pollito bebe',
    ],
  },
  {
    intent: 'bestBarn',
    questions: [
      'cual es la mejor nave',
      'qué galpón va mejor',
      'cuál es el peor galpón',
      'que caseta anda peor',
    ],
  },
  {
    intent: 'barns',
    questions: [
      'cuántos galpones hay',
      'lista de naves',
      'que galpones tenemos',
      'cuantas casetas tenemos',
    ],
  },
  {
    intent: 'flocks',
    questions: [
      'que lotes hay',
      'cuantas parvadas tenemos',
      'lista de lotes',
      'cuántos lotes están activos',
    ],
  },
  {
    intent: 'capacity',
    barns: ['barn_1'],
    questions: [
      'cuantas aves caben en el galpon 1',
      'capacidad de la nave 1',
      'para cuántos pollos es la caseta 1',
    ],
  },
  { intent: 'capacity', questions: ['qué capacidad tiene la granja', 'capacidad de los galpones'] },
];
