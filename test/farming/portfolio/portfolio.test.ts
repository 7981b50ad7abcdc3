import { expect, test } from 'vitest';
import { type PortfolioRow, portfolioOf } from '../../../src/farming/portfolio/portfolio.ts';

function aRow(values: Partial<PortfolioRow>): PortfolioRow {
  return {
    farmId: 'farm_1',
    name: 'Emek Hefer',
    vertical: 'broiler',
    barns: 1,
    activeFlocks: 1,
    birds: 1000,
    birdsUpperBound: false,
    flocksUncounted: 0,
    capacityUsedPct: null,
    openAlerts: { critical: 0, warning: 1, info: 2 },
    overdueTasks: 3,
    unansweredQuestions: 1,
    mortality7dPct: null,
    mortality7dDaysUnlogged: 0,
    weightDeviationPct: null,
    weightUncalibrated: false,
    epefLast: null,
    epefLastEstimated: false,
    epefLastUpperBound: false,
    dataQuality: null,
    healthScore: null,
    revenue30d: 0.1,
    expenses30d: 5,
    currency: 'ILS',
    today: '2026-11-21',
    lastActivityAt: null,
    status: 'warning',
    stateReasons: [],
    ...values,
  };
}

test('farms are summed up, money separately for each currency', () => {
  const farms = [
    aRow({}),
    aRow({ farmId: 'farm_2', birds: null, flocksUncounted: 1, revenue30d: 0.2 }),
    aRow({ farmId: 'farm_3', birds: 500, birdsUpperBound: true, currency: 'EUR', expenses30d: 7 }),
  ];
  expect(portfolioOf(farms)).toEqual({
    farms,
    totals: {
      farms: 3,
      birds: 1500,
      birdsUpperBound: true,
      flocksUncounted: 1,
      activeFlocks: 3,
      openAlerts: { critical: 0, warning: 3, info: 6 },
      overdueTasks: 9,
      unansweredQuestions: 3,
      money: [
        { currency: 'EUR', revenue30d: 0.1, expenses30d: 7 },
        { currency: 'ILS', revenue30d: 0.3, expenses30d: 10 },
      ],
    },
  });
});

test('if birds were not counted, the birds of all farms are unknown', () => {
  const { totals } = portfolioOf([aRow({ birds: null })]);
  expect(totals.birds).toBeNull();
  expect(portfolioOf([]).totals.birds).toBe(0);
});
