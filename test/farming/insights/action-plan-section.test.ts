import { describe, expect, test } from 'vitest';
import { planScore } from '../../../src/farming/action-plan/plan-candidate.ts';
import type { OtherSections } from '../../../src/farming/core/section.ts';
import { actionPlanSection } from '../../../src/farming/insights/action-plan-section.ts';
import type { Message } from '../../../src/model/core/message.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, NOON, row, TODAY } from '../../support/a-snapshot.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';
import { inEnglish } from '../../support/in-english.ts';

type Item = Readonly<Record<string, unknown>> & { readonly action: object };

interface PlanAnswer {
  readonly status: string;
  readonly missing: readonly object[];
  readonly items: readonly Item[];
}

const HOUR = 3_600_000;
/** 23:59:59.999 in Israel. */
const TONIGHT = '2026-11-21T21:59:59.999Z';

/** A flock without any finding: logged, weighed, photographed, with a vet. */
const farm = {
  barns: [aBarn()],
  liveFlocks: [aFlock()],
  liveLogs: [aLog(TODAY, { mortality: 5, feedKg: 2000, avgWeightGr: 935 })],
  contacts: [row('contacts', { kind: 'vet', name: 'Dr. Levi' })],
};

const frame = { status: 'ok', asOf: TODAY, missing: [] } as const;
const air = {
  heatStressHours24: 0,
  outOfRangeMinutes24: 0,
  nh3Max24: 10,
  co2Max24: 2000,
};
const healthy = {
  flockId: 'flock_1',
  status: 'ok',
  spike: { flag: false, severity: null },
  cumMortalityPct: 1,
  expectedCumMortalityPct: 1,
  env: air,
  score: 95,
  grade: 'A',
  drivers: [],
} as const;
const calmFarm = {
  health: { ...frame, flocks: [healthy] },
  feed: { ...frame, flocks: [] },
  weights: { ...frame, flocks: [] },
  leaks: { ...frame, rows: [] },
  placements: { ...frame, barns: [] },
  market: { ...frame, price: { trendPctPer30d: null }, sellWindow: [] },
};

const compute = (others: object = {}, parts: object = {}) =>
  actionPlanSection.compute(aSnapshot({ ...farm, ...parts }), {
    ...calmFarm,
    ...others,
  } as OtherSections) as unknown as PlanAnswer;
const items = (others: object = {}, parts: object = {}) => compute(others, parts).items;

test('without problems the plan is empty', () => {
  expect(compute()).toEqual({
    status: 'ok',
    asOf: '2026-11-21T10:00:00.000Z',
    missing: [],
    items: [],
  });
});

