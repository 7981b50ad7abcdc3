import { expect, test } from 'vitest';
import { marketSection } from '../../../src/farming/insights/market-section.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';
import { expectToBeFinite, expectToFitSchema } from '../../support/fit-section-schema.ts';

function compute(parts: object) {
  const section = marketSection.compute(aSnapshot(parts), {});
  expectToFitSchema('market', section);
  expectToBeFinite(section);
  return section;
}

const sale = (date: string, totalWeightKg: number, pricePerKg: number, values = {}) =>
  row('sales', {
    id: `sale_${date}`,
    flockId: 'flock_0',
    date,
    totalWeightKg,
    pricePerKg,
    ...values,
  });

test('prices of 30 and 90 days, their trend and their range', () => {
  // Every 30 days 0.30 more: 7.1, 7.4, 7.7, 8.0, their mean 7.55.
  const sales = [
    sale('2025-11-21', 1000, 2),
    sale('2026-08-22', 1000, 7.1),
    sale('2026-09-21', 3000, 7.4),
    sale('2026-10-21', 1000, 7.7),
    sale('2026-11-20', 2000, 8),
    sale('2026-11-30', 2000, 99),
  ];
  expect(compute({ sales })).toMatchObject({
    status: 'ok',
    price: {
      last: 8,
      lastDate: '2026-11-20',
      w30: 8,
      // (22,200 + 7700 + 16,000) / 6000; 22 August is 91 days ago
      w90: 7.65,
      // 0.3 / 7.55
      trendPctPer30d: 3.97,
      minMax12m: { min: 7.1, max: 8 },
    },
  });
  expect(compute({ sales: sales.slice(2) })).toMatchObject({ price: { trendPctPer30d: null } });
});

test('customers by weight, with the condemned share of their purchases', () => {
  const customers = [
    sale('2026-10-01', 1000, 8, {
      customerId: 'contact_1',
      birdsCount: 400,
      condemnedCount: 8,
    }),
    sale('2026-11-11', 3000, 7, {
      customerId: 'contact_1',
      birdsCount: 1200,
      condemnedCount: 0,
    }),
    sale('2026-11-01', 100, 9, { birdsCount: 40 }),
    sale('2025-01-01', 99_000, 9),
  ];
  const contacts = [row('contacts', { id: 'contact_1', name: 'Emek slaughterhouse' })];
  expect(compute({ sales: customers, contacts })).toMatchObject({
    customers: [
      {
        customerId: 'contact_1',
        name: 'Emek slaughterhouse',
        kg: 4000,
        // 29,000 / 4000
        avgPrice: 7.25,
        // 8 / 1600
        condemnedPct: 0.5,
        daysSince: 10,
      },
      { customerId: null, name: null, kg: 100, avgPrice: 9, condemnedPct: null, daysSince: 20 },
    ],
  });
});

test('bids are compared in the currency of the farm only', () => {
  const bid = (id: string, price: number | null, values = {}) =>
    row('tender-bids', { id, tenderId: 'tender_1', price, currency: 'ILS', ...values });
  const tenderBids = [
    bid('bid_1', 2300),
    bid('bid_2', 2415, { currency: null }),
    bid('bid_3', 600, { currency: 'EUR', supplierName: 'Far Mill' }),
    bid('bid_4', 2000, { status: 'withdrawn' }),
    bid('bid_5', null),
    bid('bid_6', 2300, { createdAt: '2026-10-02T06:00:00.000Z' }),
  ];
  const tender = (direction: string) => ({
    tenders: [
      row('tenders', {
        id: 'tender_1',
        title: 'Grower feed',
        direction,
        status: 'open',
        deadline: '2026-12-01',
      }),
      row('tenders', { id: 'tender_2', status: 'awarded' }),
    ],
    tenderBids,
  });
  const offer = { supplierName: null, currency: 'ILS' };
  expect(compute(tender('buy'))).toMatchObject({
    tenders: [
      {
        tenderId: 'tender_1',
        title: 'Grower feed',
        direction: 'buy',
        bids: 6,
        // As dear as bid_6, and earlier.
        best: { bidId: 'bid_1', price: 2300, ...offer },
        // 115 / 2300
        spreadPct: 5,
        deadlineInDays: 10,
        notComparable: [
          { bidId: 'bid_3', price: 600, currency: 'EUR', supplierName: 'Far Mill' },
          { bidId: 'bid_5', price: null, ...offer },
        ],
      },
    ],
  });
  expect(compute(tender('sell'))).toMatchObject({ tenders: [{ best: { bidId: 'bid_2' } }] });
});

