import type { QuestionSet } from '../question-set.ts';
import { birds } from './he/birds.ts';
import { feedAndAir } from './he/feed-and-air.ts';
import { lateQuestions } from './he/late-questions.ts';
import { money } from './he/money.ts';
import { moreNegatives } from './he/more-negatives.ts';
import { moreOrders } from './he/more-orders.ts';
import { moreQuestions } from './he/more-questions.ts';
import { negatives } from './he/negatives.ts';
import { orders } from './he/orders.ts';
import { otherQuestions } from './he/other-questions.ts';
import { shortQuestions } from './he/short-questions.ts';
import { spokenQuestions } from './he/spoken-questions.ts';
import { work } from './he/work.ts';

/** What is asked in Hebrew. */
export const he: QuestionSet = {
  language: 'he',
  intents: [
    ...birds,
    ...feedAndAir,
    ...money,
    ...work,
    ...moreQuestions,
    ...otherQuestions,
    ...shortQuestions,
    ...spokenQuestions,
    ...lateQuestions,
  ],
  orders: [...orders, ...moreOrders],
  negatives: [...negatives, ...moreNegatives],
};
