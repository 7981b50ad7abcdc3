import { describe, expect, test } from 'vitest';
import { measures } from '../../../src/ask/measures/measures.ts';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import { perBirdCertainty } from '../../../src/farming/health/mortality.ts';
import { feedSection } from '../../../src/farming/insights/feed-section.ts';
import { flockChart } from '../../../src/farming/reports/flock-charts.ts';
import type { Message } from '../../../src/model/core/message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row, TODAY } from '../../support/a-snapshot.ts';
import { aQuestion } from '../../support/asked.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';
import { inEnglish } from '../../support/in-english.ts';
import { logsByStandard } from '../../support/ross-308-flock.ts';

const ROSS_308 = {
  document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  interpolated: false,
  confidence: 'high',
};

interface FeedAnswer {
  readonly status: string;
  readonly missing: readonly {
    readonly code: string;
    readonly message?: Message;
    readonly fix?: object;
  }[];
  readonly flocks: readonly Readonly<Record<string, unknown>>[];
  readonly farm: Readonly<Record<string, unknown>>;
}

const compute = (parts: object) =>
  feedSection.compute(aSnapshot(parts), {}) as unknown as FeedAnswer;
const codes = ({ missing }: FeedAnswer) => missing.map(({ code }) => code);

function delivery(date: string, feedType: string, quantityKg: number, values = {}) {
  const id = `delivery_${date}`;
  return row('feed-deliveries', { id, flockId: 'flock_1', date, feedType, quantityKg, ...values });
}

const flock = { flockId: 'flock_1', placementDate: '2026-11-01', birds: 20_000 };
const farm = {
  barns: [aBarn()],
  liveFlocks: [aFlock({ plannedMarketDate: '2026-12-11' })],
  // 20,960 kg in all.
  liveLogs: logsByStandard(flock, { 20: { avgWeightGr: 935 } }),
  feedDeliveries: [
    delivery('2026-10-30', 'starter', 6000, { pricePerTon: 2500 }),
    delivery('2026-11-11', 'grower', 24_000, { totalCost: 57_600 }),
  ],
};

test('a flock that eats as the standard', () => {
  const section = compute(farm);
  expect(section).toEqual({
    status: 'ok',
    asOf: TODAY,
    missing: [],
    flocks: [
      {
        flockId: 'flock_1',
        status: 'ok',
        usedKg: 20_960,
        coveragePct: 100,
        day: TODAY,
        gPerBird: 100,
        gPerBirdLowerBound: false,
        gPerBirdEstimated: false,
        stdGPerBird: 100,
        stdGPerBirdBasis: ROSS_308,
        devPct: 0,
        // 20,960 / (20,000 × 0.935).
        cumFcr: 1.12,
        fcrDay: TODAY,
        fcrEstimated: false,
        fcrLowerBound: false,
        upperBound: false,
        fcrMortalityAdjusted: 1.12,
        stdFcr: 1.12,
        stdFcrBasis: ROSS_308,
        feedPerDozen: null,
        fcrEgg: null,
        deliveredKg: 30_000,
        stockKg: 9040,
        stockEstimated: false,
        // 105 + 111 + 117 + 122 + 128 + 134 + 139 = 856 g on days 21 to 27 make 17,120 kg; the
        // birds become fewer at 10 / 91.9 of the curve, for which no death was logged in a week.
        // Days 21 to 23 eat 333 g, 6,660 kg; the rest, 2,380 kg, is 98 % of the fourth day, 2,440 kg.
        daysLeft: 4,
        // Four days, but to be ordered today.
        severity: 'warning',
        forecast7dKg: 17_115.37,
        forecastBasis: 'standard',
        onOrderKg: 0,
        // 3.98 − 3 days of delivery − 1 was yesterday: at once, then.
        nextOrderBy: TODAY,
        // 1,307 g on days 21 to 30: 26,140 − 9,040 = 17,100.
        suggestedOrderKg: 18_000,
        lateOrder: null,
        phases: [
          { feedType: 'starter', fromAge: 0, toAge: 10, kg: 5920 },
          { feedType: 'grower', fromAge: 11, toAge: 24, kg: 15_040 },
          { feedType: 'finisher', fromAge: 25, toAge: 35, kg: null },
          { feedType: 'withdrawal', fromAge: 36, toAge: 40, kg: null },
        ],
        phaseWarning: null,
      },
    ],
    farm: {
      pricePerTon: [
        { feedType: 'grower', kg: 24_000, pricePerTon: 2400 },
        { feedType: 'starter', kg: 6000, pricePerTon: 2500 },
      ],
      // (57,600 + 15,000) / 30 t.
      suppliers: [{ supplierId: null, kg: 30_000, pricePerTon: 2420 }],
      trendPctPer30d: null,
      leadDays: 3,
      leadDaysAssumed: true,
    },
  });
  expectToFitSchema('feed', section);
});

