import type { AskedIntent } from '../../question-set.ts';

/** What is asked about feed, water and air in English. */
export const feedAndAir: readonly AskedIntent[] = [
  {
    intent: 'feedEaten',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'how much feed did they eat yesterday',
      'feed consumption yesterday',
      'feed intake yesterday',
      'kgs of feed used yesterday',
    ],
  },
  {
    intent: 'feedEaten',
    barns: ['barn_1'],
    period: ['2026-11-16', '2026-11-21'],
    questions: [
      'feed eaten in house 1 this week',
      'how much ration did shed 1 go through this week',
      'barn 1 feed usage this week',
    ],
  },
  {
    intent: 'feedPerBird',
    barns: ['barn_1'],
    questions: [
      'feed per bird house 1',
      'intake per bird in shed 1',
      'grams per bird per day in barn 1',
      'how much is each bird eating in house 1',
    ],
  },
  {
    intent: 'feedConversion',
    barns: ['barn_1'],
    questions: [
      'fcr house 1',
      "what's the feed conversion in barn 1",
      'FCR of shed 1?',
      'whats our conversion in house 1',
    ],
  },
  {
    intent: 'feedDaysLeft',
    questions: [
      'how many days feed left',
      'when will we run out of feed',
      'how long will the feed last',
      'days of feed remaining',
    ],
  },
  {
    intent: 'feedStock',
    barns: ['barn_1'],
    questions: [
      'how much feed is in the silo at house 1',
      'feed stock barn 1',
      "what's left in the bin at barn 1",
      'feed on hand shed 1',
    ],
  },
  {
    intent: 'feedOrders',
    questions: [
      'open feed orders',
      'what feed is on order',
      'any feed orders outstanding',
      'have we ordered feed',
    ],
  },
  {
    intent: 'deliveriesExpected',
    questions: [
      'when is the next delivery',
      'any deliveries coming',
      'is there a truck coming',
      'when does the feed truck arrive',
    ],
  },
  {
    intent: 'waterUsed',
    period: ['2026-11-20', '2026-11-20'],
    questions: [
      'water yesterday',
      'how much water did they drink yesterday',
      'water consumption yesterday',
      'water usage yest',
      'litres of water drunk yesterday',
    ],
  },
  {
    intent: 'waterFeedRatio',
    questions: [
      'water to feed ratio',
      'water:feed',
      'w:f ratio',
      'ratio of water to feed',
      'water feed ratio',
    ],
  },
  {
    intent: 'temperature',
    barns: ['barn_1'],
    questions: [
      'temp in house 1',
      'how warm is shed 1',
      'whats the temperature in barn 1 right now',
      'house 1 temp?',
      'is it hot in barn 1',
    ],
  },
  {
    intent: 'humidity',
    barns: ['barn_1'],
    questions: [
      'RH in house 1',
      'humidity barn 1',
      'how humid is shed 1',
      'relative humidity in barn 1',
    ],
  },
  {
    intent: 'ammonia',
    barns: ['barn_1'],
    questions: [
      'nh3 house 1',
      'ammonia level in shed 1',
      "what's ammonia at in barn 1",
      'is ammonia high in house 1',
    ],
  },
  {
    intent: 'co2',
    barns: ['barn_1'],
    questions: [
      'co2 in house 1',
      'carbon dioxide barn 1',
      "what's the co2 level in shed 1",
      'co2 ppm house 1',
    ],
  },
  {
    intent: 'co2',
    barns: ['barn_1'],
    period: ['2026-11-20', '2026-11-21'],
    questions: [
      'co2 in barn 1 last night',
      'co2 overnight in house 1',
      'how high did co2 get last night in shed 1',
    ],
  },
  {
    intent: 'heatStress',
    questions: [
      'any heat stress',
      'are the birds heat stressed',
      'are birds panting',
      'is there a risk of heat stress',
      'THI now',
    ],
  },
  {
    intent: 'weather',
    questions: [
      "what's the weather",
      'weather forecast',
      "how's the weather outside",
      'outside temperature',
    ],
  },
  {
    intent: 'deliveriesExpected',
    period: ['2026-11-16', '2026-11-21'],
    questions: ['deliveries due this week'],
  },
];
