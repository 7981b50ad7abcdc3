import type { QuestionSet } from '../question-set.ts';
import { birds } from './th/birds.ts';
import { feedAndAir } from './th/feed.ts';
import { money } from './th/money.ts';
import { negatives } from './th/negatives.ts';
import { orders } from './th/orders.ts';
import { people } from './th/people-1.ts';
import { others } from './th/people-2.ts';
import { visitors } from './th/people-3.ts';
import { neighbours } from './th/people-4.ts';
import { work } from './th/work.ts';

/** What is asked in Thai. */
export const th: QuestionSet = {
  language: 'th',
  intents: [
    ...birds,
    ...feedAndAir,
    ...money,
    ...work,
    ...people.intents,
    ...others.intents,
    ...visitors.intents,
    ...neighbours.intents,
  ],
  orders: [...orders, ...people.orders, ...others.orders, ...visitors.orders, ...neighbours.orders],
  negatives: [
    ...negatives,
    ...people.negatives,
    ...others.negatives,
    ...visitors.negatives,
    ...neighbours.negatives,
  ],
};
