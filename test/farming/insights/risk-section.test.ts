import { describe, expect, test } from 'vitest';
import type { OtherSections } from '../../../src/farming/core/section.ts';
import { distinctMissing } from '../../../src/farming/core/section.ts';
import { riskLevel, riskScore, riskSection } from '../../../src/farming/insights/risk-section.ts';
import { message } from '../../../src/model/core/message.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, NOON, row, TODAY } from '../../support/a-snapshot.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';

interface RiskItem {
  readonly key: string;
  readonly p: number | null;
  readonly points: number | null;
  readonly explanation: { readonly text: string; readonly params: object };
  readonly fix: object | null;
}

interface RiskAnswer {
  readonly status: string;
  readonly missing: readonly Readonly<Record<string, unknown>>[];
  readonly score: number | null;
  readonly level: string | null;
  readonly items: readonly RiskItem[];
}

const DAYS = ['14', '15', '16', '17', '18', '19', '20'];
/** A flock of 30 days of which everything of the last week is logged. */
const farm = {
  barns: [aBarn()],
  liveFlocks: [aFlock({ placementDate: '2026-10-22' })],
  liveLogs: DAYS.map((day) => aLog(`2026-11-${day}`, { mortality: 5 })),
};

const frame = { status: 'ok', asOf: TODAY, missing: [] } as const;
const calmFarm = {
  health: {
    ...frame,
    flocks: [
      {
        flockId: 'flock_1',
        spike: { flag: false, severity: null },
        cumMortalityPct: 1,
        expectedCumMortalityPct: 1,
      },
    ],
  },
  weather: { ...frame, heatRisk: 'none', maxThi: 20, actions: [] },
  feed: { ...frame, flocks: [{ flockId: 'flock_1', daysLeft: 5, suggestedOrderKg: 0 }] },
  placements: {
    ...frame,
    barns: [{ flockId: 'flock_1', overcrowdedAt: null, densityKgM2: 30, densityLimitKgM2: 39 }],
  },
  cashflow: cashOf([[1000, 'flock_1']]),
  market: { ...frame, price: { trendPctPer30d: 1 }, sellWindow: [] },
  suppliers: { ...frame, concentrationPct: { feed: 50, chicks: null } },
} as const;

const compute = (others: object = {}, parts: object = {}) =>
  riskSection.compute(aSnapshot({ ...farm, ...parts }), {
    ...calmFarm,
    ...others,
  } as OtherSections) as unknown as RiskAnswer;
const item = (key: string, others: object = {}, parts: object = {}) =>
  compute(others, parts).items.find((risk) => risk.key === key);
const likelihood = (key: string, others: object = {}, parts: object = {}) =>
  item(key, others, parts)?.p;

test('without problems there is no risk', () => {
  const section = compute();
  expect(section).toMatchObject({ status: 'ok', missing: [], score: 0, level: 'info' });
  expect(section.items.map(({ key, p, fix }) => [key, p, fix])).toEqual([
    ['disease', 0, null],
    ['heat', 0, null],
    ['feed_out', 0, null],
    ['overweight_or_density', 0, null],
    ['cash', 0, null],
    ['price', 0, null],
    ['data_blind', 0, null],
    ['equipment', 0, null],
    ['compliance', 0, null],
    ['medicine', 0, null],
    ['single_supplier', 0, null],
    ['people', 0, null],
  ]);
  expectToFitSchema('risk', section);
});

