import { describe, expect, test } from 'vitest';
import { contextOf } from '../../../src/farming/context/build-context.ts';
import { shownFields } from '../../../src/model/answers/core/shown-rows.ts';
import { storedFields } from '../../../src/model/core/resource.ts';
import { getResource, type ResourceName } from '../../../src/model/resources/registry.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aSmallFarm } from '../../support/a-small-farm.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row, TODAY } from '../../support/a-snapshot.ts';
import { ago } from '../../support/a-tidy-farm.ts';

const ROSS_308 = {
  document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  interpolated: false,
  confidence: 'high',
};

const HOUR = 3_600_000;

const nothingLogged = {
  culls: null,
  avgWeightGr: null,
  eggs: null,
  eggsBroken: null,
  tempMin: null,
  tempMax: null,
  humidity: null,
  notes: null,
};

const question = {
  id: 'report_1',
  rawText: 'How much vitamin do I put in the water today?',
  summaryHe: null,
  lang: null,
  authorName: 'Somchai',
  category: 'other',
  severity: 'info',
  isQuestion: true,
  status: 'new',
  barnId: 'barn_1',
  flockId: null,
  createdAt: '2026-11-21T04:00:00.000Z',
  fix: {
    method: 'PATCH',
    path: '/field-reports/report_1',
    body: { replyText: null, status: 'answered' },
  },
};

const vitaminC = {
  id: 'medicine_2',
  name: 'Vitamin C',
  kind: null,
  quantity: 1,
  unit: null,
  minQuantity: null,
  expiryDate: '2026-11-01',
};

const laSota = {
  id: 'medicine_1',
  name: 'ND LaSota',
  kind: null,
  quantity: 3,
  unit: null,
  minQuantity: 10,
  expiryDate: null,
};

const resolve = (id: string) => ({
  method: 'PATCH',
  path: `/alerts/${id}`,
  body: { status: 'resolved', resolutionNote: null },
});

const logOf = (flockId: string, date: string) => ({
  method: 'POST',
  path: '/daily-logs',
  body: { flockId, date, mortality: null, feedKg: null, waterL: null },
  action: 'log_daily',
});

