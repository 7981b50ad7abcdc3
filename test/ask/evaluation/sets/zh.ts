import type { QuestionSet } from '../question-set.ts';
import { birds } from './zh/birds.ts';
import { eggs } from './zh/eggs.ts';
import { feed } from './zh/feed.ts';
import { money } from './zh/money.ts';
import { negatives } from './zh/negatives.ts';
import { orders } from './zh/orders.ts';
import { work } from './zh/work.ts';

/** What is asked in Chinese. */
export const zh: QuestionSet = {
  language: 'zh',
  intents: [...birds, ...eggs, ...feed, ...money, ...work],
  orders,
  negatives,
};
