import { describe, expect, test } from 'vitest';
import { weeklySummaryOf } from '../../../src/farming/reports/weekly-summary.ts';
import { aBarn, aFlock, aSnapshot, logsFrom, row } from '../../support/a-snapshot.ts';

/** Fourteen days up to yesterday, Nov 20: 20 dead a day, then 10; 1,000 kg and 1,800 L, then 2,000 kg. */
const LOGS = logsFrom('2026-11-07', [
  ...Array.from({ length: 7 }, (_, day) => ({
    mortality: 20,
    culls: 1,
    feedKg: 1000,
    waterL: 1800,
    tempAvg: 28,
    tempMin: 26,
    tempMax: 30,
    ...(day === 6 ? { avgWeightGr: 480 } : {}),
  })),
  ...Array.from({ length: 7 }, (_, day) => ({
    mortality: 10,
    feedKg: 2000,
    waterL: 4400,
    tempAvg: day < 6 ? 25 : 26.4,
    tempMin: 24 - day * 0.5,
    tempMax: 28,
    ...(day === 6 ? { avgWeightGr: 907 } : {}),
  })),
]);

const FARM = {
  barns: [aBarn()],
  liveFlocks: [aFlock()],
  liveLogs: LOGS,
  expenses: [
    row('expenses', { id: 'expense_1', date: '2026-11-15', category: 'labor', amount: 4000 }),
    row('expenses', { id: 'expense_2', date: '2026-11-10', category: 'labor', amount: 3000 }),
    row('expenses', { id: 'expense_3', date: '2026-11-21', category: 'labor', amount: 9999 }),
  ],
  feedDeliveries: [
    row('feed-deliveries', {
      id: 'feed_1',
      date: '2026-11-18',
      quantityKg: 9000,
      totalCost: 20_000,
    }),
  ],
  alertTimes: [
    { severity: 'critical', createdAt: '2026-11-14T06:00:00.000Z', resolvedAt: null },
    {
      severity: 'warning',
      createdAt: '2026-11-13T23:00:00.000Z',
      resolvedAt: '2026-11-20T21:59:59.999Z',
    },
    {
      severity: 'info',
      createdAt: '2026-11-08T06:00:00.000Z',
      resolvedAt: '2026-11-20T22:00:00.000Z',
    },
  ],
  taskTimes: [
    {
      createdAt: '2026-11-01T06:00:00.000Z',
      dueDate: '2026-11-13',
      completedAt: '2026-11-14T06:00:00.000Z',
    },
    { createdAt: '2026-11-01T06:00:00.000Z', dueDate: '2026-11-20', completedAt: null },
    { createdAt: '2026-11-01T06:00:00.000Z', dueDate: '2026-11-21', completedAt: null },
  ],
} as const;