test('an additional day in the barn is worth the gain of the birds minus feed, deaths and the barn', () => {
  const parts = {
    barns: [aBarn()],
    liveFlocks: [
      aFlock({ placementDate: '2026-10-15', chicksReceived: 10_000, targetWeightKg: 2.8 }),
    ],
    liveLogs: [aLog('2026-11-21', { avgWeightGr: 2597 })],
    sales: [sale('2026-11-01', 1000, 8)],
    feedDeliveries: [
      row('feed-deliveries', { date: '2026-11-01', quantityKg: 1000, totalCost: 2500 }),
    ],
    expenses: [row('expenses', { date: '2026-11-01', category: 'electricity', amount: 9000 })],
  };
  const section = compute(parts) as unknown as {
    sellWindow: { days: object[]; bestDate: string; notBefore: string; verdict: string }[];
  };
  const [window] = section.sellWindow;
  expect(window?.days).toHaveLength(11);
  expect(window?.days[0]).toEqual({
    date: '2026-11-21',
    // From 15 October; the standard of 37 days is 2496 g, so these birds are 1.0405 of it.
    ageDays: 37,
    weightKg: 2.597,
    // 10,000 × 2.597 / 1000 m²
    densityKgM2: 25.97,
    // 8 × 10,000 × (2597 − 2496) g × 1.040465
    marginalRevenue: 8406.96,
    // Of 100 placed 97.283 are alive at 37 days and 97.143 at 38: 9985.609 of the 10,000. They eat
    // 193 g × 1.040465^0.68 at 2.50: 4949.787; 14.391 birds of 2.597 kg at 8: 298.987; 9000 / 90
    // days for the barn: 100
    marginalCost: 5348.77,
    net: 3058.18,
  });
  // 2.8 kg × 1.05 = 2.94: at 40 days 2911 g, at 41 days 3015 g.
  expect(window).toMatchObject({
    ...{ bestDate: '2026-11-24', notBefore: null, verdict: 'on_best_date' },
  });
});

test.each([
  // It pays on the last of these days, and later ones are unknown.
  ['birds that may stay', { targetWeightKg: 9 }, { areaSqm: 5000 }, [null, '2026-12-01', 'wait']],
  ['birds too heavy already', { targetWeightKg: 1 }, {}, ['2026-11-21', null, 'now']],
  // 35 days: 10,000 × 2.296 kg on 620 m² are 37.0 kg/m²; 36 days: 38.6; 37 days: 40.2 of 39.
  ['a full barn', { targetWeightKg: 9 }, { areaSqm: 620 }, ['2026-11-22', null, 'on_best_date']],
])('%s are sold on the last suitable day', (_, flock, barn, [bestDate, notBefore, verdict]) => {
  const section = compute({
    barns: [aBarn(barn)],
    liveFlocks: [aFlock({ placementDate: '2026-10-17', chicksReceived: 10_000, ...flock })],
    sales: [sale('2026-11-01', 1000, 8)],
    feedDeliveries: [
      row('feed-deliveries', { date: '2026-11-01', quantityKg: 1000, totalCost: 2000 }),
    ],
  });
  expect(section).toMatchObject({
    sellWindow: [{ bestDate, notBefore, verdict, standardAssumed: true }],
  });
});

/** A medicine given on 20 November, `withdrawal:Nd` later the first day of slaughter. */
const medicineUntil = (days: number) =>
  row('treatments', { flockId: 'flock_1', date: '2026-11-20', notes: `withdrawal:${days}d` });

