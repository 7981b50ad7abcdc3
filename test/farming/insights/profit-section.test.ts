import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profitSection } from '../../../src/farming/insights/profit-section.ts';
import { message } from '../../../src/model/core/message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row } from '../../support/a-snapshot.ts';
import { expectToBeFinite, expectToFitSchema } from '../../support/fit-section-schema.ts';
import { inEnglish } from '../../support/in-english.ts';

const compute = (parts: object) => profitSection.compute(aSnapshot(parts), {});

test('a flock that ate more than was delivered is charged its consumption, as an estimate', () => {
  const placementDate = '2026-10-17';
  // 35 days of 4,760 kg: 166.6 t; 25 t were delivered for 60,000.
  const liveLogs = Array.from({ length: 35 }, (_, index) =>
    aLog(addDays(placementDate, index + 1), { feedKg: 4760 }),
  );
  const section = compute({
    barns: [aBarn()],
    liveFlocks: [aFlock({ placementDate, chicksReceived: 40_000, orderTotal: 180_000 })],
    liveLogs,
    feedDeliveries: [
      row('feed-deliveries', {
        flockId: 'flock_1',
        date: '2026-10-20',
        quantityKg: 25_000,
        totalCost: 60_000,
      }),
    ],
  });
  expectToFitSchema('profit', section);
  expect(section).toMatchObject({
    // 166,600 kg × 2.40, and the chicks.
    flocks: [{ feedCost: 399_840, feedCostFrom: 'feed_used', estimated: true, totalCost: 579_840 }],
  });
  expect(section.missing.map(({ code }) => code)).toContain('deliveries_incomplete');
});

test('days without feed logs cost the feed eaten on them', () => {
  const placementDate = '2026-11-01';
  // 20 days of 1,000 kg, of which days 5 to 8 were not logged: 16,000 kg logged, 20,000 kg eaten.
  const liveLogs = Array.from({ length: 20 }, (_, index) => index + 1)
    .filter((day) => day < 5 || day > 8)
    .map((day) => aLog(addDays(placementDate, day), { feedKg: 1000 }));
  const delivered = (quantityKg: number) => {
    const delivery = { flockId: 'flock_1', date: placementDate, quantityKg, pricePerTon: 2400 };
    const section = compute({
      barns: [aBarn()],
      liveFlocks: [aFlock({ placementDate, orderTotal: 90_000 })],
      liveLogs,
      feedDeliveries: [row('feed-deliveries', delivery)],
    }) as unknown as { flocks: readonly object[]; missing: readonly { code: string }[] };
    return {
      flock: section.flocks[0],
      missing: section.missing.map(({ code }) => code),
      said: section.missing.map(inEnglish),
    };
  };
  // 20 t × 2,400 a ton; 17 t delivered are more than was logged and less than was eaten.
  const short = delivered(17_000);
  expect(short.flock).toMatchObject({ feedCost: 48_000, feedCostFrom: 'feed_used' });
  expect(short.missing).toContain('deliveries_incomplete');
  // The feed of four of the days is filled in.
  expect(JSON.stringify(short.said)).toContain('by estimate ate more feed than was delivered');
  // The 16 t that were logged exceed 15 t without an estimate.
  const short15 = JSON.stringify(delivered(15_000).said);
  expect(short15).toContain('ate more feed than was delivered: a delivery is not recorded.');
  expect(short15).not.toContain('by estimate');
  expect(delivered(20_000).flock).toMatchObject({ feedCost: 48_000, feedCostFrom: 'deliveries' });
});

const closedFlock = aFlock({
  id: 'flock_0',
  code: 'B1-2609',
  status: 'closed',
  placementDate: '2026-09-01',
  chicksOrdered: 10_000,
  chicksReceived: 10_000,
  pricePerChick: 4,
});
const closedSale = row('sales', {
  id: 'sale_0',
  flockId: 'flock_0',
  date: '2026-10-13',
  birdsCount: 9600,
  totalWeightKg: 24_000,
  totalAmount: 180_000,
});
const expense = (date: string, category: string, amount: number, flockId: string | null) =>
  row('expenses', { id: `expense_${date}`, date, category, amount, flockId });

