import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { feedType } from '../../../model/core/vocabulary.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { flockIdsInScope } from '../flock-ids-in-scope.ts';
import { marketOrderItem } from '../money/market-order-item.ts';
import { feedOrderItem, isFeedOnOrder } from './feed-order-item.ts';

const PARTS = ['feedOrders', 'marketOrders', 'contacts', 'liveFlocks', 'closedFlocks'] as const;
type OrderSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

// Behind every day.
const NO_DAY = '~';

/** What is on its way to the farm, what is due first before the rest. */
export const deliveriesExpected = {
  parts: PARTS,
  per: 'flock',
  aggregations: ['list', 'count'],
  slots: { when: ['overdue'], feed: feedType.words },
  compute: expected,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function expected(snapshot: OrderSnapshot, question: MeasureQuestion): MeasureAnswer {
  const { feedOrders, marketOrders, today } = snapshot;
  const isLate = question.slots['when'] === 'overdue';
  const kind = question.slots['feed'];
  const ids = flockIdsInScope(snapshot, question.scope);
  const feed = feedOrders
    .filter((order) => isFeedOnOrder(order) && order.status !== 'draft')
    .filter((order) => kind === undefined || order.feedType === kind)
    .filter(({ flockId }) => ids?.has(flockId) ?? true)
    .map((order) => ({ day: order.dueDate, item: feedOrderItem(order, snapshot) }));
  // What else is bought is for the whole farm.
  const goods = marketOrders
    .filter(
      ({ direction, status }) => ids === undefined && direction === 'buy' && status === 'confirmed',
    )
    .map((order) => ({ day: order.needByDate, item: marketOrderItem(order, snapshot) }));
  const items = [...feed, ...goods]
    .filter(({ day }) => isInPeriod(day, question))
    .filter(({ day }) => !isLate || (day !== null && day < today))
    .toSorted((left, right) => ((left.day ?? NO_DAY) < (right.day ?? NO_DAY) ? -1 : 1));
  return answerOfList(
    items.map(({ item }) => item),
    {
      label: isLate ? 'Late deliveries' : 'Deliveries expected',
      text: 'ask.deliveriesExpected',
      params: { when: isLate ? 'overdue' : 'open' },
      asOf: today,
    },
    question,
  );
}

function isInPeriod(day: string | null, { period }: MeasureQuestion): boolean {
  return !period || (day !== null && period.from <= day && day <= period.to);
}
