import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { listFlockCosts } from '../../../src/storage/records/flock-totals.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const ALL = { orgId: 'org_1', farmIds: 'all' } as const;

for (const name of DATABASES) {
  describe(`${name}: costs of flocks`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(database, 'flocks', [
        { id: 'flock_total', orderTotal: 89_775, chicksReceived: 19_950, pricePerChick: 4 },
        { id: 'flock_price', chicksReceived: 10_000, pricePerChick: 4.5 },
        { id: 'flock_bare', chicksReceived: 10_000 },
      ]);
      await insertRowsOf(database, 'feed-deliveries', [
        { id: 'delivery_1', flockId: 'flock_total', quantityKg: 14_200, totalCost: 33_370 },
        { id: 'delivery_2', flockId: 'flock_total', quantityKg: 10_000, pricePerTon: 2300 },
        { id: 'delivery_3', flockId: 'flock_total', quantityKg: 5000 },
        { id: 'delivery_4', quantityKg: 8000, totalCost: 1 },
      ]);
      await insertRowsOf(database, 'treatments', [
        { id: 'treatment_1', flockId: 'flock_price', cost: 1240 },
        { id: 'treatment_2', flockId: 'flock_price', cost: 60.5 },
        { id: 'treatment_3', flockId: 'flock_price' },
      ]);
    });
    afterAll(() => database.close());

    test.each([
      // 33,370 and 10 t at 2,300; the order counts before the price of a chick.
      ['flock_total', { feed: 56_370, chicks: 89_775, treatments: 0 }],
      ['flock_price', { feed: 0, chicks: 45_000, treatments: 1300.5 }],
      ['flock_bare', { feed: 0, chicks: 0, treatments: 0 }],
    ])('%s', async (id, expected) => {
      expect(await listFlockCosts(database, ALL, [id])).toEqual([{ id, ...expected }]);
    });

    test('a scope of another farm sees nothing', async () => {
      const scope = { orgId: 'org_1', farmIds: ['farm_2'] };
      expect(await listFlockCosts(database, scope, ['flock_total'])).toEqual([]);
    });

    test('an empty request returns nothing', async () => {
      expect(await listFlockCosts(database, ALL, [])).toEqual([]);
    });
  });
}