test('the context of a small farm, without its history', () => {
  const { history, money90d, ...context } = contextOf(aSmallFarm(), { depth: 'summary' });
  const barn = { barnType: 'broiler', capacity: 20_000, controller: null };
  const flock = { status: 'active', plannedMarketDate: null };
  expect(context).toEqual({
    farm: {
      id: 'farm_1',
      name: 'Emek Hefer',
      vertical: 'broiler',
      location: 'Emek Hefer',
      latitude: 32.36,
      longitude: 34.91,
      areaDunam: null,
      currency: 'ILS',
      timezone: 'Asia/Jerusalem',
    },
    asOf: '2026-11-21T05:30:00.000Z',
    depth: 'summary',
    barns: [
      {
        ...barn,
        id: 'barn_1',
        name: 'Barn 1',
        status: 'active',
        areaSqm: 1000,
        occupied: true,
        flock: 'flock_1',
        // 19,853 birds of 880 g yesterday, against 860 g: 956.7 g today, against 935 g.
        densityKgM2: 18.99,
        densityEstimated: true,
        densityReason: null,
      },
      {
        ...barn,
        id: 'barn_2',
        name: 'Barn 2',
        status: 'active',
        areaSqm: 1200,
        occupied: true,
        flock: 'flock_2',
        // Weighed four days ago; without a breed the weight of today is unknown.
        densityKgM2: null,
        densityEstimated: null,
        densityReason: 'breed_unknown',
      },
      {
        ...barn,
        id: 'barn_3',
        name: 'Barn 3',
        status: 'cleaning',
        areaSqm: 1000,
        occupied: false,
        flock: null,
        densityKgM2: null,
        densityEstimated: null,
        densityReason: null,
      },
    ],
    flocks: [
      {
        ...flock,
        id: 'flock_2',
        code: 'B2-2610',
        breed: null,
        barnId: 'barn_2',
        placementDate: '2026-10-12',
        ageDays: 40,
        live: 9974,
        cumMortality: 26,
        cumMortalityPct: 0.16,
        // Nov 17 and Nov 18 alone are logged.
        mortalityDays: 39,
        mortalityDaysUnlogged: 37,
        weight: {
          g: 2600,
          source: 'manual',
          date: '2026-11-17',
          uncalibrated: false,
          standardG: null,
          standardBasis: null,
        },
        weightG: null,
        standardG: null,
        standardBasis: null,
        deviationPct: null,
        weightDate: '2026-11-17',
        weightEstimated: null,
        weightUncalibrated: false,
        weightReason: 'breed_unknown',
        lastLog: {
          ...nothingLogged,
          id: 'log_2b',
          date: '2026-11-18',
          mortality: 14,
          feedKg: 1750,
          waterL: 3400,
        },
        daysSinceLog: 3,
        fix: { ...logOf('flock_2', '2026-11-19'), import: '/os/import/daily-logs' },
        densityKgM2: null,
      },
      {
        ...flock,
        id: 'flock_1',
        code: 'B1-2611',
        breed: 'Ross 308',
        barnId: 'barn_1',
        placementDate: '2026-11-01',
        ageDays: 20,
        live: 19_853,
        cumMortality: 145,
        cumMortalityPct: 0.73,
        mortalityDays: 19,
        mortalityDaysUnlogged: 8,
        weight: {
          g: 880,
          source: 'manual',
          date: '2026-11-20',
          uncalibrated: false,
          standardG: 860,
          standardBasis: ROSS_308,
        },
        // 935 × 880 / 860.
        weightG: 956.7,
        standardG: 935,
        standardBasis: ROSS_308,
        deviationPct: 2.33,
        weightDate: '2026-11-20',
        weightEstimated: true,
        weightUncalibrated: false,
        weightReason: null,
        lastLog: {
          ...nothingLogged,
          id: 'log_2026-11-20',
          date: '2026-11-20',
          mortality: 45,
          culls: 2,
          feedKg: 1600,
          waterL: 2900,
          avgWeightGr: 880,
        },
        daysSinceLog: 1,
        fix: logOf('flock_1', '2026-11-21'),
        densityKgM2: 18.99,
      },
    ],
    alerts: {
      open: [
        {
          id: 'alert_1',
          severity: 'critical',
          category: 'climate',
          title: 'Barn 1 is 4 °C above target',
          message: null,
          status: 'open',
          barnId: 'barn_1',
          flockId: null,
          occurrences: 1,
          createdAt: '2026-11-21T01:12:00.000Z',
          fix: resolve('alert_1'),
        },
        {
          id: 'alert_2',
          severity: 'warning',
          category: 'water',
          title: 'Water line leaks in barn 2',
          message: null,
          status: 'open',
          barnId: 'barn_2',
          flockId: null,
          occurrences: 1,
          createdAt: '2026-11-20T18:00:00.000Z',
          fix: resolve('alert_2'),
        },
      ],
      counts: { critical: 1, warning: 1, info: 0 },
    },
    tasks: {
      open: [
        {
          id: 'task_2',
          title: 'Order feed',
          priority: 'urgent',
          status: 'open',
          assignee: 'Dana Mizrahi',
          dueDate: '2026-11-19',
          overdue: true,
          barnId: null,
        },
        {
          id: 'task_1',
          title: 'Weigh 100 birds',
          priority: 'normal',
          status: 'open',
          assignee: null,
          dueDate: '2026-11-21',
          overdue: false,
          barnId: null,
        },
        {
          id: 'task_3',
          title: 'Paint the gate',
          priority: 'normal',
          status: 'open',
          assignee: null,
          dueDate: '2026-11-25',
          overdue: false,
          barnId: null,
        },
      ],
      overdue: 1,
      today: 1,
    },
    fieldReports: { recent: [question], unansweredQuestions: [question] },
    people: {
      users: [
        { id: 'user_1', name: 'Dana Mizrahi', role: 'manager', lang: null, status: 'active' },
      ],
      contacts: [
        {
          id: 'contact_1',
          name: 'Dr. Levi',
          kind: 'vet',
          company: null,
          phone: null,
          language: null,
          barnId: null,
        },
      ],
    },
    hardware: {
      devices: [
        {
          id: 'device_1',
          name: 'Barn 1 east',
          kind: 'camera',
          model: null,
          vendor: null,
          status: 'offline',
          barnId: null,
          lastSeenAt: null,
        },
      ],
      integrations: [
        {
          id: 'integration_1',
          name: 'Controller 1',
          kind: 'controller',
          vendor: null,
          status: 'active',
          barnId: null,
          pollMinutes: null,
          lastSuccessAt: '2026-11-21T05:20:00.000Z',
          lastErrorAt: null,
        },
      ],
      camerasUnregistered: [],
    },
    environment: [
      {
        barnId: 'barn_1',
        ts: '2026-11-21T05:15:00.000Z',
        temp: 28.9,
        humidity: 58,
        co2: 1850,
        nh3: 9,
        thi: 28,
        tempSpreadC: null,
        status: 'out_of_range',
        outOfRange: ['temp'],
        range: {
          temp: { min: 22.9, max: 26.9 },
          humidity: { min: 50, max: 70 },
          co2: { min: 0, max: 3000 },
          nh3: { min: 0, max: 20 },
        },
        ageMinutes: 15,
        last: null,
      },
    ],
    medicine: { items: [laSota, vitaminC], lowStock: [laSota], expired: [vitaminC] },
    feedOrdersLate: [],
  });
});

