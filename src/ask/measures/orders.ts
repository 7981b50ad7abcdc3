import type { FarmFrame, FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { figure } from '../../farming/core/figure.ts';
import { message } from '../../model/core/message.ts';
import { feedType } from '../../model/core/vocabulary.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { mapById } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../measure.ts';
import { asText, factOf, wordFact } from './fact-of.ts';
import { answerList, type ListItem } from './rows.ts';
import { flockIdsInScope } from './scope.ts';

const ON_THE_WAY: readonly (string | null)[] = ['draft', 'ordered', 'confirmed', 'in_transit'];

/** Whether a feed order has not been delivered yet. */
function isFeedOnOrder({ status }: StoredOf<'feed-orders'>): boolean {
  return ON_THE_WAY.includes(status);
}

/** A feed order as a line: product, amount, supplier and due date. */
function feedOrderItem(
  order: StoredOf<'feed-orders'>,
  { contacts, today }: FarmSnapshot<'contacts'>,
): ListItem {
  const { id, quantityKg, feedType, dueDate, supplierId, orderDate } = order;
  const supplier = mapById(contacts).get(supplierId ?? '');
  const name = supplier?.company ?? supplier?.name ?? null;
  const frame = { asOf: orderDate, source: { resource: 'feed-orders', ids: [id] } } as const;
  const kg = factOf('Feed on order', figure('kg', quantityKg) ?? 0, { ...frame, unit: 'kg' });
  const line = message('ask.feedOrder', {
    value: asText(kg),
    feed: message('ask.feedType', { feed: feedType ?? 'none' }),
    hasSupplier: name === null ? 'no' : 'yes',
    supplier: name ?? '',
    due:
      dueDate === null ? 'none' : dueDate < today ? 'late' : dueDate === today ? 'today' : 'later',
    day: dueDate === null ? '' : { day: dueDate },
  });
  return {
    facts: [kg, ...(dueDate === null ? [] : [wordFact('Feed due', dueDate, frame)])],
    lines: [line],
  };
}

const ORDER_PARTS = ['feedOrders', 'contacts', 'liveFlocks', 'closedFlocks'] as const;
type OrderSnapshot = FarmSnapshot<(typeof ORDER_PARTS)[number]>;

/** Feed orders that have not been delivered yet. */
export const feedOrders = {
  parts: ORDER_PARTS,
  per: 'flock',
  aggregations: ['list', 'count', 'total'],
  slots: { when: ['overdue'], feed: feedType.words },
  compute: openFeedOrders,
} as const satisfies MeasureDefinition<(typeof ORDER_PARTS)[number]>;

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
    const line = message('ask.feedOrdersTotal', { value: asText(total) });
    return { facts: [total], lines: [line] };
  }
  return answerList(
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

/** An order other than a feed order as a line: product, amount, cost and date. */
function marketOrderItem(
  order: StoredOf<'market-orders'>,
  { currency, today }: FarmFrame,
): ListItem {
  const { id, title, quantity, price, needByDate, direction, createdAt } = order;
  const frame = { asOf: createdAt, source: { resource: 'market-orders', ids: [id] } } as const;
  const amount = figure('money', quantity === null || price === null ? null : quantity * price);
  const total = amount === null ? null : factOf(title, amount, { ...frame, unit: currency });
  const line = message('ask.marketOrder', {
    title,
    direction: direction ?? 'buy',
    hasTotal: total ? 'yes' : 'no',
    total: total ? asText(total) : '',
    due: needByDate === null ? 'none' : needByDate < today ? 'late' : 'later',
    day: needByDate === null ? '' : { day: needByDate },
  });
  return {
    facts: [
      total ?? wordFact('Order', title, frame),
      ...(needByDate === null ? [] : [wordFact(`${title}, due`, needByDate, frame)]),
    ],
    lines: [line],
  };
}

const DELIVERY_PARTS = [
  'feedOrders',
  'marketOrders',
  'contacts',
  'liveFlocks',
  'closedFlocks',
] as const;
type DeliverySnapshot = FarmSnapshot<(typeof DELIVERY_PARTS)[number]>;

// Sorts after every day.
const LAST_SORT_KEY = '~';

/** Expected deliveries, the earliest due date first. */
export const deliveriesExpected = {
  parts: DELIVERY_PARTS,
  per: 'flock',
  aggregations: ['list', 'count'],
  slots: { when: ['overdue'], feed: feedType.words },
  compute: expected,
} as const satisfies MeasureDefinition<(typeof DELIVERY_PARTS)[number]>;

function expected(snapshot: DeliverySnapshot, question: MeasureQuestion): MeasureAnswer {
  const { feedOrders, marketOrders, today } = snapshot;
  const isLate = question.slots['when'] === 'overdue';
  const kind = question.slots['feed'];
  const ids = flockIdsInScope(snapshot, question.scope);
  const feed = feedOrders
    .filter((order) => isFeedOnOrder(order) && order.status !== 'draft')
    .filter((order) => kind === undefined || order.feedType === kind)
    .filter(({ flockId }) => ids?.has(flockId) ?? true)
    .map((order) => ({ day: order.dueDate, item: feedOrderItem(order, snapshot) }));
  // Other purchases are for the whole farm.
  const goods = marketOrders
    .filter(
      ({ direction, status }) => ids === undefined && direction === 'buy' && status === 'confirmed',
    )
    .map((order) => ({ day: order.needByDate, item: marketOrderItem(order, snapshot) }));
  const items = [...feed, ...goods]
    .filter(({ day }) => isInPeriod(day, question))
    .filter(({ day }) => !isLate || (day !== null && day < today))
    .toSorted((left, right) =>
      (left.day ?? LAST_SORT_KEY) < (right.day ?? LAST_SORT_KEY) ? -1 : 1,
    );
  return answerList(
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

const OPEN_ORDER_PARTS = ['feedOrders', 'marketOrders', 'contacts'] as const;

/** The states that the section market counts as running. */
const RUNNING: readonly (string | null)[] = ['open', 'negotiating', 'confirmed'];

/** All unsettled orders, of feed and of other goods. */
export const openOrders = {
  parts: OPEN_ORDER_PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  compute: findOpenOrders,
} as const satisfies MeasureDefinition<(typeof OPEN_ORDER_PARTS)[number]>;

function findOpenOrders(
  snapshot: FarmSnapshot<(typeof OPEN_ORDER_PARTS)[number]>,
  question: MeasureQuestion,
): MeasureAnswer {
  const feed = snapshot.feedOrders.filter(isFeedOnOrder);
  const market = snapshot.marketOrders.filter(({ status }) => RUNNING.includes(status));
  const items = [
    ...feed.map((order) => feedOrderItem(order, snapshot)),
    ...market.map((order) => marketOrderItem(order, snapshot)),
  ];
  const ids = [...feed, ...market].map(({ id }) => id);
  return answerList(
    items,
    { label: 'Open orders', text: 'ask.openOrders', asOf: snapshot.today, source: { ids } },
    question,
  );
}