const farm = {
  barns: [aBarn()],
  closedFlocks: [closedFlock],
  liveFlocks: [
    aFlock({ orderTotal: 90_000, plannedMarketDate: '2026-11-22', chicksReceived: 20_000 }),
  ],
  sales: [closedSale],
  feedDeliveries: [
    row('feed-deliveries', {
      id: 'delivery_0',
      flockId: 'flock_0',
      date: '2026-10-01',
      quantityKg: 40_000,
      pricePerTon: 2300,
    }),
    row('feed-deliveries', {
      id: 'delivery_1',
      flockId: 'flock_1',
      date: '2026-11-01',
      quantityKg: 25_000,
      totalCost: 60_000,
    }),
  ],
  treatments: [
    row('treatments', { flockId: 'flock_0', date: '2026-09-14', kind: 'vaccination', cost: 2000 }),
  ],
  expenses: [
    expense('2026-09-05', 'gas', 5000, 'flock_0'),
    // The deliveries of the flock include this already.
    expense('2026-10-01', 'feed', 92_000, 'flock_0'),
    expense('2026-09-20', 'electricity', 3000, null),
    expense('2026-10-10', 'electricity', 900, null),
    expense('2026-11-10', 'electricity', 1000, null),
    expense('2026-08-15', 'cleaning', 500, null),
  ],
};

test('the section lists a sold flock and a flock on the last day before its sale', () => {
  const section = compute(farm);
  expectToFitSchema('profit', section);
  expect(section).toEqual({
    status: 'ok',
    asOf: '2026-11-21',
    missing: [],
    prices: {
      salePerKg: 7.5,
      // Of the last 60 days: (92,000 + 60,000) / 65,000 kg = 2.33846
      feedPerKg: 2.3385,
    },
    unallocatedExpenses: 500,
    flocks: [
      {
        flockId: 'flock_1',
        code: 'B1-2611',
        status: 'active',
        revenue: null,
        chickCost: 90_000,
        feedCost: 60_000,
        feedCostFrom: 'deliveries',
        estimated: false,
        medCost: 0,
        directExpenses: 0,
        sharedExpenses: 1000,
        totalCost: 151_000,
        profit: null,
        profitBasis: 'realised',
        kg: null,
        profitPerKg: null,
        profitPerBird: null,
        profitPerM2: null,
        marginPct: null,
        costPerKg: null,
        // 60,000 / 151,000
        feedCostSharePct: 39.74,
        breakEvenPricePerKg: null,
        // No feed is logged.
        feedInStockKg: null,
        feedInStockCost: null,
        feedInStockEstimated: false,
        feedInStockNote: null,
        profitWithoutStock: null,
        breakEvenPricePerKgWithoutStock: null,
        costPerKgWithoutStock: null,
        possibleDuplicates: [],
        projected: {
          date: '2026-11-22',
          basis: 'planned_date',
          ageDays: 21,
          // Ross 308 at 21 days: 1012 g
          weightKg: 1.01,
          // Of 100 placed 98.568 are alive at 20 days by the mortality curve and 98.5095 at 21:
          // 20,000 × 98.5095 / 98.568 = 19,988.130
          birds: 19_988,
          // × 1.012
          kg: 20_227.99,
          // × 7.5
          revenue: 151_709.91,
          // 20,000 × 100 g of today, whose feed is not logged, and 19,988.13 × 105 g of tomorrow
          remainingFeedKg: 4098.75,
          // × 152,000 / 65,000
          remainingFeedCost: 9584.78,
          totalCost: 160_584.78,
          // 151,709.9069 − 160,584.7779
          profit: -8874.87,
          profitBasis: 'expected',
          // −8874.87 / 151,709.91
          marginPct: -5.85,
          // 160,584.78 / 20,227.99
          breakEvenPricePerKg: 7.9387,
          feedInStockKg: null,
          feedInStockCost: null,
          feedInStockEstimated: false,
          feedInStockNote: null,
          profitWithoutStock: null,
          breakEvenPricePerKgWithoutStock: null,
          standardAssumed: true,
          weightUncalibrated: false,
        },
      },
      {
        flockId: 'flock_0',
        code: 'B1-2609',
        status: 'closed',
        revenue: 180_000,
        chickCost: 40_000,
        feedCost: 92_000,
        feedCostFrom: 'deliveries',
        estimated: false,
        medCost: 2000,
        directExpenses: 5000,
        sharedExpenses: 3900,
        totalCost: 142_900,
        profit: 37_100,
        profitBasis: 'realised',
        kg: 24_000,
        // 37,100 / 24,000, / 10,000 placed, / 1000 m²
        profitPerKg: 1.5458,
        profitPerBird: 3.71,
        profitPerM2: 37.1,
        // 37,100 / 180,000
        marginPct: 20.61,
        // 142,900 / 24,000
        costPerKg: 5.9542,
        // 92,000 / 142,900
        feedCostSharePct: 64.38,
        breakEvenPricePerKg: 5.9542,
        feedInStockKg: null,
        feedInStockCost: null,
        feedInStockEstimated: false,
        feedInStockNote: null,
        profitWithoutStock: null,
        breakEvenPricePerKgWithoutStock: null,
        costPerKgWithoutStock: null,
        possibleDuplicates: [
          {
            resource: 'expenses',
            id: 'expense_2026-10-01',
            date: '2026-10-01',
            category: 'feed',
            amount: 92_000,
          },
        ],
        projected: null,
      },
    ],
  });
});

