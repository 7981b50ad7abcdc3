import { expect, test } from 'vitest';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { leaksSection } from '../../../src/farming/insights/leaks-section.ts';
import { message } from '../../../src/model/core/message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row } from '../../support/a-snapshot.ts';
import { expectToBeFinite, expectToFitSchema } from '../../support/fit-section-schema.ts';

interface LeakRow {
  readonly kind: string;
  readonly flockId: string | null;
}

function compute(parts: Partial<FarmSnapshot>) {
  const section = leaksSection.compute(aSnapshot({ barns: [aBarn()], ...parts }), {});
  expectToFitSchema('leaks', section);
  expectToBeFinite(section);
  return section as typeof section & {
    readonly rows: readonly LeakRow[];
    readonly total: number | null;
  };
}

function rowsOf(kind: string, parts: Partial<FarmSnapshot>) {
  return compute(parts).rows.filter((row) => row.kind === kind);
}

/** 2.50 a kg of feed, 8 a kg of birds. */
const prices = {
  feedDeliveries: [
    row('feed-deliveries', {
      id: 'delivery_p',
      date: '2026-11-01',
      quantityKg: 10_000,
      totalCost: 25_000,
    }),
  ],
  sales: [
    row('sales', {
      id: 'sale_p',
      flockId: 'flock_p',
      date: '2026-11-01',
      totalWeightKg: 1000,
      totalAmount: 8000,
    }),
  ],
};

test('a farm without prices has no results', () => {
  const section = compute({ liveFlocks: [aFlock()] });
  expect(section).toMatchObject({ status: 'not_enough_data', rows: [], total: null });
  expect(section.missing.map(({ code, fix }) => [code, fix?.path])).toEqual([
    ['no_sale_price', '/sales'],
    ['no_feed_cost', '/feed-deliveries'],
  ]);
});

test('a farm without losses has lost 0', () => {
  expect(compute(prices)).toEqual({
    status: 'ok',
    asOf: '2026-11-21',
    missing: [],
    rows: [],
    total: 0,
    isLowerBound: false,
  });
});

test('birds that died beyond the curve cost their chick and the feed they ate', () => {
  // 20 days old: 20 a day are 400 of 20,000, 2 %; the curve expects 1.432 %.
  const liveLogs = Array.from({ length: 20 }, (_, index) =>
    aLog(addDays('2026-11-02', index), { mortality: 20 }),
  );
  const liveFlocks = [aFlock({ pricePerChick: 4.5, plannedMarketDate: '2026-11-21' })];
  expect(rowsOf('excess_mortality', { ...prices, liveFlocks, liveLogs })).toEqual([
    {
      kind: 'excess_mortality',
      flockId: 'flock_1',
      barnId: 'barn_1',
      // 113.6 × (4.5 + 0.323 × 2.5)
      amount: 602.93,
      isLowerBound: false,
      currency: 'ILS',
      // Of 19,600 birds × 0.935 kg × 8 = 146,608
      pctOfRevenue: 0.41,
      referenceNote: null,
      reference: { basis: 'curve', value: 1.43 },
      evidence: {
        cumMortalityPct: 2,
        ...{ mortalityDays: 20, mortalityDaysUnlogged: 0 },
        // (2 − 1.432) % of 20,000
        birds: 113.6,
        chickPrice: 4.5,
        // Ages 1 to 20 alike; feed to 10.5 days, between 297 and 349 g.
        meanAgeOfDeath: 10.5,
        feedKgPerBird: 0.323,
        feedPricePerKg: 2.5,
        // 4.5 + 0.323 × 2.5
        cost: 5.3075,
      },
      confidence: 0.6,
    },
  ]);
});

test('the loss from deaths is a lower bound if some days are not logged', () => {
  const days = Array.from({ length: 20 }, (_, index) =>
    aLog(addDays('2026-11-02', index), { mortality: 20 }),
  );
  const liveFlocks = [aFlock({ pricePerChick: 4.5 })];
  const bounds = [days, days.filter((_, index) => index !== 9)].map((liveLogs) => {
    const { isLowerBound, rows } = compute({ ...prices, liveFlocks, liveLogs });
    return [isLowerBound, rows.filter((loss) => loss.isLowerBound).map(({ kind }) => kind)];
  });
  expect(bounds).toEqual([
    [false, []],
    [true, ['excess_mortality']],
  ]);
});

