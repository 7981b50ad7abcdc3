import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PortfolioFarm } from '../../../src/farming/portfolio/portfolio-farm.ts';
import type { ReadCaches } from '../../../src/platform/core/read-caches.ts';
import { createReadCaches } from '../../../src/platform/create-runtime.ts';
import { loadPortfolio } from '../../../src/platform/intelligence/portfolio.ts';
import { readPortfolioFarm } from '../../../src/platform/intelligence/portfolio-rows.ts';
import type { Database, Statement } from '../../../src/storage/core/database.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

/** Noon in Israel; on the other side of the earth it is not the same day all day long. */
const NOW = Date.parse('2026-11-21T10:00:00.000Z');
const ALL = { orgId: 'org_1', farmIds: 'all' } as const;

const EMPTY: Omit<PortfolioFarm, 'farm' | 'zone' | 'today'> = {
  barns: 0,
  capacity: null,
  barnsMeasured: 0,
  contacts: 0,
  liveFlocks: [],
  openAlerts: { critical: 0, warning: 0, info: 0 },
  criticalAlerts: [],
  overdueTasks: 0,
  unansweredQuestions: 0,
  money30d: null,
  lastFlock: null,
  lastActivityAt: null,
};

for (const name of DATABASES) {
  describe(`${name}: loading a portfolio`, () => {
    let database: Database;
    // For all tests, so that each finds the caches of the others.
    let cache: ReadCaches;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      cache = createReadCaches(database);
      await insertRowsOf(database, 'farms', [
        { id: 'farm_1', farmId: 'farm_1', name: 'A' },
        { id: 'farm_2', farmId: 'farm_2', name: 'B' },
        {
          id: 'farm_kiribati',
          farmId: 'farm_kiribati',
          name: 'C',
          latitude: 1.9,
          longitude: -157.4,
        },
        { id: 'farm_foreign', farmId: 'farm_foreign', name: 'D', orgId: 'org_2' },
      ]);
    });
    afterAll(() => database.close());

    const farmsOf = async (scope: Parameters<typeof loadPortfolio>[1]['scope'] = ALL) =>
      (await loadPortfolio({ database, caches: cache }, { scope, now: NOW })).farms.map(
        readPortfolioFarm,
      );
    const farmOf = async (id: string) => (await farmsOf()).find(({ farm }) => farm.id === id);

    test('an empty farm has zero totals', async () => {
      const farm = await farmOf('farm_2');
      expect(farm).toMatchObject({ ...EMPTY, zone: 'Asia/Jerusalem', today: '2026-11-21' });
    });

    test('a caller has the farms it sees, by name', async () => {
      const ids = (farms: readonly PortfolioFarm[]) => farms.map(({ farm }) => farm.id);
      expect(ids(await farmsOf())).toEqual(['farm_1', 'farm_2', 'farm_kiribati']);
      const two = { orgId: 'org_1', farmIds: ['farm_2', 'farm_1', 'farm_foreign'] };
      expect(ids(await farmsOf(two))).toEqual(['farm_1', 'farm_2']);
      expect(ids(await farmsOf({ orgId: 'org_1', farmIds: [] }))).toEqual([]);
    });

    test('barns and contacts are counted', async () => {
      await insertRowsOf(database, 'barns', [
        { id: 'barn_1', capacity: 20_000, areaSqm: 1200, barnType: 'broiler' },
        { id: 'barn_2', capacity: 10_000 },
        { id: 'barn_3' },
        { id: 'barn_foreign', capacity: 5, orgId: 'org_2', farmId: 'farm_foreign' },
      ]);
      await insertRowsOf(database, 'contacts', [{ id: 'contact_1' }]);
      expect(await farmOf('farm_1')).toMatchObject({
        barns: 3,
        capacity: 30_000,
        barnsMeasured: 1,
        contacts: 1,
      });
    });

    test('alerts count while they need attention', async () => {
      await insertRowsOf(database, 'alerts', [
        { id: 'alert_1', severity: 'critical', status: 'open' },
        {
          ...{ id: 'alert_2', severity: 'critical', status: 'in_progress' },
          ...{ flockId: 'flock_1', barnId: 'barn_1', source: { key: 'density:barn_1' } },
        },
        { id: 'alert_3', severity: 'info', status: 'acknowledged' },
        { id: 'alert_4', severity: 'warning', status: 'resolved' },
        { id: 'alert_5', severity: 'warning', status: 'dismissed' },
      ]);
      const farm = await farmOf('farm_1');
      expect(farm?.openAlerts).toEqual({ critical: 2, warning: 0, info: 1 });
      expect(farm?.criticalAlerts).toEqual([
        { flockId: 'flock_1', barnId: 'barn_1', source: { key: 'density:barn_1' } },
      ]);
    });

    test('a task is overdue from the day after it was due, in the time zone of its farm', async () => {
      const tasks = [
        { dueDate: '2026-11-20', status: 'open' },
        { dueDate: '2026-11-20', status: 'done' },
        { dueDate: '2026-11-21', status: 'open' },
        { dueDate: null, status: 'open' },
      ];
      await insertRowsOf(
        database,
        'tasks',
        ['farm_1', 'farm_kiribati'].flatMap((farmId) =>
          tasks.map((task, index) => ({
            id: `task_${farmId}_${index}`,
            farmId,
            createdAt: '2026-11-10T06:00:00.000Z',
            ...task,
          })),
        ),
      );
      // It is 2026-11-22 there only from 10:00 UTC on.
      expect((await farmOf('farm_kiribati'))?.today).toBe('2026-11-22');
      expect((await farmOf('farm_kiribati'))?.overdueTasks).toBe(2);
      expect((await farmOf('farm_1'))?.overdueTasks).toBe(1);
    });

    test('the last activity is the newest record made by people', async () => {
      await insertRowsOf(database, 'field-reports', [
        {
          id: 'report_1',
          isQuestion: true,
          status: 'new',
          createdAt: '2026-11-20T09:00:00.000Z',
        },
        { id: 'report_2', isQuestion: true, status: 'in_review', replyText: 'Yes' },
        { id: 'report_3', isQuestion: false, status: 'new' },
      ]);
      const farm = await farmOf('farm_1');
      expect(farm?.unansweredQuestions).toBe(1);
      expect(farm?.lastActivityAt).toBe('2026-11-20T09:00:00.000Z');
      await database.run(sql`
        insert into activity_log (id, org_id, farm_id, ts, kind, score, title, resource, row_id)
        values ('activity_1', 'org_1', 'farm_1', '2026-11-20T09:00:00.001Z', 'sale', 65, '"Sale"',
          'sales', 'sale_1')`);
      expect((await farmOf('farm_1'))?.lastActivityAt).toBe('2026-11-20T09:00:00.001Z');
    });

    test('money covers 30 days, and nothing counts twice', async () => {
      await insertRowsOf(database, 'flocks', [
        {
          id: 'flock_paid',
          placementDate: '2026-10-23',
          orderTotal: 9000,
          status: 'active',
          barnId: 'barn_2',
        },
        {
          id: 'flock_priced',
          placementDate: '2026-11-21',
          chicksReceived: 10,
          pricePerChick: 4.5,
          status: 'closed',
        },
        { id: 'flock_before', placementDate: '2026-10-22', orderTotal: 77, status: 'closed' },
        { id: 'flock_planned', placementDate: '2026-11-21', orderTotal: 77, status: 'planned' },
        { id: 'flock_cancelled', placementDate: '2026-11-20', orderTotal: 77, status: 'cancelled' },
      ]);
      const rows = (resource: string, values: readonly object[]) =>
        values.map((value, index) => ({ id: `${resource}_m${index}`, ...value }));
      await insertRowsOf(
        database,
        'sales',
        rows('sale', [
          {
            flockId: 'flock_before',
            date: '2026-10-23',
            totalAmount: 100,
            totalWeightKg: 9,
            pricePerKg: 9,
          },
          { flockId: 'flock_before', date: '2026-11-21', totalWeightKg: 10, pricePerKg: 7.5 },
          { flockId: 'flock_before', date: '2026-10-22', totalAmount: 1000 },
          { flockId: 'flock_before', date: '2026-11-22', totalAmount: 1000 },
        ]),
      );
      await insertRowsOf(
        database,
        'feed-deliveries',
        rows('delivery', [
          { flockId: 'flock_paid', date: '2026-11-01', quantityKg: 2000, pricePerTon: 2000 },
          { flockId: null, date: '2026-11-01', quantityKg: 1, totalCost: 50 },
          { flockId: 'flock_before', date: '2020-01-01', quantityKg: 1, totalCost: 60 },
        ]),
      );
      await insertRowsOf(
        database,
        'treatments',
        rows('treatment', [{ flockId: 'flock_paid', date: '2026-11-02', cost: 30 }]),
      );
      await insertRowsOf(
        database,
        'expenses',
        rows('expense', [
          { date: '2026-11-03', category: 'feed', amount: 1 },
          { date: '2026-11-03', category: 'labor', amount: 2, flockId: 'flock_paid' },
          { date: '2026-11-03', category: 'feed', amount: 4, flockId: 'flock_priced' },
          { date: '2026-11-03', category: 'chicks', amount: 8, flockId: 'flock_cancelled' },
          { date: '2026-11-03', category: 'medicine', amount: 16, flockId: 'flock_before' },
          { date: '2026-11-03', category: 'gas', amount: -3 },
          // The following records are included in others of the same flock already.
          { date: '2026-11-03', category: 'feed', amount: 1000, flockId: 'flock_paid' },
          { date: '2026-11-03', category: 'feed', amount: 1000, flockId: 'flock_before' },
          { date: '2026-11-03', category: 'chicks', amount: 1000, flockId: 'flock_priced' },
          { date: '2026-11-03', category: 'vaccination', amount: 1000, flockId: 'flock_paid' },
        ]),
      );
      expect((await farmOf('farm_1'))?.money30d).toMatchObject({
        revenue: 175,
        feed: 4050,
        chicks: 9045,
        treatments: 30,
        expenses: 28,
      });
    });

    test('a live flock has its sums, its last sixteen days and the readings of its barn', async () => {
      await insertRowsOf(database, 'flocks', [
        {
          id: 'flock_1',
          barnId: 'barn_1',
          breed: 'Ross 308',
          status: 'selling',
          placementDate: '2026-10-01',
          chicksOrdered: 1000,
          chicksReceived: 990,
        },
      ]);
      const log = { flockId: 'flock_1' };
      await insertRowsOf(
        database,
        'daily-logs',
        [
          { ...log, date: '2026-11-05', mortality: 3 },
          { ...log, date: '2026-11-11', mortality: 1, avgWeightGr: 700 },
          { ...log, date: '2026-11-12', mortality: 2, culls: 1, feedKg: 80.5, waterL: 150 },
          { ...log, date: '2026-11-21', mortality: 4, avgWeightGr: 800 },
          { ...log, date: '2026-11-21', mortality: 99, updatedAt: '2020-01-01T00:00:00.000Z' },
          { ...log, date: '2026-11-22', mortality: 500, avgWeightGr: 900 },
        ].map((values, index) => ({ id: `log_p${index}`, ...values })),
      );
      await insertRowsOf(
        database,
        'sales',
        [
          { ...log, date: '2026-11-14', birdsCount: 10 },
          { ...log, date: '2026-11-15', birdsCount: 20 },
          { ...log, date: '2026-11-22', birdsCount: 40 },
        ].map((values, index) => ({ id: `sale_p${index}`, ...values })),
      );
      await insertRowsOf(
        database,
        'env-readings',
        [
          { ts: '2026-11-21T10:00:00.000Z' },
          { ts: '2026-11-21T09:00:00.001Z' },
          { ts: '2026-11-21T09:00:00.000Z' },
          { ts: '2026-11-20T10:00:00.001Z' },
          { ts: '2026-11-20T10:00:00.000Z' },
          { ts: '2026-11-21T06:30:00.000Z' },
          { ts: '2026-11-21T05:30:00.000Z', source: 'weather' },
        ].map((values, index) => ({
          id: `reading_${index}`,
          barnId: 'barn_1',
          temp: index === 5 ? null : 25,
          ...values,
        })),
      );
      await insertRowsOf(database, 'media', [
        {
          id: 'media_1',
          barnId: 'barn_1',
          kind: 'image',
          sizeBytes: 900,
          createdAt: '2026-11-14T10:00:00.000Z',
        },
        {
          id: 'media_2',
          barnId: 'barn_2',
          kind: 'image',
          sizeBytes: 900,
          createdAt: '2026-11-14T09:59:59.999Z',
        },
      ]);
      await database.run(sql`
        insert into flock_weights
          (org_id, farm_id, flock_id, day, computed_at, weight_g, low_g, high_g, sources)
        values ('org_1', 'farm_1', 'flock_1', '2026-11-21', '2026-11-21T09:00:00.000Z',
          810.5, 800, 820, '[]')`);
      const farm = await farmOf('farm_1');
      const noFlocks = {
        culls: null,
        waterL: null,
        tempAvg: null,
        feedKg: null,
        avgWeightGr: null,
        eggs: null,
      };
      expect(farm?.liveFlocks.map(({ id }) => id)).toEqual(['flock_1', 'flock_paid']);
      expect(farm?.liveFlocks[0]).toEqual({
        id: 'flock_1',
        barnId: 'barn_1',
        barnType: 'broiler',
        status: 'selling',
        breed: 'Ross 308',
        placementDate: '2026-10-01',
        arrivalAgeDays: 0,
        chicksOrdered: 1000,
        chicksReceived: 990,
        mortality: 10,
        culls: 1,
        loggedDays: 4,
        deathDays: 4,
        sold: 30,
        weighings: [
          { day: '2026-11-11', g: 700, camerasG: null },
          { day: '2026-11-21', g: 800, camerasG: null },
        ],
        smartWeightG: 810.5,
        smartWeightAt: '2026-11-21T09:00:00.000Z',
        // A weight stored before this was known has no assumption.
        smartWeightUncalibrated: true,
        recentDays: [
          { ...noFlocks, day: '2026-11-11', mortality: 1, avgWeightGr: 700 },
          { ...noFlocks, day: '2026-11-12', mortality: 2, culls: 1, waterL: 150, feedKg: 80.5 },
          { ...noFlocks, day: '2026-11-21', mortality: 4, avgWeightGr: 800 },
        ],
        recentSales: [
          { day: '2026-11-14', birds: 10, kg: null },
          { day: '2026-11-15', birds: 20, kg: null },
        ],
        hasChickCost: false,
        hasFeedCost: false,
        hasPhoto7d: true,
        climateHours24: 3,
        inMoult: false,
      });
      expect(farm?.liveFlocks[1]).toMatchObject({
        hasChickCost: true,
        hasFeedCost: true,
        hasPhoto7d: false,
        climateHours24: 0,
        recentDays: [],
        weighings: [],
        smartWeightG: null,
      });
    });

    test('the last flock is the one closed most recently, with its logs and sales', async () => {
      const flock = { farmId: 'farm_2', status: 'closed', placementDate: '2026-01-01' };
      await insertRowsOf(database, 'flocks', [
        { ...flock, id: 'flock_x', closedAt: '2026-03-01T23:30:00.000Z', chicksOrdered: 500 },
        { ...flock, id: 'flock_y', closedAt: '2026-02-01T10:00:00.000Z' },
      ]);
      const ownRows = { farmId: 'farm_2', flockId: 'flock_x' };
      await insertRowsOf(database, 'daily-logs', [
        { ...ownRows, id: 'log_x', date: '2026-02-05', mortality: 5, feedKg: 60.5 },
        { ...ownRows, id: 'log_w', date: '2026-02-04', avgWeightGr: 2100 },
      ]);
      const sale = { date: '2026-02-28', birdsCount: 490, totalWeightKg: 1100.5 };
      await insertRowsOf(database, 'sales', [{ ...ownRows, id: 'sale_x', ...sale }]);
      const withoutOptional = {
        ...{ mortality: null, culls: null, feedKg: null },
        ...{ avgWeightGr: null, camerasWeightGr: null },
      };
      expect((await farmOf('farm_2'))?.lastFlock).toEqual({
        flock: expect.objectContaining({
          id: 'flock_x',
          status: 'closed',
          chicksOrdered: 500,
          closedAt: '2026-03-01T23:30:00.000Z',
        }),
        barnType: null,
        logs: [
          { ...withoutOptional, date: '2026-02-04', avgWeightGr: 2100 },
          { ...withoutOptional, date: '2026-02-05', mortality: 5, feedKg: 60.5 },
        ],
        sales: [sale],
      });
    });

    test('changes after a portfolio was read are in the next one', async () => {
      const deadOf = async () =>
        (await farmOf('farm_2'))?.liveFlocks.map((flock) => flock.mortality);
      const measured = async () =>
        (await farmOf('farm_2'))?.liveFlocks.map((flock) => flock.climateHours24);
      const flock = { id: 'flock_new', farmId: 'farm_2', barnId: 'barn_9' };
      await insertRowsOf(database, 'flocks', [
        { ...flock, status: 'active', placementDate: '2026-11-01' },
      ]);
      expect([await deadOf(), await measured()]).toEqual([[0], [0]]);
      const log = { id: 'log_new', farmId: 'farm_2', flockId: 'flock_new', date: '2026-11-20' };
      await insertRowsOf(database, 'daily-logs', [{ ...log, mortality: 7 }]);
      expect([await deadOf(), await measured()]).toEqual([[7], [0]]);
      const reading = { id: 'env_new', farmId: 'farm_2', barnId: 'barn_9', source: 'sensor' };
      await insertRowsOf(database, 'env-readings', [
        { ...reading, ts: '2026-11-21T09:30:00.000Z', temp: 24 },
      ]);
      expect([await deadOf(), await measured()]).toEqual([[7], [1]]);
      await database.run(sql`delete from flocks where id = 'flock_new'`);
      expect(await deadOf()).toEqual([]);
    });

    test('the number of queries does not depend on the number of farms', async () => {
      expect(await queriesFor(database, ['farm_1', 'farm_2', 'farm_kiribati'])).toBe(10);
      expect(await queriesFor(database, ['farm_1'])).toBe(10);
      // The settings and the list of farms; there are no farms to query.
      expect(await queriesFor(database, [])).toBe(2);
    });
  });
}

