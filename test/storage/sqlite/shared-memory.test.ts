import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openSqlite } from '../../../src/storage/sqlite/database.ts';
import { openSqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import { sharedMemory } from '../../../src/storage/sqlite/memory-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const count = sql`select count(*) as rows from things`;

test('connections that open the same name share its rows, others do not', async () => {
  const one = await openSqlite(sharedMemory('things'));
  const other = await openSqlite(sharedMemory('things'));
  const otherDatabase = await openSqlite(sharedMemory('others'));
  await one.transaction((transaction) => transaction.runScript('create table things (id text)'));
  await one.run(sql`insert into things values ('a')`);
  await other.run(sql`insert into things values ('b')`);
  expect(await one.first(count)).toEqual({ rows: 2 });
  await expect(otherDatabase.first(count)).rejects.toThrow('no such table');
  await Promise.all([one.close(), otherDatabase.close()]);
  expect(await other.first(count)).toEqual({ rows: 2 });
  await other.close();
});

test('the content of a shared database can be saved to disk, not to another database in memory', async () => {
  const path = join(await temporaryFolder(), 'snapshot.db');
  const database = await openSqlite(sharedMemory('saved'));
  await database.transaction((transaction) => transaction.runScript('create table things (id)'));
  await database.snapshots?.save(path, 'a note');
  await database.close();
  const file = await openSqliteHandle(path, { readOnly: true });
  expect(file.prepare('select note from farmctl_snapshot').get()).toEqual({ note: 'a note' });
  file.close();
});
