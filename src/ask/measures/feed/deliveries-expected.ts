import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { marketOrderItem } from '../money/market-order-item.ts';
import { feedOrderItem, isFeedOnOrder } from './feed-order-item.ts';

const PARTS = ['feedOrders', 'marketOrders', 'contacts'] as const;
type OrderSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

// Behind every day.
const NO_DAY = '~';

/** What is on its way to the farm, what is due first before the rest. */
export const deliveriesExpected = {
  parts: PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  compute: expected,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function expected(snapshot: OrderSnapshot, question: MeasureQuestion): MeasureAnswer {
  const { feedOrders, marketOrders, today } = snapshot;
  const feed = feedOrders
    .filter((order) => isFeedOnOrder(order) && order.status !== 'draft')
    .map((order) => ({ day: order.dueDate, item: feedOrderItem(order, snapshot) }));
  const goods = marketOrders
    .filter(({ direction, status }) => direction === 'buy' && status === 'confirmed')
    .map((order) => ({ day: order.needByDate, item: marketOrderItem(order, snapshot) }));
  const items = [...feed, ...goods]
    .filter(({ day }) => isInPeriod(day, question))
    .toSorted((left, right) => ((left.day ?? NO_DAY) < (right.day ?? NO_DAY) ? -1 : 1));
  return answerOfList(
    items.map(({ item }) => item),
    { label: 'Deliveries expected', text: 'ask.deliveriesExpected', asOf: today },
    question,
  );
}

function isInPeriod(day: string | null, { period }: MeasureQuestion): boolean {
  return !period || (day !== null && period.from <= day && day <= period.to);
}