test('several risks add up, the largest weight first', () => {
  const section = compute({
    health: {
      ...frame,
      flocks: [{ ...calmFarm.health.flocks[0], spike: { flag: true, severity: 'warning' } }],
    },
    feed: { ...frame, flocks: [{ flockId: 'flock_1', daysLeft: 1, suggestedOrderKg: 9000 }] },
    cashflow: cashOf([[0], [0], [0], [0], [-1, 'flock_1']]),
  });
  // disease 0.4 × 0.9 = 0.36, feed 0.8 × 0.8 = 0.64, cash 0.6 × 0.5 = 0.3 (23 days are 3.3 weeks):
  // 1 − 0.64 × 0.36 × 0.7 = 1 − 0.16128 = 0.83872.
  expect([section.score, section.level]).toEqual([84, 'critical']);
  expect(section.items.slice(0, 4)).toEqual([
    {
      key: 'feed_out',
      p: 0.8,
      impact: 0.8,
      points: 64,
      explanation: {
        text: 'risk.feed_out.soon',
        params: { flock: 'B1-2611', days: { quantity: 1, unit: 'days' }, isEstimated: 'no' },
      },
      fix: {
        method: 'POST',
        path: '/feed-orders',
        body: { flockId: 'flock_1', quantityKg: 9000, dueDate: '2026-11-22' },
        action: 'create_order',
      },
    },
    {
      key: 'disease',
      p: 0.4,
      impact: 0.9,
      points: 36,
      explanation: { text: 'risk.disease.spike_warning', params: { flock: 'B1-2611' } },
      fix: {
        method: 'POST',
        path: '/tasks',
        body: {
          barnId: 'barn_1',
          title: { text: 'risk.task.call_vet', params: { flock: 'B1-2611' } },
          priority: 'high',
          dueDate: TODAY,
        },
        action: 'create_task',
      },
    },
    {
      key: 'cash',
      p: 0.6,
      impact: 0.5,
      points: 30,
      explanation: { text: 'risk.cash.negative', params: { day: { day: '2026-12-14' } } },
      fix: {
        method: 'POST',
        path: '/tasks',
        body: {
          farmId: 'farm_1',
          title: { text: 'risk.task.cash', params: {} },
          priority: 'high',
          dueDate: TODAY,
        },
        action: 'create_task',
      },
    },
    expect.objectContaining({ p: 0 }),
  ]);
  expectToFitSchema('risk', section);
});

test.each([
  // 1 − 0.6 × 0.5 = 0.7; 1 − 0.5 × 0.62 = 0.69.
  [
    [
      { p: 1, impact: 0.4 },
      { p: 1, impact: 0.5 },
    ],
    70,
    'critical',
  ],
  [
    [
      { p: 1, impact: 0.5 },
      { p: 1, impact: 0.38 },
    ],
    69,
    'warning',
  ],
  [[{ p: 0.4, impact: 1 }], 40, 'warning'],
  [[{ p: 0.39, impact: 1 }], 39, 'info'],
  [
    [
      { p: 1, impact: 1 },
      { p: null, impact: 1 },
    ],
    100,
    'critical',
  ],
  [[{ p: null, impact: 1 }], 0, 'info'],
  [[], 0, 'info'],
])('%j score %i: %s', (risks, score, level) => {
  expect(riskScore(risks)).toBe(score);
  expect(riskLevel(score, defaultThresholds)).toBe(level);
});

describe('disease', () => {
  const of = (flock: object) => ({
    health: { ...frame, flocks: [{ ...calmFarm.health.flocks[0], ...flock }] },
  });

  test.each<[string, object, number | null]>([
    ['a critical spike', { spike: { flag: true, severity: 'critical' } }, 0.8],
    ['a spike', { spike: { flag: true, severity: 'warning' } }, 0.4],
    ['losses as usual', { cumMortalityPct: 1 }, 0],
    ['fewer losses than usual', { cumMortalityPct: 0.5 }, 0],
    // (1.4 / 1 − 1) / 2.
    ['losses two fifths above', { cumMortalityPct: 1.4 }, 0.2],
    ['losses of three fifths and more', { cumMortalityPct: 1.6 }, 0.3],
    ['losses far above all', { cumMortalityPct: 9 }, 0.3],
    ['unrecorded losses', { cumMortalityPct: null }, null],
  ])('%s', (_, flock, p) => {
    expect(likelihood('disease', of(flock))).toBe(p);
  });

  test('the worst flock decides, a flock without data does not', () => {
    const [flock] = calmFarm.health.flocks;
    const flocks = [
      { ...flock, cumMortalityPct: null },
      { ...flock, cumMortalityPct: 1.2 },
      { ...flock, flockId: 'flock_9', cumMortalityPct: 1.4 },
    ];
    expect(item('disease', { health: { ...frame, flocks } })).toMatchObject({
      p: 0.2,
      explanation: { text: 'risk.disease.losses', params: { flock: 'flock_9' } },
      fix: { body: { farmId: 'farm_1' } },
    });
  });
});

