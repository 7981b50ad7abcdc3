import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { listUserFarms } from '../../../src/storage/records/farms.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

const ALL = { orgId: 'org_1', farmIds: 'all' } as const;
const FARM_1 = { orgId: 'org_1', farmIds: ['farm_1'] } as const;
const at = '2026-11-02T08:30:00.000Z';

for (const name of DATABASES) {
  describe(`${name}: farms of users`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await insertRowsOf(
        database,
        'farms',
        ['farm_1', 'farm_2', 'farm_3', 'farm_4'].map((id) => ({ id, farmId: id })),
      );
      await insertRowsOf(database, 'users', [
        { id: 'user_1', farmId: null },
        { id: 'user_2', farmId: null },
      ]);
      await insertRowsOf(database, 'farm-access', [
        { id: 'access_1', userId: 'user_1', farmId: 'farm_2', status: 'active' },
        { id: 'access_2', userId: 'user_1', farmId: 'farm_1', status: 'active' },
        { id: 'access_3', userId: 'user_1', farmId: 'farm_1', status: 'active' },
        { id: 'access_4', userId: 'user_1', farmId: 'farm_3', status: 'revoked' },
        { id: 'access_5', userId: 'user_1', farmId: 'farm_4', status: 'active', expiresAt: at },
        { id: 'access_6', userId: 'user_1', farmId: 'farm_gone', status: 'active' },
        {
          id: 'access_7',
          userId: 'user_2',
          farmId: 'farm_4',
          status: 'active',
          expiresAt: '2026-11-02T08:30:00.001Z',
        },
      ]);
    });
    afterAll(() => database.close());

    test('are those with active and unexpired access, each once', async () => {
      expect(await listUserFarms(database, ALL, { userIds: ['user_1', 'user_2'], at })).toEqual([
        { userId: 'user_1', farmId: 'farm_1' },
        { userId: 'user_1', farmId: 'farm_2' },
        { userId: 'user_2', farmId: 'farm_4' },
      ]);
    });

    test('are limited to those the caller may see', async () => {
      expect(await listUserFarms(database, FARM_1, { userIds: ['user_1', 'user_2'], at })).toEqual([
        { userId: 'user_1', farmId: 'farm_1' },
      ]);
    });

    test('no users give no farms', async () => {
      expect(await listUserFarms(database, ALL, { userIds: [], at })).toEqual([]);
    });
  });
}
