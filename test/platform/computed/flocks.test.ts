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

const BROILERS = {
  id: 'flock_a',
  barnId: 'barn_1',
  breed: 'Ross 308',
  chicksOrdered: 20_000,
  chicksReceived: 19_950,
  placementDate: '2026-10-05',
  status: 'active',
};
const CLOSED = {
  id: 'flock_closed',
  breed: 'Cobb 500',
  chicksReceived: 10_000,
  placementDate: '2026-08-01',
  status: 'closed',
  // In Israel the next day has begun.
  closedAt: '2026-09-20T21:30:00.000Z',
};
const BROKEN = {
  id: 'flock_broken',
  chicksReceived: 100,
  placementDate: '2026-10-05',
  status: 'active',
};
const UNKNOWN = { id: 'flock_unknown', placementDate: '2026-10-05', status: 'active' };
const NOTHING = {
  cumMortality: 0,
  cumMortalityPct: null,
  mortalityDays: null,
  mortalityDaysUnlogged: null,
  smartWeightG: null,
  weightG: null,
  standardG: null,
  standardBasis: null,
  deviationPct: null,
  weightDate: null,
  weightEstimated: null,
  weightUncalibrated: null,
  weightReason: null,
  breedSuggestion: null,
  lastLogDate: null,
};

for (const name of DATABASES) {
  describe(`${name}: flocks on 2026-11-02`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'flocks', [BROILERS, CLOSED, BROKEN, UNKNOWN]);
      await insertRowsOf(database, 'daily-logs', [
        { id: 'log_1', flockId: 'flock_a', date: '2026-10-05', mortality: 20, culls: 5 },
        { id: 'log_2', flockId: 'flock_a', date: '2026-10-26', mortality: 12, avgWeightGr: 985 },
        { id: 'log_3', flockId: 'flock_a', date: '2026-11-01', mortality: 8 },
        {
          id: 'log_4',
          flockId: 'flock_closed',
          date: '2026-09-11',
          mortality: 250,
          avgWeightGr: 3100,
        },
        { id: 'log_5', flockId: 'flock_broken', date: '2026-10-06', mortality: 90 },
        { id: 'log_6', flockId: 'flock_broken', date: '2026-10-07', culls: 11 },
        { id: 'log_7', flockId: 'flock_unknown', date: '2026-10-06', mortality: 3 },
      ]);
      await insertRowsOf(database, 'sales', [
        { id: 'sale_1', flockId: 'flock_a', date: '2026-11-01', birdsCount: 1000 },
        { id: 'sale_2', flockId: 'flock_a', date: '2026-11-12', birdsCount: 18_000 },
        { id: 'sale_3', flockId: 'flock_closed', date: '2026-09-12', birdsCount: 9750 },
      ]);
    });
    afterAll(() => database.close());

    test('an active flock: live birds, expected weight, last weight', async () => {
      // 40 of 19,950 died. Day 28: 1,616 g. 985 g on day 21, whose standard is 1,012 g, so that
      // they weigh 1,616 × 985 / 1,012 today.
      expect(await computePage(database, 'flocks', [BROILERS])).toEqual([
        {
          ageDays: 28,
          live: 18_905,
          cumMortality: 40,
          cumMortalityPct: 0.2,
          // Of 6 October to 1 November two days are logged; today is not over.
          mortalityDays: 27,
          mortalityDaysUnlogged: 25,
          smartWeightG: null,
          weightG: 1572.9,
          standardG: 1616,
          standardBasis: ROSS_308,
          deviationPct: -2.67,
          weightDate: '2026-10-26',
          weightEstimated: true,
          weightUncalibrated: false,
          weightReason: null,
          breedSuggestion: null,
          lastLogDate: '2026-11-01',
        },
      ]);
    });

    test('a closed flock keeps the age of its last sale', async () => {
      // Weighed on day 41, whose standard is 3,170 g.
      expect(await computePage(database, 'flocks', [CLOSED])).toMatchObject([
        {
          ageDays: 42,
          live: 0,
          cumMortality: 250,
          cumMortalityPct: 2.5,
          weightG: null,
          standardG: null,
          deviationPct: -2.21,
          weightDate: '2026-09-11',
        },
      ]);
    });

    test('a closed flock without sales and logs has the age of its closing', async () => {
      const rows = [{ ...CLOSED, id: 'flock_bare' }];
      expect(await computePage(database, 'flocks', rows)).toMatchObject([{ ageDays: 51 }]);
      const utc = await computePage(database, 'flocks', rows, { zone: 'UTC' });
      expect(utc).toMatchObject([{ ageDays: 50 }]);
    });

    test('a flock that lost more birds than were placed has an unknown number and no share', async () => {
      expect(await computePage(database, 'flocks', [BROKEN])).toMatchObject([
        { live: null, cumMortality: 90, cumMortalityPct: null },
      ]);
    });

    test('a flock of unknown number has no live birds', async () => {
      expect(await computePage(database, 'flocks', [UNKNOWN])).toMatchObject([
        { live: null, cumMortality: 3, cumMortalityPct: null, deviationPct: null },
      ]);
    });

    test.each([
      ['a planned flock has no age', 'planned', '2026-11-09', { ageDays: -7, live: 0 }],
      ['a cancelled flock has no age', 'cancelled', '2026-10-01', { ageDays: null, live: 0 }],
    ])('%s', async (_, status, placementDate, expected) => {
      const rows = [{ ...BROILERS, id: 'flock_new', status, placementDate }];
      expect(await computePage(database, 'flocks', rows)).toEqual([{ ...NOTHING, ...expected }]);
    });

    test('the age of pullets is counted from their age at placement', async () => {
      const rows = [
        {
          id: 'flock_hens',
          breed: 'Hy-Line Brown',
          chicksReceived: 5000,
          arrivalAgeDays: 112,
          placementDate: '2026-10-05',
          status: 'active',
        },
      ];
      // 1,568 g at the end of week 20.
      expect(await computePage(database, 'flocks', rows)).toMatchObject([
        { ageDays: 140, live: 5000, standardG: 1568 },
      ]);
    });

    test('rows keep their order on a page', async () => {
      const records = await computePage(database, 'flocks', [UNKNOWN, CLOSED, BROILERS]);
      expect(records.map((row) => row['cumMortality'])).toEqual([3, 250, 40]);
    });
  });
}
