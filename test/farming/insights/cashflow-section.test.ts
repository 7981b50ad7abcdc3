import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cashflowSection } from '../../../src/farming/insights/cashflow-section.ts';
import {
  computeInsights,
  sectionDefinitions,
} from '../../../src/farming/insights/compute-insights.ts';
import { type Message, message } from '../../../src/model/core/message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { sum } from '../../../src/tools/statistics.ts';
import { aBarn, aFlock, aSnapshot, row } from '../../support/a-snapshot.ts';
import { expectToBeFinite, expectToFitSchema } from '../../support/fit-section-schema.ts';

interface Week {
  readonly weekStart: string;
  readonly kind: string;
  readonly in: number;
  readonly out: number;
  readonly net: number;
  readonly cumulative: number;
  readonly items: readonly object[];
}

function compute(parts: object) {
  const section = cashflowSection.compute(aSnapshot(parts), {});
  expectToFitSchema('cashflow', section);
  expectToBeFinite(section);
  return section as typeof section & {
    readonly weeks: readonly Week[];
    readonly minCumulative: number | null;
    readonly firstNegativeWeek: string | null;
    readonly assumptions: readonly Message[];
  };
}

const expense = (date: string, amount: number, category = 'labor') =>
  row('expenses', { id: `expense_${date}_${category}`, date, category, amount });

/** 21 November is a Saturday: this week began on the 16th, the twelve before it on 24 August. */
const wages = ['2026-08-31', '2026-09-28', '2026-10-26'].map((date) => expense(date, 8000));
const sold = row('sales', {
  flockId: 'flock_0',
  date: '2026-09-01',
  totalWeightKg: 10_000,
  totalAmount: 80_000,
});

