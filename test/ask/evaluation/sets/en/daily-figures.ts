import type { AskedOrder } from '../../question-set.ts';

/** The figures of the day as they are noted in English. */
export const dailyFigures: readonly AskedOrder[] = [
  {
    action: 'log_daily',
    fields: { mortality: 12, barnId: 'barn_1' },
    questions: [
      '12 dead in barn 1',
      'log 12 deads in house 1',
      'shed 1 12 dead',
      '12 morts in house 1',
      'barn 1: 12 deads',
      'put down 12 dead for house 1',
      'picked up 12 dead in barn 1',
      'record twelve deaths in barn 1',
    ],
  },
  {
    action: 'log_daily',
    fields: { mortality: 5, barnId: 'barn_2', date: '2026-11-20' },
    questions: [
      'log 5 dead in barn 2 yesterday',
      '5 deads in house 2 yesterday',
      'yesterday 5 died in barn 2',
      'record 5 dead birds yesterday in shed 2',
    ],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 2000, barnId: 'barn_1' },
    questions: [
      'log 2 tons of feed in barn 1',
      'feed 2000 kg barn 1',
      '2000kg feed in house 1',
      'barn 1 ate 2 tonnes of feed',
    ],
  },
  {
    action: 'log_daily',
    fields: { waterL: 3850, barnId: 'barn_1' },
    questions: [
      'log 3850 litres of water in barn 1',
      'water 3850 l house 1',
      'record 3,850 L water in shed 1',
      'barn 1 water 3850',
    ],
  },
  {
    action: 'log_daily',
    fields: { eggs: 4500, barnId: 'barn_2' },
    questions: [
      'log 4500 eggs in barn 2',
      '4500 eggs in house 2',
      'collected 4500 eggs in barn 2',
      'record 4,500 eggs from house 2',
    ],
  },
  {
    action: 'log_daily',
    fields: { culls: 3, barnId: 'barn_1' },
    questions: [
      'log 3 culls in barn 1',
      'culled 3 in house 1',
      '3 culls shed 1',
      'record 3 culled birds in barn 1',
    ],
  },
  {
    action: 'log_daily',
    fields: { avgWeightGr: 950, barnId: 'barn_1' },
    questions: [
      'log a weight of 950 g in barn 1',
      'avg weight 950 grams in house 1',
      'record 0.95 kg average weight in barn 1',
      'barn 1 weight 950g',
    ],
  },
  {
    action: 'log_daily',
    fields: { mortality: 12, feedKg: 2140, waterL: 3850, barnId: 'barn_1' },
    questions: [
      'log 12 dead, 2140 kg feed and 3850 l water in barn 1',
      'barn 1: 12 dead, 2140 kg feed, 3850 litres water',
      '12 deads 2140kg feed 3850L water barn 1',
    ],
  },
  {
    action: 'log_daily',
    fields: { mortality: 7, barnId: 'barn_1' },
    questions: [
      '7 birds died in barn 1',
      'log mortality 7 house 1',
      'barn 1 mort 7',
      'add 7 deads to house 1',
    ],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 1500, barnId: 'barn_2' },
    questions: ['log 1500kg feed house 2', 'barn 2 feed 1500 kg'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 7, barnId: 'barn_1', date: '2026-11-21' },
    questions: ['today 7 dead in barn 1'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 9, barnId: 'barn_2', date: '2026-11-20' },
    questions: ['add 9 dead to barn 2 for yesterday', 'house 2 yesterday 9 dead'],
  },
  {
    action: 'log_daily',
    fields: { eggs: 4320, barnId: 'barn_2' },
    questions: ['4320 eggs barn 2', 'eggs house 2: 4320', 'enter 4,320 eggs for barn 2'],
  },
  {
    action: 'log_daily',
    fields: { waterL: 2000, barnId: 'barn_1' },
    questions: ['2000 litres water barn 1', 'record water 2000 l in house 1'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 4, barnId: 'barn_1' },
    questions: ['log four dead in barn 1', 'we lost 4 birds in house 1', '4 birds dead in shed 1'],
  },
  {
    action: 'log_daily',
    fields: { avgWeightGr: 2100, barnId: 'barn_1' },
    questions: ['log weight 2.1 kg barn 1', 'record average weight 2100 g in house 1'],
  },
  {
    action: 'log_daily',
    fields: { mortality: 15, barnId: 'barn_1' },
    questions: [
      'log 15 mortality in house 1',
      'record 15 dead birds in barn 1',
      '15 dead house 1',
      'house 1 15 morts',
    ],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 1800, barnId: 'barn_1' },
    questions: ['log 1.8 tonnes feed in house 1', 'record 1800 kg feed for barn 1'],
  },
  {
    action: 'log_daily',
    fields: { feedKg: 907.18474, barnId: 'barn_1' },
    questions: ['log 2000 lbs of feed in barn 1', '2000 lb feed in house 1'],
  },
];