test('a farm without flocks reports that it needs one', () => {
  const section = compute({ barns: [aBarn()] });
  expectToFitSchema('profit', section);
  expect(section).toEqual({
    status: 'not_enough_data',
    asOf: '2026-11-21',
    missing: [
      {
        code: 'no_flocks',
        message: message('profit.no_flocks'),
        resource: 'flocks',
        need: 1,
        have: 0,
        fix: {
          method: 'POST',
          path: '/flocks',
          body: { barnId: 'barn_1', placementDate: '2026-11-21' },
        },
      },
    ],
    prices: { salePerKg: null, feedPerKg: null },
    flocks: [],
    unallocatedExpenses: 0,
  });
});

const missingCases: readonly (readonly [name: string, parts: object, missing: object])[] = [
  [
    'the price of its chicks',
    { closedFlocks: [{ ...closedFlock, pricePerChick: null }] },
    {
      code: 'no_chick_price',
      field: 'pricePerChick',
      fix: { method: 'PATCH', path: '/flocks/flock_0', body: { pricePerChick: null } },
    },
  ],
  [
    'the number of its chicks',
    { closedFlocks: [{ ...closedFlock, chicksReceived: null }] },
    {
      code: 'no_chick_price',
      field: 'chicksReceived',
      fix: { method: 'PATCH', path: '/flocks/flock_0', body: { chicksReceived: null } },
    },
  ],
  [
    'the cost of a delivery',
    { feedDeliveries: [{ ...farm.feedDeliveries[0], pricePerTon: null }], expenses: [] },
    {
      code: 'no_feed_cost',
      fix: { method: 'PATCH', path: '/feed-deliveries/delivery_0', body: { totalCost: null } },
    },
  ],
  [
    'its deliveries',
    { feedDeliveries: [], expenses: [] },
    {
      code: 'no_feed_cost',
      fix: {
        method: 'POST',
        path: '/feed-deliveries',
        body: { flockId: 'flock_0', date: null, quantityKg: null, totalCost: null },
      },
    },
  ],
  [
    'its sale',
    { sales: [] },
    {
      code: 'no_sales',
      fix: {
        method: 'POST',
        path: '/sales',
        body: {
          flockId: 'flock_0',
          date: '2026-11-21',
          birdsCount: null,
          totalWeightKg: null,
          pricePerKg: null,
        },
      },
    },
  ],
  [
    'the amount of a sale',
    { sales: [{ ...closedSale, totalAmount: null }] },
    {
      code: 'no_sale_amount',
      fix: { method: 'PATCH', path: '/sales/sale_0', body: { totalAmount: null } },
    },
  ],
  [
    'the weight of a sale',
    { sales: [{ ...closedSale, totalWeightKg: null }] },
    {
      code: 'sale_weight_missing',
      fix: { method: 'PATCH', path: '/sales/sale_0', body: { totalWeightKg: null } },
    },
  ],
  [
    'the cost of its treatments',
    { treatments: [row('treatments', { flockId: 'flock_0', kind: 'antibiotic' })] },
    {
      code: 'no_treatment_cost',
      fix: { method: 'PATCH', path: '/treatments/treatment_1', body: { cost: null } },
    },
  ],
  [
    'the floor of its barn',
    { barns: [aBarn({ areaSqm: null })] },
    {
      code: 'no_barn_area',
      fix: { method: 'PATCH', path: '/barns/barn_1', body: { areaSqm: null } },
    },
  ],
];

test.each(missingCases)('a flock without %s reports how to add it', (_, parts, missing) => {
  const section = compute({ ...farm, liveFlocks: [], ...parts });
  expectToFitSchema('profit', section);
  expect(section.missing).toEqual([expect.objectContaining(missing)]);
  expect(['partial', 'not_enough_data']).toContain(section.status);
});

test('a flock of a sealed case file proposes no change', () => {
  const section = compute({
    ...farm,
    liveFlocks: [],
    closedFlocks: [{ ...closedFlock, pricePerChick: null, sealed: true }],
  });
  expect(section.missing.map(({ code, fix }) => [code, fix])).toEqual([
    ['no_chick_price', undefined],
  ]);
});