test('twelve weeks of facts and nine weeks of forecast', () => {
  const section = compute({
    barns: [aBarn()],
    expenses: [
      ...wages,
      // Once: in one of the three times four weeks only.
      expense('2026-09-16', 30_000, 'equipment'),
      // Recorded in advance.
      expense('2026-12-01', 700, 'insurance'),
      expense('2026-11-17', 500),
    ],
    sales: [sold],
    liveFlocks: [
      aFlock({
        id: 'flock_2',
        status: 'planned',
        placementDate: '2026-12-28',
        chicksReceived: null,
        pricePerChick: 4.5,
      }),
    ],
    feedOrders: [
      row('feed-orders', {
        id: 'order_1',
        status: 'confirmed',
        quantityKg: 10_000,
        pricePerTon: 2300,
        dueDate: '2026-11-10',
      }),
      row('feed-orders', { id: 'order_2', status: 'delivered', quantityKg: 9000, pricePerTon: 1 }),
    ],
    marketOrders: [
      row('market-orders', {
        id: 'market_1',
        status: 'confirmed',
        direction: 'sell',
        category: 'manure',
        quantity: 100,
        price: 60,
        needByDate: '2026-12-10',
      }),
      row('market-orders', {
        id: 'market_2',
        status: 'confirmed',
        direction: 'sell',
        category: 'live_birds',
        quantity: 20_000,
        price: 20,
        needByDate: '2026-12-10',
      }),
      row('market-orders', { id: 'market_3', status: 'open', quantity: 1, price: 9 }),
    ],
  });
  const { weeks } = section;
  expect(weeks.map(({ weekStart, kind }) => [weekStart, kind])).toEqual(
    Array.from({ length: 21 }, (_, index) => [
      addDays('2026-08-24', 7 * index),
      index < 12 ? 'actual' : 'forecast',
    ]),
  );
  expect(weeks.slice(0, 2)).toEqual([
    { weekStart: '2026-08-24', kind: 'actual', in: 0, out: 0, net: 0, cumulative: 0, items: [] },
    {
      weekStart: '2026-08-31',
      kind: 'actual',
      in: 80_000,
      out: 8000,
      net: 72_000,
      cumulative: 72_000,
      items: [
        { direction: 'in', category: 'sales', amount: 80_000, basis: 'recorded' },
        { direction: 'out', category: 'labor', amount: 8000, basis: 'recorded' },
      ],
    },
  ]);
  // 80,000 − 3 × 8000 − 30,000 by the end of last week.
  expect(weeks[11]).toMatchObject({ weekStart: '2026-11-09', cumulative: 26_000 });
  // 8000 in each four weeks are 2000 a week, of which 500 are recorded; the order is overdue.
  expect(weeks[12]).toEqual({
    weekStart: '2026-11-16',
    kind: 'forecast',
    in: 0,
    out: 25_000,
    net: -25_000,
    cumulative: 1000,
    items: [
      { direction: 'out', category: 'labor', amount: 500, basis: 'recorded' },
      { direction: 'out', category: 'feed', amount: 23_000, basis: 'order', id: 'order_1' },
      { direction: 'out', category: 'labor', amount: 1500, basis: 'recurring' },
    ],
  });
  expect(weeks[13]).toMatchObject({ out: 2000, cumulative: -1000 });
  expect(weeks[14]?.items).toContainEqual({
    direction: 'out',
    category: 'insurance',
    amount: 700,
    basis: 'recorded',
  });
  // 100 × 60; the live birds are the revenue of the flocks.
  expect(weeks[15]).toMatchObject({ weekStart: '2026-12-07', in: 6000, out: 2000 });
  expect(weeks[18]?.items).toContainEqual({
    direction: 'out',
    category: 'chicks',
    // 20,000 ordered at 4.5
    amount: 90_000,
    basis: 'placement',
    id: 'flock_2',
  });
  // 1000 − 8 × 2000 − 700 + 6000 − 90,000
  expect(weeks.at(-1)).toMatchObject({ weekStart: '2027-01-11', cumulative: -99_700 });
  expect(section).toMatchObject({
    status: 'ok',
    asOf: '2026-11-21',
    missing: [],
    minCumulative: -99_700,
    firstNegativeWeek: '2026-11-23',
    openingBalance: null,
    assumptions: [
      message('cashflow.assumes_row_dates'),
      message('cashflow.assumes_no_opening_balance'),
      // From 31 August to 15 November.
      message('cashflow.assumes_usual_costs', { weeks: 11 }),
      message('cashflow.assumes_bird_orders_in_flocks'),
    ],
  });
});

test('a current flock eats until its sale, less feed already bought', () => {
  const { weeks, assumptions } = compute({
    barns: [aBarn()],
    expenses: [...wages, expense('2026-09-14', 10, 'admin')],
    sales: [sold],
    liveFlocks: [
      aFlock({ chicksReceived: 10_000, plannedMarketDate: '2026-11-24', orderTotal: 1 }),
    ],
    feedDeliveries: [
      row('feed-deliveries', { date: '2026-10-01', quantityKg: 1000, totalCost: 2000 }),
    ],
    feedOrders: [
      row('feed-orders', {
        id: 'order_1',
        flockId: 'flock_1',
        status: 'ordered',
        quantityKg: 2000,
        dueDate: '2026-11-23',
      }),
    ],
  });
  const feed = weeks.slice(12).map(({ items }) => items.filter(isOf('feed')));
  // 21 November, not logged yet: 10,000 birds × 100 g are 1000 kg. 22 November: 9994.06 birds ×
  // 105 g are 1049.38 kg. The order covers 2000 kg of both, and the other 49.38 kg cost 2 each.
  // 23 and 24: 9988.13 × 111 g + 9982.19 × 117 g = 2276.60 kg.
  expect(feed.slice(0, 3)).toEqual([
    [{ direction: 'out', category: 'feed', amount: 98.75, basis: 'feed_need' }],
    [
      { direction: 'out', category: 'feed', amount: 4000, basis: 'order', id: 'order_1' },
      { direction: 'out', category: 'feed', amount: 4553.2, basis: 'feed_need' },
    ],
    [],
  ]);
  expect(weeks[13]?.items).toContainEqual({
    direction: 'in',
    category: 'sales',
    // 9982.195 birds × 1.174 kg × 8
    amount: 93_752.78,
    basis: 'flock',
    id: 'flock_1',
  });
  expect(assumptions.slice(3)).toEqual([
    message('cashflow.assumes_sale_price', { price: { amount: 8, currency: 'ILS' } }),
    message('cashflow.assumes_feed_price', {
      birds: 'all',
      price: { amount: 2, currency: 'ILS' },
    }),
  ]);
});

