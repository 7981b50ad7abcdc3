import { describe, expect, test } from 'vitest';
import { portfolioRow } from '../../../src/farming/portfolio/portfolio.ts';
import type {
  LastFlock,
  PortfolioFarm,
  PortfolioFlock,
} from '../../../src/farming/portfolio/portfolio-farm.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { row, TODAY } from '../../support/a-snapshot.ts';
import { inEnglish } from '../../support/in-english.ts';

/** A flock of 10,000 Ross 308 of 20 days without any log. */
function aFlock(values: Partial<PortfolioFlock> = {}): PortfolioFlock {
  return {
    id: 'flock_1',
    barnId: 'barn_1',
    barnType: 'broiler',
    status: 'active',
    breed: 'Ross 308',
    placementDate: '2026-11-01',
    arrivalAgeDays: 0,
    chicksOrdered: null,
    chicksReceived: 10_000,
    mortality: 0,
    culls: 0,
    loggedDays: 0,
    deathDays: 0,
    sold: 0,
    weighings: [],
    smartWeightG: null,
    smartWeightAt: null,
    smartWeightUncalibrated: null,
    recentDays: [],
    recentSales: [],
    hasChickCost: false,
    hasFeedCost: false,
    hasPhoto7d: false,
    climateHours24: 0,
    inMoult: false,
    ...values,
  };
}

/** The row of a farm with these parts. */
function rowOf(parts: Partial<PortfolioFarm>) {
  const farm: PortfolioFarm = {
    farm: row('farms', { id: 'farm_1', name: 'Emek Hefer' }),
    zone: 'Asia/Jerusalem',
    today: TODAY,
    barns: 1,
    capacity: 20_000,
    barnsMeasured: 1,
    contacts: 1,
    liveFlocks: [],
    openAlerts: { critical: 0, warning: 0, info: 0 },
    criticalAlerts: [],
    overdueTasks: 0,
    unansweredQuestions: 0,
    money30d: { revenue: 0, feed: 0, chicks: 0, treatments: 0, expenses: 0 },
    lastFlock: null,
    lastActivityAt: null,
    ...parts,
  };
  return portfolioRow(farm, defaultThresholds);
}

/** Days of a log that many days before today, with these deaths. */
function logged(deaths: Readonly<Record<number, number>>): PortfolioFlock['recentDays'] {
  return Object.entries(deaths)
    .map(([daysAgo, mortality]) => ({ day: addDays(TODAY, -Number(daysAgo)), mortality }))
    .toSorted((left, right) => (left.day < right.day ? -1 : 1))
    .map((day) => ({ ...day, culls: null, waterL: null, tempAvg: null }))
    .map((day) => ({ ...day, feedKg: null, avgWeightGr: null, eggs: null }));
}

test.each([
  ['some deaths are not logged', 15, [], true],
  ['only today is not logged', 19, [1], false],
  ['all are logged', 20, [0, 1], false],
])('birds are an upper bound if %s', (_where, deathDays, days, expected) => {
  const recentDays = logged(Object.fromEntries(days.map((day) => [day, 10])));
  const flock = aFlock({ deathDays, loggedDays: deathDays, recentDays });
  expect(rowOf({ liveFlocks: [flock] }).birdsUpperBound).toBe(expected);
});

test('states the current day of the farm', () => {
  expect(rowOf({ today: '2026-11-20' }).today).toBe('2026-11-20');
});

test('flocks of unknown size are counted, and are not in the birds', () => {
  const unknown = aFlock({ id: 'flock_2', chicksReceived: null });
  const oversold = aFlock({ id: 'flock_3', chicksReceived: 500, sold: 600 });
  expect(rowOf({ liveFlocks: [aFlock(), unknown, oversold] })).toMatchObject({
    birds: 10_000,
    flocksUncounted: 2,
  });
  expect(rowOf({ liveFlocks: [aFlock()] }).flocksUncounted).toBe(0);
});

