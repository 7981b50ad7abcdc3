/*
 * One quantity, one meaning: the numbers that several answers report, and the laws between them.
 *
 * To add a quantity (a feed conversion, a cost, a climate …):
 * 1. If an answer is not read yet, add it to `FarmAnswers` and read it in `farm-answers.ts`.
 * 2. Find the function of its subject below: `ofFlock`, `ofBarn`, `ofFarm`, `ofMoney`. Add one
 *    `number('<subject> <quantity>', { <place>: value, … })` with every place that reports it.
 *    Values are compared with toEqual: null equals null only, so `unknown` must agree as well.
 * 3. A place that reports it only sometimes is spread in: `...(row ? { place: row.value } : {})`.
 *    State the reason; a condition that is never true proves nothing.
 * 4. A relation that is no equality (an alert and the figure it is about) goes into
 *    `contradictions`: it returns one text for each answer that contradicts an open alert.
 * 5. If the random farms never show the case, extend `random-farm.ts` or `recorded-farm.ts`.
 *
 * `test/http/intelligence/shared-numbers.test.ts` checks it on random farms of both databases,
 * `demo-farms.test.ts` on the demo farms, `barn-state.test.ts` on cases worked by hand.
 */

import type { FarmAnswers, Json, SharedNumber } from './answers.ts';
import { ofAir, ofBarn, ofFarm, ofMoney } from './of-farms.ts';
import { ofCharts, ofFlock, ofProfit } from './of-flocks.ts';

/**
 * Every number of a farm that several responses report: of each current flock, of each barn, and of
 * the whole farm.
 */
export function sharedNumbers(answers: FarmAnswers): SharedNumber[] {
  return [
    ...answers.context.flocks.flatMap((flock: Json) => ofFlock(flock, answers)),
    ...answers.context.flocks.flatMap((flock: Json) => ofCharts(flock, answers)),
    ...answers.context.barns.flatMap((barn: Json) => ofBarn(barn, answers)),
    ...answers.context.barns.flatMap((barn: Json) => ofAir(barn, answers)),
    ...answers.insights.profit.flocks.flatMap((flock: Json) => ofProfit(flock, answers)),
    ...ofFarm(answers),
    ...ofMoney(answers),
  ];
}