const first = (parts: object) => compute({ ...farm, ...parts }).flocks[0];

describe('the next order', () => {
  const order = (values: object) =>
    row('feed-orders', {
      flockId: 'flock_1',
      quantityKg: 16_000,
      status: 'ordered',
      orderDate: TODAY,
      ...values,
    });

  test('includes deliveries on the way', () => {
    // 17,100 − 16,000, rounded up to a ton.
    const feedOrders = [order({ id: 'order_1' }), order({ id: 'order_2', status: 'cancelled' })];
    expect(first({ feedOrders })).toMatchObject({ onOrderKg: 16_000, suggestedOrderKg: 2000 });
  });

  test('is suggested when stock and expected deliveries run out', () => {
    // 1,307 g on days 21 to 30 less 156 g are 23,020 kg in nine days; 2,020 of 25,040 kg are left
    // of the tenth, which eats 3,120 kg: 9.65 days, − 3 − 1 leaves five whole days.
    expect(first({ feedOrders: [order({})] })).toMatchObject({
      nextOrderBy: '2026-11-26',
      lateOrder: null,
    });
  });

  test.each([
    ['of the flock', 'flock_1'],
    ['of the only flock', null],
  ])('counts an overdue order %s, and names it', (_, flockId) => {
    const feedOrders = [order({ dueDate: '2026-11-19', orderDate: '2026-11-16', flockId })];
    expect(first({ feedOrders })).toMatchObject({
      // The stock of 3.98 days ends on November 25; the day after it depends on the overdue order.
      ...{ onOrderKg: 16_000, suggestedOrderKg: 2000, nextOrderBy: null },
      lateOrder: {
        text: 'feed.order_late',
        params: { amount: { quantity: 16_000, unit: 'kg' }, day: { day: '2026-11-19' } },
      },
    });
  });

  test.each([
    // On its last day of feed, so that the days above are covered.
    ['arrives in time', '2026-11-25', '2026-11-26'],
    // 3.98 − 3 days of delivery − 1 was yesterday.
    ['arrives when the silo is empty', '2026-11-26', TODAY],
  ])('has a day before the silo is empty if an order %s', (_, dueDate, nextOrderBy) => {
    expect(first({ feedOrders: [order({ dueDate })] })).toMatchObject({ nextOrderBy });
  });

  test('keeps its day with an overdue order if the stock lasts longer', () => {
    // 800 kg more than the 2,380 of 2,440 kg are 740 of the 2,560 kg of day 25: 4.29 days, − 3 − 1
    // is today, before the silo is empty.
    const feedOrders = [order({ dueDate: '2026-11-19', quantityKg: 800 })];
    expect(first({ feedOrders })).toMatchObject({ nextOrderBy: TODAY });
  });

  test('has no day if the stock lasts to the sale', () => {
    const liveFlocks = [aFlock({ plannedMarketDate: '2026-11-23' })];
    expect(first({ liveFlocks })).toMatchObject({ nextOrderBy: null, suggestedOrderKg: 0 });
  });

  test('is not needed if enough is on its way', () => {
    const feedOrders = [order({ quantityKg: 20_000 })];
    expect(first({ feedOrders })).toMatchObject({ suggestedOrderKg: 0 });
  });

  test('is placed earlier by the usual delivery time', () => {
    const compareOrder = (deliveredAt: string) =>
      order({ id: deliveredAt, status: 'delivered', orderDate: '2026-11-01', deliveredAt });
    const feedOrders = [
      compareOrder('2026-11-02'),
      compareOrder('2026-11-02'),
      compareOrder('2026-11-04'),
    ];
    // 3.98 − 1 − 1 leaves one whole day.
    expect(first({ feedOrders })).toMatchObject({ nextOrderBy: '2026-11-22' });
    // The median of 1, 1 and 3 days is measured, not the default.
    const { farm: measured } = compute({ ...farm, feedOrders });
    expect(measured).toMatchObject({ leadDays: 1, leadDaysAssumed: false });
  });

  test('is limited to the feed eaten until the sale', () => {
    // Sold on day 25: 105 + 111 + 117 + 122 + 128 = 583 g on days 21 to 25 of 20,000 birds, and a
    // few less, make 11,657.67 kg; 9,040 kg are there: 2,617.67, rounded up to 10 kg.
    const liveFlocks = [aFlock({ plannedMarketDate: '2026-11-26' })];
    expect(first({ liveFlocks })).toMatchObject({ suggestedOrderKg: 2620 });
  });
});

