import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { listAlertTimes, listTaskTimes } from '../../../src/storage/snapshot/operations.ts';
import { listDailyWeights } from '../../../src/storage/snapshot/weights.ts';
import { storeFlockWeight } from '../../../src/storage/system/cameras.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const MOMENT = {
  scope: { orgId: 'org_1', farmIds: ['farm_1'] },
  farmId: 'farm_1',
  now: Date.parse('2026-11-21T10:00:00.000Z'),
  today: '2026-11-21',
} as const;
/** 100 days before, to the millisecond. */
const EDGE = '2026-08-13T10:00:00.000Z';
const BEFORE = '2026-08-13T09:59:59.999Z';
const LONG_AGO = '2020-01-01T00:00:00.000Z';

for (const name of DATABASES) {
  describe(`${name}: history of past days`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
    });
    afterAll(() => database.close());

    test('alertTimes include alerts that are open, or were raised or resolved within 100 days', async () => {
      await insertRowsOf(database, 'alerts', [
        { id: 'open', status: 'acknowledged', severity: 'info', createdAt: LONG_AGO },
        { id: 'settled', status: 'resolved', createdAt: LONG_AGO, resolvedAt: EDGE },
        {
          id: 'came',
          status: 'dismissed',
          severity: 'critical',
          createdAt: EDGE,
          resolvedAt: EDGE,
        },
        { id: 'gone', status: 'resolved', createdAt: LONG_AGO, resolvedAt: BEFORE },
        { id: 'elsewhere', status: 'open', createdAt: EDGE, farmId: 'farm_2' },
      ]);
      const times = await listAlertTimes(database, MOMENT);
      expect(times.map(({ createdAt, resolvedAt }) => [createdAt, resolvedAt])).toEqual([
        [LONG_AGO, null],
        [LONG_AGO, EDGE],
        [EDGE, EDGE],
      ]);
      expect(times.map(({ severity }) => severity)).toContain('critical');
    });

    test('taskTimes are of open tasks, or those completed within 100 days', async () => {
      await insertRowsOf(database, 'tasks', [
        { id: 'open', status: 'blocked', dueDate: '2026-01-01', createdAt: LONG_AGO },
        { id: 'done', status: 'done', dueDate: null, createdAt: BEFORE, completedAt: EDGE },
        { id: 'gone', status: 'done', createdAt: LONG_AGO, completedAt: BEFORE },
        { id: 'cancelled', status: 'cancelled', createdAt: EDGE },
        { id: 'elsewhere', status: 'open', createdAt: EDGE, farmId: 'farm_2' },
      ]);
      expect(await listTaskTimes(database, MOMENT)).toEqual([
        { createdAt: LONG_AGO, dueDate: '2026-01-01', completedAt: null },
        { createdAt: BEFORE, dueDate: null, completedAt: EDGE },
      ]);
    });

    test('dailyWeights are those of the flocks of the farm, for 100 days', async () => {
      await insertRowsOf(database, 'flocks', [
        { id: 'flock_1', status: 'closed' },
        { id: 'flock_2', status: 'active', farmId: 'farm_2' },
      ]);
      const stored = {
        orgId: 'org_1',
        at: EDGE,
        lowG: 1,
        highG: 2,
        uncalibrated: false,
        sources: [],
      };
      for (const [farmId, flockId, day, weightG] of [
        ['farm_1', 'flock_1', '2026-08-13', 1000.5],
        ['farm_1', 'flock_1', '2026-08-12', 900],
        ['farm_1', 'flock_1', '2026-11-20', 2100],
        ['farm_2', 'flock_2', '2026-11-20', 5],
      ] as const) {
        await storeFlockWeight(database, { ...stored, farmId, flockId, day, weightG });
      }
      expect(await listDailyWeights(database, MOMENT)).toEqual([
        { flockId: 'flock_1', day: '2026-08-13', weightG: 1000.5 },
        { flockId: 'flock_1', day: '2026-11-20', weightG: 2100 },
      ]);
    });
  });
}
