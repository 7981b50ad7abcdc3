import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { barns } from '../../src/model/resources/barns.ts';
import { farms } from '../../src/model/resources/farms.ts';
import { tasks } from '../../src/model/resources/tasks.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { insertRow } from '../../src/storage/records/write-rows.ts';
import { findDanglingReferences } from '../../src/storage/system/database-content.ts';
import { DATABASES, openTestDatabase } from '../support/databases.ts';
import { aRow } from '../support/rule-situation.ts';

describe.each(DATABASES)('%s: references to rows that do not exist', (name) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase(name);
    await database.transaction(async (transaction) => {
      const farm = aRow(farms, { id: 'farm_1', name: 'North' });
      await insertRow(transaction, farms, farm);
      for (const id of ['barn_1', 'barn_2']) {
        const barn = aRow(barns, { id, farmId: 'farm_1', name: id });
        await insertRow(transaction, barns, barn);
      }
      for (const [id, barnId] of Object.entries({
        task_1: 'barn_1',
        task_2: 'barn_2',
        task_3: null,
      }))
        await insertRow(
          transaction,
          tasks,
          aRow(tasks, { id, farmId: 'farm_1', barnId, title: id }),
        );
    });
  });
  afterAll(() => database.close());

  test('are not reported while every row exists, even as a deleted one', async () => {
    expect(await findDanglingReferences(database)).toEqual([]);
    await database.run(
      sql`update barns set deleted_at = '2026-01-01T00:00:00.000Z' where id = 'barn_1'`,
    );
    expect(await findDanglingReferences(database)).toEqual([]);
  });

  test('are counted by resource and field', async () => {
    await database.run(sql`delete from barns where id = 'barn_2'`);
    await database.run(sql`update tasks set barn_id = 'barn_2' where id = 'task_3'`);
    const dangling = [{ resource: 'tasks', field: 'barnId', rows: 2 }];
    expect(await findDanglingReferences(database)).toEqual(dangling);
    expect(await findDanglingReferences(database, 1)).toEqual(dangling);
  });
});
