import { describe, expect, test } from 'vitest';
import { sales } from '../../../src/model/resources/sales.ts';
import { fillIn } from '../../support/rule-situation.ts';

const sale = { flockId: 'flock_1', date: '2026-11-20' };

describe('the amount of a new sale', () => {
  test.each([
    ['is the weight at the price', { totalWeightKg: 25_440, pricePerKg: 7.6 }, 193_344],
    ['is rounded to hundredths', { totalWeightKg: 1.5, pricePerKg: 0.33 }, 0.5],
    ['is 0 at no price', { totalWeightKg: 100, pricePerKg: 0 }, 0],
    ['is kept when it is sent', { totalWeightKg: 2, pricePerKg: 3, totalAmount: 5 }, undefined],
    ['is unknown without a price', { totalWeightKg: 2 }, undefined],
    ['is unknown without a weight', { pricePerKg: 3 }, undefined],
  ])('%s', async (_fact, values, totalAmount) => {
    const filled = await fillIn(sales, { after: { ...sale, ...values } });
    expect(filled['totalAmount']).toBe(totalAmount);
  });
});

describe('the amount of a sale that stands', () => {
  test.each([
    ['comes with its price', { totalWeightKg: 10 }, { pricePerKg: 7 }, { totalAmount: 70 }],
    [
      'stays when it was set',
      { totalWeightKg: 10, pricePerKg: 7, totalAmount: 70 },
      { pricePerKg: 8 },
      {},
    ],
    [
      'can be cleared',
      { totalWeightKg: 10, pricePerKg: 7, totalAmount: 70 },
      { totalAmount: null },
      {},
    ],
    [
      'can be cleared with a new price',
      { totalWeightKg: 10, pricePerKg: 7, totalAmount: 70 },
      { pricePerKg: 8, totalAmount: null },
      {},
    ],
    [
      'stays empty once it was cleared',
      { totalWeightKg: 10, pricePerKg: 7 },
      { notes: 'Disputed' },
      {},
    ],
  ])('%s', async (_fact, before, after, filled) => {
    expect(await fillIn(sales, { before: { ...sale, ...before }, after })).toEqual(filled);
  });
});