describe('a week compared with the previous one', () => {
  const summary = weeklySummaryOf(aSnapshot(FARM));

  test('counts the days with unknown deaths, without the day of placement', () => {
    const without = (...dates: readonly string[]) =>
      weeklySummaryOf(
        aSnapshot({ ...FARM, liveLogs: LOGS.filter(({ date }) => !dates.includes(date)) }),
      ).flocks.map(({ week, before }) => [week.daysUnlogged, before?.daysUnlogged]);
    expect(without()).toEqual([[0, 0]]);
    expect(without('2026-11-14', '2026-11-16', '2026-11-13')).toEqual([[2, 1]]);
    const placed = aFlock({ placementDate: '2026-11-14' });
    const logsOfWeek = LOGS.filter(({ date }) => date > '2026-11-15');
    const late = weeklySummaryOf(
      aSnapshot({ ...FARM, liveFlocks: [placed], liveLogs: logsOfWeek }),
    );
    // The 15th; on the day of placement nothing has to be logged.
    expect(late.flocks.map(({ week }) => week.daysUnlogged)).toEqual([1]);
  });

  test('counts the days without feed, water and eggs in its sums', () => {
    const lacking = (field: string, date: string) => (log: (typeof LOGS)[number]) =>
      log.date === date ? { ...log, [field]: null } : log;
    const liveLogs = LOGS.map(lacking('feedKg', '2026-11-16'))
      .map(lacking('feedKg', '2026-11-09'))
      .map(lacking('waterL', '2026-11-20'));
    const { totals, flocks } = weeklySummaryOf(aSnapshot({ ...FARM, liveLogs }));
    const week = { feedDaysUnlogged: 1, waterDaysUnlogged: 1, eggDaysUnlogged: 0 };
    const before = { feedDaysUnlogged: 1, waterDaysUnlogged: 0, eggDaysUnlogged: 0 };
    expect(totals).toMatchObject({ week, before });
    expect(flocks[0]).toMatchObject({ week, before });
  });

  test('counts the days without culls, also those on which deaths are logged', () => {
    // The week is the 14th to the 20th: culls are logged on the 14th only, deaths on five days.
    const liveLogs = [
      ...LOGS.filter(({ date }) => date < '2026-11-14'),
      ...logsFrom('2026-11-14', [
        { mortality: 3, culls: 0 },
        ...Array.from({ length: 4 }, () => ({ mortality: 2 })),
      ]),
    ];
    const { totals } = weeklySummaryOf(aSnapshot({ ...FARM, liveLogs }));
    const week = { culls: 0, daysUnlogged: 2, cullDaysUnlogged: 6 };
    const before = { culls: 7, daysUnlogged: 0, cullDaysUnlogged: 0 };
    expect(totals).toMatchObject({ week, before });
  });

  test('requires no eggs before the first ones', () => {
    const hens = aFlock({
      breed: 'Lohmann Brown',
      placementDate: '2026-10-01',
      arrivalAgeDays: 119,
    });
    const days = (eggs: readonly (number | null)[]) =>
      weeklySummaryOf(
        aSnapshot({
          barns: [aBarn({ barnType: 'layer' })],
          liveFlocks: [hens],
          liveLogs: logsFrom(
            '2026-11-14',
            eggs.map((each) => ({ mortality: 0, eggs: each })),
          ),
        }),
      ).totals.week.eggDaysUnlogged;
    expect(days([null, null, null, null, null, null, null])).toBe(0);
    // The first logs are of the 16th; those of the 18th and 20th are missing.
    expect(days([null, null, 10, 40, null, 90, null])).toBe(2);
  });

  describe('eggs of hens whose logs begin after placement', () => {
    const eggDays = (values: Partial<Parameters<typeof aFlock>[0]>, from?: string) => {
      const hens = aFlock({
        breed: 'Lohmann Brown',
        placementDate: '2026-11-01',
        arrivalAgeDays: 150,
        ...values,
      });
      const logs = from === undefined ? [] : logsFrom(from, [{ mortality: 0, eggs: 900 }]);
      const { totals } = weeklySummaryOf(
        aSnapshot({
          barns: [aBarn({ barnType: 'layer' })],
          liveFlocks: [hens],
          liveLogs: logs,
        }),
      );
      return [totals.week.eggDaysUnlogged, totals.before.eggDaysUnlogged];
    };

    // The week is the 14th to the 20th, the week before the 7th to the 13th.
    test.each([
      ['on the last day of the week', {}, '2026-11-20', [6, 7]],
      ['in the week before', {}, '2026-11-10', [7, 6]],
      ['never', {}, undefined, [7, 7]],
      // 140 days on the 10th, so that the eggs of the 10th to the 13th are due.
      ['on the last day, of pullets', { arrivalAgeDays: 131 }, '2026-11-20', [6, 4]],
      ['on the last day, of young pullets', { arrivalAgeDays: 100 }, '2026-11-20', [0, 0]],
      // Nothing is due on the day of placement.
      [
        'on the last day, placed in the week',
        { placementDate: '2026-11-16' },
        '2026-11-20',
        [3, 0],
      ],
    ] as const)('are not logged before the first log: %s', (_when, values, from, expected) => {
      expect(eggDays(values, from)).toEqual(expected);
    });
  });

  test('divides water by feed over the days with both', () => {
    const liveLogs = LOGS.map((log) =>
      log.date === '2026-11-16' ? { ...log, feedKg: null } : log,
    );
    const { totals, flocks } = weeklySummaryOf(aSnapshot({ ...FARM, liveLogs }));
    // 6 × 4,400 L by 6 × 2,000 kg; all 30,800 L by 12,000 kg would be 2.57.
    expect(flocks[0]?.week.waterFeedRatio).toBe(2.2);
    expect(totals.week).toMatchObject({ waterL: 30_800, feedKg: 12_000, waterFeedRatio: 2.2 });
  });

  test('sums up the logs of a flock', () => {
    expect(summary.flocks).toMatchObject([
      {
        flockId: 'flock_1',
        flock: 'B1-2611',
        barn: 'Barn 1',
        week: {
          daysInside: 7,
          daysLogged: 7,
          ageDays: 19,
          birds: 19_783,
          mortality: 70,
          culls: null,
          // 70 of the 19,853 alive on the morning of Nov 14.
          mortalityPct: 0.35,
          feedKg: 14_000,
          // 14,000 kg by 7 days of 19,818 birds on average.
          feedPerBirdG: 100.9,
          waterL: 30_800,
          waterFeedRatio: 2.2,
          weightG: 907,
          weightDate: '2026-11-20',
          // (907 - 480) / 7.
          adg7: 61,
          eggs: null,
          // (6 × 25 + 26.4) / 7.
          tempAvg: 25.2,
          tempMin: 21,
          tempMax: 28,
          soldBirds: 0,
        },
        before: {
          birds: 19_853,
          mortality: 140,
          culls: 7,
          mortalityPct: 0.7,
          feedKg: 7000,
          waterFeedRatio: 1.8,
          weightG: 480,
          adg7: null,
          tempAvg: 28,
        },
      },
    ]);
  });

  test('sums up the farm', () => {
    expect(summary.totals).toEqual({
      week: {
        flocks: 1,
        birds: 19_783,
        // Nothing is logged of the first days after placement.
        birdsUpperBound: true,
        flocksUncounted: 0,
        daysUnlogged: 0,
        ...{ feedDaysUnlogged: 0, waterDaysUnlogged: 0, eggDaysUnlogged: 0 },
        cullDaysUnlogged: 7,
        mortality: 70,
        culls: null,
        mortalityPct: 0.35,
        feedKg: 14_000,
        waterL: 30_800,
        waterFeedRatio: 2.2,
        eggs: null,
        soldBirds: 0,
        soldKg: 0,
      },
      before: {
        flocks: 1,
        birds: 19_853,
        // Nothing is logged of the first days after placement.
        birdsUpperBound: true,
        flocksUncounted: 0,
        daysUnlogged: 0,
        ...{ feedDaysUnlogged: 0, waterDaysUnlogged: 0, eggDaysUnlogged: 0 },
        cullDaysUnlogged: 0,
        mortality: 140,
        culls: 7,
        mortalityPct: 0.7,
        feedKg: 7000,
        waterL: 12_600,
        waterFeedRatio: 1.8,
        eggs: null,
        soldBirds: 0,
        soldKg: 0,
      },
    });
  });

  test('relates the deaths of both weeks to the birds of all flocks', () => {
    const second = aFlock({ id: 'flock_2', code: 'B2', chicksReceived: 10_000 });
    const ofSecond = logsFrom(
      '2026-11-14',
      Array.from({ length: 7 }, () => ({ mortality: 10 })),
    ).map((log) => ({ ...log, id: `${log.id}_2`, flockId: 'flock_2' }));
    const { totals } = weeklySummaryOf(
      aSnapshot({ ...FARM, liveFlocks: [aFlock(), second], liveLogs: [...LOGS, ...ofSecond] }),
    );
    // 140 of 20,000 + 10,000 birds; then 70 + 70 of 19,853 + 10,000.
    expect(totals.before).toMatchObject({ mortality: 140, mortalityPct: 0.47, daysUnlogged: 7 });
    expect(totals.week).toMatchObject({ mortality: 140, mortalityPct: 0.47, daysUnlogged: 0 });
  });

  test('has no share of deaths if the birds of a flock are unknown', () => {
    const second = aFlock({
      ...{ id: 'flock_2', code: 'B2' },
      ...{ chicksOrdered: null, chicksReceived: null },
    });
    const { totals } = weeklySummaryOf(
      aSnapshot({ ...FARM, liveFlocks: [aFlock(), second], liveLogs: LOGS }),
    );
    expect(totals.week).toMatchObject({ mortality: 70, mortalityPct: null });
  });

  test('counts the flocks that its birds leave out, and flags what left them in excess', () => {
    const second = aFlock({ id: 'flock_2', code: 'B2', chicksReceived: 10_000 });
    const third = aFlock({ ...{ id: 'flock_3', code: 'B3' }, chicksReceived: null });
    const sale = { id: 'sale_1', flockId: 'flock_2', date: '2026-11-19', birdsCount: 25_000 };
    const { totals, flocks } = weeklySummaryOf(
      aSnapshot({
        ...FARM,
        liveFlocks: [aFlock(), second, { ...third, chicksOrdered: null }],
        sales: [row('sales', sale)],
      }),
    );
    // 20,000 - 147 - 70; 10,000 - 25,000; none placed. A week earlier the second flock is whole.
    expect(totals.week).toMatchObject({ birds: 19_783, flocksUncounted: 2, soldBirds: 25_000 });
    expect(totals.before).toMatchObject({ birds: 29_853, flocksUncounted: 1, soldBirds: 0 });
    expect(flocks.map(({ week }) => [week.birds, week.birdsExceeded])).toEqual([
      [19_783, false],
      [null, true],
      [null, false],
    ]);
  });

  test('has the money of whole days, with feed as a category', () => {
    expect(summary.money).toEqual({
      week: { revenue: 0, expenses: 4000, feed: 20_000, net: -24_000 },
      before: { revenue: 0, expenses: 3000, feed: 0, net: -3000 },
      byCategory: [
        { category: 'feed', week: 20_000, before: 0 },
        { category: 'labor', week: 4000, before: 3000 },
      ],
    });
  });

  test('counts tasks and alerts by days in the time zone of the farm', () => {
    expect(summary.work).toEqual({
      week: {
        tasksDone: 1,
        tasksOverdue: 1,
        alertsOpened: { critical: 1, warning: 1, info: 0 },
        alertsResolved: 1,
        alertsOpen: 2,
      },
      before: {
        tasksDone: 0,
        tasksOverdue: 1,
        alertsOpened: { critical: 0, warning: 0, info: 1 },
        alertsResolved: 0,
        alertsOpen: 1,
      },
    });
  });

  test('lists the largest changes first', () => {
    // Steps: spending 21,000 of 24,000 by 25 %: 3.5; water 22.2 % by 10: 2.2; deaths 70 by 3 √140: 1.97.
    const reported = summary.changes.map(({ kind, week, before, verdict }) => [
      ...[kind, week, before, verdict],
    ]);
    expect(reported.filter(([kind]) => kind !== 'feed' && kind !== 'weight')).toEqual([
      ['spending', 24_000, 3000, null],
      ['water_feed', 2.2, 1.8, null],
      ['mortality', 70, 140, 'better'],
    ]);
  });

  test('has no missing data if everything was logged', () => {
    expect([summary.status, summary.missing]).toEqual(['ok', []]);
  });
});