describe('heat', () => {
  const forecast = (heatRisk: string | null) => ({ weather: { ...calmFarm.weather, heatRisk } });
  /** One hour a day at noon; 35 °C and 60 % are an index of 34.02, 20 °C and 50 % of 19.05. */
  const hours = (hot: number, known: number) =>
    Array.from({ length: known }, (_, index) => ({
      barnId: 'barn_1',
      hour: new Date(NOON - index * 86_400_000).toISOString(),
      temp: index < hot ? 35 : 20,
      humidity: index < hot ? 60 : 50,
      readings: 4,
    }));

  test.each<[string | null, number | null]>([
    ['critical', 0.8],
    ['warning', 0.4],
    ['mild', 0],
    ['none', 0],
    [null, null],
  ])('a forecast of %s', (risk, p) => {
    expect(likelihood('heat', forecast(risk))).toBe(p);
  });

  test('the mitigation is the action of the section weather', () => {
    const fix = { method: 'POST', path: '/tasks', body: { farmId: 'farm_1', title: 'x' } };
    const weather = { ...calmFarm.weather, heatRisk: 'critical', actions: [{ fix }] };
    expect(item('heat', { weather })?.fix).toEqual(fix);
  });

  test.each<[number, number, string | null, number | null]>([
    // Without heat in the forecast the last two weeks count, when seven days of them are known.
    [3, 12, 'none', 0.25],
    [3, 12, null, 0.25],
    [7, 7, 'none', 1],
    [6, 6, 'none', 0],
    [6, 6, null, null],
    [0, 14, null, 0],
  ])('%i hot days of %i and a forecast of %s', (hot, known, risk, p) => {
    expect(likelihood('heat', forecast(risk), { barnHours: hours(hot, known) })).toBe(p);
  });

  test('days before placement, and warm days of chicks, are not hot', () => {
    const liveFlocks = [aFlock({ placementDate: '2026-11-12' })];
    const barnHours = hours(14, 14).map((hour) => ({ ...hour, temp: 31, humidity: 50 }));
    expect(likelihood('heat', forecast(null), { liveFlocks, barnHours })).toBe(0);
  });
});

describe('feed', () => {
  const left = (...days: (number | null)[]) => ({
    feed: {
      ...frame,
      flocks: days.map((daysLeft) => ({ flockId: 'flock_1', daysLeft, suggestedOrderKg: null })),
    },
  });

  test.each<[readonly (number | null)[], number | null]>([
    [[3], 0],
    [[2.9], 0.4],
    [[1.5], 0.4],
    [[1.4], 0.8],
    [[5, null, 1], 0.8],
    [[null], null],
  ])('feed for %j days is evaluated', (days, p) => {
    expect(likelihood('feed_out', left(...days))).toBe(p);
  });
});

test('feed that runs out while an order is overdue: the order is proposed', () => {
  const order = { id: 'order_1', flockId: 'flock_1', quantityKg: 14_000, status: 'ordered' };
  const feedOrders = [row('feed-orders', { ...order, dueDate: '2026-11-19' })];
  const flocks = [{ flockId: 'flock_1', daysLeft: 1, suggestedOrderKg: 9000 }];
  const { items } = compute({ feed: { ...frame, flocks } }, { feedOrders });
  expect(items.find((item) => (item as { key?: string }).key === 'feed_out')).toMatchObject({
    explanation: { text: 'risk.feed_out.late', params: { day: { day: '2026-11-19' } } },
    fix: { method: 'PATCH', path: '/feed-orders/order_1' },
  });
});

describe('density', () => {
  const barn = { flockId: 'flock_1', densityKgM2: 30, densityLimitKgM2: 39 };
  const on = (overcrowdedAt: string | null, values: object = {}) => ({
    placements: { ...frame, barns: [{ ...barn, overcrowdedAt, ...values }] },
  });

  test.each<[string | null, object, number | null]>([
    [TODAY, {}, 0.7],
    ['2026-11-22', {}, 0.4],
    ['2026-11-24', {}, 0.4],
    ['2026-11-25', {}, 0],
    [null, {}, 0],
    [null, { densityKgM2: null }, null],
    [null, { densityKgM2: null, densityLimitKgM2: null }, 0],
  ])('overcrowded on %s with %j', (day, values, p) => {
    expect(likelihood('overweight_or_density', on(day, values))).toBe(p);
  });

  test('the mitigation is an offer of birds', () => {
    expect(item('overweight_or_density', on(TODAY))?.fix).toEqual({
      method: 'POST',
      path: '/market-orders',
      body: {
        farmId: 'farm_1',
        kind: 'offer',
        direction: 'sell',
        category: 'live_birds',
        title: { text: 'risk.task.sell_birds', params: { flock: 'B1-2611' } },
        quantity: null,
      },
    });
  });
});