describe('the mortality of seven days', () => {
  test('covers seven calendar days, whether logged or not', () => {
    const recentDays = logged({ 9: 500, 7: 300, 6: 20, 0: 30 });
    const flock = aFlock({ mortality: 850, loggedDays: 4, recentDays });
    // 50 of the 9,200 that were alive six days ago.
    expect(rowOf({ liveFlocks: [flock] })?.mortality7dPct).toBe(0.54);
  });

  test('includes birds sold meanwhile among those alive', () => {
    const recentSales = [{ day: addDays(TODAY, -2), birds: 6000, kg: null }];
    const recentDays = logged({ 6: 20, 0: 20 });
    const flock = aFlock({ mortality: 40, loggedDays: 2, sold: 6000, recentDays, recentSales });
    expect(rowOf({ liveFlocks: [flock] })).toMatchObject({ birds: 3960, mortality7dPct: 0.4 });
  });

  test('the mortality of seven days of a logged flock and one without any log is a lower bound for both', () => {
    const logs = aFlock({
      id: 'flock_a',
      mortality: 40,
      loggedDays: 2,
      recentDays: logged({ 6: 20, 0: 20 }),
    });
    const silent = aFlock({ id: 'flock_b' });
    // 40 of 10,000 and 10,000 birds.
    const row = rowOf({ liveFlocks: [logs, silent] });
    expect(row.mortality7dPct).toBe(0.2);
    expect(row.mortality7dDaysUnlogged).toBeGreaterThanOrEqual(12);
  });

  test('is unknown if nothing was logged', () => {
    expect(rowOf({ liveFlocks: [aFlock()] })?.mortality7dPct).toBeNull();
  });
});

describe('the health', () => {
  test('the health of a flock that was never logged is unknown', () => {
    expect(rowOf({ liveFlocks: [aFlock()] })?.healthScore).toBeNull();
  });

  test('the health of a flock largely sold yesterday is not evaluated as many deaths', () => {
    const deaths = Object.fromEntries([8, 7, 6, 5, 4, 3, 2, 1].map((day) => [day, 10]));
    const flock = aFlock({
      mortality: 80,
      loggedDays: 8,
      sold: 7000,
      recentDays: logged(deaths),
      recentSales: [{ day: addDays(TODAY, -1), birds: 7000, kg: null }],
    });
    expect(rowOf({ liveFlocks: [flock] })?.healthScore).toBe(100);
  });
});

test('an impossible feed quantity of a flock with more losses than birds lowers the data quality', () => {
  // 60 placed: 50 died five days ago, 45 today; 10 left between cannot eat 100 kg.
  const recentDays = logged({ 5: 50, 3: 0, 0: 45 });
  const quality = (feedKg: number) => {
    const days = recentDays.map((day, index) => (index === 1 ? { ...day, feedKg } : day));
    const flock = { chicksReceived: 60, mortality: 95, loggedDays: 3, recentDays: days };
    return rowOf({ liveFlocks: [aFlock(flock)] }).dataQuality;
  };
  expect(quality(100)).toBeLessThan(quality(1) ?? 0);
});

describe('the health of hens', () => {
  // Hy-Line Brown of 30 weeks lay 95 %: 10,000 hens 9,500 eggs.
  const hens = (eggs: number, values: Partial<PortfolioFlock> = {}) => {
    const deaths = Object.fromEntries([7, 6, 5, 4, 3, 2, 1, 0].map((day) => [day, 0]));
    return aFlock({
      breed: 'Hy-Line Brown',
      placementDate: addDays(TODAY, -98),
      arrivalAgeDays: 112,
      loggedDays: 8,
      recentDays: logged(deaths).map((day) => ({ ...day, eggs })),
      ...values,
    });
  };

  test('includes their eggs', () => {
    expect(rowOf({ liveFlocks: [hens(9500)] }).healthScore).toBe(100);
    // No eggs cost the 25 points of laying.
    expect(rowOf({ liveFlocks: [hens(0)] }).healthScore).toBe(75);
    // 87 % of the standard has grade E in comparisons: no grade A.
    expect(rowOf({ liveFlocks: [hens(8265)] }).healthScore).toBe(89);
  });

  test('excludes the eggs of hens in moult', () => {
    expect(rowOf({ liveFlocks: [hens(0, { inMoult: true })] }).healthScore).toBe(100);
  });
});

test('the health of a flock without recorded deaths is unknown', () => {
  const recentDays = logged({ 2: 0, 1: 0, 0: 0 }).map((day) => ({ ...day, mortality: null }));
  expect(rowOf({ liveFlocks: [aFlock({ loggedDays: 3, recentDays })] }).healthScore).toBeNull();
});

