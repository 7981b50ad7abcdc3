import { expect, test } from 'vitest';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { aBarn, aFlock, aSnapshot, row, TODAY } from '../../support/a-snapshot.ts';

const gapsWith = (order: object) =>
  findGaps(
    aSnapshot({
      barns: [aBarn()],
      liveFlocks: [aFlock()],
      feedOrders: [
        row('feed-orders', {
          ...{ id: 'order_1', flockId: 'flock_1', quantityKg: 8000, status: 'ordered' },
          ...{ dueDate: '2026-11-18', ...order },
        }),
      ],
    }),
  ).filter(({ kind }) => kind === 'feed_order_late');

test('an overdue feed order is a gap with its call', () => {
  const [gap] = gapsWith({});
  expect(gap).toMatchObject({
    severity: 'warning',
    ids: { feedOrderId: 'order_1', flockId: 'flock_1' },
    since: '2026-11-19',
    fix: {
      method: 'PATCH',
      path: '/feed-orders/order_1',
      body: { status: 'delivered', deliveredAt: null },
    },
  });
});

test.each([
  ['due today', { dueDate: TODAY }],
  ['without a due date', { dueDate: null }],
  ['delivered', { status: 'delivered', deliveredAt: '2026-11-20' }],
  ['cancelled', { status: 'cancelled' }],
  ['a draft', { status: 'draft' }],
])('an order %s is not overdue', (_, order) => {
  expect(gapsWith(order)).toEqual([]);
});