describe('cash', () => {
  const weeks = (...nets: readonly number[]) =>
    likelihood('cash', {
      cashflow: cashOf(nets.map((net, index) => (index === 0 ? [net, 'flock_1'] : [net]))),
    });

  test('the earlier the balance stays below 0, the more likely', () => {
    expect(weeks(-1)).toBe(0.6);
    // 14 December is in 3.3 weeks, the 21st in 4.3.
    expect(weeks(0, 0, 0, 0, -1)).toBe(0.6);
    expect(weeks(0, 0, 0, 0, 0, -1)).toBe(0.3);
    expect(weeks(0, 0, 0, 0, 0, 0, 0, 0, -1)).toBe(0.3);
    expect(weeks(0)).toBe(0);
  });

  test('a flock that is paid for and not yet sold is not a risk', () => {
    const spent = { before: [-90_000, -40_000] };
    const sold = cashOf([[-20_000], [-20_000], [180_000, 'flock_1']], spent);
    expect(likelihood('cash', { cashflow: sold })).toBe(0);
    // Its sale pays for the coming weeks, but not for the previous ones.
    const cheap = cashOf([[-20_000], [-20_000], [50_000, 'flock_1']], spent);
    expect(likelihood('cash', { cashflow: cheap })).toBe(0);
  });

  test('past and future weeks of losses are a risk', () => {
    const cashflow = cashOf([[-20_000], [-20_000], [30_000, 'flock_1']], { before: [-1000] });
    expect(item('cash', { cashflow })).toMatchObject({
      p: 0.6,
      explanation: { text: 'risk.cash.negative', params: { day: { day: '2026-11-09' } } },
    });
  });

  test('earlier income pays for weeks of losses', () => {
    const cashflow = cashOf([[-20_000], [5000, 'flock_1']], { before: [-9000, 30_000] });
    expect(likelihood('cash', { cashflow })).toBe(0);
  });

  test.each<[string, object]>([
    ['the revenue of the flock is unknown', cashOf([[-20_000]])],
    ['its sale price is unknown', cashOf([[-1, 'flock_1']], { missing: 'no_sale_price' })],
    ['its feed price is unknown', cashOf([[1, 'flock_1']], { missing: 'no_feed_cost' })],
  ])('unknown if %s', (_, cashflow) => {
    expect(likelihood('cash', { cashflow })).toBeNull();
  });

  test('costs known to be too low are still a risk', () => {
    const cashflow = cashOf([[-1, 'flock_1']], { missing: 'no_feed_cost' });
    expect(likelihood('cash', { cashflow })).toBe(0.6);
  });
});

/** A section cashflow with these sums of the coming weeks, some with income of a flock. */
function cashOf(
  forecast: readonly (readonly [net: number, flockId?: string])[],
  { before = [], missing }: { readonly before?: readonly number[]; readonly missing?: string } = {},
) {
  const nets = [...before.map((net) => [net] as const), ...forecast];
  let cumulative = 0;
  return {
    ...frame,
    missing: missing === undefined ? [] : [{ code: missing, message: message(missing) }],
    weeks: nets.map(([net, id], index) => {
      cumulative += net;
      const items = id === undefined ? [] : [{ direction: 'in', id }];
      const kind = index < before.length ? 'actual' : 'forecast';
      const weekStart = addDays('2026-11-16', 7 * (index - before.length));
      return { weekStart, kind, net, cumulative, items };
    }),
  };
}

test.each<[number | null, number | null]>([
  [-5, 0.4],
  [-4.99, 0],
  [-30, 0.4],
  [null, null],
])('a sale price that changes by %d %% in 30 days', (trendPctPer30d, p) => {
  expect(likelihood('price', { market: { ...frame, price: { trendPctPer30d } } })).toBe(p);
});

test.each<[number | null, number | null, number | null]>([
  [80, null, 0],
  [80.01, null, 0.3],
  [20, 100, 0.3],
  [null, 100, 0.3],
  [null, 50, null],
  [null, null, null],
])('one supplier of %d %% of the feed and %d %% of the chicks', (feed, chicks, p) => {
  expect(
    likelihood('single_supplier', { suppliers: { ...frame, concentrationPct: { feed, chicks } } }),
  ).toBe(p);
});