describe('unlogged feed', () => {
  const without = (...ages: number[]) =>
    farm.liveLogs.map((log, index) => (ages.includes(index + 1) ? { ...log, feedKg: null } : log));

  test('unlogged feed of a day is interpolated', () => {
    // Day 10 of 48 g between 44 and 52: the same 960 kg.
    expect(first({ liveLogs: without(10) })).toMatchObject({
      usedKg: 20_000,
      coveragePct: 95,
      stockKg: 9040,
      cumFcr: 1.12,
      upperBound: false,
    });
  });

  test('unlogged feed of today is still in stock', () => {
    // 2,000 kg of day 20 are to be eaten: 100 + 717 g on days 20 to 26.
    expect(first({ liveLogs: without(20) })).toMatchObject({
      usedKg: 18_960,
      coveragePct: 100,
      day: '2026-11-20',
      stockKg: 11_040,
      // 16,340 kg less the feed of the birds expected to die.
      forecast7dKg: 16_336.62,
    });
  });

  test('unlogged feed on more than 40 % of the days makes the conversion an upper bound from deliveries', () => {
    const section = compute({ ...farm, liveLogs: without(1, 2, 3, 4, 5, 6, 7, 8, 9) });
    expect([section.status, codes(section)]).toEqual(['partial', ['no_feed_logs']]);
    expect(inEnglish(section.missing[0]?.message)).toBe(
      'The feed of flock B1-2611 is logged on 11 of 20 days since placement, which is too few.',
    );
    const withoutLogs = compute({ ...farm, liveLogs: [] });
    expect(withoutLogs.missing.map(({ message }) => inEnglish(message))).toContain(
      'The feed of flock B1-2611 is not logged on any day since placement (19 days).',
    );
    // Day 9: a log of today would not be counted before the day is over.
    expect(section.missing[0]?.fix).toMatchObject({ path: '/daily-logs/flock_1_2026-11-10' });
    // 30,000 / 18,700.
    expect(section.flocks[0]).toMatchObject({
      coveragePct: 55,
      cumFcr: 1.6,
      upperBound: true,
      stockKg: null,
      daysLeft: null,
      nextOrderBy: null,
      suggestedOrderKg: null,
    });
  });
});

