import fc from 'fast-check';
import { expect, test } from 'vitest';
import { moneyOfPeriod } from '../../../src/farming/accounting/ledger.ts';
import { sum } from '../../../src/tools/statistics.ts';
import { aFlock, aSnapshot, row } from '../../support/a-snapshot.ts';

const period = { from: '2026-11-08', to: '2026-11-21' };

test('money of two weeks: each amount once, in its week', () => {
  const snapshot = aSnapshot({
    liveFlocks: [
      // Chicks count on the day of placement: 10,000 × 4.4 within the period, planned ones never.
      aFlock({ placementDate: '2026-11-10', chicksReceived: 10_000, pricePerChick: 4.4 }),
      aFlock({ id: 'flock_2', status: 'planned', placementDate: '2026-11-20', orderTotal: 90_000 }),
    ],
    sales: [
      row('sales', { id: 'sale_1', flockId: 'flock_0', date: '2026-11-08', totalAmount: 50_000 }),
      row('sales', { id: 'sale_2', flockId: 'flock_0', date: '2026-11-22', totalAmount: 70_000 }),
      row('sales', { id: 'sale_3', flockId: 'flock_0', date: '2026-11-15' }),
    ],
    feedDeliveries: [
      row('feed-deliveries', {
        id: 'delivery_1',
        flockId: 'flock_1',
        date: '2026-11-12',
        quantityKg: 14_000,
        pricePerTon: 2300,
      }),
    ],
    treatments: [
      row('treatments', {
        id: 'treatment_1',
        flockId: 'flock_1',
        date: '2026-11-16',
        kind: 'vaccination',
        cost: 1240.5,
      }),
      row('treatments', {
        id: 'treatment_2',
        flockId: 'flock_1',
        date: '2026-11-17',
        kind: 'antibiotic',
        cost: 700,
      }),
    ],
    expenses: [
      expense('2026-11-16', 'electricity', 900.1, null),
      expense('2026-11-17', 'electricity', -100, null),
      // The delivery includes it already; feed without a flock is not included anywhere.
      expense('2026-11-18', 'feed', 32_200, 'flock_1'),
      expense('2026-11-19', 'feed', 500, null),
      expense('2026-11-07', 'gas', 4000, null),
    ],
  });
  expect(moneyOfPeriod(snapshot, period)).toEqual({
    basis: 'realised',
    revenue: 50_000,
    // 44,000 + 1240.5 + 700 + 900.1 − 100
    expenses: 46_740.6,
    // 14 t × 2300 + 500
    feed: 32_700,
    net: -29_440.6,
    byCategory: [
      { category: 'chicks', amount: 44_000 },
      { category: 'vaccination', amount: 1240.5 },
      { category: 'electricity', amount: 800.1 },
      { category: 'medicine', amount: 700 },
    ],
    byWeek: [
      { weekStart: '2026-11-02', revenue: 50_000, expenses: 0, feed: 0, net: 50_000 },
      { weekStart: '2026-11-09', revenue: 0, expenses: 44_000, feed: 32_200, net: -76_200 },
      // 1240.5 + 700 + 800.1
      { weekStart: '2026-11-16', revenue: 0, expenses: 2740.6, feed: 500, net: -3240.6 },
    ],
  });
});

test('without any recorded amount the money of a farm is unknown, as in the portfolio', () => {
  const noMoney = { revenue: null, expenses: null, feed: null, net: null };
  const day = { from: '2026-11-21', to: '2026-11-21' };
  const unpriced = row('sales', { flockId: 'flock_1', date: '2026-11-21', birdsCount: 100 });
  for (const snapshot of [aSnapshot(), aSnapshot({ sales: [unpriced] })])
    expect(moneyOfPeriod(snapshot, day)).toEqual({
      ...{ basis: 'realised', ...noMoney, byCategory: [] },
      byWeek: [{ weekStart: '2026-11-16', ...noMoney }],
    });
});

test('a period without records sums to 0 once an amount of another day is recorded', () => {
  const zero = { revenue: 0, expenses: 0, feed: 0, net: 0 };
  const snapshot = aSnapshot({ expenses: [expense('2026-01-05', 'labor', 100, null)] });
  expect(moneyOfPeriod(snapshot, { from: '2026-11-21', to: '2026-11-21' })).toEqual({
    ...{ basis: 'realised', ...zero, byCategory: [] },
    byWeek: [{ weekStart: '2026-11-16', ...zero }],
  });
});

const anExpense = fc.record({
  day: fc.integer({ min: 1, max: 30 }),
  category: fc.constantFrom('gas', 'labor', 'feed', 'other'),
  cents: fc.integer({ min: -100_000, max: 10_000_000 }),
});

test('weeks and categories add up to the whole', () => {
  fc.assert(
    fc.property(fc.array(anExpense, { minLength: 1, maxLength: 30 }), (drawnExpenses) => {
      const expenses = drawnExpenses.map(({ day, category, cents }) =>
        expense(`2026-11-${String(day).padStart(2, '0')}`, category, cents / 100, null),
      );
      const money = moneyOfPeriod(aSnapshot({ expenses }), period);
      for (const part of ['revenue', 'expenses', 'feed', 'net'] as const) {
        expect(sum(money.byWeek.map((week) => week[part]))).toBeCloseTo(
          money[part] ?? Number.NaN,
          1,
        );
      }
      const ofCategories = sum(money.byCategory.map(({ amount }) => amount));
      expect(ofCategories).toBeCloseTo(money.expenses ?? Number.NaN, 1);
    }),
  );
});

function expense(date: string, category: string, amount: number, flockId: string | null) {
  return row('expenses', { id: `expense_${date}_${category}`, date, category, amount, flockId });
}