test('money covers 90 days, each amount once', () => {
  const { byWeek, ...money } = contextOf(aSmallFarm(), { depth: 'full' }).money90d;
  expect(money).toEqual({
    basis: 'realised',
    // 15,600 kg at 7.5.
    revenue: 117_000,
    // 20,000 chicks at 4.5 and the gas.
    expenses: 94_860.5,
    feed: 32_900,
    net: -10_760.5,
    byCategory: [
      { category: 'chicks', amount: 90_000 },
      { category: 'gas', amount: 4860.5 },
    ],
  });
  expect(byWeek).toHaveLength(13);
});

describe('history', () => {
  /** 100 logged days up to today of a flock of 120 days, and 250 events, one an hour. */
  const long = aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock({ placementDate: addDays(TODAY, -120) })],
    liveLogs: logsFrom(
      addDays(TODAY, -99),
      Array.from({ length: 100 }, (_, index) => ({ mortality: index, feedKg: 1000 })),
    ),
    events: Array.from({ length: 250 }, (_, index) =>
      row('events', { id: `event_${index}`, ts: ago(index * HOUR) }),
    ),
  });

  test.each([
    ['full', 60, 200],
    ['summary', 7, 20],
  ] as const)('%s has %i days of each flock and %i events', (depth, days, events) => {
    const { history } = contextOf(long, { depth });
    expect(history.daily.map(({ date }) => date)).toEqual(
      Array.from({ length: days }, (_, index) => addDays(TODAY, index - days + 1)),
    );
    expect(history.events).toHaveLength(events);
    expect(history.events[0]?.id).toBe('event_0');
    expect(history.weeks).toHaveLength(13);
  });

  test('weeks sum up the last 90 days, including flocks that have left', () => {
    const closed = aFlock({
      id: 'flock_0',
      status: 'closed',
      placementDate: '2026-08-01',
      closedAt: '2026-09-20T10:00:00.000Z',
    });
    const snapshot = {
      ...aSmallFarm(),
      closedFlocks: [closed],
      closedLogs: [
        aLog('2026-08-20', { flockId: 'flock_0', mortality: 99 }),
        aLog('2026-09-08', { flockId: 'flock_0', mortality: 4, eggs: 0 }),
      ],
    };
    const weeks = contextOf(snapshot, { depth: 'summary' }).history.weeks;
    const empty = { mortality: null, culls: null, feedKg: null, waterL: null, eggs: null };
    const unsold = { soldBirds: null, soldKg: null };
    expect(weeks.filter(({ mortality }) => mortality !== null)).toEqual([
      { weekStart: '2026-09-07', ...empty, ...unsold, mortality: 4, eggs: 0 },
      { weekStart: '2026-11-09', ...empty, ...unsold, mortality: 60, feedKg: 9015, waterL: 16_200 },
      {
        weekStart: '2026-11-16',
        mortality: 111,
        culls: 2,
        feedKg: 11_180,
        waterL: 20_500,
        eggs: null,
        soldBirds: 6000,
        soldKg: 15_600,
      },
    ]);
  });
});