/** A closed flock of 10,000 that was sold at 42 days with 30 t. */
function soldFlock(id: string, placementDate: string, feedKg: number) {
  const day = addDays(placementDate, 42);
  return {
    flock: aFlock({ id, code: id, status: 'closed', placementDate, chicksReceived: 10_000 }),
    sale: row('sales', {
      id: `sale_${id}`,
      flockId: id,
      date: day,
      birdsCount: 10_000,
      totalWeightKg: 30_000,
      totalAmount: 240_000,
    }),
    delivery: row('feed-deliveries', {
      id: `delivery_${id}`,
      flockId: id,
      date: placementDate,
      quantityKg: feedKg,
      totalCost: feedKg * 2.5,
    }),
  };
}

test('feed beyond the needs of the breed is a loss', () => {
  const sold = soldFlock('flock_0', '2026-10-01', 51_000);
  const parts = {
    closedFlocks: [sold.flock],
    sales: [sold.sale],
    feedDeliveries: [sold.delivery],
  };
  expect(rowsOf('fcr_gap', parts)).toEqual([
    expect.objectContaining({
      flockId: 'flock_0',
      // 51,000 / 30,000 = 1.7 against 1.531 × 1.05 = 1.60755: 0.09245 × 30,000 kg × 2.50
      amount: 6933.75,
      // Of 240,000
      pctOfRevenue: 2.89,
      reference: { basis: 'breed', value: 1.61 },
      referenceNote: message('leaks.fcr_reference', {
        ...{ flock: sold.flock.code ?? sold.flock.id, basis: 'breed', reference: 1.61 },
        ...{ standard: 1.53, pct: { quantity: 5, unit: '%' } },
      }),
      evidence: { fcr: 1.7, breedFcr: 1.531, kg: 30_000, feedKg: 2773.5, feedPricePerKg: 2.5 },
    }),
  ]);
});

test('a growing flock cannot lose more feed than it has eaten', () => {
  // 10,000 birds of 28 days weigh 1,500 g: 15,000 kg of 30,000 kg of feed, a conversion of 2.
  const logs = logsFrom(
    '2026-10-17',
    Array.from({ length: 28 }, () => ({ mortality: 0, feedKg: 30_000 / 28 })),
  );
  const weighed = logs.map((log, index) => (index === 27 ? { ...log, avgWeightGr: 1500 } : log));
  const [leak] = rowsOf('fcr_gap', {
    barns: [aBarn()],
    liveFlocks: [aFlock({ placementDate: '2026-10-16', chicksReceived: 10_000 })],
    liveLogs: weighed,
    feedDeliveries: [
      row('feed-deliveries', { date: '2026-10-16', quantityKg: 30_000, totalCost: 75_000 }),
    ],
  });
  // A week later they weigh more, but their conversion is that of the day of the weighing.
  expect(leak?.evidence).toMatchObject({ fcr: 2, kg: 15_000 });
});

test('after two flocks, a flock is compared with its farm', () => {
  const sold = [
    soldFlock('flock_3', '2026-10-01', 51_000),
    soldFlock('flock_2', '2026-08-01', 48_000),
    soldFlock('flock_1', '2026-06-01', 48_600),
  ];
  const leaks = rowsOf('fcr_gap', {
    closedFlocks: sold.map(({ flock }) => flock),
    sales: sold.map(({ sale }) => sale),
    feedDeliveries: sold.map(({ delivery }) => delivery),
  });
  // The previous ones are 1.6 and 1.62, the flock has 1.7: their median is 1.61.
  expect(leaks[0]).toMatchObject({
    flockId: 'flock_3',
    // 0.09 × 30,000 × 2.50
    amount: 6750,
    reference: { basis: 'farm', value: 1.61 },
    referenceNote: { text: 'leaks.fcr_reference', params: { basis: 'farm', reference: 1.61 } },
    confidence: 0.8,
  });
});

test('feed sold cheaper by another supplier is expensive', () => {
  const delivery = (id: string, date: string, pricePerTon: number, values = {}) =>
    row('feed-deliveries', {
      id,
      date,
      pricePerTon,
      quantityKg: 10_000,
      feedType: 'grower',
      supplierId: 'contact_1',
      flockId: 'flock_1',
      ...values,
    });
  const feedDeliveries = [
    delivery('cheap', '2026-08-15', 2300, { supplierId: 'contact_2', flockId: null }),
    // Within 2 % of 2300.
    delivery('near', '2026-10-01', 2346),
    delivery('dear', '2026-10-02', 2400),
    // Of another type, and without a supplier.
    delivery('other', '2026-10-03', 2600, { feedType: 'starter' }),
    delivery('unnamed', '2026-10-04', 2600, { supplierId: null }),
    // More than 90 days after the cheap one no supplier sold grower for less.
    delivery('later', '2026-11-20', 2500),
  ];
  expect(rowsOf('feed_price', { feedDeliveries })).toEqual([
    expect.objectContaining({
      flockId: 'flock_1',
      // 100 a ton × 10 t
      amount: 1000,
      evidence: {
        deliveries: [
          {
            id: 'dear',
            date: '2026-10-02',
            feedType: 'grower',
            kg: 10_000,
            pricePerTon: 2400,
            bestPricePerTon: 2300,
          },
        ],
      },
    }),
  ]);
});

