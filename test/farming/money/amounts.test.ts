import { expect, test } from 'vitest';
import { weekStart } from '../../../src/farming/accounting/ledger.ts';
import {
  chickCost,
  chickPrice,
  countedAs,
  deliveryCost,
  lastChickPrice,
  saleAmount,
} from '../../../src/farming/accounting/prices.ts';
import { aFlock, aSnapshot } from '../../support/a-snapshot.ts';

test.each([
  ['its amount', { totalAmount: 100, totalWeightKg: 50, pricePerKg: 3 }, 100],
  ['its weight at the price', { totalAmount: null, totalWeightKg: 50, pricePerKg: 3 }, 150],
  ['nothing without a weight', { totalAmount: null, totalWeightKg: null, pricePerKg: 3 }, null],
  ['nothing without a price', { totalAmount: null, totalWeightKg: 50, pricePerKg: null }, null],
  ['0 if it was free', { totalAmount: 0, totalWeightKg: 50, pricePerKg: 3 }, 0],
])('the amount of a sale is %s', (_, sale, amount) => {
  expect(saleAmount(sale)).toBe(amount);
});

test.each([
  ['its total', { totalCost: 30_000, quantityKg: 14_000, pricePerTon: 2000 }, 30_000],
  ['its tons at the price', { totalCost: null, quantityKg: 14_000, pricePerTon: 2000 }, 28_000],
  ['nothing known', { totalCost: null, quantityKg: 14_000, pricePerTon: null }, null],
])('a delivery costs %s', (_, delivery, cost) => {
  expect(deliveryCost(delivery)).toBe(cost);
});

test.each([
  ['the total', { orderTotal: 80_000, chicksReceived: 19_950, pricePerChick: 4.5 }, 80_000],
  [
    'the price of those received',
    { orderTotal: null, chicksReceived: 19_950, pricePerChick: 4.5 },
    89_775,
  ],
  ['not of those ordered', { orderTotal: null, chicksReceived: null, pricePerChick: 4.5 }, null],
  ['nothing known', { orderTotal: null, chicksReceived: 19_950, pricePerChick: null }, null],
])('the chicks of a flock cost %s', (_, flock, cost) => {
  expect(chickCost(flock)).toBe(cost);
});

test.each([
  ['its price', { pricePerChick: 4.5, orderTotal: 1 }, 4.5],
  ['the total divided by the chicks ordered', { pricePerChick: null, orderTotal: 88_000 }, 4.4],
  ['nothing known', { pricePerChick: null, orderTotal: null }, null],
])('one chick costs %s', (_, values, price) => {
  expect(chickPrice(aFlock({ chicksOrdered: 20_000, ...values }))).toBe(price);
});

test('the last price of a chick is that of the newest flock with a price', () => {
  const liveFlocks = [
    aFlock({ id: 'flock_1', placementDate: '2026-11-01', pricePerChick: 4.6 }),
    aFlock({ id: 'flock_2', placementDate: '2026-12-20', status: 'planned' }),
  ];
  const closedFlocks = [aFlock({ id: 'flock_0', placementDate: '2026-09-01', pricePerChick: 4.2 })];
  expect(lastChickPrice(aSnapshot({ liveFlocks, closedFlocks }))).toBe(4.6);
  expect(lastChickPrice(aSnapshot({ closedFlocks }))).toBe(4.2);
  expect(lastChickPrice(aSnapshot())).toBeNull();
});

const heldCosts = { feed: 92_000, chicks: 0, treatments: 1200 };

test.each([
  ['without a flock', { flockId: null, category: 'feed' }, 'shared'],
  ['for feed with recorded deliveries', { flockId: 'flock_1', category: 'feed' }, 'duplicate'],
  ['for chicks without other records', { flockId: 'flock_1', category: 'chicks' }, 'direct'],
  [
    'for medicine with recorded treatments',
    { flockId: 'flock_1', category: 'medicine' },
    'duplicate',
  ],
  ['for a vaccination', { flockId: 'flock_1', category: 'vaccination' }, 'duplicate'],
  ['for gas', { flockId: 'flock_1', category: 'gas' }, 'direct'],
  ['of a custom category', { flockId: 'flock_1', category: 'constructor' }, 'direct'],
])('an expense %s counts as %s', (_, expense, counted) => {
  expect(countedAs(expense, heldCosts)).toBe(counted);
});

test('an expense of an unknown flock is direct', () => {
  expect(countedAs({ flockId: 'flock_9', category: 'feed' }, undefined)).toBe('direct');
});

test.each([
  // 2026-11-21 is a Saturday.
  ['2026-11-21', 1, '2026-11-16'],
  ['2026-11-21', 0, '2026-11-15'],
  ['2026-11-16', 1, '2026-11-16'],
  ['2026-11-15', 1, '2026-11-09'],
  ['2026-11-15', 0, '2026-11-15'],
  ['2026-11-21', 6, '2026-11-21'],
  ['2027-01-01', 1, '2026-12-28'],
])('the week of %s that begins on weekday %i began on %s', (day, first, start) => {
  expect(weekStart(day, first)).toBe(start);
});
