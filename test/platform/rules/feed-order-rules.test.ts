import { describe, expect, test } from 'vitest';
import { feedDeliveries } from '../../../src/model/resources/feed-deliveries.ts';
import { feedOrders } from '../../../src/model/resources/feed-orders.ts';
import { fillIn, issuesIn } from '../../support/rule-situation.ts';

const order = { quantityKg: 16_000, orderDate: '2026-11-10' };

/** A new delivery, since there is none. */
const arrived = { deliveryId: expect.stringMatching(/^delivery_/) };

describe('the day of delivery', () => {
  test.each([
    [
      'is today',
      { status: 'ordered' },
      { status: 'delivered' },
      { deliveredAt: '2026-11-21', ...arrived },
    ],
    [
      'is the given one',
      { status: 'ordered' },
      { status: 'delivered', deliveredAt: '2026-11-19' },
      arrived,
    ],
    [
      'is the previous one',
      { status: 'ordered', deliveredAt: '2026-11-19' },
      { status: 'delivered' },
      arrived,
    ],
    [
      'is removed when the order is reverted',
      { status: 'delivered', deliveredAt: '2026-11-19', deliveryId: 'delivery_7' },
      { status: 'ordered' },
      { deliveredAt: null, deliveryId: null },
    ],
    [
      'is the given one with a reverted order',
      { status: 'delivered', deliveredAt: '2026-11-19' },
      { status: 'ordered', deliveredAt: '2026-11-24' },
      { deliveryId: null },
    ],
    ['is unchanged', { status: 'delivered', deliveredAt: '2026-11-19' }, { notes: 'Wet' }, {}],
  ])('%s', async (_fact, before, after, filled) => {
    const situation = { before: { ...order, ...before }, after };
    expect(await fillIn(feedOrders, situation)).toEqual(filled);
  });
});

describe('a delivered order', () => {
  const delivery = (values: Readonly<Record<string, unknown>>) =>
    [
      feedDeliveries,
      { id: 'delivery_7', date: '2026-11-19', quantityKg: 16_000, ...values },
    ] as const;
  const takeBack = (deliveryId: string | null, among: readonly ReturnType<typeof delivery>[]) =>
    issuesIn(feedOrders, {
      before: { ...order, status: 'delivered', deliveryId },
      after: { status: 'ordered', deliveryId: null },
      among,
    });

  test.each([
    ['it names', 'delivery_7', delivery({})],
    ['that names it', null, delivery({ feedOrderId: 'order_1' })],
  ])('remains delivered while the delivery is %s', async (_fact, deliveryId, neighbour) => {
    expect(await takeBack(deliveryId, [neighbour])).toEqual([
      {
        path: 'status',
        code: 'forbidden_transition',
        message:
          'status cannot go from delivered to ordered: its delivery delivery_7 still stands; delete that first.',
      },
    ]);
  });

  test.each([
    ['its delivery is deleted', 'delivery_7', []],
    ['it never had one', null, []],
    ['the delivery is that of another order', null, [delivery({ feedOrderId: 'order_2' })]],
  ])('can be reverted if %s', async (_fact, deliveryId, among) => {
    expect(await takeBack(deliveryId, among)).toEqual([]);
  });
});
