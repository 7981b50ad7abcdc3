import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { tasks } from '../../src/model/resources/tasks.ts';
import type { Connection } from '../../src/storage/core/database.ts';
import { insertRows } from '../../src/storage/records/write-rows.ts';
import { withLateIndexes } from '../../src/storage/sqlite/memory-database.ts';
import { DATABASES, openTestDatabase } from '../support/databases.ts';
import { aRow } from '../support/rule-situation.ts';

const ROWS = 101;

const rows = () =>
  Array.from({ length: ROWS }, (_, index) =>
    aRow(tasks, { id: `task_${index}`, title: `Task ${index}` }),
  );

async function indexesOf(connection: Connection): Promise<readonly string[]> {
  const indexes = await connection.all<{ name: string; sql: string }>(sql`
    select name, sql from sqlite_master where type = 'index' and sql is not null order by name`);
  return indexes.map((index) => `${index.name} ${index.sql}`);
}

describe.each(DATABASES)('%s: a bulk insert', (name) => {
  test('stores all rows in order, even without indexes meanwhile', async () => {
    const database = await openTestDatabase(name);
    await database.transaction((transaction) =>
      withLateIndexes(transaction, () => insertRows(transaction, tasks, rows())),
    );
    const stored = await database.all<{ id: string; title: string }>(
      sql`select id, title from tasks order by length(id), id`,
    );
    expect(stored).toHaveLength(ROWS);
    expect(stored[0]).toEqual({ id: 'task_0', title: 'Task 0' });
    expect(stored[32]).toEqual({ id: 'task_32', title: 'Task 32' });
    expect(stored[100]).toEqual({ id: 'task_100', title: 'Task 100' });
    await database.close();
  });
});

test('afterwards the same indexes exist, even after a failure', async () => {
  const database = await openTestDatabase('sqlite');
  const before = await indexesOf(database);
  expect(before.length).toBeGreaterThan(50);
  await database.transaction((transaction) =>
    withLateIndexes(transaction, async () => {
      expect((await indexesOf(transaction)).length).toBeLessThan(before.length);
      await insertRows(transaction, tasks, rows());
    }),
  );
  expect(await indexesOf(database)).toEqual(before);
  const failing = database.transaction((transaction) =>
    withLateIndexes(transaction, () => Promise.reject(new Error('no more rows'))),
  );
  await expect(failing).rejects.toThrow('no more rows');
  expect(await indexesOf(database)).toEqual(before);
  await database.close();
});
