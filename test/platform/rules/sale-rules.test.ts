import { describe, expect, test } from 'vitest';
import { farms } from '../../../src/model/resources/farms.ts';
import { sales } from '../../../src/model/resources/sales.ts';
import { fillIn, issuesIn } from '../../support/rule-situation.ts';

const sale = { flockId: 'flock_1', date: '2026-11-20' };

describe('the amount of a new sale', () => {
  test.each([
    ['is the weight at the price', { totalWeightKg: 25_440, pricePerKg: 7.6 }, 193_344],
    ['is rounded to hundredths', { totalWeightKg: 1.5, pricePerKg: 0.33 }, 0.5],
    ['is 0 at no price', { totalWeightKg: 100, pricePerKg: 0 }, 0],
    ['is the given one', { totalWeightKg: 2, pricePerKg: 3, totalAmount: 5 }, undefined],
    ['is unknown without a price', { totalWeightKg: 2 }, undefined],
    ['is unknown without a weight', { pricePerKg: 3 }, undefined],
  ])('%s', async (_fact, values, totalAmount) => {
    const filled = await fillIn(sales, { after: { ...sale, ...values } });
    expect(filled['totalAmount']).toBe(totalAmount);
  });
});

describe('the amount of an existing sale', () => {
  test.each([
    ['is set with its price', { totalWeightKg: 10 }, { pricePerKg: 7 }, { totalAmount: 70 }],
    [
      'is unchanged if it was given',
      { totalWeightKg: 10, pricePerKg: 7, totalAmount: 65 },
      { pricePerKg: 8 },
      {},
    ],
    [
      'is updated with the price if it was the product',
      { totalWeightKg: 10, pricePerKg: 7, totalAmount: 70 },
      { pricePerKg: 8 },
      { totalAmount: 80 },
    ],
    [
      'is updated with the weight if it was the product to the cent',
      { totalWeightKg: 1.5, pricePerKg: 0.33, totalAmount: 0.5 },
      { totalWeightKg: 15 },
      { totalAmount: 4.95 },
    ],
    [
      'is unchanged when its price is cleared',
      { totalWeightKg: 10, pricePerKg: 7, totalAmount: 70 },
      { pricePerKg: null },
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

describe('an agreed amount with a corrected price', () => {
  const before = { ...sale, totalWeightKg: 10, pricePerKg: 7, totalAmount: 65 };
  const among = [[farms, { name: 'Galil', currency: 'EUR' }]] as const;
  const about = async (after: object, isStrict = true) =>
    issuesIn(sales, { before, after: { ...after }, isStrict, among });

  test('gets a warning with both amounts', async () => {
    expect(await about({ pricePerKg: 8 })).toMatchObject([
      {
        path: 'totalAmount',
        code: 'implausible',
        message: expect.stringMatching(/65.*80/),
      },
    ]);
  });

  test.each([
    ['if it is corrected too', { pricePerKg: 8, totalAmount: 75 }, true],
    ['if nothing else changes its product', { notes: 'Paid' }, true],
    ['without a strict check', { pricePerKg: 8 }, false],
  ])('gets no warning %s', async (_where, after, isStrict) => {
    expect(await about(after, isStrict)).toEqual([]);
  });
});