describe('missing data of a week', () => {
  test('a flock without logs is reported as missing all data, with calls that add it', () => {
    const { status, missing, flocks, changes } = weeklySummaryOf(
      aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()] }),
    );
    expect(status).toBe('not_enough_data');
    expect(flocks[0]?.week).toMatchObject({
      mortality: null,
      feedKg: null,
      weightG: null,
      fcr: null,
    });
    expect(missing.map(({ code, fix }) => [code, fix?.body])).toEqual([
      ['no_deaths_in_week', { flockId: 'flock_1', date: '2026-11-20', mortality: null }],
      ['no_feed_in_week', { flockId: 'flock_1', date: '2026-11-20', feedKg: null }],
      ['no_weight_in_week', { flockId: 'flock_1', date: '2026-11-20', avgWeightGr: null }],
    ]);
    expect(changes).toEqual([]);
  });

  test('a farm without birds reports so', () => {
    const { status, missing, totals } = weeklySummaryOf(aSnapshot());
    expect([status, missing.length, totals.week.birds, totals.week.mortality]).toEqual([
      ...['not_enough_data', 1, 0, null],
    ]);
  });

  test('a flock placed within the week has no previous week, and no changes', () => {
    const { flocks, changes } = weeklySummaryOf(
      aSnapshot({
        barns: [aBarn()],
        liveFlocks: [aFlock({ placementDate: '2026-11-18' })],
        liveLogs: logsFrom('2026-11-18', [{ mortality: 30 }, { mortality: 30 }, { mortality: 30 }]),
      }),
    );
    expect(flocks).toMatchObject([{ week: { daysInside: 3, mortality: 90 }, before: null }]);
    expect(changes).toEqual([]);
  });

  test('cameras give the weight of a day without a weighing', () => {
    const { flocks } = weeklySummaryOf(
      aSnapshot({
        ...FARM,
        dailyWeights: [
          { flockId: 'flock_1', day: '2026-11-19', weightG: 850 },
          { flockId: 'flock_1', day: '2026-11-21', weightG: 990 },
          { flockId: 'flock_other', day: '2026-11-20', weightG: 10 },
        ],
      }),
    );
    expect(flocks[0]?.week).toMatchObject({ weightG: 907, weightDate: '2026-11-20' });
  });
});
