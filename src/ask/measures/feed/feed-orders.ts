import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { figure } from '../../../farming/core/figure.ts';
import { message } from '../../../model/core/message.ts';
import { feedType } from '../../../model/core/vocabulary.ts';
import { sum } from '../../../tools/statistics.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { factOf, shown } from '../fact-of.ts';
import { flockIdsInScope } from '../flock-ids-in-scope.ts';
import { feedOrderItem, isFeedOnOrder } from './feed-order-item.ts';

const PARTS = ['feedOrders', 'contacts', 'liveFlocks', 'closedFlocks'] as const;
type OrderSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** Feed that was ordered and has not come. */
export const feedOrders = {
  parts: PARTS,
  per: 'flock',
  aggregations: ['list', 'count', 'total'],
  slots: { when: ['overdue'], feed: feedType.words },
  compute: openFeedOrders,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function openFeedOrders(snapshot: OrderSnapshot, question: MeasureQuestion): MeasureAnswer {
  const isLate = question.slots['when'] === 'overdue';
  const kind = question.slots['feed'];
  const ids = flockIdsInScope(snapshot, question.scope);
  const orders = snapshot.feedOrders
    .filter(isFeedOnOrder)
    .filter(({ flockId }) => ids?.has(flockId) ?? true)
    .filter((order) => kind === undefined || order.feedType === kind)
    .filter(({ dueDate }) => !isLate || (dueDate !== null && dueDate < snapshot.today));
  const source = { resource: 'feed-orders', ids: orders.map(({ id }) => id) } as const;
  const asOf = snapshot.today;
  if (question.aggregation === 'total' && orders.length > 0) {
    const amount = figure('kg', sum(orders.map(({ quantityKg }) => quantityKg))) ?? 0;
    const total = factOf('Feed on order, all', amount, { unit: 'kg', asOf, source });
    const line = message('ask.feedOrdersTotal', { value: shown(total) });
    return { facts: [total], lines: [line] };
  }
  return answerOfList(
    orders.map((order) => feedOrderItem(order, snapshot)),
    {
      label: isLate ? 'Late feed orders' : 'Open feed orders',
      text: 'ask.feedOrders',
      params: { when: isLate ? 'overdue' : 'open' },
      asOf,
      source,
    },
    question,
  );
}
