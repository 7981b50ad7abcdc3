import fc from 'fast-check';
import { expect, test } from 'vitest';
import { birdDaysByMonth, sharedExpenses } from '../../../src/farming/accounting/farm-money.ts';
import { closedFlocksOf, liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { sum } from '../../../src/tools/statistics.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';

const expense = (date: string, amount: number, values = {}) =>
  row('expenses', { id: `expense_${date}`, date, amount, category: 'electricity', ...values });
const shared = (snapshot: FarmSnapshot) =>
  sharedExpenses(snapshot, [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)]);

/** `flock_0` was in barn 2 from 22 October to 3 November, `flock_1` in barn 1 from 1 November on. */
const twoFlocks = {
  barns: [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2' })],
  liveFlocks: [aFlock({ chicksReceived: 1000 })],
  closedFlocks: [
    aFlock({
      id: 'flock_0',
      barnId: 'barn_2',
      status: 'closed',
      placementDate: '2026-10-22',
      chicksReceived: 3000,
    }),
  ],
  closedLogs: [
    aLog('2026-10-31', { flockId: 'flock_0', mortality: 500 }),
    aLog('2026-11-03', { flockId: 'flock_0', culls: 100 }),
  ],
};

test('bird-days count the birds that began each day', () => {
  const [live] = liveFlocksOf(aSnapshot(twoFlocks));
  const [closed] = closedFlocksOf(aSnapshot(twoFlocks));
  // 21 days of 1000 birds.
  expect(live && [...birdDaysByMonth(live)]).toEqual([['2026-11', 21_000]]);
  // 22 to 31 October: 10 days of 3000; 1 to 3 November: 3 days of 2500.
  expect(closed && [...birdDaysByMonth(closed)]).toEqual([
    ['2026-10', 30_000],
    ['2026-11', 7500],
  ]);
});

test('the cost of a month is divided by its bird-days', () => {
  const snapshot = aSnapshot({
    ...twoFlocks,
    expenses: [
      // Of November's 28,500 bird-days 21,000 are of flock_1 and 7500 of flock_0.
      expense('2026-11-05', 2850),
      // October had only flock_0; September none.
      expense('2026-10-01', 100),
      expense('2026-09-15', 40),
      // Of barn 1 only flock_1.
      expense('2026-11-06', 70, { barnId: 'barn_1' }),
      // Of a barn that was empty in that month.
      expense('2026-10-07', 9, { barnId: 'barn_1' }),
      // Not shared: of one flock, and in the future.
      expense('2026-11-08', 5000, { flockId: 'flock_1' }),
      expense('2026-11-30', 5000),
    ],
  });
  expect(shared(snapshot)).toEqual({
    byFlock: new Map([
      ['flock_1', 2100 + 70],
      ['flock_0', 750 + 100],
    ]),
    unallocated: 49,
  });
});

test('a flock of unknown size has no share', () => {
  const liveFlocks = [aFlock({ chicksReceived: null, chicksOrdered: null })];
  const snapshot = aSnapshot({ liveFlocks, expenses: [expense('2026-11-05', 100)] });
  expect(shared(snapshot)).toEqual({ byFlock: new Map([['flock_1', 0]]), unallocated: 100 });
});

test('shares and unshared amounts add up to the expenses', () => {
  const anExpense = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    month: fc.constantFrom('09', '10', '11'),
    cents: fc.integer({ min: -1_000_000, max: 10_000_000 }),
    barnId: fc.constantFrom(null, 'barn_1', 'barn_2'),
  });
  fc.assert(
    fc.property(fc.array(anExpense, { maxLength: 20 }), (drawnExpenses) => {
      const expenses = drawnExpenses.map(({ day, month, cents, barnId }) =>
        expense(`2026-${month}-${String(day).padStart(2, '0')}`, cents / 100, { barnId }),
      );
      const { byFlock, unallocated } = shared(aSnapshot({ ...twoFlocks, expenses }));
      const spent = sum(expenses.filter(({ date }) => date <= '2026-11-21').map((e) => e.amount));
      expect(sum([...byFlock.values(), unallocated])).toBeCloseTo(spent, 4);
    }),
  );
});