describe('risks from the rows of the farm', () => {
  test('days without deaths in the log are a risk, with the call that fills the newest day', () => {
    const liveLogs = farm.liveLogs.filter(({ date }) => date < '2026-11-19');
    // Five of the seven days before today.
    expect(item('data_blind', {}, { liveLogs })).toMatchObject({
      p: 0.286,
      explanation: { params: { share: { quantity: 71.43, unit: '%' } } },
      fix: {
        method: 'POST',
        path: '/daily-logs',
        body: { flockId: 'flock_1', date: '2026-11-20', mortality: null },
      },
    });
    const withLog = [...liveLogs, aLog('2026-11-20', { feedKg: 900 })];
    expect(item('data_blind', {}, { liveLogs: withLog })?.fix).toEqual({
      method: 'PATCH',
      path: '/daily-logs/log_2026-11-20',
      body: { mortality: null },
    });
  });

  test('devices and connections that do not work', () => {
    const device = (id: string, status: string) => row('devices', { id, kind: 'camera', status });
    const devices = [
      device('d_1', 'online'),
      device('d_2', 'fault'),
      device('d_3', 'offline'),
      device('d_4', 'retired'),
    ];
    const integrations = [
      row('integrations', { id: 'i_1', kind: 'erp', status: 'active' }),
      row('integrations', { id: 'i_2', kind: 'erp', status: 'failing' }),
      row('integrations', { id: 'i_3', kind: 'erp', status: 'paused' }),
    ];
    // Two of the three in use, and one of the two at work.
    expect(item('equipment', {}, { devices, integrations })).toMatchObject({
      p: 0.6,
      explanation: { params: { bad: 3, total: 5 } },
      fix: { method: 'PATCH', path: '/integrations/i_2', body: { status: 'active' } },
    });
    expect(item('equipment', {}, { devices })?.fix).toEqual({
      method: 'PATCH',
      path: '/devices/d_2',
      body: { status: 'maintenance' },
    });
  });

  test.each<[number, number]>([
    [0, 0],
    [1, 0.4],
    [2, 0.8],
    [3, 1],
  ])('%i overdue documents', (count, p) => {
    const regItems = Array.from({ length: count }, (_, index) =>
      row('reg-items', { id: `p_${index}`, title: 'Levy', status: 'due', dueDate: '2026-11-20' }),
    );
    const risk = item('compliance', {}, { regItems });
    expect(risk?.p).toBe(p);
    const fix = { method: 'PATCH', path: '/reg-items/p_0', body: { status: 'submitted' } };
    expect(risk?.fix).toEqual(count === 0 ? null : fix);
  });

  test('a document that is due today is not overdue', () => {
    const paper = { id: 'p_1', title: 'Levy', status: 'upcoming', dueDate: TODAY };
    expect(likelihood('compliance', {}, { regItems: [row('reg-items', paper)] })).toBe(0);
  });

  test('expired medicine in stock', () => {
    const medicine = [
      row('medicine', { id: 'm_1', name: 'A', quantity: 1, expiryDate: '2026-11-20' }),
    ];
    expect(item('medicine', {}, { medicine })).toMatchObject({
      p: 0.5,
      explanation: { text: 'risk.medicine.expired', params: { count: 1 } },
      fix: { method: 'PATCH', path: '/medicine/m_1', body: { quantity: 0 } },
    });
  });

  test.each<[string, string | null, number]>([
    ['before the withdrawal ends', '2026-11-25', 0.5],
    ['on the day after it', '2026-11-26', 0],
    ['overdue, so immediately', '2026-11-01', 0.5],
    ['without a date', null, 0],
  ])('a sale that is planned %s', (_, plannedMarketDate, p) => {
    const liveFlocks = [aFlock({ placementDate: '2026-10-22', plannedMarketDate })];
    const treatments = [
      row('treatments', {
        flockId: 'flock_1',
        date: '2026-11-19',
        kind: 'antibiotic',
        notes: 'withdrawal:7d',
      }),
    ];
    const risk = item('medicine', {}, { liveFlocks, treatments });
    expect(risk?.p).toBe(p);
    const fix = {
      method: 'PATCH',
      path: '/flocks/flock_1',
      body: { plannedMarketDate: '2026-11-26' },
    };
    expect(risk?.fix).toEqual(p === 0 ? null : fix);
  });

  test.each<[string, object, number]>([
    ['open', {}, 1],
    ['resolved', { status: 'resolved' }, 0],
    ['of a sealed flock', { sealed: true }, 0],
  ])('an alert about a sale within a withdrawal period that is %s', (_, values, p) => {
    const alert = {
      ...{ id: 'alert_1', title: 'Sold too early', severity: 'critical', status: 'open' },
      source: { rule: 'withdrawal_violation', key: 'withdrawal_violation:flock_9' },
    };
    const risk = item('medicine', {}, { alerts: [row('alerts', { ...alert, ...values })] });
    expect(risk?.p).toBe(p);
    if (p === 0) return;
    expect(risk).toMatchObject({
      explanation: { text: 'risk.medicine.alert', params: { alert: 'Sold too early' } },
      fix: { method: 'PATCH', path: '/alerts/alert_1' },
    });
  });

  test('an agreed sale overrides the plan', () => {
    const sales = [row('sales', { id: 's_1', flockId: 'flock_1', date: '2026-11-23' })];
    const treatments = [
      row('treatments', {
        flockId: 'flock_1',
        date: TODAY,
        kind: 'other',
        notes: 'withdrawal: 3 days',
      }),
    ];
    expect(item('medicine', {}, { sales, treatments })).toMatchObject({
      p: 0.5,
      explanation: { params: { sale: { day: '2026-11-23' }, until: { day: '2026-11-24' } } },
      fix: { method: 'PATCH', path: '/sales/s_1', body: { date: '2026-11-24' } },
    });
  });

  test.each<[number, number]>([
    [1, 0.2],
    [2, 0.4],
    [3, 0.6],
    [4, 0.6],
  ])('%i questions older than a day', (count, p) => {
    const askedAt = new Date(NOON - 24 * 3_600_000 - 1).toISOString();
    const fieldReports = Array.from({ length: count }, (_, index) =>
      row('field-reports', {
        id: `q_${index}`,
        rawText: '?',
        isQuestion: true,
        createdAt: askedAt,
      }),
    );
    expect(likelihood('people', {}, { fieldReports })).toBe(p);
  });
});