describe('an open critical alert', () => {
  const deaths = logged(Object.fromEntries([8, 7, 6, 5, 4, 3, 2, 1].map((day) => [day, 10])));
  const calmFlock = { mortality: 80, loggedDays: 8, recentDays: deaths };
  const liveFlocks = [aFlock(calmFlock), aFlock({ ...calmFlock, id: 'flock_2', barnId: 'barn_2' })];
  const scoreWith = (alert: Partial<PortfolioFarm['criticalAlerts'][number]>) =>
    rowOf({
      liveFlocks,
      openAlerts: { critical: 1, warning: 0, info: 0 },
      criticalAlerts: [{ flockId: null, barnId: null, source: { key: null }, ...alert }],
    }).healthScore;

  test('costs points for its flock', () => {
    // Two flocks of the same size, 100 and 80.
    expect(scoreWith({ flockId: 'flock_2', barnId: 'barn_2' })).toBe(90);
    expect(scoreWith({ barnId: 'barn_2' })).toBe(90);
    expect(scoreWith({ flockId: 'flock_9', barnId: 'barn_2' })).toBe(100);
    // An alert of all birds in a barn that names one of its flocks.
    const key = 'density:barn_2';
    expect(scoreWith({ flockId: 'flock_9', barnId: 'barn_2', source: { key } })).toBe(90);
  });
});

test('a farm with a flock of grade E is not rated normal, even before an alert is raised', () => {
  // 3,000 of 10,000 died, 900 of them today where 10 a day are usual: mortality and peak cost 40 each.
  const usual = Object.fromEntries([7, 6, 5, 4, 3, 2, 1].map((day) => [day, 10]));
  const recentDays = logged({ ...usual, 0: 900 });
  const sick = rowOf({ liveFlocks: [aFlock({ mortality: 3000, loggedDays: 8, recentDays })] });
  expect([sick.healthScore, sick.status]).toEqual([20, 'warning']);
  expect(inEnglish(sick.stateReasons)).toEqual(['1 flock with health grade E']);
  const calmFlock = aFlock({
    mortality: 80,
    loggedDays: 8,
    recentDays: logged({ ...usual, 0: 10 }),
  });
  const healthyRow = rowOf({ liveFlocks: [calmFlock] });
  expect([healthyRow.status, healthyRow.stateReasons]).toEqual(['ok', []]);
  const openAlerts = { critical: 2, warning: 1, info: 4 };
  const troubledRow = rowOf({ liveFlocks: [calmFlock], openAlerts, unansweredQuestions: 1 });
  expect([troubledRow.status, inEnglish(troubledRow.stateReasons)]).toEqual([
    'critical',
    ['2 critical alerts', '1 warning', '1 unanswered question'],
  ]);
});

describe('the efficiency of the last flock', () => {
  const days = Array.from({ length: 40 }, (_, index) => addDays('2026-10-01', index + 1));
  const last: LastFlock = {
    flock: {
      id: 'flock_0',
      barnId: 'barn_1',
      breed: 'Ross 308',
      status: 'closed',
      placementDate: '2026-10-01',
      arrivalAgeDays: 0,
      chicksOrdered: null,
      chicksReceived: 10_000,
      closedAt: '2026-11-10T12:00:00.000Z',
    },
    barnType: 'broiler',
    logs: days.map((date) => ({ date, mortality: 10, culls: 0, feedKg: 900, avgWeightGr: null })),
    sales: [
      { date: '2026-11-04', birdsCount: 4800, totalWeightKg: 10_080 },
      { date: '2026-11-10', birdsCount: 4800, totalWeightKg: 11_520 },
    ],
  };

  test('uses the mean age at which its birds were sold', () => {
    // 96 % of 2.25 kg at 37 days and 36,000 kg of feed for 21,600 kg: 96 × 2.25 × 100 / (37 × 1.6667).
    expect(rowOf({ lastFlock: last })).toMatchObject({
      ...{ epefLast: 350, epefLastEstimated: false, epefLastUpperBound: false },
    });
  });

  test('may be lower where deaths are not logged on some days', () => {
    const logs = last.logs.map((log, index) => (index % 5 ? log : { ...log, mortality: null }));
    const row = rowOf({ lastFlock: { ...last, logs } });
    expect(row?.epefLast).toBeGreaterThan(0);
    expect(row).toMatchObject({ epefLastEstimated: false, epefLastUpperBound: true });
  });

  test('is unknown if its feed was logged on too few days', () => {
    const logs = last.logs.map((log, index) => (index % 2 ? log : { ...log, feedKg: null }));
    expect(rowOf({ lastFlock: { ...last, logs } })?.epefLast).toBeNull();
  });

  test('is unknown without a flock', () => {
    expect(rowOf({})?.epefLast).toBeNull();
  });
});