test('birds rejected beyond 1 % are a loss at the price of the flock', () => {
  const sold = soldFlock('flock_0', '2026-10-01', 48_000);
  const parts = (refused: object) => ({
    closedFlocks: [sold.flock],
    sales: [{ ...sold.sale, ...refused }],
  });
  // 900 − 300 kg at 8
  expect(rowsOf('condemnation', parts({ condemnedKg: 900 }))).toMatchObject([
    { amount: 4800, evidence: { condemnationPct: 3, excessKg: 600, pricePerKg: 8 } },
  ]);
  // 200 birds of 3 kg are 600 kg.
  expect(rowsOf('condemnation', parts({ condemnedCount: 200 }))).toMatchObject([{ amount: 2400 }]);
  expect(rowsOf('condemnation', parts({ condemnedKg: 300 }))).toEqual([]);
  expect(rowsOf('condemnation', parts({}))).toEqual([]);
});

test.each([
  ['paid in full', { orderTotal: 90_000, pricePerChick: 4.5 }, 1800, 0.9],
  ['paid in full, without a known price', { orderTotal: 90_000 }, 1800, 0.5],
  ['paid in part', { orderTotal: 89_000, pricePerChick: 4.5 }, 800, 0.9],
])('400 missing chicks, %s', (_, order, amount, confidence) => {
  const liveFlocks = [aFlock({ chicksOrdered: 20_000, chicksReceived: 19_600, ...order })];
  expect(rowsOf('short_chicks', { ...prices, liveFlocks })).toMatchObject([{ amount, confidence }]);
});

test.each([
  ['that were not charged', { chicksReceived: 19_600, orderTotal: 88_200, pricePerChick: 4.5 }],
  ['of half a percent', { chicksReceived: 19_900, orderTotal: 90_000, pricePerChick: 4.5 }],
  ['of an order without a total', { chicksReceived: 19_000, pricePerChick: 4.5 }],
])('missing chicks %s are not a loss', (_, values) => {
  const liveFlocks = [aFlock({ chicksOrdered: 20_000, ...values })];
  expect(rowsOf('short_chicks', { ...prices, liveFlocks })).toEqual([]);
});

test('days after the planned sale cost the feed minus the growth', () => {
  // At 1 a kg of birds, growth never pays for feed at 2.50.
  const sales = [
    {
      ...row('sales', { flockId: 'flock_p', date: '2026-11-01' }),
      totalWeightKg: 1000,
      totalAmount: 1000,
    },
  ];
  const liveFlocks = [aFlock({ chicksReceived: 10_000, plannedMarketDate: '2026-11-19' })];
  const expenses = [row('expenses', { date: '2026-11-02', category: 'electricity', amount: 9000 })];
  expect(rowsOf('late_sale', { ...prices, sales, liveFlocks, expenses })).toMatchObject([
    {
      // 18 to 19 days: 10,000 × 94 g × 2.50 + 100 − 10,000 × 71 g × 1 = 1740
      // 19 to 20 days: 10,000 × 100 g × 2.50 + 100 − 10,000 × 75 g × 1 = 1850
      amount: 3590,
      evidence: {
        plannedMarketDate: '2026-11-19',
        lastDay: '2026-11-21',
        daysLate: 2,
        fixedPerDay: 100,
      },
      confidence: 0.4,
    },
  ]);
  const onTime = [aFlock({ plannedMarketDate: '2026-11-21' })];
  expect(rowsOf('late_sale', { ...prices, sales, liveFlocks: onTime, expenses })).toEqual([]);
});