describe('deliveries', () => {
  test('deliveries without a flock belong to the only one', () => {
    const feedDeliveries = farm.feedDeliveries.map((each) => ({ ...each, flockId: null }));
    expect(first({ feedDeliveries })).toMatchObject({ deliveredKg: 30_000 });
    const second = aFlock({ id: 'flock_2', code: 'B2', placementDate: '2026-11-10' });
    const section = compute({
      ...farm,
      feedDeliveries,
      liveFlocks: [...farm.liveFlocks, second],
    });
    expect(section.flocks.map(({ deliveredKg }) => deliveredKg)).toEqual([null, null]);
    expect(section.missing[0]).toMatchObject({
      code: 'no_deliveries',
      flockId: 'flock_1',
      fix: {
        method: 'PATCH',
        path: '/feed-deliveries/delivery_2026-11-11',
        body: { flockId: 'flock_1' },
      },
    });
  });

  test('the remainder is an estimate if feed eaten is filled in', () => {
    const estimated = (liveLogs: typeof farm.liveLogs) => {
      const snapshot = aSnapshot({ ...farm, liveLogs });
      const lines = (['feedStock', 'feedDaysLeft'] as const).map((name) =>
        inEnglish(measures[name].compute(snapshot, aQuestion()).lines[0]),
      );
      return [compute({ ...farm, liveLogs }).flocks[0]?.['stockEstimated'], ...lines];
    };
    const about = expect.stringMatching(/[Aa]bout [0-9.,]+ (kg|days)/);
    const exact = expect.not.stringMatching(/[Aa]bout/);
    const [first, ...others] = farm.liveLogs;
    expect(estimated(farm.liveLogs)).toEqual([false, exact, exact]);
    expect(estimated(first ? [{ ...first, feedKg: null }, ...others] : [])).toEqual([
      true,
      about,
      about,
    ]);
  });

  test('deliveries of less than was eaten make the stock unknown', () => {
    const section = compute({ ...farm, feedDeliveries: farm.feedDeliveries.slice(0, 1) });
    expect(codes(section)).toEqual(['deliveries_incomplete']);
    expect(section.flocks[0]).toMatchObject({ deliveredKg: 6000, stockKg: null, daysLeft: null });
  });

  test('deliveries of less than was logged are incomplete without an estimate', () => {
    const missingDay = farm.liveLogs.at(-3)?.date;
    const liveLogs = farm.liveLogs.map((log) =>
      log.date === missingDay ? { ...log, feedKg: null } : log,
    );
    const logged = liveLogs.reduce((kg, { feedKg }) => kg + (feedKg ?? 0), 0);
    const said = (quantityKg: number) => {
      const snapshot = aSnapshot({
        ...farm,
        liveLogs,
        feedDeliveries: farm.feedDeliveries.slice(0, 1).map((row) => ({ ...row, quantityKg })),
      });
      const { missing } = feedSection.compute(snapshot, {});
      return inEnglish(missing.find(({ code }) => code === 'deliveries_incomplete')?.message);
    };
    expect(said(logged)).toContain('by estimate');
    expect(said(logged / 2)).toMatch(/ ate more feed than was delivered: a delivery is not/);
  });

  test('deliveries of a feed whose phase is over cause a warning', () => {
    const late = [...farm.feedDeliveries, delivery('2026-11-20', 'starter', 1000)];
    expect(first({ feedDeliveries: late })).toMatchObject({
      phaseWarning: {
        text: 'feed.late_phase',
        params: {
          flock: 'B1-2611',
          feed: { text: 'feed.type.starter', params: {} },
          expected: { text: 'feed.type.grower', params: {} },
          age: 19,
        },
      },
    });
  });

  test('deliveries without withdrawal feed cause a warning in the last five days', () => {
    const liveFlocks = [aFlock({ plannedMarketDate: '2026-11-22' })];
    expect(first({ liveFlocks })).toMatchObject({ phaseWarning: { text: 'feed.no_withdrawal' } });
  });
});

test('without a standard the remaining days depend on recent consumption', () => {
  const section = compute({ ...farm, liveFlocks: [aFlock({ breed: null })] });
  // 67 + 72 + 77 + 83 + 88 + 94 + 100 = 581 g, 11,620 kg in a week: 9,040 / 1,660.
  expect(section.flocks[0]).toMatchObject({
    forecastBasis: 'recent',
    forecast7dKg: 11_620,
    daysLeft: 5.4,
    stdGPerBird: null,
    stdFcr: null,
    cumFcr: 1.12,
  });
  expect([section.status, codes(section)]).toEqual(['partial', ['breed_unknown']]);
});

