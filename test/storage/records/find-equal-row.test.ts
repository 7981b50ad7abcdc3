import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devices } from '../../../src/model/resources/devices.ts';
import { supportTickets } from '../../../src/model/resources/support-tickets.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { findEqualRow, findLargestNumber } from '../../../src/storage/records/find-rows.ts';
import { deleteRow, insertRow } from '../../../src/storage/records/write-rows.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';
import { aRow } from '../../support/rule-situation.ts';

const camera = (id: string, values: Readonly<Record<string, unknown>> = {}) =>
  aRow(devices, { id, kind: 'camera', status: 'online', sourceKey: 'east', ...values });
const ticket = (id: string, values: Readonly<Record<string, unknown>>) =>
  aRow(supportTickets, { id, subject: 'Camera', body: 'No counts', ...values });

for (const name of DATABASES) {
  describe(`${name}: equal rows`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await database.transaction(async (transaction) => {
        await insertRow(transaction, devices, camera('device_1'));
        await insertRow(transaction, devices, camera('device_2', { status: 'retired' }));
        await insertRow(transaction, devices, camera('device_3', { sourceKey: 'gone' }));
        await insertRow(
          transaction,
          devices,
          camera('device_4', { orgId: 'org_2', sourceKey: 'o' }),
        );
        await insertRow(transaction, supportTickets, ticket('ticket_1', { number: 9 }));
        await insertRow(transaction, supportTickets, ticket('ticket_2', { number: 10 }));
        const at = '2026-11-21T10:00:00.000Z';
        await deleteRow(transaction, devices, { row: camera('device_3'), at });
        const row = ticket('ticket_2', {});
        await deleteRow(transaction, supportTickets, { row, at });
      });
    });
    afterAll(() => database.close());

    test.each([
      ['one with the same values', { sourceKey: 'east' }, 'device_9', 'device_1'],
      ['no row except the row itself', { sourceKey: 'east' }, 'device_1', undefined],
      [
        'no row with only some of the values',
        { sourceKey: 'east', kind: 'scale' },
        'device_9',
        undefined,
      ],
      ['no deleted row', { sourceKey: 'gone' }, 'device_9', undefined],
      ['no row of another organisation', { sourceKey: 'o' }, 'device_9', undefined],
      ['no row for a value that looks like SQL', { sourceKey: "' or 1=1 --" }, 'x', undefined],
    ])('finds %s', async (_fact, fields, exceptId, expected) => {
      const row = await findEqualRow(database, devices, {
        scope: { orgId: 'org_1', farmIds: 'all' },
        fields,
        exceptId,
        exceptStatus: ['retired'],
      });
      expect(row).toBe(expected);
    });

    test('finds rows of every status if none is excluded', async () => {
      const row = await findEqualRow(database, devices, {
        scope: { orgId: 'org_1', farmIds: ['farm_1'] },
        fields: { sourceKey: 'east' },
        exceptId: 'device_1',
      });
      expect(row).toBe('device_2');
    });

    test.each([
      ['counts deleted rows, compared as numbers', 'org_1', 10],
      ['is 0 without rows', 'org_2', 0],
    ])('the largest number %s', async (_fact, orgId, expected) => {
      const field = 'number';
      expect(await findLargestNumber(database, supportTickets, { orgId, field })).toBe(expected);
    });
  });
}
