import { expect, test } from 'vitest';
import { farmMoneyOf } from '../../../src/farming/accounting/farm-money.ts';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { type FlockCosts, flockCosts } from '../../../src/farming/money/flock-profit.ts';
import { aBarn, aFlock, aSnapshot, row } from '../../support/a-snapshot.ts';

function costsOf(parts: Partial<FarmSnapshot>): FlockCosts {
  const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()], ...parts });
  const [record] = liveFlocksOf(snapshot);
  if (!record) throw new Error('The farm has no flock.');
  return flockCosts(record, farmMoneyOf(snapshot));
}

const expense = (category: string, amount: number, values = {}) =>
  row('expenses', {
    id: `expense_${category}`,
    flockId: 'flock_1',
    date: '2026-11-05',
    category,
    amount,
    ...values,
  });
const treatment = (id: string, cost: number | null) =>
  row('treatments', { id, flockId: 'flock_1', date: '2026-11-05', kind: 'antibiotic', cost });

test('expenses count for chicks, feed and medicine without other records of their cost', () => {
  const expenses = [
    expense('chicks', 90_000),
    expense('feed', 60_000),
    expense('medicine', 700),
    expense('vaccination', 300),
    expense('gas', 2000),
    expense('catching', 9000, { date: '2026-12-01' }),
  ];
  expect(costsOf({ expenses })).toEqual({
    chickCost: 90_000,
    feedCost: 60_000,
    feedCostFrom: 'expenses',
    medCost: 1000,
    directExpenses: 2000,
    sharedExpenses: 0,
    total: 153_000,
    possibleDuplicates: [],
  });
});

test('costs in other records are not counted twice', () => {
  const expenses = [
    expense('chicks', 90_000),
    expense('feed', 1),
    expense('medicine', 1),
    expense('vaccination', 1),
  ];
  const costs = costsOf({
    liveFlocks: [aFlock({ orderTotal: 90_000 })],
    feedDeliveries: [
      row('feed-deliveries', {
        ...{ flockId: 'flock_1', date: '2026-11-02', quantityKg: 26_000, totalCost: 60_000 },
      }),
    ],
    treatments: [treatment('treatment_1', 500)],
    expenses,
  });
  expect(costs).toMatchObject({ total: 150_500, directExpenses: 0, possibleDuplicates: expenses });
});

test('a credit reduces the cost of a flock', () => {
  expect(costsOf({ expenses: [expense('gas', -150)] })).toMatchObject({ directExpenses: -150 });
});

test('one delivery without its cost makes the feed cost of a flock unknown', () => {
  // Enough for 20,000 birds of 20 days: the standard is about 24 t.
  const delivery = { flockId: 'flock_1', date: '2026-11-02', quantityKg: 15_000 };
  const feedDeliveries = [
    row('feed-deliveries', { id: 'delivery_1', ...delivery, totalCost: 2300 }),
    row('feed-deliveries', { id: 'delivery_2', ...delivery }),
  ];
  expect(costsOf({ feedDeliveries })).toMatchObject({
    feedCost: null,
    feedCostFrom: 'deliveries',
    total: null,
  });
});

test.each([
  ['none is recorded', [], 0],
  ['some have no cost', [treatment('treatment_1', 500), treatment('treatment_2', null)], 500],
  ['none has a cost', [treatment('treatment_1', null)], null],
])('treatments of a flock if %s', (_, treatments, medCost) => {
  expect(costsOf({ treatments })).toMatchObject({ medCost });
});

test('a flock of unknown size has an unknown share', () => {
  const liveFlocks = [aFlock({ chicksReceived: null, chicksOrdered: null })];
  expect(costsOf({ liveFlocks })).toMatchObject({ sharedExpenses: null });
});