async function queriesFor(database: Database, farmIds: readonly string[]): Promise<number> {
  let queries = 0;
  // Without its changes, so that everything that may have changed is queried.
  const { changes: _, farmChanges: __, ...unseen } = database;
  const counted: Database = {
    ...unseen,
    all: (query) => {
      queries++;
      return database.all(query);
    },
  };
  const runtime = { database: counted, caches: createReadCaches(counted) };
  await loadPortfolio(runtime, { scope: { orgId: 'org_1', farmIds }, now: NOW });
  return queries;
}

test('PostgreSQL looks up the climate of each barn separately', async () => {
  const postgresDatabase = await openTestDatabase('postgres');
  await insertRowsOf(postgresDatabase, 'farms', [{ id: 'farm_1', farmId: 'farm_1' }]);
  const plans: string[] = [];
  // Read by the connection that is looked at.
  const { farmChanges: _, ...uncached } = postgresDatabase;
  const database: Database = {
    ...uncached,
    async all<T extends object>(statement: Statement) {
      if (statement.text.includes('env_readings')) {
        const explained = { ...statement, text: `explain ${statement.text}` };
        const rows = await postgresDatabase.all<{ 'QUERY PLAN': string }>(explained);
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      return postgresDatabase.all<T>(statement);
    },
  };
  await loadPortfolio({ database, caches: createReadCaches(database) }, { scope: ALL, now: NOW });
  await postgresDatabase.close();
  expect(plans).toHaveLength(1);
  // A join reads all readings of the barn, from all months, for each flock.
  expect(plans[0]).not.toContain('Semi Join');
});
