import { expect, test } from 'vitest';
import { suppliersSection } from '../../../src/farming/insights/suppliers-section.ts';
import { message } from '../../../src/model/core/message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';
import { expectToBeFinite, expectToFitSchema } from '../../support/fit-section-schema.ts';

function compute(parts: object) {
  const section = suppliersSection.compute(aSnapshot({ barns: [aBarn()], ...parts }), {});
  expectToFitSchema('suppliers', section);
  expectToBeFinite(section);
  return section;
}

const contacts = [
  row('contacts', { id: 'emek', kind: 'feed_supplier', name: 'Yossi', company: 'Emek Mill' }),
  row('contacts', { id: 'galil', kind: 'feed_supplier', name: 'Galil Mill' }),
];
const delivery = (id: string, supplierId: string | null, values: object) =>
  row('feed-deliveries', {
    id,
    supplierId,
    date: '2026-11-01',
    feedType: 'grower',
    quantityKg: 10_000,
    ...values,
  });
const order = (id: string, supplierId: string, values: object) =>
  row('feed-orders', { id, supplierId, quantityKg: 10_000, status: 'delivered', ...values });

test('feed suppliers: price by type, punctuality, delivered share of orders', () => {
  const section = compute({
    contacts,
    feedDeliveries: [
      delivery('d1', 'emek', { totalCost: 23_000, feedOrderId: 'o1' }),
      delivery('d2', 'emek', {
        totalCost: 24_000,
        feedType: 'starter',
        quantityKg: 9000,
        feedOrderId: 'o2',
      }),
      delivery('d3', 'galil', { totalCost: 25_000, feedOrderId: 'o3' }),
      delivery('d4', 'galil', { totalCost: null }),
      delivery('d5', 'hills', { totalCost: 26_000, quantityKg: 1000, feedType: 'layer1' }),
      // Too long ago.
      delivery('d6', 'galil', { totalCost: 1, date: '2025-11-01' }),
    ],
    feedOrders: [
      order('o1', 'emek', { dueDate: '2026-11-01', deliveredAt: '2026-11-01' }),
      order('o2', 'emek', { dueDate: '2026-11-02', deliveredAt: '2026-11-01' }),
      order('o3', 'galil', { dueDate: '2026-10-30', deliveredAt: '2026-11-01' }),
      order('o4', 'galil', { dueDate: '2026-11-19', status: 'ordered' }),
      order('o5', 'galil', { dueDate: '2026-11-30', status: 'ordered' }),
    ],
  });
  expect(section).toMatchObject({
    status: 'ok',
    feed: [
      {
        supplierId: 'galil',
        name: 'Galil Mill',
        deliveries: 2,
        tons: 20,
        pricePerTon: 2500,
        // Grower is 48,000 / 20 t = 2400 on the mean.
        priceIndex: 1.042,
        // Of those due: one late, one overdue, one not yet delivered.
        onTimePct: 0,
        fillRatePct: 100,
        fcrIndex: null,
        // Worst price; reliability 50 against 97.37: nothing of the 70 points.
        score: 0,
        noScore: null,
      },
      {
        supplierId: 'emek',
        name: 'Emek Mill',
        deliveries: 2,
        tons: 19,
        // 47,000 / 19 t
        pricePerTon: 2473.68,
        // 47,000 / (10 t × 2400 + 24,000)
        priceIndex: 0.979,
        onTimePct: 100,
        // 19 of 20 t
        fillRatePct: 95,
        score: 100,
      },
      {
        supplierId: 'hills',
        name: null,
        deliveries: 1,
        priceIndex: 1,
        onTimePct: null,
        fillRatePct: null,
        score: null,
        noScore: 'too_few_transactions',
      },
    ],
    // 20 of 40 t
    concentrationPct: { feed: 50, chicks: null },
  });
});

test.each([
  ['half of the feed', 10_000, null],
  // 20 of 21 t have a supplier: 95.24 %, of whom Emek has all.
  ['less than 5 % of the feed', 1000, 95.24],
])('the share of one supplier is unknown if %s has none recorded', (_, quantityKg, pct) => {
  const { concentrationPct } = compute({
    contacts,
    feedDeliveries: [
      delivery('d1', 'emek', { quantityKg: quantityKg * (quantityKg === 1000 ? 20 : 1) }),
      delivery('d2', null, { quantityKg }),
    ],
  });
  expect(concentrationPct).toEqual({ feed: pct, chicks: null });
});

test('feed is also graded by the feed conversion of flocks', () => {
  const sold = (id: string, supplierId: string, feedKg: number) => ({
    flock: aFlock({ id, status: 'closed', placementDate: '2026-10-01', chicksReceived: 10_000 }),
    sale: row('sales', {
      id: `sale_${id}`,
      flockId: id,
      date: '2026-11-12',
      birdsCount: 10_000,
      totalWeightKg: 30_000,
    }),
    // 61 % of it by the one, the rest by another.
    deliveries: [
      delivery(`a_${id}`, supplierId, { flockId: id, quantityKg: feedKg * 0.61 }),
      delivery(`b_${id}`, 'other', { flockId: id, quantityKg: feedKg * 0.39 }),
    ],
  });
  const flocks = [sold('flock_1', 'emek', 45_930), sold('flock_2', 'galil', 48_226.5)];
  const section = compute({
    contacts,
    closedFlocks: flocks.map(({ flock }) => flock),
    sales: flocks.map(({ sale }) => sale),
    feedDeliveries: flocks.flatMap(({ deliveries }) => deliveries),
  });
  // 45,930 / 30,000 is the 1.531 of the breed; 48,226.5 is 1.05 of it.
  expect(section).toMatchObject({
    feed: [
      { supplierId: 'other', fcrIndex: null },
      { supplierId: 'galil', fcrIndex: 1.05 },
      { supplierId: 'emek', fcrIndex: 1 },
    ],
  });
});