test('unrecorded amounts are not 0', () => {
  const { sales: _, ...unsold } = farm;
  const section = compute({ ...unsold, closedFlocks: [], feedDeliveries: [] });
  expect(section).toMatchObject({
    status: 'not_enough_data',
    prices: { salePerKg: null, feedPerKg: null },
    flocks: [
      {
        revenue: null,
        feedCost: null,
        totalCost: null,
        profit: null,
        projected: { revenue: null, totalCost: null, profit: null, breakEvenPricePerKg: null },
      },
    ],
  });
  expect(section.missing.map(({ code }) => code)).toEqual(['no_feed_cost', 'no_sale_price']);
});

test('without deliveries a flock costs the feed it ate at the price of the farm', () => {
  const logs = logsFrom('2026-11-02', Array(20).fill({ feedKg: 100 }));
  const section = compute({
    ...farm,
    liveLogs: logs,
    feedDeliveries: farm.feedDeliveries.slice(0, 1),
  });
  // 92,000 / 40,000 kg = 2.3; × 2000 kg
  expect(section).toMatchObject({ flocks: [{ feedCost: 4600, feedCostFrom: 'feed_used' }, {}] });
});

describe('deliveries that are far too small for the birds', () => {
  // 20,000 Ross 308 of 35 days: 2.2 kg each at a standard conversion of about 1.5 are 66 t.
  const grownFlock = { placementDate: '2026-10-17', orderTotal: 8000 };
  const delivery = (quantityKg: number) =>
    row('feed-deliveries', {
      ...{ id: 'delivery_9', flockId: 'flock_1', date: '2026-10-20' },
      ...{ quantityKg, totalCost: quantityKg * 0.4 },
    });
  const costsWith = (quantityKg: number, logs: readonly Readonly<Record<string, unknown>>[]) => {
    const { flocks, missing } = compute({
      barns: [aBarn()],
      liveFlocks: [aFlock(grownFlock)],
      liveLogs: logsFrom('2026-11-16', logs),
      feedDeliveries: [delivery(quantityKg)],
    });
    const codes = missing.map(({ code }) => code);
    return { ...flocks[0], codes: codes.filter((code) => code.startsWith('deliveries')) };
  };
  const fed = [{ feedKg: 3000 }, { feedKg: 3050 }, { feedKg: 3100 }, { feedKg: 3150 }];
  const unknown = { feedCost: null, totalCost: null, profit: null, costPerKg: null };

  test.each([
    ['with a weight', [{ avgWeightGr: 2200 }]],
    ['without a weight', [{ mortality: 3 }]],
    ['with the feed of a few days', [...fed, { feedKg: 3200, avgWeightGr: 2200 }]],
  ])('%s give no feed cost and no profit', (_, logs) => {
    expect(costsWith(10_000, logs)).toMatchObject({
      ...unknown,
      codes: ['deliveries_too_little'],
    });
  });

  test.each([
    ['with a weight', [{ avgWeightGr: 2200 }]],
    ['without a weight', [{ mortality: 3 }]],
  ])('do not include those of 66 t, %s', (_, logs) => {
    // 66,000 kg x 0.4.
    expect(costsWith(66_000, logs)).toMatchObject({ feedCost: 26_400, codes: [] });
  });
});

const anAmount = fc.option(fc.integer({ min: 0, max: 50_000_000 }).map((cents) => cents / 100));

test('profit is the revenue minus all costs, and always finite', () => {
  fc.assert(
    fc.property(
      fc.record({ sold: anAmount, kg: anAmount, chicks: anAmount, feed: anAmount, gas: anAmount }),
      ({ sold, kg, chicks, feed, gas }) => {
        const section = compute({
          ...farm,
          liveFlocks: [],
          closedFlocks: [{ ...closedFlock, pricePerChick: null, orderTotal: chicks }],
          sales: [{ ...closedSale, totalAmount: sold, totalWeightKg: kg, pricePerKg: null }],
          feedDeliveries: [{ ...farm.feedDeliveries[0], pricePerTon: null, totalCost: feed }],
          expenses: [expense('2026-09-05', 'gas', gas ?? 0, 'flock_0')],
        }) as unknown as {
          readonly flocks: Readonly<Record<string, number | null>>[];
          readonly missing: readonly { readonly code: string }[];
        };
        expectToBeFinite(section);
        const [flock = {}] = section.flocks;
        if (flock['profit'] == null) {
          const isTooLittle = section.missing.some(({ code }) => code === 'deliveries_too_little');
          if (!isTooLittle) expect([sold, chicks, feed]).toContain(null);
        } else {
          const costs = (chicks ?? 0) + (feed ?? 0) + 2000 + (gas ?? 0);
          expect(flock['profit']).toBeCloseTo((sold ?? 0) - costs, 1);
        }
      },
    ),
  );
});
