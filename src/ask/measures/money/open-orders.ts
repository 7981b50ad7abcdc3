import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { feedOrderItem, isFeedOnOrder } from '../feed/feed-order-item.ts';
import { marketOrderItem } from './market-order-item.ts';

const PARTS = ['feedOrders', 'marketOrders', 'contacts'] as const;

/** As the section market counts them. */
const RUNNING: readonly (string | null)[] = ['open', 'negotiating', 'confirmed'];

/** Every order that is not settled, of feed and of all else. */
export const openOrders = {
  parts: PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  compute: findOpenOrders,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function findOpenOrders(
  snapshot: FarmSnapshot<(typeof PARTS)[number]>,
  question: MeasureQuestion,
): MeasureAnswer {
  const feed = snapshot.feedOrders.filter(isFeedOnOrder);
  const market = snapshot.marketOrders.filter(({ status }) => RUNNING.includes(status));
  const items = [
    ...feed.map((order) => feedOrderItem(order, snapshot)),
    ...market.map((order) => marketOrderItem(order, snapshot)),
  ];
  const ids = [...feed, ...market].map(({ id }) => id);
  return answerOfList(
    items,
    { label: 'Open orders', text: 'ask.openOrders', asOf: snapshot.today, source: { ids } },
    question,
  );
}
