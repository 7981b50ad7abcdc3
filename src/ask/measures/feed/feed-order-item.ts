import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { figure } from '../../../farming/core/figure.ts';
import { message } from '../../../model/core/message.ts';
import type { StoredOf } from '../../../model/resources/registry.ts';
import { mapById } from '../../../tools/collections.ts';
import type { ListItem } from '../answer-of-list.ts';
import { factOf, shown, wordFact } from '../fact-of.ts';

const ON_THE_WAY: readonly (string | null)[] = ['draft', 'ordered', 'confirmed', 'in_transit'];

/** Whether feed was ordered and has not come. */
export function isFeedOnOrder({ status }: StoredOf<'feed-orders'>): boolean {
  return ON_THE_WAY.includes(status);
}

/** An order of feed as a line: what, how much, of whom, and when it is due. */
export function feedOrderItem(
  order: StoredOf<'feed-orders'>,
  { contacts, today }: FarmSnapshot<'contacts'>,
): ListItem {
  const { id, quantityKg, feedType, dueDate, supplierId, orderDate } = order;
  const supplier = mapById(contacts).get(supplierId ?? '');
  const name = supplier?.company ?? supplier?.name ?? null;
  const frame = { asOf: orderDate, source: { resource: 'feed-orders', ids: [id] } } as const;
  const kg = factOf('Feed on order', figure('kg', quantityKg) ?? 0, { ...frame, unit: 'kg' });
  const line = message('ask.feedOrder', {
    value: shown(kg),
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
