import type { QuestionSet } from '../question-set.ts';
import { plainOrders, plainQuestions } from './en/basics.ts';
import { birds } from './en/birds.ts';
import { dailyFigures } from './en/daily-figures.ts';
import { farmersAsk } from './en/farmers-ask.ts';
import { feedAndAir } from './en/feed-and-air.ts';
import { growersAsk } from './en/growers-ask.ts';
import { money } from './en/money.ts';
import { negatives } from './en/negatives.ts';
import { neighboursAsk } from './en/neighbours-ask.ts';
import { orders } from './en/orders.ts';
import { visitorsAsk } from './en/visitors-ask.ts';
import { work } from './en/work.ts';

/** What is asked in English. */
export const en: QuestionSet = {
  language: 'en',
  intents: [
    ...plainQuestions,
    ...birds,
    ...feedAndAir,
    ...money,
    ...work,
    ...farmersAsk,
    ...growersAsk,
    ...visitorsAsk,
    ...neighboursAsk,
  ],
  orders: [...plainOrders, ...orders, ...dailyFigures],
  negatives,
};