test('hens have no phases, and a feed conversion per egg instead of weight', () => {
  const hens = aFlock({
    breed: 'Hy-Line Brown',
    placementDate: addDays(TODAY, -98),
    arrivalAgeDays: 112,
    chicksReceived: 10_000,
  });
  const liveLogs = logsFrom(
    addDays(TODAY, -97),
    Array.from({ length: 98 }, () => ({
      mortality: 0,
      feedKg: 1100,
      eggs: 9500,
      avgWeightGr: 1900,
    })),
  );
  const section = compute({ barns: [aBarn({ barnType: 'layer' })], liveFlocks: [hens], liveLogs });
  expect(section.flocks[0]).toMatchObject({
    // 30 weeks: 110 g.
    gPerBird: 110,
    stdGPerBird: 110,
    stdGPerBirdBasis: { confidence: 'medium', interpolated: false },
    cumFcr: null,
    stdFcr: null,
    upperBound: false,
    // 1,100 / (9,500 / 12), and by eggs of 61 g.
    feedPerDozen: 1.39,
    fcrEgg: 1.9,
    phases: [],
    phaseWarning: null,
  });
});

test('each bird ate at least its share if deaths are not logged on every day', () => {
  const gap = logsByStandard(flock, { 10: { mortality: null } });
  const flags = [farm.liveLogs, gap].map(
    (liveLogs) => compute({ ...farm, liveLogs }).flocks[0]?.['gPerBirdLowerBound'],
  );
  expect(flags).toEqual([false, true]);
});

describe('on a day on which birds were sold', () => {
  const sold = (date: string, birdsCount: number) =>
    row('sales', { id: `sale_${date}`, flockId: 'flock_1', date, birdsCount });
  const marksOf = (parts: object) => {
    const [first] = compute({ ...farm, ...parts }).flocks;
    return [first?.['gPerBirdLowerBound'], first?.['gPerBirdEstimated']];
  };
  const gap = logsByStandard(flock, { 10: { mortality: null } });

  test.each([
    ['a part of the birds', { sales: [sold(TODAY, 5000)] }, [false, true]],
    ['with unlogged deaths', { sales: [sold(TODAY, 5000)], liveLogs: gap }, [false, true]],
    ['the day before only', { sales: [sold(addDays(TODAY, -1), 5000)] }, [false, false]],
  ])('feed per bird is an estimate: %s', (_when, parts, expected) => {
    expect(marksOf(parts)).toEqual(expected);
  });

  test('the answer and the chart do not call it a bound', () => {
    const snapshot = aSnapshot({ ...farm, sales: [sold(TODAY, 5000)], liveLogs: gap });
    const [record] = liveFlocksOf(snapshot);
    if (!record) throw new Error('there is no flock');
    const span = { from: addDays(TODAY, -1), to: TODAY };
    const input = { record, weights: [], frame: snapshot, span, points: 10 };
    const chart = flockChart('feed', input) as { readonly points: readonly { atLeast: unknown }[] };
    expect(chart.points.map(({ atLeast }) => atLeast)).toEqual([['feedPerBirdG'], []]);
    expect(perBirdCertainty(record, addDays(TODAY, -1))).toBe('at_least');
    expect(perBirdCertainty(record, TODAY)).toBe('estimated');
  });
});

test('a flock placed today has eaten nothing yet', () => {
  const section = compute({
    barns: [aBarn()],
    liveFlocks: [aFlock({ placementDate: TODAY })],
    feedDeliveries: [delivery('2026-11-20', 'starter', 6000)],
  });
  expect(section.flocks[0]).toMatchObject({
    usedKg: null,
    coveragePct: null,
    deliveredKg: 6000,
    stockKg: 6000,
  });
  expect(codes(section)).toEqual(['too_young']);
});

test('impossible records give no figure per bird', () => {
  const liveLogs = [
    ...farm.liveLogs.slice(0, 19),
    aLog(TODAY, { mortality: 30_000, feedKg: 2000 }),
  ];
  const section = compute({ ...farm, liveLogs });
  expect(codes(section)).toContain('negative_population');
  expect(section.flocks[0]).toMatchObject({
    gPerBird: null,
    cumFcr: null,
    forecastBasis: 'recent',
  });
});
