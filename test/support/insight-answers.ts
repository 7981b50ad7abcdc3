import { typeFixes } from './type-fixes.ts';

const asOf = '2026-11-21T09:00:00.000Z';

const noWeight = {
  code: 'no_weight_7d',
  message: 'Flock B1-2611 has no weight of the last seven days.',
  resource: 'daily-logs',
  fix: {
    method: 'POST',
    path: '/daily-logs',
    body: { flockId: 'flock_1', date: '2026-11-21', avgWeightGr: null },
  },
};

/** Sections of all kinds: with figures, tables, bars and curves, without data, and failed. */
export const someInsights = typeFixes({
  farmId: 'farm_1',
  asOf,
  currency: 'ILS',
  sections: {
    actionPlan: {
      status: 'ok',
      asOf,
      missing: [],
      items: [
        {
          rank: 1,
          kind: 'order_feed',
          title: 'Order feed for flock B1-2611',
          why: ['The feed lasts 1.1 days.'],
          severity: 'critical',
          flockId: 'flock_1',
          barnId: 'barn_1',
          // The end of the day in Jerusalem; still the same day in Bogota, and the next day in
          // Tokyo.
          dueAt: '2026-11-21T21:59:59.999Z',
          impact: { amount: 3617.55, currency: 'ILS', basis: 'feed' },
          score: 91,
          action: { method: 'POST', path: '/feed-orders', body: { quantityKg: 7000 } },
          sourceRef: null,
        },
      ],
    },
    health: {
      status: 'partial',
      asOf,
      missing: [noWeight],
      flocks: [
        {
          flockId: 'flock_1',
          barnId: 'barn_1',
          status: 'partial',
          ageDays: 20,
          live: 19_755,
          mort7: 69,
          cumMortalityPct: 0.86,
          expectedCumMortalityPct: 1.1,
          waterFeedRatio: null,
          score: 88,
          grade: 'B',
          drivers: [{ code: 'heat', points: 12, message: 'It was too hot for 6 hours.' }],
        },
      ],
    },
    leaks: {
      status: 'ok',
      asOf,
      missing: [],
      rows: [
        {
          kind: 'fcr_gap',
          flockId: 'flock_1',
          barnId: 'barn_1',
          amount: 9374.74,
          pctOfRevenue: 2.22,
        },
        { kind: 'expired_medicine', flockId: null, barnId: null, amount: null, pctOfRevenue: null },
      ],
      total: 9374.74,
    },
    market: { error: { message: 'The section could not be computed.' } },
    cashflow: {
      status: 'ok',
      asOf,
      missing: [],
      weeks: [
        {
          weekStart: '2026-11-09',
          kind: 'actual',
          in: 0,
          out: 100,
          net: -100,
          cumulative: -100,
          items: [],
        },
        {
          weekStart: '2026-11-16',
          kind: 'forecast',
          in: 300,
          out: 0,
          net: 300,
          cumulative: 200,
          items: [],
        },
      ],
      minCumulative: 200,
      firstNegativeWeek: null,
      openingBalance: null,
      assumptions: ['Money is counted on the date of its record.'],
    },
    weather: {
      status: 'not_enough_data',
      asOf,
      missing: [
        {
          code: 'no_weather_source',
          message: 'The farm has no weather service.',
          fix: { method: 'POST', path: '/integrations', body: { kind: 'weather' } },
        },
      ],
      now: null,
      next72h: [],
      maxThi: null,
      heatRisk: null,
      coldRisk: null,
      actions: [],
    },
    weights: {
      status: 'partial',
      asOf,
      missing: [noWeight],
      flocks: [
        {
          flockId: 'flock_1',
          barnId: 'barn_1',
          weight: { g: 985, source: 'manual', date: '2026-11-12', standardG: 935 },
          weightG: 985,
          std: 935,
          deviationPct: 5.35,
          weightDate: '2026-11-12',
          weightReason: null,
          adg7: null,
          stdAdg: 66.4,
          uniformity: null,
          projected: [
            { date: '2026-11-22', weightG: 1050 },
            { date: '2026-11-23', weightG: 1120 },
          ],
          targetDate: '2026-12-09',
        },
      ],
    },
    risk: {
      status: 'ok',
      asOf,
      missing: [],
      score: 64,
      level: 'warning',
      items: [
        {
          key: 'feed_out',
          p: 0.8,
          impact: 0.8,
          explanation: 'The feed of flock B1-2611 lasts 1.1 days.',
          fix: { method: 'POST', path: '/feed-orders', body: { quantityKg: null } },
        },
        { key: 'heat', p: 0, impact: 0.7, explanation: 'No heat is coming.', fix: null },
      ],
    },
  },
});

/** The names of the barns and flocks of that farm, as in their lists. */
export const insightNames = {
  barns: {
    data: [{ id: 'barn_1', name: 'Barn 1' }],
    meta: { total: 1, limit: 200, offset: 0, hasMore: false },
  },
  flocks: {
    data: [{ id: 'flock_1', code: 'B1-2611', barnId: 'barn_1' }],
    meta: { total: 1, limit: 200, offset: 0, hasMore: false },
  },
};