test('suppliers of chicks by their birds, weighted by number', () => {
  const flock = (id: string, supplierId: string, values: object) =>
    aFlock({ id, supplierId, status: 'closed', placementDate: '2026-06-01', ...values });
  const firstWeek = (flockId: string, mortality: number) => [
    // Days 2 to 7, of which all deaths are on day 2.
    ...[mortality, 0, 0, 0, 0, 0].map((deaths, index) =>
      aLog(addDays('2026-06-03', index), {
        id: `${flockId}_${index}`,
        flockId,
        mortality: deaths,
        avgWeightGr: index === 5 ? 213 : null,
      }),
    ),
    aLog('2026-07-13', { id: `${flockId}_c`, flockId, mortality: 500 }),
  ];
  const section = compute({
    closedFlocks: [
      flock('f1', 'hatchery_1', { chicksOrdered: 10_000, chicksReceived: 9900, pricePerChick: 4 }),
      flock('f2', 'hatchery_1', {
        chicksOrdered: 20_000,
        chicksReceived: 20_100,
        pricePerChick: 5,
      }),
      flock('f3', 'hatchery_2', { chicksOrdered: 10_000, chicksReceived: 9500, pricePerChick: 4 }),
      flock('f4', 'hatchery_2', { chicksOrdered: 500, chicksReceived: 500, orderTotal: 2000 }),
    ],
    closedLogs: [
      ...firstWeek('f1', 99),
      ...firstWeek('f2', 51),
      ...firstWeek('f3', 200),
      ...firstWeek('f4', 0),
    ],
  });
  expect(section).toMatchObject({
    chicks: [
      {
        supplierId: 'hatchery_1',
        flocks: 2,
        birds: 30_000,
        // (39,600 + 100,500) / 30,000
        pricePerChick: 4.67,
        // More was delivered than ordered for both together.
        shortPct: 0,
        // 150 / 30,000
        firstWeekMortalityPct: 0.5,
        w7Index: 1,
        // Dearest, but fullest and best: 0 + 30 + 30
        score: 60,
      },
      {
        supplierId: 'hatchery_2',
        birds: 10_000,
        pricePerChick: 4,
        // 500 / 10,500
        shortPct: 4.76,
        firstWeekMortalityPct: 2,
        score: 40,
      },
    ],
    concentrationPct: { feed: null, chicks: 75 },
  });
});

test('medicine in stock and bids on tenders', () => {
  const medicine = (id: string, supplierId: string | null, expiryDate: string) =>
    row('medicine', { id, supplierId, expiryDate });
  const bid = (id: string, supplierName: string | null, status: string) =>
    row('tender-bids', { id, tenderId: 'tender_1', supplierName, status });
  const section = compute({
    medicine: [
      medicine('m1', 'vetpharm', '2026-11-20'),
      medicine('m2', 'vetpharm', addDays('2026-11-21', 0)),
      medicine('m3', 'vetpharm', '2027-01-01'),
      medicine('m4', 'vetpharm', '2027-01-01'),
      medicine('m5', null, '2020-01-01'),
    ],
    tenderBids: [
      bid('b1', 'Emek Mill', 'accepted'),
      bid('b2', ' Emek Mill', 'rejected'),
      bid('b3', null, 'submitted'),
    ],
  });
  expect(section).toMatchObject({
    status: 'ok',
    medicine: [
      {
        supplierId: 'vetpharm',
        items: 4,
        expiredSharePct: 25,
        score: null,
        noScore: 'nothing_to_compare',
      },
    ],
    tenders: [{ supplierName: 'Emek Mill', bids: 2, wins: 1, winPct: 50 }],
  });
});

test('a farm without named suppliers reports how to start', () => {
  const { missing, status } = compute({
    liveFlocks: [aFlock()],
    feedDeliveries: [delivery('d1', null, {}), delivery('d2', null, { date: '2026-11-02' })],
  });
  expect(status).toBe('not_enough_data');
  expect(missing).toEqual([
    {
      code: 'no_suppliers',
      message: message('suppliers.no_suppliers'),
      resource: 'contacts',
      need: 1,
      have: 0,
      fix: {
        method: 'POST',
        path: '/contacts',
        body: { farmId: 'farm_1', kind: 'feed_supplier', name: null },
      },
    },
    {
      code: 'delivery_without_supplier',
      message: message('suppliers.delivery_without_supplier', { count: 2 }),
      resource: 'feed-deliveries',
      field: 'supplierId',
      need: 2,
      have: 0,
      fix: { method: 'PATCH', path: '/feed-deliveries/d2', body: { supplierId: null } },
    },
    {
      code: 'flock_without_supplier',
      message: message('suppliers.flock_without_supplier', { flock: 'B1-2611' }),
      resource: 'flocks',
      field: 'supplierId',
      flockId: 'flock_1',
      fix: { method: 'PATCH', path: '/flocks/flock_1', body: { supplierId: null } },
    },
  ]);
});