test('a barn empty for longer than two weeks loses the usual earnings of flocks there', () => {
  const first = soldFlock('flock_0', '2026-06-01', 48_000);
  const second = soldFlock('flock_1', '2026-08-03', 48_000);
  const closedFlocks = [
    { ...second.flock, pricePerChick: 4 },
    { ...first.flock, pricePerChick: 4 },
  ];
  const leakRows = rowsOf('idle_barn', {
    closedFlocks,
    sales: [first.sale, second.sale],
    feedDeliveries: [first.delivery, second.delivery],
  });
  expect(leakRows).toMatchObject([
    {
      // From 14 September on, 68 days up to today: 54 too many.
      flockId: null,
      barnId: 'barn_1',
      // Each flock earned 240,000 − 40,000 − 120,000 = 80,000, 8 a bird;
      // 20,000 birds × 8 / (42 + 14) a day = 2857.142857; × 54
      amount: 154_285.71,
      evidence: { from: '2026-09-14', to: '2026-11-21', days: 68, lostDays: 54, profitPerBird: 8 },
    },
    {
      // 13 July to 3 August are 21 days: 7 too many.
      flockId: 'flock_1',
      amount: 20_000,
      evidence: { days: 21, lostDays: 7, profitPerDay: 2857.14 },
    },
  ]);
});

test('broken eggs are counted, and cost the egg price if eggs are sold by weight', () => {
  const liveFlocks = [
    aFlock({ breed: 'Lohmann Brown', placementDate: '2026-06-01', arrivalAgeDays: 120 }),
  ];
  const liveLogs = [
    // Their eggs are not logged, or more than hens can lay: not part of the share.
    aLog('2026-11-18', { eggsBroken: 400 }),
    aLog('2026-11-19', { eggs: 90_000, eggsBroken: 400 }),
    aLog('2026-11-20', { eggs: 10_000, eggsBroken: 500 }),
  ];
  expect(rowsOf('egg_breakage', { ...prices, liveFlocks, liveLogs })).toMatchObject([
    {
      amount: null,
      reference: { basis: 'threshold', value: 2 },
      // 500 − 2 % of 10,000
      evidence: { eggs: 10_000, broken: 500, breakagePct: 5, excess: 300, pricePerKg: null },
    },
  ]);
});

test('expired items and those without an amount are listed without one', () => {
  const section = compute({
    ...prices,
    liveFlocks: [aFlock()],
    medicine: [
      row('medicine', { name: 'LaSota', quantity: 5, expiryDate: '2026-11-20' }),
      row('medicine', { id: 'medicine_2', quantity: 0, expiryDate: '2026-01-01' }),
    ],
    feedDeliveries: [
      ...prices.feedDeliveries,
      row('feed-deliveries', { id: 'delivery_x', flockId: 'flock_1', date: '2026-11-05' }),
    ],
    treatments: [row('treatments', { flockId: 'flock_1', kind: 'antibiotic', cost: 90 })],
    expenses: [
      row('expenses', {
        flockId: 'flock_1',
        date: '2026-11-05',
        category: 'medicine',
        amount: 90,
      }),
    ],
  });
  expect(section.rows).toMatchObject([
    {
      kind: 'duplicate_or_uncosted',
      flockId: 'flock_1',
      amount: null,
      evidence: {
        uncosted: [{ resource: 'feed-deliveries', id: 'delivery_x' }],
        duplicates: [{ resource: 'expenses', id: 'expense_1', amount: 90 }],
      },
    },
    {
      kind: 'expired_medicine',
      flockId: null,
      amount: null,
      evidence: { items: [{ id: 'medicine_1', name: 'LaSota' }] },
    },
  ]);
  expect(section.total).toBeNull();
});

test('the total of losses without any known amount is unknown', () => {
  const medicine = [row('medicine', { name: 'LaSota', quantity: 5, expiryDate: '2026-11-20' })];
  const section = compute({ ...prices, medicine });
  expect(section.rows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['expired_medicine', null],
  ]);
  expect(section.total).toBeNull();
});

test('a total is a lower bound if a loss has no amount', () => {
  const medicine = [row('medicine', { name: 'LaSota', quantity: 5, expiryDate: '2026-11-20' })];
  const order = { chicksOrdered: 20_400, chicksReceived: 20_000, orderTotal: 91_800 };
  const liveFlocks = [aFlock({ ...order, pricePerChick: 4.5 })];
  // 400 missing chicks at 4.5.
  const section = compute({ ...prices, liveFlocks });
  expect([section.total, section.isLowerBound]).toEqual([1800, false]);
  const part = compute({ ...prices, liveFlocks, medicine });
  expect([part.total, part.isLowerBound]).toEqual([1800, true]);
});