test('addresses and secrets are not among the fields shown', () => {
  const secret = Object.entries(shownFields).flatMap(([resource, names]) =>
    storedFields(getResource(resource as ResourceName))
      .filter(([, field]) => field.type === 'text')
      .filter(
        ([, field]) =>
          'format' in field && ['url', 'secret-reference'].includes(field.format ?? ''),
      )
      .filter(([name]) => (names as readonly string[]).includes(name))
      .map(([name]) => `${resource}.${name}`),
  );
  expect(secret).toEqual([]);
  const text = JSON.stringify(contextOf(aSmallFarm(), { depth: 'full' }));
  expect(text).not.toMatch(/secret|ROTEM_TOKEN|rtsp:|https:/);
});

describe('the climate of a barn', () => {
  const reading = (values: Readonly<Record<string, unknown>>) =>
    row('env-readings', { barnId: 'barn_1', ts: ago(HOUR / 4), temp: 25, humidity: 60, ...values });

  test.each([
    // 20 days: 24.9 ± 2 °C, 50 to 70 %.
    ['within the recommended ranges', {}, 'ok', []],
    [
      'too damp and full of ammonia',
      { humidity: 75, nh3: 21 },
      'out_of_range',
      ['humidity', 'nh3'],
    ],
    ['too cold', { temp: 22 }, 'out_of_range', ['temp']],
  ])('%s', (_what, values, status, outOfRange) => {
    const parts = { barns: [aBarn()], liveFlocks: [aFlock()], readings: [reading(values)] };
    const [climate] = contextOf(aSnapshot(parts), { depth: 'full' }).environment;
    expect([climate?.status, climate?.outOfRange, climate?.ageMinutes]).toEqual([
      status,
      outOfRange,
      15,
    ]);
  });

  test('the climate of a barn without birds, or before placement, is not compared', () => {
    const cold = { barns: [aBarn()], readings: [reading({ temp: 5 })] };
    const late = { ...cold, liveFlocks: [aFlock({ placementDate: '2026-11-22' })] };
    for (const parts of [cold, late]) {
      const [climate] = contextOf(aSnapshot(parts), { depth: 'full' }).environment;
      expect([climate?.status, climate?.range]).toEqual(['no_birds', null]);
    }
  });
});

test('uncountable birds have no figures per bird', () => {
  const liveLogs = [aLog('2026-11-20', { mortality: 30_000, avgWeightGr: 800 })];
  const parts = { barns: [aBarn()], liveFlocks: [aFlock()], liveLogs };
  const [flock] = contextOf(aSnapshot(parts), { depth: 'full' }).flocks;
  expect([flock?.live, flock?.cumMortality, flock?.cumMortalityPct, flock?.densityKgM2]).toEqual([
    null,
    30_000,
    null,
    null,
  ]);
});
