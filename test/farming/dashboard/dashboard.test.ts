import { describe, expect, test } from 'vitest';
import { barnState } from '../../../src/farming/reports/barn-signs.ts';
import { dashboardSteps } from '../../../src/farming/reports/dashboard.ts';
import { runSteps } from '../../../src/tools/concurrency.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row, TODAY } from '../../support/a-snapshot.ts';

const NO_ALERTS = { critical: 0, warning: 0, info: 0 };

function fail({ error }: { readonly error: unknown }): never {
  throw error;
}

/** A flock logged up to today, one up to yesterday, and an empty barn. */
const FARM = aSnapshot({
  barns: [
    aBarn(),
    aBarn({ id: 'barn_2', name: 'Barn 2' }),
    aBarn({ id: 'barn_3', name: 'Barn 3', status: 'cleaning' }),
  ],
  liveFlocks: [
    aFlock(),
    aFlock({ id: 'flock_2', barnId: 'barn_2', code: 'B2', chicksReceived: 10_000 }),
  ],
  liveLogs: [
    ...logsFrom('2026-11-14', [
      ...[8, 8, 10, 10, 12, 12, 10].map((mortality) => ({ mortality, feedKg: 1000 })),
      { mortality: 14, avgWeightGr: 981.75 },
    ]),
    ...logsFrom(
      '2026-11-17',
      [5, 5, 5, 5].map((mortality) => ({ mortality, feedKg: 500 })),
    ).map((log) => ({ ...log, id: `${log.id}_2`, flockId: 'flock_2' })),
  ],
  alerts: [
    row('alerts', { id: 'alert_1', status: 'open', severity: 'critical', barnId: 'barn_1' }),
    row('alerts', {
      id: 'alert_2',
      status: 'open',
      severity: 'warning',
      barnId: 'barn_1',
      flockId: 'flock_1',
    }),
    row('alerts', { id: 'alert_3', status: 'resolved', severity: 'critical', barnId: 'barn_2' }),
  ],
  tasks: [
    row('tasks', { id: 'task_1', title: 'Weigh', status: 'open', dueDate: '2026-11-20' }),
    row('tasks', { id: 'task_2', title: 'Clean', status: 'open', dueDate: '2026-11-21' }),
    row('tasks', { id: 'task_3', title: 'Later', status: 'open', dueDate: '2026-11-22' }),
  ],
  readings: [
    row('env-readings', {
      barnId: 'barn_2',
      source: 'sensor',
      ts: '2026-11-21T09:50:00.000Z',
      temp: 31,
      nh3: 8,
    }),
  ],
  expenses: [
    row('expenses', { id: 'expense_1', date: '2026-11-01', category: 'labor', amount: 1200 }),
    row('expenses', { id: 'expense_2', date: '2026-10-31', category: 'labor', amount: 900 }),
  ],
});