test('a flock that is paid for and not yet sold is below zero, without a risk', () => {
  // 90,000 for chicks and 4 × 3000 of wages, all before this week; the flock earns more.
  const months = ['2026-09-02', '2026-09-30', '2026-10-14', '2026-11-11'];
  const farm = {
    barns: [aBarn()],
    expenses: [
      ...months.map((date) => expense(date, 3000)),
      expense('2026-11-02', 90_000, 'chicks'),
    ],
    liveFlocks: [aFlock({ chicksReceived: 20_000, placementDate: '2026-11-02' })],
    feedDeliveries: [
      row('feed-deliveries', { date: '2026-11-14', quantityKg: 1000, totalCost: 2000 }),
    ],
    marketOrders: [],
    closedFlocks: [aFlock({ id: 'flock_0', status: 'closed' })],
    sales: [sold].map((sale) => ({ ...sale, date: '2026-08-20' })),
  };
  const section = compute(farm);
  // 2000 for feed follow the rest: more is spent until the birds are sold.
  expect(section).toMatchObject({ status: 'ok', firstNegativeWeek: '2026-08-31' });
  const [lowest, week] = [section.minCumulative ?? 0, section.weeks[11]?.cumulative ?? 0];
  expect(week).toBe(-104_000);
  expect(lowest).toBeLessThan(week);
  const { risk } = computeInsights(aSnapshot(farm), ['risk'], sectionDefinitions).sections;
  expect(risk).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ key: 'cash', p: 0 })]),
  });
});

test('the lowest balance and the first week below zero may be in the past', () => {
  const repaid = { ...sold, id: 'repaid', date: '2026-11-02' };
  const { minCumulative, firstNegativeWeek } = compute({
    sales: [repaid],
    expenses: ['2026-08-25', '2026-09-01', '2026-09-08'].map((date) => expense(date, 5000, 'feed')),
  });
  expect([minCumulative, firstNegativeWeek]).toEqual([-15_000, '2026-08-24']);
});

test('hens earn their previous weekly revenue up to their removal', () => {
  const eggs = Array.from({ length: 12 }, (_, week) =>
    row('sales', {
      id: `sale_${week}`,
      flockId: 'flock_1',
      date: addDays('2026-08-25', 7 * week),
      totalAmount: 5000,
    }),
  );
  const { weeks, firstNegativeWeek } = compute({
    barns: [aBarn({ barnType: 'layer' })],
    sales: [...eggs, row('sales', { flockId: 'flock_1', date: '2026-11-17', totalAmount: 2000 })],
    liveFlocks: [
      aFlock({
        breed: 'Lohmann Brown',
        placementDate: '2026-03-01',
        arrivalAgeDays: 120,
        plannedMarketDate: '2026-12-10',
      }),
    ],
  });
  const eggsOf = (week: number) => weeks[week]?.items.map((item) => ({ ...item }));
  // 2000 of the usual 5000 have been received in this week already.
  expect(eggsOf(12)).toEqual([
    { direction: 'in', category: 'eggs', amount: 2000, basis: 'recorded' },
    { direction: 'in', category: 'eggs', amount: 3000, basis: 'recurring', id: 'flock_1' },
  ]);
  expect(weeks.slice(13).map((week) => week.in)).toEqual([5000, 5000, 5000, 0, 0, 0, 0, 0]);
  expect(firstNegativeWeek).toBeNull();
});

