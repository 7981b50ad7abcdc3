import { expect, test } from 'vitest';
import { feedDeliveries } from '../../../src/model/resources/feed-deliveries.ts';
import { fillIn } from '../../support/rule-situation.ts';

test.each([
  ['the tons at their price', { quantityKg: 14_200, pricePerTon: 2350 }, 33_370],
  ['rounded to hundredths', { quantityKg: 333, pricePerTon: 1000.1 }, 333.03],
  ['the given cost', { quantityKg: 1000, pricePerTon: 2000, totalCost: 1900 }, undefined],
  ['unknown without a price', { quantityKg: 1000 }, undefined],
])('a delivery costs %s', async (_fact, values, totalCost) => {
  const filled = await fillIn(feedDeliveries, { after: { date: '2026-11-20', ...values } });
  expect(filled['totalCost']).toBe(totalCost);
});

test.each([
  ['a corrected quantity', { quantityKg: 20_000 }, { totalCost: 47_000 }],
  ['a given total', { quantityKg: 20_000, totalCost: 46_000 }, {}],
])('%s of a delivery', async (_fact, after, filled) => {
  const before = { date: '2026-11-20', quantityKg: 20, pricePerTon: 2350, totalCost: 47 };
  expect(await fillIn(feedDeliveries, { before, after })).toEqual(filled);
});
