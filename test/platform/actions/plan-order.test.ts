import { expect, test } from 'vitest';
import { FarmError } from '../../../src/model/core/errors.ts';
import { planOrder } from '../../../src/platform/actions/plan-actions.ts';

test('a quantity in kg creates a feed order for a flock, whose title is stored as a note', () => {
  const flock = { flockId: 'flock_1' };
  const fields = { quantityKg: 16_000, feedType: 'finisher', title: 'Urgent', ...flock };
  expect(planOrder({ ...fields, category: 'feed' })).toEqual({
    updates: [],
    inserts: [
      {
        resource: 'feed-orders',
        values: {
          quantityKg: 16_000,
          feedType: 'finisher',
          flockId: 'flock_1',
          supplierId: undefined,
          dueDate: undefined,
          pricePerTon: undefined,
          notes: 'Urgent',
        },
      },
    ],
  });
});

test('a title alone creates an order of goods, with the supplier as its contact', () => {
  const fields = { title: 'Shavings', supplierId: 'contact_1', dueDate: '2026-12-01' };
  expect(planOrder(fields).inserts).toEqual([
    {
      resource: 'market-orders',
      values: {
        kind: 'order',
        direction: 'buy',
        title: 'Shavings',
        category: undefined,
        quantity: undefined,
        unit: undefined,
        needByDate: '2026-12-01',
        contactId: 'contact_1',
      },
    },
  ]);
});

test.each([
  [{ quantityKg: 5, unit: 'bales', quantity: 3 }, ['quantity', 'unit']],
  [{ quantityKg: 5, category: 'litter' }, ['category']],
  [{ title: 'Shavings', feedType: 'grower', pricePerTon: 5 }, ['feedType', 'pricePerTon']],
  [{ title: 'Shavings', flockId: 'flock_1' }, ['flockId']],
])('%j matches two kinds: the issues name %j', (fields, paths) => {
  const error = thrownBy(() => planOrder(fields));
  expect(error.issues?.map(({ path, code }) => [path, code])).toEqual(
    paths.map((path) => [path, 'inconsistent']),
  );
});

function thrownBy(work: () => unknown): FarmError {
  try {
    work();
  } catch (error) {
    if (error instanceof FarmError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