describe('unknown items', () => {
  test('is null, names the failed section, and does not affect the others', () => {
    const section = compute({ health: undefined, market: undefined });
    expect(section.status).toBe('partial');
    expect(section.missing).toEqual([
      {
        code: 'section_failed',
        message: { text: 'insights.failed', params: { section: 'health' } },
      },
      {
        code: 'section_failed',
        message: { text: 'insights.failed', params: { section: 'market' } },
      },
    ]);
    expect(section.items.filter(({ p }) => p === null).map(({ key }) => key)).toEqual([
      'disease',
      'price',
    ]);
    expect(section.score).toBe(0);
    expectToFitSchema('risk', section);
  });

  test('names the missing data of the section', () => {
    const lacking = { code: 'no_deliveries', message: { text: 'x', params: {} } };
    const feed = { status: 'partial', asOf: TODAY, missing: [lacking], flocks: [] };
    expect(compute({ feed })).toMatchObject({ status: 'partial', missing: [lacking] });
  });

  test('names a property that several sections need once', () => {
    const unset = (code: string, field: string, path: string) => ({
      ...{ code, field, message: { text: code, params: {} } },
      fix: { method: 'PATCH', path, body: { [field]: null } } as const,
    });
    const area = unset('no_area', 'areaSqm', '/barns/barn_1');
    const target = unset('no_target_weight', 'targetWeightKg', '/flocks/flock_1');
    const other = unset('no_barn_area', 'areaSqm', '/barns/barn_2');
    const repeated = [
      { ...area, code: 'no_barn_area', barnId: 'barn_1' },
      { ...target, barnId: 'barn_1' },
    ];
    expect(distinctMissing([area, target, other, ...repeated])).toEqual([area, target, other]);
  });

  test('risk items without birds have no risk', () => {
    const section = compute({}, { liveFlocks: [], liveLogs: [] });
    const emptyItems = section.items.filter(
      ({ explanation }) => explanation.text === 'risk.no_birds',
    );
    expect(emptyItems.map(({ key, p }) => [key, p])).toEqual([
      ['disease', 0],
      ['heat', 0],
      ['feed_out', 0],
      ['overweight_or_density', 0],
      ['data_blind', 0],
    ]);
  });

  test('a farm without barns and flocks has no risks', () => {
    const section = compute({}, { barns: [], liveFlocks: [], liveLogs: [] });
    expect(section).toMatchObject({
      status: 'not_enough_data',
      score: null,
      level: null,
      items: [],
      missing: [{ code: 'no_barns' }],
    });
    expectToFitSchema('risk', section);
  });
});
