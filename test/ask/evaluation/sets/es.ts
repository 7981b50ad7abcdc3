import type { QuestionSet } from '../question-set.ts';
import { birds1 } from './es/birds-1.ts';
import { birds2 } from './es/birds-2.ts';
import { feedMoneyAndWork1 } from './es/feed-money-and-work-1.ts';
import { feedMoneyAndWork2 } from './es/feed-money-and-work-2.ts';
import { negatives1 } from './es/negatives-1.ts';
import { negatives2 } from './es/negatives-2.ts';
import { negatives3 } from './es/negatives-3.ts';
import { orders1 } from './es/orders-1.ts';
import { orders2 } from './es/orders-2.ts';
import { orders3 } from './es/orders-3.ts';
import { orders4 } from './es/orders-4.ts';
import { people1 } from './es/people-1.ts';
import { people2 } from './es/people-2.ts';
import { people3 } from './es/people-3.ts';
import { people4 } from './es/people-4.ts';
import { people5 } from './es/people-5.ts';
import { people6 } from './es/people-6.ts';
import { people7 } from './es/people-7.ts';
import { people8 } from './es/people-8.ts';
import { people9 } from './es/people-9.ts';
import { people10 } from './es/people-10.ts';
import { people11 } from './es/people-11.ts';

/** What is asked in Spanish. */
export const es: QuestionSet = {
  language: 'es',
  intents: [
    ...birds1,
    ...birds2,
    ...feedMoneyAndWork1,
    ...feedMoneyAndWork2,
    ...people1,
    ...people10,
    ...people11,
    ...people2,
    ...people3,
    ...people4,
    ...people5,
    ...people6,
    ...people7,
    ...people8,
    ...people9,
  ],
  orders: [...orders1, ...orders2, ...orders3, ...orders4],
  negatives: [...negatives1, ...negatives2, ...negatives3],
};