test('a sick flock is placed before feed orders and tasks', () => {
  const section = compute(
    {
      health: {
        ...frame,
        flocks: [
          {
            ...healthy,
            spike: { flag: true, severity: 'critical' },
            drivers: [
              { message: { text: 'health.driver.spike', params: { count: 120, usual: 9 } } },
            ],
          },
        ],
      },
      leaks: {
        ...frame,
        rows: [
          {
            ...{ kind: 'excess_mortality', flockId: 'flock_1', evidence: {} },
            ...{ amount: 300, isLowerBound: true },
          },
        ],
      },
      feed: {
        ...frame,
        flocks: [
          {
            flockId: 'flock_1',
            daysLeft: 2.5,
            nextOrderBy: '2026-11-20',
            suggestedOrderKg: 18_000,
          },
        ],
      },
    },
    {
      tasks: [
        row('tasks', { id: 'task_1', title: 'Oil the gate', status: 'open', priority: 'low' }),
      ],
    },
  );
  expect(section).toEqual({
    status: 'ok',
    asOf: '2026-11-21T10:00:00.000Z',
    missing: [],
    items: [
      {
        rank: 1,
        kind: 'call_vet',
        title: { text: 'risk.task.call_vet', params: { flock: 'B1-2611' } },
        why: [{ text: 'health.driver.spike', params: { count: 120, usual: 9 } }],
        severity: 'critical',
        flockId: 'flock_1',
        barnId: 'barn_1',
        dueAt: TONIGHT,
        impact: {
          ...{ amount: 300, isLowerBound: true, currency: 'ILS', basis: 'excess_mortality' },
        },
        confidence: 1,
        // 40 × 1 + 25 × (1 − 12/72) + 20 × 0.2, since the revenue of the flock is unknown, + 15 =
        // 40 + 20.83 + 4 + 15 = 79.83.
        score: 80,
        action: {
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
        sourceRef: { type: 'flocks', id: 'flock_1' },
      },
      {
        rank: 2,
        kind: 'order_feed',
        title: { text: 'actionPlan.order_feed.title', params: { flock: 'B1-2611' } },
        why: [
          {
            text: 'actionPlan.order_feed.left',
            params: { days: { quantity: 2.5, unit: 'days' }, isEstimated: 'no' },
          },
          { text: 'actionPlan.order_feed.by', params: { day: { day: '2026-11-20' } } },
          {
            text: 'actionPlan.order_feed.amount',
            params: { amount: { quantity: 18_000, unit: 'kg' } },
          },
        ],
        severity: 'warning',
        flockId: 'flock_1',
        barnId: 'barn_1',
        dueAt: '2026-11-20T21:59:59.999Z',
        impact: null,
        confidence: 1,
        // 40 × 0.6 + 25 + 4 + 15.
        score: 68,
        action: {
          method: 'POST',
          path: '/feed-orders',
          body: { flockId: 'flock_1', quantityKg: 18_000, dueDate: '2026-11-23' },
          action: 'create_order',
        },
        sourceRef: { type: 'flocks', id: 'flock_1' },
      },
      {
        rank: 3,
        kind: 'complete_task',
        title: { text: 'actionPlan.complete_task.title', params: { task: 'Oil the gate' } },
        why: [{ text: 'actionPlan.complete_task.undated', params: { day: { day: TODAY } } }],
        severity: 'info',
        flockId: null,
        barnId: null,
        dueAt: null,
        impact: null,
        confidence: 1,
        // 40 × 0.25 + 25 × 0.3 + 4 + 15 = 36.5.
        score: 37,
        action: { method: 'PATCH', path: '/tasks/task_1', body: { status: 'done' } },
        sourceRef: { type: 'tasks', id: 'task_1' },
      },
    ],
  });
  expectToFitSchema('actionPlan', section);
});

describe('the score', () => {
  const plain = { severity: 'info', dueAt: null, impact: null, confidence: 0 } as const;
  const score = (change: object, revenue: number | null = null) =>
    planScore({ ...plain, ...change }, { now: NOON, planHours: 72, revenue });
  const impactOf = (amount: number) => ({ impact: { amount, basis: 'x' } });

  test.each<[string, object, number | null, number]>([
    // 10 + 7.5 + 4 + 0 = 21.5.
    ['with unknown values', {}, null, 22],
    ['of a warning', { severity: 'warning' }, null, 36],
    ['that is critical', { severity: 'critical' }, null, 52],
    // 10 + 25 × (1 − h/72) + 4.
    ['due now', { dueAt: NOON }, null, 39],
    ['overdue', { dueAt: NOON - 1000 * HOUR }, null, 39],
    ['due in 36 hours', { dueAt: NOON + 36 * HOUR }, null, 27],
    ['due in 72 hours', { dueAt: NOON + 72 * HOUR }, null, 14],
    ['due next year', { dueAt: NOON + 9000 * HOUR }, null, 14],
    // 10 + 7.5 + 20 × amount / 2,000 of a flock with a revenue of 200,000.
    ['worth half a percent', impactOf(1000), 200_000, 28],
    ['worth a percent', impactOf(2000), 200_000, 38],
    ['worth more', impactOf(90_000), 200_000, 38],
    ['worth next to nothing', impactOf(0.01), 200_000, 18],
    ['worth something, of a flock without expected revenue', impactOf(500), 0, 22],
    ['with partly missing data', { confidence: 0.5 }, null, 29],
    [
      'with everything at its worst',
      { ...impactOf(9e9), severity: 'critical', dueAt: 0, confidence: 1 },
      1,
      100,
    ],
  ])('%s', (_, change, revenue, expected) => {
    expect(score(change, revenue)).toBe(expected);
  });
});

describe('a vet visit that is already a task', () => {
  const sick = {
    health: { ...frame, flocks: [{ ...healthy, spike: { flag: true, severity: 'critical' } }] },
  };
  const planWith = (title: string, values: object = {}) => {
    const tasks = [
      row('tasks', { id: 'task_1', title, status: 'open', dueDate: '2026-11-22', ...values }),
    ];
    return items(sick, { tasks }).map(({ kind, why, action, sourceRef }) => ({
      ...{ kind, sourceRef },
      said: (why as readonly { readonly text: string }[]).map(({ text }) => text),
      call: (action as { readonly method: string }).method,
    }));
  };
  const request = {
    ...{ kind: 'call_vet', sourceRef: { type: 'tasks', id: 'task_1' } },
    ...{ said: ['actionPlan.call_vet.open'], call: 'PATCH' },
  };

  test.each([
    ['Call the vet about flock B1-2611', {}],
    ['Call the vet to Barn 10 and Barn 1', {}],
    ['llamar al Veterinario', { barnId: 'barn_1' }],
    ['להתקשר לווטרינר', { barnId: 'barn_1', status: 'in_progress' }],
    ['โทรหาสัตวแพทย์', { barnId: 'barn_1', dueDate: null }],
    ['联系兽医', { barnId: 'barn_1', status: 'blocked' }],
  ])('is not proposed again: %s', (title, values) => {
    expect(planWith(title, values)).toEqual([request]);
  });

  test.each([
    ['Call the vet', { barnId: 'barn_2' }],
    ['Call the vet', {}],
    ['Call the vet to Barn 10', {}],
    ['Call the vet about flock B1-26112', {}],
    ['Velvet curtains for the door', { barnId: 'barn_1' }],
    ['Call the vet', { barnId: 'barn_1', status: 'done' }],
  ])(
    'a vet visit in another barn, in none, or done does not count as a task: %s %o',
    (title, values) => {
      const [first] = planWith(title, values);
      expect(first).toMatchObject({ kind: 'call_vet', said: [], call: 'POST' });
    },
  );
});

describe('the order', () => {
  const task = (id: string, values: object = {}) =>
    row('tasks', { id, title: id, status: 'open', ...values });

  test('equal scores are sorted by due date, then by id; items without a due date are last', () => {
    const tasks = [
      // Both are overdue, so that they are as urgent.
      task('task_c', { dueDate: '2026-11-20' }),
      task('task_a', { dueDate: '2026-11-20' }),
      task('task_b', { dueDate: '2026-11-19' }),
      task('task_d'),
    ];
    expect(items({}, { tasks }).map(({ sourceRef }) => sourceRef)).toMatchObject([
      { id: 'task_b' },
      { id: 'task_a' },
      { id: 'task_c' },
      { id: 'task_d' },
    ]);
  });

  test('only the first item of the same kind for one barn is listed', () => {
    const tasks = [
      task('task_a', { barnId: 'barn_1' }),
      task('task_b', { barnId: 'barn_1', priority: 'urgent' }),
      task('task_c', { barnId: 'barn_2' }),
      task('task_d'),
      task('task_e'),
    ];
    const namedIds = items({}, { tasks }).map(({ sourceRef }) => (sourceRef as { id: string }).id);
    expect(namedIds).toEqual(['task_b', 'task_c', 'task_d', 'task_e']);
  });

  test('at most ten items are listed, unless the farm wants more', () => {
    const tasks = Array.from({ length: 12 }, (_, index) => task(`task_${index}`));
    expect(items({}, { tasks }).map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    const thresholds = { ...defaultThresholds, planItems: 12 };
    expect(items({}, { tasks, thresholds })).toHaveLength(12);
  });
});

describe('the plan proposes', () => {
  const onlyItem = (others: object, parts: object = {}) => {
    const planItems = items(others, parts);
    expect(planItems.length).toBeLessThanOrEqual(1);
    return planItems[0];
  };

  test('a log of today', () => {
    expect(onlyItem({}, { liveLogs: [aLog('2026-11-20', { avgWeightGr: 900 })] })).toMatchObject({
      kind: 'log_today',
      severity: 'warning',
      dueAt: TONIGHT,
      action: { method: 'POST', path: '/daily-logs' },
    });
  });

  test('a weighing, due a week after the last one', () => {
    const liveLogs = [aLog('2026-11-13', { avgWeightGr: 533 }), aLog(TODAY, { mortality: 3 })];
    expect(onlyItem({}, { liveLogs })).toMatchObject({
      kind: 'weigh_flock',
      dueAt: '2026-11-20T21:59:59.999Z',
      action: { method: 'PATCH', path: `/daily-logs/log_${TODAY}`, body: { avgWeightGr: null } },
    });
  });

  test('an answer, at most a day after the question', () => {
    const report = {
      id: 'q_1',
      rawText: 'Why is it so hot?',
      isQuestion: true,
      createdAt: '2026-11-21T05:00:00.000Z',
    };
    expect(onlyItem({}, { fieldReports: [row('field-reports', report)] })).toMatchObject({
      kind: 'answer_worker',
      severity: 'warning',
      dueAt: '2026-11-22T05:00:00.000Z',
      action: { method: 'PATCH', path: '/field-reports/q_1' },
    });
  });

  test('an alert, new or old, once', () => {
    const alert = {
      id: 'alert_1',
      title: 'NH3 is high',
      severity: 'critical',
      status: 'open',
      flockId: 'flock_1',
      barnId: 'barn_1',
      occurrences: 3,
      createdAt: '2026-11-15T10:00:00.000Z',
    };
    const alerts = [
      row('alerts', alert),
      row('alerts', { ...alert, id: 'alert_2', status: 'resolved' }),
      row('alerts', { ...alert, id: 'alert_3', flockId: null, sealed: true }),
    ];
    expect(onlyItem({}, { alerts })).toMatchObject({
      kind: 'resolve_alert',
      why: [{ params: { ago: { quantity: 6, unit: 'days' }, count: 3 } }],
      // 40 + 7.5 + 4 + 15 = 66.5.
      score: 67,
      action: {
        method: 'PATCH',
        path: '/alerts/alert_1',
        body: { status: 'resolved', resolutionNote: null },
      },
    });
  });

  test('every critical alert of a flock, the newest first, and only the newest of its warnings', () => {
    const alert = (id: string, severity: string, createdAt: string) =>
      row('alerts', { id, title: id, severity, status: 'open', flockId: 'flock_1', createdAt });
    const alerts = [
      alert('alert_4', 'warning', '2026-11-20T10:00:00.000Z'),
      alert('alert_3', 'warning', '2026-11-19T10:00:00.000Z'),
      alert('alert_2', 'critical', '2026-11-18T10:00:00.000Z'),
      alert('alert_1', 'critical', '2026-11-17T10:00:00.000Z'),
    ];
    const calls = items({}, { alerts }).map(({ action }) => action);
    const call = (id: string) => expect.objectContaining({ path: `/alerts/${id}` });
    expect(calls).toEqual([call('alert_2'), call('alert_1'), call('alert_4')]);
  });

  test.each<[string, object, string, string]>([
    ['overdue and urgent', { priority: 'urgent', dueDate: '2026-11-20' }, 'critical', 'done'],
    ['overdue', { dueDate: '2026-11-20' }, 'warning', 'done'],
    ['urgent', { priority: 'urgent', dueDate: TODAY }, 'warning', 'done'],
    ['high', { priority: 'high' }, 'warning', 'done'],
    ['due today', { dueDate: TODAY }, 'info', 'done'],
    ['blocked', { status: 'blocked' }, 'info', 'in_progress'],
  ])('a task that is %s', (_, values, severity, status) => {
    const tasks = [row('tasks', { id: 'task_1', title: 'Clean', status: 'open', ...values })];
    expect(onlyItem({}, { tasks })).toMatchObject({
      kind: 'complete_task',
      severity,
      action: { method: 'PATCH', path: '/tasks/task_1', body: { status } },
    });
  });

  const health = (values: object) => ({
    health: { ...frame, flocks: [{ ...healthy, ...values }] },
  });

  test.each<[string, object, string | undefined]>([
    ['grade C', { grade: 'C' }, undefined],
    ['grade D', { grade: 'D' }, 'warning'],
    ['grade E', { grade: 'E' }, 'critical'],
    ['a spike in a good flock', { spike: { flag: true, severity: 'warning' } }, 'warning'],
  ])('a vet visit for %s', (_, values, severity) => {
    expect(onlyItem(health(values))?.['severity']).toBe(severity);
  });

  test.each<[number | null, string | undefined]>([
    [-5, undefined],
    [-5.01, 'warning'],
    [-10, 'warning'],
    [-10.01, 'critical'],
    [8, undefined],
    [null, undefined],
  ])('a vet visit for birds at %d %% of the standard', (deviationPct, severity) => {
    const flocks = [{ flockId: 'flock_1', deviationPct, daysSinceManual: 1 }];
    expect(onlyItem({ weights: { ...frame, flocks } })?.['severity']).toBe(severity);
  });

  test.each<[string, object, string | undefined, readonly string[]]>([
    ['20 ppm of ammonia', { nh3Max24: 20 }, undefined, []],
    ['more ammonia', { nh3Max24: 20.1 }, 'warning', ['ammonia']],
    ['too much ammonia', { nh3Max24: 25.1 }, 'critical', ['ammonia']],
    ['3000 ppm of CO2', { co2Max24: 3000 }, undefined, []],
    ['more CO2', { co2Max24: 3001 }, 'warning', ['co2']],
    ['heat', { heatStressHours24: 0.1 }, 'warning', ['heat']],
    ['an hour out of range', { outOfRangeMinutes24: 60 }, undefined, []],
    ['more than an hour', { outOfRangeMinutes24: 61 }, 'warning', ['range']],
    ['all of it', { nh3Max24: 30, heatStressHours24: 2 }, 'critical', ['ammonia', 'heat']],
  ])('ventilation, with %s', (_, env, severity, why) => {
    const item = onlyItem(health({ env: { ...air, ...env } }));
    expect(item?.['severity']).toBe(severity);
    const texts = ((item?.['why'] ?? []) as { text: string }[]).map(({ text }) => text);
    expect(texts).toEqual(why.map((each) => `actionPlan.check_ventilation.${each}`));
  });

  const feed = (values: object) => ({
    feed: { ...frame, flocks: [{ flockId: 'flock_1', ...values }] },
  });

  test.each<[object, string | undefined]>([
    [{ daysLeft: 6, nextOrderBy: '2026-11-23', suggestedOrderKg: 9000 }, undefined],
    [{ daysLeft: 5, nextOrderBy: '2026-11-22', suggestedOrderKg: 9000 }, 'info'],
    [{ daysLeft: 2.9, nextOrderBy: '2026-11-19', suggestedOrderKg: 9000 }, 'warning'],
    [{ daysLeft: 1.5, nextOrderBy: '2026-11-18', suggestedOrderKg: 9000 }, 'warning'],
    [{ daysLeft: 1.4, nextOrderBy: '2026-11-18', suggestedOrderKg: 9000 }, 'critical'],
    [{ daysLeft: 1, nextOrderBy: '2026-11-18', suggestedOrderKg: 0 }, undefined],
    [{ daysLeft: null, nextOrderBy: null, suggestedOrderKg: null }, undefined],
  ])('feed: %j', (values, severity) => {
    expect(onlyItem(feed(values))?.['severity']).toBe(severity);
  });

  test.each([
    [true, 'The feed lasts about 1 day.'],
    [false, 'The feed lasts 1 day.'],
  ])('feed that is left after unlogged days: %s', (stockEstimated, text) => {
    const values = { daysLeft: 1, stockEstimated, nextOrderBy: TODAY, suggestedOrderKg: 9000 };
    const why = onlyItem(feed(values))?.['why'] as readonly Message[];
    expect(why.map((reason) => inEnglish(reason))).toContain(text);
  });

  test('feed of unknown quantity', () => {
    const values = { daysLeft: 1, nextOrderBy: '2026-11-18', suggestedOrderKg: null };
    expect(onlyItem(feed(values))).toMatchObject({
      confidence: 0.667,
      action: { body: { flockId: 'flock_1', quantityKg: null, dueDate: '2026-11-22' } },
    });
  });

  test.each([
    ['today', TODAY, 'warning', 'actionPlan.order_feed.today'],
    ['tomorrow', '2026-11-22', 'info', 'actionPlan.order_feed.by'],
  ])('feed to be ordered %s while stock remains', (_, nextOrderBy, severity, text) => {
    const item = onlyItem(feed({ daysLeft: 4.5, nextOrderBy, suggestedOrderKg: 9000 }));
    expect(item?.['severity']).toBe(severity);
    expect(item?.['why']).toContainEqual(expect.objectContaining({ text }));
  });

  const late = {
    feedOrders: [
      row('feed-orders', {
        ...{ id: 'order_1', flockId: 'flock_1', quantityKg: 14_000, status: 'ordered' },
        ...{ orderDate: '2026-11-15', dueDate: '2026-11-19' },
      }),
    ],
  };

  test('an overdue order instead of another order', () => {
    const values = { daysLeft: 0.2, nextOrderBy: TODAY, suggestedOrderKg: 12_000 };
    const kinds = items(feed(values), late).map(({ kind }) => kind);
    expect(kinds).toContain('late_feed_order');
    expect(kinds).not.toContain('order_feed');
    expect(items(feed(values), late)[0]).toMatchObject({
      kind: 'late_feed_order',
      severity: 'critical',
      flockId: 'flock_1',
      why: [
        {
          text: 'feed.order_late',
          params: { amount: { quantity: 14_000 }, day: { day: '2026-11-19' } },
        },
        { text: 'actionPlan.order_feed.left' },
        { text: 'actionPlan.late_feed_order.more', params: { amount: { quantity: 12_000 } } },
      ],
      action: { method: 'PATCH', path: '/feed-orders/order_1' },
    });
  });

  test('an overdue order while feed remains, even without a flock', () => {
    const values = { daysLeft: 9, nextOrderBy: null, suggestedOrderKg: 0 };
    expect(items(feed(values), late)[0]).toMatchObject({
      ...{ kind: 'late_feed_order', severity: 'warning' },
    });
    const ofNone = late.feedOrders.map((order) => ({ ...order, flockId: null }));
    const liveFlocks = [aFlock(), aFlock({ id: 'flock_2', barnId: 'barn_1' })];
    const planItems = items({}, { feedOrders: ofNone, liveFlocks });
    expect(planItems).toContainEqual(
      expect.objectContaining({ kind: 'late_feed_order', flockId: null }),
    );
  });

  const market = (bestDate: string, verdict: string, nets: readonly number[] = []) => {
    const days = nets.map((net, index) => ({ date: `2026-11-${21 + index}`, net }));
    return {
      market: { ...calmFarm.market, sellWindow: [{ flockId: 'flock_1', bestDate, verdict, days }] },
    };
  };

  test('a sale, with the cost of waiting', () => {
    expect(onlyItem(market('2026-11-22', 'on_best_date', [50, 20, -10, -30]))).toMatchObject({
      kind: 'sell_window',
      severity: 'info',
      dueAt: '2026-11-22T21:59:59.999Z',
      impact: { amount: 40, isLowerBound: false, currency: 'ILS', basis: 'waiting' },
      action: { method: 'POST', path: '/market-orders' },
    });
    expect(onlyItem(market(TODAY, 'now', [-10]))).toMatchObject({ severity: 'warning' });
  });

  test.each([
    ['in the distant future', market('2026-11-25', 'on_best_date'), {}],
    ['not determined yet', market('2026-12-01', 'wait'), {}],
    [
      'within a withdrawal period',
      market(TODAY, 'now'),
      {
        treatments: [
          row('treatments', {
            flockId: 'flock_1',
            date: TODAY,
            kind: 'antibiotic',
            notes: 'withdrawal: 5d',
          }),
        ],
      },
    ],
  ])('no sale that is %s', (_, others, parts) => {
    expect(items(others, parts)).toEqual([]);
  });

  const barn = {
    barnId: 'barn_1',
    name: 'Barn 1',
    flockId: 'flock_1',
    state: 'occupied',
    overcrowdedAt: null,
    densityLimitKgM2: 39,
    readyDate: TODAY,
    suggestedPlacementDate: TODAY,
    planned: null,
    maxBirds: 16_000,
  };
  const placements = (values: object) => ({
    placements: { ...frame, barns: [{ ...barn, ...values }] },
  });

  test.each<[string, string | undefined]>([
    [TODAY, 'warning'],
    ['2026-11-24', 'info'],
    ['2026-11-25', undefined],
  ])('a sale of overcrowded birds on %s', (overcrowdedAt, severity) => {
    expect(onlyItem(placements({ overcrowdedAt }))?.['severity']).toBe(severity);
  });

  const empty = { state: 'ready', flockId: null };

  test('the next flock of an empty barn, with the cost of waiting', () => {
    const rows = [
      { kind: 'idle_barn', flockId: null, barnId: 'barn_1', amount: 800, evidence: {} },
    ];
    const item = onlyItem({ ...placements(empty), leaks: { ...frame, rows } });
    expect(item).toMatchObject({
      kind: 'prepare_barn',
      severity: 'info',
      impact: { amount: 800, basis: 'idle_barn' },
      action: {
        method: 'POST',
        path: '/flocks',
        body: { barnId: 'barn_1', placementDate: TODAY, breed: null, chicksReceived: null },
        action: 'create_flock',
      },
    });
    expect(items(placements({ ...empty, suggestedPlacementDate: '2026-11-29' }))).toEqual([]);
  });

  test('preparing a barn for a flock by the evening before', () => {
    const planned = { flockId: 'flock_2', date: '2026-11-28', isTooEarly: false };
    const others = placements({ ...empty, planned });
    expect(onlyItem(others)).toMatchObject({
      kind: 'prepare_barn',
      dueAt: '2026-11-27T21:59:59.999Z',
      action: { method: 'POST', path: '/tasks', body: { barnId: 'barn_1' } },
    });
    expect(onlyItem(others, { barns: [aBarn({ status: 'cleaning' })] })).toMatchObject({
      action: { method: 'PATCH', path: '/barns/barn_1', body: { status: 'active' } },
    });
    expect(items(placements({ ...empty, planned: { ...planned, date: '2026-11-29' } }))).toEqual(
      [],
    );
  });

  test('orders past their due date', () => {
    const order = {
      id: 'order_1',
      title: 'Litter',
      direction: 'buy',
      status: 'confirmed',
      quantity: 10,
      price: 120,
      needByDate: '2026-11-20',
    };
    const marketOrders = [
      row('market-orders', order),
      row('market-orders', { ...order, id: 'order_2', status: 'open' }),
      row('market-orders', { ...order, id: 'order_3', needByDate: '2026-11-22' }),
    ];
    expect(onlyItem({}, { marketOrders })).toMatchObject({
      kind: 'pay_or_collect',
      severity: 'warning',
      impact: { amount: 1200, basis: 'order' },
      action: { method: 'PATCH', path: '/market-orders/order_1', body: { status: 'fulfilled' } },
    });
  });

  test('missing amounts', () => {
    const leak = (uncosted: readonly object[]) => ({
      leaks: {
        ...frame,
        rows: [
          {
            kind: 'duplicate_or_uncosted',
            flockId: 'flock_1',
            barnId: 'barn_1',
            amount: null,
            evidence: { uncosted, duplicates: [] },
            confidence: 0.5,
          },
        ],
      },
    });
    const delivery = { resource: 'feed-deliveries', id: 'd_1' };
    expect(onlyItem(leak([delivery, { resource: 'sales', id: 's_1' }]))).toMatchObject({
      kind: 'pay_or_collect',
      severity: 'info',
      why: [{ params: { count: 2 } }],
      action: { method: 'PATCH', path: '/feed-deliveries/d_1', body: { totalCost: null } },
    });
    expect(items(leak([]))).toEqual([]);
  });

  test.each<[string, object, string | undefined, string]>([
    ['overdue', { status: 'due', dueDate: '2026-11-20' }, 'warning', 'submitted'],
    ['due today', { status: 'upcoming', dueDate: TODAY }, 'info', 'due'],
    ['due in 30 days', { status: 'upcoming', dueDate: '2026-12-21' }, 'info', 'due'],
    ['due later', { status: 'upcoming', dueDate: '2026-12-22' }, undefined, ''],
    ['expired', { status: 'expired', expiryDate: '2026-11-01' }, 'warning', 'due'],
    ['submitted', { status: 'submitted', dueDate: '2026-11-20' }, undefined, ''],
    [
      'of a sealed case file',
      { status: 'due', dueDate: '2026-11-20', sealed: true },
      undefined,
      '',
    ],
  ])('a document that is %s', (_, values, severity, status) => {
    const regItems = [row('reg-items', { id: 'p_1', title: 'Levy', ...values })];
    const item = onlyItem({}, { regItems });
    expect(item?.['severity']).toBe(severity);
    if (item)
      expect(item.action).toEqual({ method: 'PATCH', path: '/reg-items/p_1', body: { status } });
  });

  test.each<[string, object, string, string | null]>([
    [
      'that expired',
      { quantity: 1, expiryDate: '2026-11-19' },
      'warning',
      '2026-11-20T21:59:59.999Z',
    ],
    ['that expires', { quantity: 1, expiryDate: '2026-12-01' }, 'info', '2026-12-01T21:59:59.999Z'],
    ['that is running low', { quantity: 1, minQuantity: 5 }, 'warning', null],
  ])('medicine %s', (_, values, severity, dueAt) => {
    const medicine = [row('medicine', { id: 'm_1', name: 'Amoxicillin', ...values })];
    expect(onlyItem({}, { medicine })).toMatchObject({ kind: 'renew_medicine', severity, dueAt });
  });

  test('a weight that cannot be right is entered again', () => {
    const liveLogs = [aLog(TODAY, { mortality: 5, feedKg: 2000, avgWeightGr: 9350 })];
    const item = items({}, { liveLogs }).find(({ kind }) => kind === 'correct_value');
    expect(item).toMatchObject({
      severity: 'warning',
      flockId: 'flock_1',
      title: { text: 'gap.value_suspect.title' },
      action: { method: 'PATCH', path: `/daily-logs/log_${TODAY}`, body: { avgWeightGr: null } },
    });
  });

  test('losses that may be right are no task', () => {
    const liveLogs = [4, 3, 2, 1, 0].map((days) =>
      aLog(addDays(TODAY, -days), { mortality: days === 2 ? 2900 : 5, avgWeightGr: 935 }),
    );
    const planned = items({}, { liveLogs }).map(({ kind }) => kind);
    expect(planned).not.toContain('correct_value');
  });

  test.each([
    ['nobody', 'critical'],
    ['on_duty', 'warning'],
  ] as const)('alerts that reach %s need a recipient', (reach, severity) => {
    expect(onlyItem({}, { reach })).toMatchObject({
      ...{ kind: 'name_recipients', severity },
      action: { method: 'POST', path: '/users' },
    });
  });

  test('a failing integration', () => {
    const integrations = [row('integrations', { id: 'i_1', kind: 'erp', status: 'failing' })];
    expect(onlyItem({}, { integrations })).toMatchObject({
      kind: 'fix_integration',
      action: { method: 'PATCH', path: '/integrations/i_1', body: { status: 'active' } },
    });
  });
});

test('failed sections are named, and the rest is planned', () => {
  const section = compute(
    { health: undefined, market: undefined },
    { tasks: [row('tasks', { id: 'task_1', title: 'Clean', status: 'open' })] },
  );
  expect(section).toMatchObject({
    status: 'partial',
    missing: [
      { code: 'section_failed', message: { params: { section: 'health' } } },
      { code: 'section_failed', message: { params: { section: 'market' } } },
    ],
    items: [{ kind: 'complete_task' }],
  });
  expectToFitSchema('actionPlan', section);
});

test('without barns and flocks the plan is empty', () => {
  const section = compute({}, { barns: [], liveFlocks: [], liveLogs: [] });
  expect(section).toMatchObject({
    status: 'not_enough_data',
    items: [],
    missing: [{ code: 'no_barns' }],
  });
});