describe('a dashboard', () => {
  const dashboard = runSteps(dashboardSteps(FARM, fail));

  test('sums up the logs, and states for how many flocks', () => {
    const { figures } = dashboard;
    // 19,916 and 9,980 birds are left.
    expect([figures.birds, figures.flocks, figures.barns, figures.barnsOccupied]).toEqual([
      29_896, 2, 3, 2,
    ]);
    const ofDay = (today: number | null, yesterday: number | null, avg7: number | null) => ({
      ...{ today, yesterday, avg7 },
    });
    const due = { due: 2, dueYesterday: 2 };
    expect(figures.mortality).toEqual({
      ...ofDay(14, 15, 15),
      logged: 1,
      loggedYesterday: 2,
      ...due,
    });
    expect(figures.feedKg).toEqual({
      ...ofDay(null, 1500, 1500),
      logged: 0,
      loggedYesterday: 2,
      ...due,
    });
    expect(figures.waterL).toEqual({
      ...ofDay(null, null, null),
      logged: 0,
      loggedYesterday: 0,
      ...due,
    });
    expect(figures.eggs).toBeNull();
  });

  test('has no mean of other flocks than those in the sums', () => {
    const ofFirst = FARM.liveLogs.filter(({ flockId }) => flockId === 'flock_1');
    const [newest] = FARM.liveLogs.filter(({ flockId }) => flockId === 'flock_2').slice(-1);
    const liveLogs = newest ? [...ofFirst, newest] : [];
    const { figures } = runSteps(dashboardSteps({ ...FARM, liveLogs }, fail));
    // 1,000 kg of the first flock and 500 kg of the second, which has no day before.
    expect(figures.feedKg).toMatchObject({ yesterday: 1500, avg7: null });
    expect(figures.mortality).toMatchObject({ yesterday: 15, avg7: null });
  });

  test('counts pending items', () => {
    const { alerts, questions, tasks, money } = dashboard.figures;
    expect([alerts, questions, tasks]).toEqual([
      { critical: 1, warning: 1, info: 0 },
      0,
      { today: 1, overdue: 1 },
    ]);
    expect(money).toEqual({
      ...{ from: '2026-11-01', to: '2026-11-21', currency: 'ILS', basis: 'realised' },
      ...{ revenue: 0, expenses: 1200, feed: 0, net: -1200 },
    });
  });

  test('has a row for every barn, with its most severe sign as its state', () => {
    expect(
      dashboard.barns.map(({ barn, state, flock, live, openAlerts, climate }) => [
        ...[barn, state, flock, live, openAlerts, climate?.status ?? null],
      ]),
    ).toEqual([
      ['Barn 1', 'critical', 'B1-2611', 19_916, { critical: 1, warning: 1, info: 0 }, null],
      ['Barn 2', 'warning', 'B2', 9980, NO_ALERTS, 'out_of_range'],
      ['Barn 3', 'empty', null, null, NO_ALERTS, null],
    ]);
  });

  test('agrees with the digest and the context about a flock', () => {
    expect(dashboard.barns[0]).toMatchObject({
      ageDays: 20,
      mortality: { date: '2026-11-21', deaths: 14, deathsDayBefore: 10, avg7: 10, ratio: 1.4 },
      weight: { g: 981.8, source: 'manual', date: '2026-11-21' },
      // 981.75 g against the 935 g of Ross 308 at 20 days.
      deviationPct: 5,
      standardG: 935,
      henDayPct: null,
      feedDaysLeft: null,
      stockEstimated: false,
    });
    expect(dashboard.todo.map(({ kind }) => kind)).toContain('resolve_alert');
    expect(dashboard.tasks.map(({ title, overdue }) => [title, overdue])).toEqual([
      ['Weigh', true],
      ['Clean', false],
    ]);
  });

  test('shows the laying rate of the last week only', () => {
    const rate = (from: string) => {
      const snapshot = aSnapshot({
        barns: [aBarn({ barnType: 'layer' })],
        liveFlocks: [aFlock({ breed: 'Hy-Line Brown', arrivalAgeDays: 200 })],
        liveLogs: logsFrom(from, [{ mortality: 0, eggs: 18_000 }]),
      });
      return runSteps(dashboardSteps(snapshot, fail)).barns[0]?.henDayPct;
    };
    // 18,000 of 20,000 hens; the seven days before today begin on the 14th.
    expect(rate('2026-11-14')).toBe(90);
    expect(rate('2026-11-13')).toBeNull();
  });

  test('counts the flocks that were logged on each day', () => {
    const snapshot = aSnapshot({
      barns: [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2' })],
      liveFlocks: [aFlock(), aFlock({ id: 'flock_2', barnId: 'barn_2' })],
      liveLogs: [
        aLog('2026-11-20', { mortality: 5 }),
        aLog('2026-11-19', { id: 'log_2', flockId: 'flock_2', mortality: 7 }),
      ],
    });
    const { figures } = runSteps(dashboardSteps(snapshot, fail));
    expect(figures.mortality).toMatchObject({ today: null, logged: 0 });
    expect(figures.mortality).toMatchObject({ yesterday: 5, loggedYesterday: 1 });
  });

  test.each([
    ['placed today', TODAY, [], { due: 1, dueYesterday: 1 }],
    ['placed yesterday', '2026-11-20', [], { due: 2, dueYesterday: 1 }],
    ['placed before', '2026-11-19', [], { due: 2, dueYesterday: 2 }],
    // Nothing is due on the day of placement, but it can be logged.
    ['placed and logged today', TODAY, [TODAY], { due: 2, dueYesterday: 1 }],
  ])('a flock %s is not counted as unlogged on days before its first log is due', (...row) => {
    const [, placementDate, logged, expected] = row;
    const snapshot = aSnapshot({
      barns: [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2' })],
      liveFlocks: [aFlock(), aFlock({ id: 'flock_2', barnId: 'barn_2', placementDate })],
      liveLogs: logged.map((date) => aLog(date, { id: 'log_2', flockId: 'flock_2', mortality: 7 })),
    });
    const { figures } = runSteps(dashboardSteps(snapshot, fail));
    expect(figures.mortality).toMatchObject(expected);
  });

  test('says of how many flocks the weight is', () => {
    const snapshot = aSnapshot({
      barns: [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2' })],
      liveFlocks: [aFlock(), aFlock({ id: 'flock_2', barnId: 'barn_2' })],
      liveLogs: [aLog(TODAY, { mortality: 5, avgWeightGr: 935 })],
    });
    const { figures } = runSteps(dashboardSteps(snapshot, fail));
    expect([figures.flocks, figures.weightOf, figures.weightDeviationPct]).toEqual([2, 1, 0]);
  });

  test('explains why a barn without an open alert is critical', () => {
    // 200 of 20,000 died on one day, 1 %: a rule finds it before an alert is raised.
    const snapshot = aSnapshot({
      barns: [aBarn()],
      liveFlocks: [aFlock()],
      liveLogs: logsFrom('2026-11-10', [
        ...Array.from({ length: 10 }, () => ({ mortality: 5 })),
        { mortality: 200 },
      ]),
    });
    const [barn] = runSteps(dashboardSteps(snapshot, fail)).barns;
    expect(barn).toMatchObject({ state: 'critical', openAlerts: NO_ALERTS });
    expect(barn?.stateReasons).toMatchObject([{ text: 'alert.mortality_spike.title' }]);
  });

  test('does not rate a barn without any data as normal', () => {
    const snapshot = aSnapshot({
      now: Date.UTC(2026, 10, 21, 5),
      barns: [aBarn()],
      liveFlocks: [aFlock({ placementDate: '2026-11-21' })],
    });
    const { barns, headline } = runSteps(dashboardSteps(snapshot, fail));
    expect(barns).toMatchObject([{ state: 'unrecorded', stateReasons: [] }]);
    expect(headline).toMatchObject([{ text: 'digest.unrecorded' }]);
  });

  test('a dashboard of an empty farm shows how to start', () => {
    const { status, figures, barns, todo, missing } = runSteps(dashboardSteps(aSnapshot(), fail));
    expect([status, figures.birds, figures.fcr, figures.risk, barns, todo]).toEqual([
      ...['not_enough_data', 0, null, { score: null, level: null }, [], []],
    ]);
    expect(missing.map(({ code }) => code)).toEqual(['no_barns']);
  });

  test('is complete except for a part that cannot be read, which it reports', () => {
    const broken = Object.defineProperty({ ...FARM }, 'tenders', {
      get() {
        throw new Error('gone');
      },
    });
    const { status, missing, figures } = runSteps(dashboardSteps(broken, fail));
    expect([status, figures.birds]).toEqual(['partial', 29_896]);
    expect(missing.map(({ code }) => code)).toContain('section_failed');
  });
});

test.each([
  ['a critical alert is critical', { openAlerts: { ...NO_ALERTS, critical: 1 } }, 'critical'],
  ['a critical finding of a rule is critical', { findings: [null, 'critical'] }, 'critical'],
  ['a warning of a rule is a warning', { findings: [null, 'warning'] }, 'warning'],
  ['bad air is a warning', { climate: { status: 'out_of_range' } }, 'warning'],
  ['a flock of grade E is a warning', { grade: 'E' }, 'warning'],
  ['a flock of grade D is normal', { grade: 'D' }, 'ok'],
  ['a note has no effect', { openAlerts: { ...NO_ALERTS, info: 3 } }, 'ok'],
  ['without birds it is empty', { isOccupied: false }, 'empty'],
  ['birds without any data are not rated normal', { isRecorded: false }, 'unrecorded'],
] as const)('%s', (_, signs, expected) => {
  const calmFarm = {
    isOccupied: true,
    openAlerts: NO_ALERTS,
    findings: [],
    climate: null,
    grade: undefined,
    isRecorded: true,
  };
  expect(barnState({ ...calmFarm, ...signs })).toBe(expected);
});
