import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';
import { computePage } from './compute-page.ts';

const EMPTY = {
  occupied: false,
  currentFlockId: null,
  emptySince: null,
  densityKgM2: null,
  densityEstimated: null,
  densityReason: null,
};

for (const name of DATABASES) {
  describe(`${name}: barns and farms`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'farms', [
        { id: 'farm_1', farmId: 'farm_1' },
        { id: 'farm_2', farmId: 'farm_2' },
        { id: 'farm_3', farmId: 'farm_3' },
      ]);
      await insertRowsOf(
        database,
        'barns',
        ['full', 'two', 'sold', 'closed', 'new', 'unweighed', 'ahead'].map((id) => ({ id })),
      );
      await insertRowsOf(database, 'flocks', [
        aFlock('flock_1', 'full', { chicksReceived: 20_000 }),
        aFlock('flock_2', 'two', { chicksReceived: 1000, placementDate: '2026-10-01' }),
        aFlock('flock_3', 'two', {
          chicksReceived: 500,
          placementDate: '2026-10-08',
          status: 'selling',
        }),
        aFlock('flock_4', 'sold', {
          status: 'closed',
          placementDate: '2026-07-01',
          closedAt: '2026-08-20T09:00:00.000Z',
        }),
        aFlock('flock_5', 'sold', {
          status: 'closed',
          placementDate: '2026-04-01',
          closedAt: '2026-05-20T09:00:00.000Z',
        }),
        aFlock('flock_6', 'closed', {
          status: 'closed',
          placementDate: '2026-07-01',
          closedAt: '2026-08-20T21:30:00.000Z',
        }),
        aFlock('flock_7', 'unweighed', { chicksReceived: 700 }),
        aFlock('flock_8', 'elsewhere', { farmId: 'farm_2' }),
        aFlock('flock_9', 'ahead', { placementDate: '2026-11-09' }),
      ]);
      await insertRowsOf(database, 'daily-logs', [
        { id: 'log_1', flockId: 'flock_1', date: '2026-11-02', mortality: 2000, avgWeightGr: 2200 },
        { id: 'log_2', flockId: 'flock_2', date: '2026-11-02', avgWeightGr: 2000 },
        { id: 'log_3', flockId: 'flock_3', date: '2026-11-02', avgWeightGr: 1500, culls: 100 },
      ]);
      await insertRowsOf(database, 'sales', [
        { id: 'sale_1', flockId: 'flock_4', date: '2026-08-11', birdsCount: 10 },
      ]);
    });
    afterAll(() => database.close());

    test.each([
      // 18,000 birds of 2.2 kg on 1,200 m².
      [
        'full',
        1200,
        {
          ...{ occupied: true, currentFlockId: 'flock_1' },
          ...{ densityKgM2: 33, densityEstimated: false },
        },
      ],
      // 1,000 of 2 kg and 400 of 1.5 kg on 100 m²; the flock placed last is the current one.
      [
        'two',
        100,
        {
          ...{ occupied: true, currentFlockId: 'flock_3' },
          ...{ densityKgM2: 26, densityEstimated: false },
        },
      ],
      ['full', null, { occupied: true, currentFlockId: 'flock_1', densityReason: 'no_area' }],
      ['unweighed', 100, { occupied: true, currentFlockId: 'flock_7', densityReason: 'no_weight' }],
      ['sold', 100, { emptySince: '2026-08-11' }],
      ['closed', 100, { emptySince: '2026-08-21' }],
      ['new', 100, {}],
      // Its active flock is placed in a week.
      ['ahead', 100, {}],
    ])('the barn "%s" of %s m²', async (id, areaSqm, expected) => {
      expect(await computePage(database, 'barns', [{ id, areaSqm }])).toEqual([
        { ...EMPTY, ...expected },
      ]);
    });

    test('a farm counts its barns, its flocks and its live birds', async () => {
      // 18,000, 1,000, 400 and 700; deaths are not logged on 31, 31, 24 and 31 days.
      const rows = [
        { id: 'farm_1', latitude: 40.7, longitude: -74 },
        { id: 'farm_2' },
        { id: 'farm_3' },
      ];
      expect(await computePage(database, 'farms', rows)).toEqual([
        {
          timezone: 'America/New_York',
          ...{ barnCount: 7, activeFlocks: 4, birds: 20_100, mortalityDaysUnlogged: 117 },
        },
        {
          timezone: 'Asia/Jerusalem',
          ...{ barnCount: 0, activeFlocks: 1, birds: null, mortalityDaysUnlogged: 0 },
        },
        {
          timezone: 'Asia/Jerusalem',
          ...{ barnCount: 0, activeFlocks: 0, birds: 0, mortalityDaysUnlogged: 0 },
        },
      ]);
    });
  });
}

function aFlock(id: string, barnId: string, values: Readonly<Record<string, unknown>>) {
  return { id, barnId, status: 'active', placementDate: '2026-10-01', ...values };
}
