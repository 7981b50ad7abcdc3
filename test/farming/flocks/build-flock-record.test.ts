import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildFlockRecord, type FlockRows } from '../../../src/farming/core/build-flock-record.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, logsFrom, row, TODAY } from '../../support/a-snapshot.ts';

const CALENDAR = { today: TODAY, zone: 'Asia/Jerusalem' } as const;

function aSale(date: string, values: Readonly<Record<string, unknown>> = {}) {
  return row('sales', { id: `sale_${date}`, flockId: 'flock_1', date, ...values });
}

function aRecord(rows: Partial<FlockRows> = {}) {
  const emptyRows = { barn: aBarn(), logs: [], sales: [], smartWeight: undefined };
  return buildFlockRecord({ flock: aFlock(), ...emptyRows, ...rows }, CALENDAR);
}

test('a flock without records has all its birds and no days', () => {
  expect(aRecord()).toEqual({
    flock: aFlock(),
    barn: aBarn(),
    kind: 'broiler',
    breed: 'ross_308',
    isLive: true,
    lastDay: '2026-11-21',
    ageDays: 20,
    placed: 20_000,
    isPlacedEstimated: false,
    live: 20_000,
    isImpossible: false,
    days: [],
    totals: {
      mortality: 0,
      culls: 0,
      soldBirds: 0,
      soldKg: 0,
      feedKg: 0,
      waterL: 0,
      eggs: 0,
      eggsBroken: 0,
    },
    weight: null,
    isWeighingDoubted: false,
    sales: [],
    suspects: [],
  });
});

test('days have the birds of the morning, of the evening and their mean', () => {
  const logs = [
    aLog('2026-11-01', { mortality: 30, culls: 10 }),
    aLog('2026-11-03', { mortality: 60, feedKg: 500, waterL: 900, eggs: 12, eggsBroken: 2 }),
  ];
  const sales = [
    aSale('2026-11-03', { birdsCount: 1000, totalWeightKg: 80 }),
    aSale('2026-11-04', { birdsCount: 100 }),
  ];
  const { days, totals, live } = aRecord({ logs, sales });
  expect(days).toEqual([
    {
      day: '2026-11-01',
      ageDays: 0,
      log: logs[0],
      soldBirds: 0,
      soldKg: 0,
      opening: 20_000,
      closing: 19_960,
      average: 19_980,
    },
    {
      day: '2026-11-03',
      ageDays: 2,
      log: logs[1],
      soldBirds: 1000,
      soldKg: 80,
      opening: 19_960,
      closing: 18_900,
      average: 19_430,
    },
    {
      day: '2026-11-04',
      ageDays: 3,
      log: null,
      soldBirds: 100,
      // It was not weighed.
      soldKg: null,
      opening: 18_900,
      closing: 18_800,
      average: 18_850,
    },
  ]);
  expect(totals).toEqual({
    mortality: 90,
    culls: 10,
    soldBirds: 1100,
    soldKg: null,
    feedKg: 500,
    waterL: 900,
    eggs: 12,
    eggsBroken: 2,
  });
  expect(live).toBe(18_800);
});

test('future records do not count yet', () => {
  const logs = [aLog('2026-11-22', { mortality: 5, avgWeightGr: 999 })];
  const sales = [aSale('2026-12-01', { birdsCount: 900 })];
  const { days, totals, weight, live } = aRecord({ logs, sales });
  expect([days, totals.mortality, totals.soldBirds, weight, live]).toEqual([
    [],
    0,
    0,
    null,
    20_000,
  ]);
});

test.each([
  ['received', { chicksReceived: 900, chicksOrdered: 1000 }, 900, false],
  ['ordered', { chicksReceived: null, chicksOrdered: 1000 }, 1000, true],
  ['not known', { chicksReceived: null, chicksOrdered: null }, null, false],
])('the number of placed birds is %s', (_, values, placed, isPlacedEstimated) => {
  // The builder accepts null for a missing value.
  const flock = { ...aFlock(), ...values };
  expect(aRecord({ flock })).toMatchObject({ placed, isPlacedEstimated, live: placed });
});

test('a flock that lost more birds than were placed gets no feed warning', () => {
  const logs = [
    aLog('2026-11-10', { mortality: 300, feedKg: 1753 }),
    aLog('2026-11-11', { culls: 27, feedKg: 2007 }),
  ];
  const flock = aFlock({ chicksReceived: 1 });
  const rows = { flock, barn: aBarn(), logs, sales: [], smartWeight: undefined };
  const record = buildFlockRecord(rows, { today: TODAY, zone: 'Asia/Jerusalem' });
  expect(record).toMatchObject({ isImpossible: true, suspects: [] });
});

test('records that remove more birds than were placed are impossible', () => {
  const flock = { ...aFlock(), chicksReceived: 100 };
  const record = aRecord({ flock, logs: [aLog('2026-11-02', { mortality: 101 })] });
  expect(record).toMatchObject({ isImpossible: true, live: null });
  expect(record.days[0]).toMatchObject({ opening: null, closing: null, average: null });
  const all = aRecord({ flock, logs: [aLog('2026-11-02', { mortality: 100 })] });
  expect(all).toMatchObject({ isImpossible: false, live: 0 });
});

