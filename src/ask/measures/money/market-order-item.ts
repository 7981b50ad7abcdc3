import type { FarmFrame } from '../../../farming/core/farm-snapshot.ts';
import { figure } from '../../../farming/core/figure.ts';
import { message } from '../../../model/core/message.ts';
import type { StoredOf } from '../../../model/resources/registry.ts';
import type { ListItem } from '../answer-of-list.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';

/** An order outside the feed orders as a line: what, how much, what it costs, and when. */
export function marketOrderItem(
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
    total: total ? shown(total) : '',
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