test('chicks ordered for a planned flock are counted with its placement', () => {
  const chicks = (id: string, needByDate: string) =>
    row('market-orders', {
      id,
      status: 'confirmed',
      direction: 'buy',
      category: 'chicks',
      quantity: 20_000,
      price: 4,
      needByDate,
    });
  const { weeks } = compute({
    expenses: [...wages, expense('2026-11-04', 1)],
    liveFlocks: [aFlock({ status: 'planned', placementDate: '2026-12-01', pricePerChick: 4 })],
    marketOrders: [chicks('market_1', '2026-11-30'), chicks('market_2', '2026-12-22')],
  });
  const bought = weeks.flatMap(({ items }) => items.filter(isOf('chicks')));
  expect(bought.map((item) => 'id' in item && item.id)).toEqual(['flock_1', 'market_2']);
});

test('a planned flock eats from its placement on, and is sold', () => {
  const { weeks } = compute({
    barns: [aBarn()],
    expenses: [...wages, expense('2026-11-04', 1)],
    sales: [sold],
    feedDeliveries: [
      row('feed-deliveries', { date: '2026-10-01', quantityKg: 1000, totalCost: 2000 }),
    ],
    liveFlocks: [
      aFlock({
        status: 'planned',
        placementDate: '2026-12-01',
        plannedMarketDate: '2026-12-21',
        chicksOrdered: 10_000,
        chicksReceived: null,
        pricePerChick: 4,
      }),
    ],
  });
  const forecastWeeks = weeks
    .slice(12)
    .flatMap(({ weekStart, items }) => items.map((item) => ({ weekStart, ...item })));
  const total = (category: string) =>
    sum(forecastWeeks.filter(isOf(category)).map(({ amount }) => amount));
  expect(total('chicks')).toBe(40_000);
  // Of 10,000 chicks between 98 and 100 % live on each of the days.
  // 1,050 g up to day 20 (Ross 308, 2022) at 2 a kilogram.
  expect(total('feed') / (10_000 * 1.05 * 2)).toBeGreaterThan(0.98);
  expect(total('feed') / (10_000 * 1.05 * 2)).toBeLessThan(1);
  expect(forecastWeeks.find(isOf('feed'))?.weekStart).toBe('2026-11-30');
  // 935 g on day 20 at 8 a kilogram.
  const sale = forecastWeeks.filter(isOf('sales'));
  expect(sale.map(({ weekStart }) => weekStart)).toEqual(['2026-12-21']);
  expect(total('sales') / (10_000 * 0.935 * 8)).toBeGreaterThan(0.98);
  expect(total('sales') / (10_000 * 0.935 * 8)).toBeLessThan(1);
});

function isOf(category: string) {
  return (item: object) => 'category' in item && item.category === category;
}

test('three weeks with money are too few for a forecast', () => {
  const section = compute({ expenses: wages });
  expect(section).toEqual({
    status: 'not_enough_data',
    asOf: '2026-11-21',
    missing: [
      {
        code: 'few_money_weeks',
        message: message('cashflow.few_money_weeks', { need: 4, have: 3 }),
        resource: 'expenses',
        need: 4,
        have: 3,
        fix: {
          method: 'POST',
          path: '/expenses',
          body: { farmId: 'farm_1', date: null, category: null, amount: null },
        },
      },
    ],
    weeks: [],
    minCumulative: null,
    firstNegativeWeek: null,
    openingBalance: null,
    assumptions: [],
  });
});