describe('a closed flock', () => {
  const closed = { ...aFlock(), status: 'closed', closedAt: '2026-11-15T09:00:00.000Z' } as const;

  test.each([
    ['its last log', [aLog('2026-11-12', { mortality: 0 })], [], '2026-11-12'],
    ['its last sale', [aLog('2026-11-12', { mortality: 0 })], [aSale('2026-11-13')], '2026-11-13'],
    ['the day it was closed, if nothing is recorded', [], [], '2026-11-15'],
    [
      'that day too, even with a later log',
      [aLog('2026-11-16', { mortality: 0 })],
      [],
      '2026-11-15',
    ],
    [
      'its last log, if a sale is in the future',
      [aLog('2026-11-12', { mortality: 0 })],
      [aSale('2026-12-01')],
      '2026-11-12',
    ],
  ] as const)('ends with %s', (_, logs, sales, lastDay) => {
    const record = aRecord({ flock: closed, logs, sales });
    expect(record.lastDay).toBe(lastDay);
    expect(record.isLive).toBe(false);
  });

  test('keeps the age of its last day', () => {
    expect(aRecord({ flock: closed, logs: [aLog('2026-11-12', { mortality: 0 })] }).ageDays).toBe(
      11,
    );
  });

  test('is closed in the time zone of its farm', () => {
    const flock = { ...closed, closedAt: '2026-11-15T22:30:00.000Z' };
    expect(aRecord({ flock }).lastDay).toBe('2026-11-16');
  });

  test('counts records made after its closing', () => {
    const logs = [aLog('2026-11-16', { mortality: 7, avgWeightGr: 800 })];
    const record = aRecord({ flock: closed, logs });
    expect([record.totals.mortality, record.days.at(-1)?.closing]).toEqual([7, 19_993]);
    expect(record.weight).toEqual({
      g: 800,
      source: 'manual',
      day: '2026-11-16',
      uncalibrated: false,
    });
  });

  test('has no birds in its barn, even if its records leave some of those placed', () => {
    const logs = [aLog('2026-11-12', { mortality: 7 })];
    const sales = [aSale('2026-11-13', { birdsCount: 19_500 })];
    expect(aRecord({ flock: closed, logs, sales })).toMatchObject({ live: 0, isImpossible: false });
    const uncounted = { ...closed, chicksReceived: null, chicksOrdered: null };
    expect(aRecord({ flock: uncounted, logs })).toMatchObject({ live: 0, placed: null });
  });

  test('a closed flock without any records has no last day and no age', () => {
    const record = aRecord({ flock: { ...closed, closedAt: null } });
    expect([record.lastDay, record.ageDays]).toEqual([null, null]);
  });
});

test('a cancelled flock has no age and no birds', () => {
  const record = aRecord({ flock: { ...aFlock(), status: 'cancelled' } });
  expect(record).toMatchObject({ ageDays: null, live: 0, isLive: false });
});

test('the age of older birds is counted from their age at placement', () => {
  expect(aRecord({ flock: { ...aFlock(), arrivalAgeDays: 112 } }).ageDays).toBe(132);
});

describe('the weight', () => {
  const logs = [
    ...logsFrom('2026-11-07', [{ avgWeightGr: 200 }, { avgWeightGr: 0 }]),
    aLog('2026-11-14', { avgWeightGr: 520.5 }),
    aLog('2026-11-15'),
  ];

  test('is that of the last weighing on the day of that weighing', () => {
    expect(aRecord({ logs }).weight).toEqual({
      g: 520.5,
      source: 'manual',
      day: '2026-11-14',
      uncalibrated: false,
    });
  });

  test('is that of the cameras if available, on the day of the farm', () => {
    const smartWeight = {
      flockId: 'flock_1',
      at: '2026-11-20T22:30:00.000Z',
      weightG: 930,
      lowG: 900,
      highG: 960,
      uncalibrated: true,
      sources: [],
    };
    expect(aRecord({ logs, smartWeight }).weight).toEqual({
      g: 930,
      source: 'smart',
      uncalibrated: true,
      day: '2026-11-21',
    });
  });
});

test.each([
  ['Ross 308', 'layer', 'broiler', 'ross_308'],
  [null, 'layer', 'layer', undefined],
  ['made up', null, 'broiler', undefined],
])('a flock of breed %s in a barn for %s is of kind %s', (breed, barnType, kind, table) => {
  const barn = { ...aBarn(), barnType };
  expect(aRecord({ flock: { ...aFlock(), breed }, barn })).toMatchObject({ kind, breed: table });
});

const few = fc.option(fc.integer({ min: 0, max: 50 }), { nil: null });

test('every morning starts with the birds of the evening before, the last evening has the live birds', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ mortality: few, culls: few, birdsCount: few }), { maxLength: 20 }),
      (entries) => {
        const logs = logsFrom('2026-11-01', entries);
        const sales = entries.map((values, index) => aSale(addDays('2026-11-01', index), values));
        const { days, live } = aRecord({ logs, sales });
        days.forEach((day, index) => {
          expect(day.opening).toBe(days[index - 1]?.closing ?? 20_000);
        });
        expect(live).toBe(days.at(-1)?.closing ?? 20_000);
      },
    ),
  );
});

test('feed of a flock that lost more birds than were placed is not checked, neither here nor in logs', () => {
  const logs = [aLog('2026-11-03', { mortality: 20_100, feedKg: 90_000 })];
  expect(aRecord({ logs }).suspects).toEqual([]);
  const sold = [aSale('2026-11-03', { birdsCount: 20_001 })];
  const fed = [aLog('2026-11-03', { mortality: 0, feedKg: 90_000 })];
  expect(aRecord({ logs: fed, sales: sold }).suspects).toEqual([]);
  expect(aRecord({ logs: fed }).suspects).toMatchObject([{ field: 'feedKg', value: 90_000 }]);
});
