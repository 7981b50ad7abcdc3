import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';
import { computePage } from './compute-page.ts';

const ROSS_308 = {
  document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  interpolated: false,
  confidence: 'high',
};

const DAY_1 = { id: 'log_1', flockId: 'flock_a', date: '2026-10-10', mortality: 100 };
const DAY_2 = {
  id: 'log_2',
  flockId: 'flock_a',
  date: '2026-10-17',
  mortality: 12,
  culls: 3,
  avgWeightGr: 520,
  feedKg: 1240,
  waterL: 2210,
};
const DAY_3 = {
  id: 'log_3',
  flockId: 'flock_a',
  date: '2026-10-18',
  mortality: 5,
  feedKg: 0,
  waterL: 2000,
};
const HENS = {
  id: 'log_4',
  flockId: 'flock_hens',
  date: '2026-10-18',
  mortality: 0,
  eggs: 4605,
  eggsBroken: 140,
  feedKg: 560.5,
};
const NOTHING = {
  live: null,
  mortalityDaysUnlogged: null,
  mortalityPct: null,
  feedPerBirdG: null,
  waterFeedRatio: null,
  henDayPct: null,
  breakagePct: null,
  standardG: null,
  standardBasis: null,
  deviationPct: null,
  suspect: [],
};

for (const name of DATABASES) {
  describe(`${name}: daily logs`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'flocks', [
        { id: 'flock_a', breed: 'Ross 308', chicksReceived: 20_000, placementDate: '2026-10-03' },
        { id: 'flock_hens', chicksReceived: 5000, placementDate: '2026-01-01' },
        { id: 'flock_broken', chicksReceived: 100, placementDate: '2026-10-03' },
        { id: 'flock_unknown', placementDate: '2026-10-03' },
      ]);
      await insertRowsOf(database, 'daily-logs', [
        DAY_1,
        DAY_2,
        DAY_3,
        HENS,
        {
          id: 'log_5',
          flockId: 'flock_broken',
          date: '2026-10-10',
          mortality: 101,
          feedKg: 3,
          waterL: 6,
        },
        { id: 'log_6', flockId: 'flock_unknown', date: '2026-10-10', mortality: 3 },
        {
          id: 'log_7',
          flockId: 'flock_a',
          date: '2026-10-18',
          mortality: 50,
          updatedAt: '2026-10-18T20:00:00.000Z',
        },
      ]);
      await insertRowsOf(database, 'sales', [
        { id: 'sale_1', flockId: 'flock_a', date: '2026-10-17', birdsCount: 885 },
      ]);
    });
    afterAll(() => database.close());

    test('a day of broilers is related to the birds of the morning and their mean', async () => {
      // Morning 19,900, evening 19,000: 12/19,900, 1,240 kg over 19,450. Day 14: 533 g.
      expect(await computePage(database, 'daily-logs', [DAY_2])).toEqual([
        {
          live: 19_000,
          // From the 4th to the 17th, only the 10th and the 17th are logged.
          mortalityDaysUnlogged: 12,
          mortalityPct: 0.06,
          feedPerBirdG: 63.8,
          waterFeedRatio: 1.78,
          henDayPct: null,
          breakagePct: null,
          standardG: 533,
          standardBasis: ROSS_308,
          deviationPct: -2.44,
          suspect: [],
        },
      ]);
    });

    test('a day of hens is related to the hens of the morning', async () => {
      // 4,605 of 5,000, 140 of 4,605, 560.5 kg over 5,000; no breed, no standard.
      expect(await computePage(database, 'daily-logs', [HENS])).toEqual([
        {
          ...NOTHING,
          live: 5000,
          // 290 days from 1 January, one of them logged.
          mortalityDaysUnlogged: 289,
          mortalityPct: 0,
          feedPerBirdG: 112.1,
          henDayPct: 92.1,
          breakagePct: 3.04,
        },
      ]);
    });

    test('the later of two logs of a day determines the remaining birds', async () => {
      // 50 die on the 18th by the younger log: 18,950 are left. Without feed there is no ratio.
      expect(await computePage(database, 'daily-logs', [DAY_3])).toMatchObject([
        { live: 18_950, mortalityPct: 0.03, feedPerBirdG: 0, waterFeedRatio: null },
      ]);
    });

    test('a page of several flocks keeps its order', async () => {
      const records = await computePage(database, 'daily-logs', [HENS, DAY_2, DAY_1]);
      expect(records.map((row) => row['live'])).toEqual([5000, 19_000, 19_900]);
    });

    test('figures per bird are unknown if more birds died than were placed', async () => {
      const row = {
        id: 'log_5',
        flockId: 'flock_broken',
        date: '2026-10-10',
        mortality: 101,
        feedKg: 3,
        waterL: 6,
      };
      expect(await computePage(database, 'daily-logs', [row])).toEqual([
        { ...NOTHING, mortalityDaysUnlogged: 6, waterFeedRatio: 2 },
      ]);
    });

    test('figures per bird are unknown without the number placed', async () => {
      const row = { id: 'log_6', flockId: 'flock_unknown', date: '2026-10-10', mortality: 3 };
      expect(await computePage(database, 'daily-logs', [row])).toEqual([
        { ...NOTHING, mortalityDaysUnlogged: 6 },
      ]);
    });

    test('the days without deaths in the log are counted up to the day of each log', async () => {
      // The flock is placed on the 3rd; the 10th, 17th and 18th are logged. Alone or in a page.
      const page = await computePage(database, 'daily-logs', [DAY_1, DAY_2, DAY_3]);
      expect(page.map((row) => row['mortalityDaysUnlogged'])).toEqual([6, 12, 12]);
      const single = await computePage(database, 'daily-logs', [DAY_3]);
      expect(single.map((row) => row['mortalityDaysUnlogged'])).toEqual([12]);
    });

    test('a log of a flock the caller does not see reveals nothing', async () => {
      const scope = { orgId: 'org_1', farmIds: ['farm_2'] };
      const [row] = await computePage(database, 'daily-logs', [DAY_1], { scope });
      expect(row).toEqual(NOTHING);
    });
  });
}
