import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';
import { computePage } from './compute-page.ts';

for (const name of DATABASES) {
  describe(`${name}: fields computed from related rows`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'farms', [{ id: 'farm_1', farmId: 'farm_1' }]);
      await insertRowsOf(database, 'flocks', [
        { id: 'flock_a', orderTotal: 80_000, placementDate: '2026-10-03', arrivalAgeDays: 2 },
        { id: 'flock_b' },
      ]);
      await insertRowsOf(database, 'treatments', [
        { id: 'treatment_1', flockId: 'flock_b', cost: 300 },
        { id: 'treatment_2', flockId: 'flock_a', cost: 0 },
      ]);
      await insertRowsOf(database, 'feed-deliveries', [
        { id: 'delivery_1', flockId: 'flock_b', quantityKg: 1000, totalCost: 2350 },
      ]);
      await insertRowsOf(database, 'tenders', [{ id: 'tender_1', direction: 'buy' }]);
      await insertRowsOf(database, 'tender-bids', [
        { id: 'bid_1', tenderId: 'tender_1', price: 2310 },
        { id: 'bid_2', tenderId: 'tender_1', price: 2290 },
      ]);
      await insertRowsOf(database, 'users', [{ id: 'user_1', farmId: null }]);
      await insertRowsOf(database, 'farm-access', [
        { id: 'access_1', userId: 'user_1', farmId: 'farm_1', status: 'active' },
      ]);
    });
    afterAll(() => database.close());

    test.each([
      ['of the whole farm', null, 'feed', 'shared'],
      ['of a category without other records', 'flock_a', 'gas', 'direct'],
      ['of chicks whose order has a price', 'flock_a', 'chicks', 'duplicate'],
      ['of chicks whose order has none', 'flock_b', 'chicks', 'direct'],
      ['of feed whose deliveries have a price', 'flock_b', 'feed', 'duplicate'],
      ['of feed without deliveries', 'flock_a', 'feed', 'direct'],
      ['of medicine when treatments have a cost', 'flock_b', 'medicine', 'duplicate'],
      ['of vaccination when treatments have a cost', 'flock_b', 'vaccination', 'duplicate'],
      ['of medicine when treatments are free', 'flock_a', 'medicine', 'direct'],
      ['of a category with an unusual name', 'flock_a', 'constructor', 'direct'],
    ])('an expense %s counts correctly', async (_, flockId, category, countedAs) => {
      const rows = [{ flockId, category, amount: 100 }];
      expect(await computePage(database, 'expenses', rows)).toEqual([{ countedAs }]);
    });

    test('a treatment has the age of the flock and the end of its withdrawal period', async () => {
      const rows = [
        { flockId: 'flock_a', date: '2026-10-17', notes: 'withdrawal:7d' },
        { flockId: 'flock_gone', date: '2026-10-17' },
      ];
      expect(await computePage(database, 'treatments', rows)).toEqual([
        { ageDays: 16, withdrawalUntil: '2026-10-24' },
        { ageDays: null, withdrawalUntil: null },
      ]);
    });

    test('a tender counts its bids and names the best', async () => {
      expect(
        await computePage(database, 'tenders', [{ id: 'tender_1' }, { id: 'tender_2' }]),
      ).toEqual([
        { bidsCount: 2, bestBidId: 'bid_2' },
        { bidsCount: 0, bestBidId: null },
      ]);
    });

    test('a user has the farms the user may access', async () => {
      const rows = [
        { id: 'user_1', farmId: null },
        { id: 'user_2', farmId: null },
      ];
      expect(await computePage(database, 'users', rows)).toEqual([
        { farms: ['farm_1'], accessRoles: [] },
        { farms: [], accessRoles: [] },
      ]);
    });
  });
}