describe('usual costs of a new farm', () => {
  // Five weeks before 16 November: from 12 October on.
  const shared = ['2026-10-12', '2026-10-20', '2026-10-28', '2026-11-11'].map((date) =>
    expense(date, 500, 'electricity'),
  );
  const ofFlock = (flockId: string, date: string, category = 'gas') => ({
    ...expense(date, 1000, category),
    flockId,
  });
  const recurring = (parts: object) => {
    const { weeks, assumptions } = compute({ barns: [aBarn()], ...parts });
    const forecastWeeks = weeks
      .slice(12)
      .map(({ items }) =>
        items.flatMap((item) =>
          'basis' in item && item.basis === 'recurring' ? [Object.values(item).slice(1, 3)] : [],
        ),
      );
    return { ahead: forecastWeeks, assumptions };
  };
  const closedFlock = aFlock({ id: 'flock_0', status: 'closed', placementDate: '2026-10-01' });

  test('are the mean of the recorded weeks, whose number is stated', () => {
    const { ahead, assumptions } = recurring({ expenses: shared });
    // 2000 in five weeks.
    expect(ahead).toEqual(Array.from({ length: 9 }, () => [['electricity', 400]]));
    expect(assumptions).toContainEqual(message('cashflow.assumes_usual_costs', { weeks: 5 }));
  });

  test('the usual costs of a flock that has left end', () => {
    const expenses = [
      ...shared,
      ofFlock('flock_0', '2026-10-14'),
      ofFlock('flock_0', '2026-11-02'),
    ];
    const { ahead } = recurring({ closedFlocks: [closedFlock], expenses });
    expect(ahead).toEqual(Array.from({ length: 9 }, () => [['electricity', 400]]));
  });

  test('the usual costs of a current flock end with its sale', () => {
    const liveFlocks = [aFlock({ plannedMarketDate: '2026-12-02', placementDate: '2026-10-20' })];
    const { ahead } = recurring({
      liveFlocks,
      expenses: [...shared, ofFlock('flock_1', '2026-10-25')],
    });
    const both = ['electricity', 'gas'];
    expect(ahead.map((items) => items.map(([category]) => category))).toEqual([
      ...[both, both, both],
      ...Array.from({ length: 6 }, () => ['electricity']),
    ]);
  });

  test('the usual costs of several flocks recur', () => {
    const expenses = [
      ofFlock('flock_0', '2026-10-14'),
      ofFlock('flock_9', '2026-11-02'),
      ...shared,
    ];
    const { ahead } = recurring({ closedFlocks: [closedFlock], expenses });
    // 2000 in five weeks.
    expect(ahead.at(-1)).toContainEqual(['gas', 400]);
  });
});

test('weeks start on Sunday if the farm is set so', () => {
  const snapshot = aSnapshot({ expenses: [...wages, expense('2026-11-01', 1)] });
  const { weeks } = cashflowSection.compute(
    { ...snapshot, thresholds: { ...snapshot.thresholds, weekStartsOn: 0 } },
    {},
  ) as unknown as { weeks: Week[] };
  expect(weeks[12]).toMatchObject({ weekStart: '2026-11-15', kind: 'forecast' });
});

test('each week is income minus expenses, and the weeks add up', () => {
  const anAmount = fc.record({
    daysAgo: fc.integer({ min: -60, max: 100 }),
    cents: fc.integer({ min: -1_000_000, max: 5_000_000 }),
    category: fc.constantFrom('labor', 'gas', 'rent'),
  });
  fc.assert(
    fc.property(fc.array(anAmount, { maxLength: 30 }), (amounts) => {
      const expenses = amounts.map(({ daysAgo, cents, category }) =>
        expense(addDays('2026-11-21', -daysAgo), cents / 100, category),
      );
      const { weeks } = compute({ expenses, sales: [sold] });
      let cumulative = 0;
      for (const week of weeks) {
        expect(week.net).toBeCloseTo(week.in - week.out, 1);
        cumulative += week.net;
        expect(week.cumulative).toBeCloseTo(cumulative, 0);
      }
    }),
    { numRuns: 50 },
  );
});