test.each([
  // Of itself the best day is 22 November, as above.
  ['22 November', 2, ['2026-11-22', null, 'on_best_date', '2026-11-22']],
  ['27 November', 7, ['2026-11-27', null, 'on_best_date', '2026-11-27']],
  ['today', 1, ['2026-11-22', null, 'on_best_date', null]],
  ['a day after the forecast', 40, ['2026-12-30', null, 'on_best_date', '2026-12-30']],
])('no day before the end of a withdrawal period on %s is recommended', (_, days, expected) => {
  const section = compute({
    barns: [aBarn({ areaSqm: 620 })],
    liveFlocks: [
      aFlock({ placementDate: '2026-10-17', chicksReceived: 10_000, targetWeightKg: 9 }),
    ],
    sales: [sale('2026-11-01', 1000, 8)],
    feedDeliveries: [
      row('feed-deliveries', { date: '2026-11-01', quantityKg: 1000, totalCost: 2000 }),
    ],
    treatments: [medicineUntil(days), row('treatments', { flockId: 'other', date: '2026-11-20' })],
  });
  const [window] = section.sellWindow;
  expect([window?.bestDate, window?.notBefore, window?.verdict, window?.withdrawalUntil]).toEqual(
    expected,
  );
});

test('where the standard of the breed ends, the last known day is not recommended', () => {
  // The table of Ross 308 ends at 56 days: the value of another day is known for 54 and 55 days.
  const flock = aFlock({ placementDate: '2026-09-28', chicksReceived: 1000, targetWeightKg: 9 });
  const section = compute({
    barns: [aBarn({ areaSqm: 5000 })],
    liveFlocks: [flock],
    sales: [sale('2026-11-01', 1000, 8)],
    feedDeliveries: [
      row('feed-deliveries', { date: '2026-11-01', quantityKg: 1000, totalCost: 500 }),
    ],
  });
  expect(section).toMatchObject({
    sellWindow: [{ bestDate: null, notBefore: '2026-11-22', verdict: 'wait' }],
  });
});

test.each([
  // Given on 19 November for 7 days: 26 November is the first day on which birds may be slaughtered.
  ['heavy birds wait for its end', 1, ['2026-11-26', null, 'on_best_date', '2026-11-26']],
  ['birds that may stay longer anyway', 9, [null, '2026-12-01', 'wait', '2026-11-26']],
] as const)('no day within a withdrawal is recommended: %s', (_, targetWeightKg, expected) => {
  const section = compute({
    barns: [aBarn({ areaSqm: 5000 })],
    liveFlocks: [aFlock({ placementDate: '2026-10-17', chicksReceived: 10_000, targetWeightKg })],
    treatments: [
      row('treatments', { flockId: 'flock_1', date: '2026-11-19', notes: 'withdrawal:7d' }),
    ],
    sales: [sale('2026-11-01', 1000, 8)],
    feedDeliveries: [
      row('feed-deliveries', { date: '2026-11-01', quantityKg: 1000, totalCost: 2000 }),
    ],
  });
  const [bestDate, notBefore, verdict, withdrawalUntil] = expected;
  expect(section).toMatchObject({
    sellWindow: [{ bestDate, notBefore, verdict, withdrawalUntil }],
  });
});

test('without prices, breed, target and area the days are listed without their worth', () => {
  const section = compute({
    barns: [aBarn({ areaSqm: null })],
    liveFlocks: [aFlock({ breed: 'Heritage' })],
    marketOrders: [
      row('market-orders', {
        title: 'Shavings',
        quantity: 120,
        price: 38,
        status: 'confirmed',
        needByDate: '2026-11-25',
      }),
      row('market-orders', { id: 'market_2', status: 'draft' }),
    ],
  });
  expect(section).toMatchObject({
    status: 'partial',
    price: { last: null, w30: null, w90: null, trendPctPer30d: null, minMax12m: null },
    openOrders: [{ title: 'Shavings', total: 4560, daysLeft: 4 }],
    sellWindow: [{ bestDate: null, verdict: null }],
  });
  expect(section.missing.map(({ code, fix }) => [code, fix?.path])).toEqual([
    ['no_sales', '/sales'],
    ['no_feed_cost', '/feed-deliveries'],
    ['no_target_weight', '/flocks/flock_1'],
    ['breed_unknown', '/flocks/flock_1'],
    ['no_area', '/barns/barn_1'],
  ]);
  expect(JSON.stringify(section)).toContain(`"date":"${addDays('2026-11-21', 10)}"`);
});

test('a farm without trade has no market', () => {
  expect(compute({})).toMatchObject({ status: 'not_enough_data', customers: [], sellWindow: [] });
});
