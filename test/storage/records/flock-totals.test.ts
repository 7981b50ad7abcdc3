import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { listFlockDayLosses } from '../../../src/storage/records/daily-logs.ts';
import { listFlockTotals } from '../../../src/storage/records/flock-totals.ts';
import { listFlockFacts } from '../../../src/storage/records/flocks.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const ALL = { orgId: 'org_1', farmIds: 'all' } as const;
const placed = { placementDate: '2026-10-03' };
const DELETED_LOG = 'log_deleted';

for (const name of DATABASES) {
  describe(`${name}: totals of flocks`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'flocks', [
        {
          id: 'flock_a',
          barnId: 'barn_1',
          breed: 'Ross 308',
          chicksOrdered: 20_000,
          chicksReceived: 19_950,
          placementDate: '2026-10-03',
          status: 'active',
        },
        {
          id: 'flock_b',
          barnId: 'barn_2',
          placementDate: '2026-09-01',
          status: 'closed',
          closedAt: '2026-10-12T15:20:00.000Z',
        },
        { id: 'flock_foreign', farmId: 'farm_2', placementDate: '2026-10-03' },
        { id: 'flock_other_org', orgId: 'org_2', placementDate: '2026-10-03' },
      ]);
      await insertRowsOf(database, 'daily-logs', [
        { id: 'log_1', flockId: 'flock_a', date: '2026-10-03', mortality: 10, culls: 2 },
        { id: 'log_2', flockId: 'flock_a', date: '2026-10-04', mortality: 7, avgWeightGr: 60.5 },
        { id: 'log_3', flockId: 'flock_a', date: '2026-10-06', culls: 1 },
        // Of two logs of a day the one changed last counts, by its id when both changed at once.
        {
          id: 'log_4',
          flockId: 'flock_a',
          date: '2026-10-07',
          mortality: 500,
          avgWeightGr: 999,
          updatedAt: '2026-10-07T18:00:00.000Z',
        },
        {
          id: 'log_5',
          flockId: 'flock_a',
          date: '2026-10-07',
          mortality: 5,
          updatedAt: '2026-10-07T18:00:00.001Z',
        },
        { id: 'log_6', flockId: 'flock_a', date: '2026-10-08', mortality: 300 },
        { id: 'log_7', flockId: 'flock_a', date: '2026-10-08', mortality: 3, culls: 0 },
        { id: 'log_future', flockId: 'flock_a', date: '2026-11-30', mortality: 40 },
        { id: DELETED_LOG, flockId: 'flock_a', date: '2026-10-09', mortality: 90 },
        {
          id: 'log_foreign',
          flockId: 'flock_foreign',
          date: '2026-10-05',
          mortality: 4,
          farmId: 'farm_2',
        },
        {
          id: 'log_other',
          flockId: 'flock_other_org',
          date: '2026-10-05',
          mortality: 4,
          orgId: 'org_2',
        },
      ]);
      await insertRowsOf(database, 'sales', [
        { id: 'sale_1', flockId: 'flock_a', date: '2026-10-07', birdsCount: 400 },
        { id: 'sale_2', flockId: 'flock_a', date: '2026-10-08', totalWeightKg: 900 },
        { id: 'sale_future', flockId: 'flock_a', date: '2026-11-20', birdsCount: 9000 },
      ]);
      await database.run(
        sql`update daily_logs set deleted_at = created_at where id = ${DELETED_LOG}`,
      );
    });
    afterAll(() => database.close());

    test('totals include the given day, with one log a day', async () => {
      const totals = await listFlockTotals(database, ALL, [
        { ...placed, id: 'flock_a', day: '2026-10-31' },
      ]);
      expect(totals).toEqual([
        {
          id: 'flock_a',
          mortality: 25,
          culls: 3,
          deathDays: 4,
          // 4, 7 and 8 October; nothing is due on the day of placement.
          deathDaysSince: 3,
          lastDeathDay: '2026-10-08',
          sold: 400,
          lastLogDate: '2026-10-08',
          lastSaleDate: '2026-10-08',
          barnType: null,
          weighings: [{ day: '2026-10-04', g: 60.5, camerasG: null }],
        },
      ]);
    });

    test('each flock has a separate day, and one without records has zeros', async () => {
      const totals = await listFlockTotals(database, ALL, [
        { ...placed, id: 'flock_a', day: '2026-10-03' },
        { ...placed, id: 'flock_b', day: '2026-10-31' },
        { ...placed, id: 'flock_missing', day: '2026-10-31' },
      ]);
      const zeros = {
        deathDaysSince: 0,
        lastDeathDay: null,
        lastLogDate: null,
        lastSaleDate: null,
        barnType: null,
        weighings: [],
      };
      expect(totals.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
        {
          ...zeros,
          id: 'flock_a',
          mortality: 10,
          culls: 2,
          deathDays: 1,
          lastDeathDay: '2026-10-03',
          sold: 0,
          lastLogDate: '2026-10-03',
        },
        { ...zeros, id: 'flock_b', mortality: 0, culls: 0, deathDays: 0, sold: 0 },
      ]);
    });

    test('losses of a day are listed with the cumulative losses before it', async () => {
      const losses = await listFlockDayLosses(database, ALL, [
        { flockId: 'flock_a', date: '2026-10-04' },
        { flockId: 'flock_a', date: '2026-10-07' },
        { flockId: 'flock_a', date: '2026-10-07' },
        { flockId: 'flock_a', date: '2026-10-05' },
      ]);
      // The deaths of the day of placement do not count as a logged day.
      expect(losses.toSorted((a, b) => (a.date < b.date ? -1 : 1))).toEqual([
        { flockId: 'flock_a', date: '2026-10-04', removedBefore: 12, removedOn: 7, deathDays: 1 },
        { flockId: 'flock_a', date: '2026-10-05', removedBefore: 19, removedOn: 0, deathDays: 1 },
        { flockId: 'flock_a', date: '2026-10-07', removedBefore: 20, removedOn: 405, deathDays: 2 },
      ]);
    });

    test('a single requested day equals the same day in a list', async () => {
      const dates = ['2026-10-02', '2026-10-03', '2026-10-05', '2026-10-07', '2026-10-12'];
      const days = dates.map((date) => ({ flockId: 'flock_a', date }));
      const allLosses = await listFlockDayLosses(database, ALL, days);
      for (const day of days) {
        const dayLosses = allLosses.filter(({ date }) => date === day.date);
        expect(await listFlockDayLosses(database, ALL, [day])).toEqual(dayLosses);
      }
      expect(allLosses).toHaveLength(dates.length);
    });

    test('facts are returned as recorded', async () => {
      expect(await listFlockFacts(database, ALL, ['flock_b'])).toEqual([
        {
          id: 'flock_b',
          farmId: 'farm_1',
          barnId: 'barn_2',
          barnType: null,
          breed: null,
          status: 'closed',
          chicksOrdered: null,
          chicksReceived: null,
          placementDate: '2026-09-01',
          arrivalAgeDays: 0,
          closedAt: '2026-10-12T15:20:00.000Z',
        },
      ]);
    });

    test.each([
      ['another farm', { orgId: 'org_1', farmIds: ['farm_1'] }, 'flock_foreign'],
      ['no farm', { orgId: 'org_1', farmIds: [] }, 'flock_a'],
      ['another organisation', ALL, 'flock_other_org'],
    ] as const)('a scope of %s sees nothing', async (_, scope, id) => {
      const day = '2026-10-05';
      expect(await listFlockFacts(database, scope, [id])).toEqual([]);
      expect(await listFlockTotals(database, scope, [{ ...placed, id, day }])).toEqual([]);
      expect(await listFlockDayLosses(database, scope, [{ flockId: id, date: day }])).toEqual([]);
    });

    test('an empty request returns nothing', async () => {
      expect(await listFlockFacts(database, ALL, [])).toEqual([]);
      expect(await listFlockTotals(database, ALL, [])).toEqual([]);
      expect(await listFlockDayLosses(database, ALL, [])).toEqual([]);
    });

    test('any text may be used in a request', async () => {
      expect(await listFlockFacts(database, ALL, [`'; "\\ \u0001 {}`])).toEqual([]);
    });
  });
}
