import { describe, expect, test } from 'vitest';
import {
  feedPriceFor,
  feedPricePerKg,
  salePricePerKg,
} from '../../../src/farming/accounting/prices.ts';
import { aFlock, aSnapshot, row } from '../../support/a-snapshot.ts';

const sale = (date: string, totalWeightKg: number | null, totalAmount: number | null) =>
  row('sales', { id: `sale_${date}`, flockId: 'flock_1', date, totalWeightKg, totalAmount });
const delivery = (date: string, quantityKg: number, totalCost: number | null) =>
  row('feed-deliveries', { id: `delivery_${date}`, date, quantityKg, totalCost });

test('the price per kg covers 90 days, each sale by its weight', () => {
  const sales = [
    // 90 days before 2026-11-21 is 2026-08-23: not within them any more.
    sale('2026-08-23', 10_000, 10_000),
    sale('2026-08-24', 10_000, 70_000),
    sale('2026-11-20', 30_000, 240_000),
  ];
  // (70,000 + 240,000) / 40,000 kg
  expect(salePricePerKg(aSnapshot({ sales }))).toBe(7.75);
});

test('without recent sales the price is that of the newest', () => {
  const sales = [sale('2026-02-01', 10_000, 60_000), sale('2026-03-01', 10_000, 65_000)];
  expect(salePricePerKg(aSnapshot({ sales }))).toBe(6.5);
});

test('sales without a weight or an amount, and future ones, give no price', () => {
  const sales = [
    sale('2026-11-01', null, 60_000),
    sale('2026-11-02', 10_000, null),
    sale('2026-11-03', 0, 10),
    sale('2026-12-01', 10_000, 80_000),
  ];
  expect(salePricePerKg(aSnapshot({ sales }))).toBeNull();
});

test('the price of feed covers 60 days, each delivery by its weight', () => {
  const feedDeliveries = [
    delivery('2026-09-22', 10_000, 10_000),
    delivery('2026-09-23', 10_000, 25_000),
    delivery('2026-11-01', 30_000, 69_000),
    delivery('2026-11-10', 99_000, null),
  ];
  // 94,000 / 40,000 kg
  expect(feedPricePerKg(aSnapshot({ feedDeliveries }))).toBe(2.35);
  expect(feedPricePerKg(aSnapshot({ feedDeliveries: feedDeliveries.slice(0, 1) }))).toBe(1);
  expect(feedPricePerKg(aSnapshot({ feedDeliveries: feedDeliveries.slice(3) }))).toBeNull();
});

describe('the price of the feed of a kind of birds', () => {
  const mixed = [
    aFlock({ id: 'flock_1', breed: 'Ross 308' }),
    aFlock({ id: 'flock_2', breed: 'ISA Brown' }),
  ];
  const bought = (feedType: string, totalCost: number, flockId: string | null = null) =>
    row('feed-deliveries', {
      ...{ id: `delivery_${feedType}_${flockId}`, date: '2026-11-10', quantityKg: 1000 },
      ...{ feedType, totalCost, flockId },
    });
  const priceOf = (kind: 'broiler' | 'layer', feedDeliveries: ReturnType<typeof bought>[]) =>
    feedPriceFor(kind, aSnapshot({ liveFlocks: mixed, feedDeliveries }));

  test.each([
    [
      'is determined by the type of the feed',
      [bought('grower', 600), bought('layer1', 400)],
      [0.6, 0.4],
    ],
    [
      'is determined by the flock of the delivery',
      [bought('other', 600, 'flock_1'), bought('starter', 400, 'flock_2')],
      [0.6, 0.4],
    ],
  ])('%s', (_fact, feedDeliveries, [broiler, layer]) => {
    expect(priceOf('broiler', feedDeliveries)).toEqual({ perKg: broiler, isOfFarm: false });
    expect(priceOf('layer', feedDeliveries)).toEqual({ perKg: layer, isOfFarm: false });
  });

  test('is the mean of all feed, marked as such, if no feed is known to be for these birds', () => {
    const feedDeliveries = [bought('other', 600), bought('layer1', 400)];
    expect(priceOf('broiler', feedDeliveries)).toEqual({ perKg: 0.5, isOfFarm: true });
    expect(priceOf('broiler', [])).toEqual({ perKg: null, isOfFarm: false });
  });

  test('is that of all feed if there is only one kind', () => {
    const feedDeliveries = [bought('starter', 600), bought('layer1', 400), bought('other', 500)];
    const hens = aSnapshot({ liveFlocks: mixed.slice(1), feedDeliveries });
    expect(feedPriceFor('layer', hens)).toEqual({ perKg: 0.5, isOfFarm: false });
  });
});

test('sales of hens do not set the price of birds, except on a farm with hens only', () => {
  const hens = aFlock({ id: 'flock_h', breed: 'Lohmann Brown' });
  const eggs = row('sales', {
    flockId: 'flock_h',
    date: '2026-11-15',
    totalWeightKg: 1000,
    totalAmount: 6200,
  });
  const birds = sale('2026-10-01', 10_000, 80_000);
  const priceOf = (sales: (typeof eggs)[]) =>
    salePricePerKg(aSnapshot({ liveFlocks: [hens], sales }));
  expect(priceOf([birds, eggs])).toBe(8);
  expect(priceOf([eggs])).toBe(6.2);
});
