import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, TableChanges } from '../../../src/storage/core/database.ts';
import { openSqlite } from '../../../src/storage/sqlite/database.ts';
import { createTableChanges } from '../../../src/storage/sqlite/statements.ts';

let folder: string;
let path: string;
let database: Database;
let changes: TableChanges;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'farmctl-changes-'));
  path = join(folder, 'farm.db');
  database = await openSqlite(path);
  await database.transaction(async (transaction) => {
    await transaction.runScript(`
      create table barns (id integer primary key, name text);
      create table flocks (id integer primary key, barn_id integer);
      create table row_counts (id integer primary key);`);
  });
  changes = changesOf(database);
});

afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function changesOf({ changes: found }: Database): TableChanges {
  if (!found) throw new Error('the database does not count its changes');
  return found;
}

/** Which of the tables the work changes, for everybody to see. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = changes.last();
  await work();
  return ['barns', 'flocks'].filter((table) => changes.lastOf([table]) > before);
}

test.each([
  ['an insert', sql`insert into barns (name) values ('B1')`, ['barns']],
  ['an update', sql`UPDATE flocks SET barn_id = 2`, ['flocks']],
  ['a deletion', sql`delete from barns where id = -1`, ['barns']],
  ['a replacement', sql`insert or replace into flocks (id) values (1)`, ['flocks']],
  [
    'an update after a WITH',
    sql`with old as (select id from barns) update flocks set barn_id = 1`,
    ['barns', 'flocks'],
  ],
  ['a count of rows alone', sql`insert into row_counts (id) values (1)`, []],
  ['a statement without a table', sql`create table tests (id integer)`, ['barns', 'flocks']],
])('%s is detected', async (_, statement, tables) => {
  expect(await changedBy(() => database.run(statement))).toEqual(tables);
});

test.each([
  ['a query', sql`select count(*) from barns`],
  ['a query after a WITH', sql`with old as (select id from barns) select * from old`],
])('%s in a transaction changes nothing', async (_, statement) => {
  const work = () => database.transaction((transaction) => transaction.all(statement));
  expect(await changedBy(work)).toEqual([]);
});

test('a rolled-back change is not a change', async () => {
  const work = () =>
    database
      .transaction(async (transaction) => {
        await transaction.run(sql`insert into barns (name) values ('B2')`);
        throw new Error('undone');
      })
      .catch(() => {});
  expect(await changedBy(work)).toEqual([]);
});

test('a change counts once it is committed, not before', async () => {
  const before = changes.last();
  await database.transaction(async (transaction) => {
    await transaction.run(sql`insert into barns (name) values ('B3')`);
    expect(changes.lastOf(['barns'])).toBeLessThanOrEqual(before);
  });
  expect(changes.lastOf(['barns'])).toBeGreaterThan(before);
});

test('a write by another program changes every table', async () => {
  const other = await openSqlite(path);
  const work = () => other.run(sql`insert into barns (name) values ('B4')`);
  expect(await changedBy(work)).toEqual(['barns', 'flocks']);
  await other.close();
});

/** The changes of a file whose version is returned by a function. */
function changesByVersion(readVersion: () => number): TableChanges {
  const get = () => ({ data_version: readVersion() });
  const statement = { get, all: () => [{ name: 'barns' }], run: () => ({ changes: 0 }) };
  const writer = { prepare: () => statement, exec: () => {}, close: () => {} };
  return createTableChanges(writer, () => database, { isAlone: false });
}

/** Until something could have arrived. */
function nextTurn(): Promise<void> {
  return new Promise(setImmediate);
}

test('writes by other programs are checked once for all requests of one event-loop turn', async () => {
  let looks = 0;
  const watched = changesByVersion(() => ++looks);
  const atStart = looks;
  const first = watched.last();
  await Promise.resolve();
  expect(watched.lastOf(['barns'])).toBe(first);
  expect(looks).toBe(atStart + 1);
  await nextTurn();
  // Like a request that arrives, and awaits before its next query.
  const arrive = async () => {
    watched.last();
    await Promise.resolve();
    await Promise.resolve();
    watched.last();
  };
  await new Promise((resolve) => setImmediate(() => resolve(arrive())));
  expect(looks).toBe(atStart + 2);
  await nextTurn();
  expect(watched.lastOf(['barns'])).toBeGreaterThan(first);
});

test('writes by other programs are unknown while the files cannot be read, and known again afterwards', async () => {
  let version = 1;
  let failure: Error | undefined;
  const watched = changesByVersion(() => {
    if (failure) throw failure;
    return version;
  });
  const before = watched.last();
  await nextTurn();
  failure = Object.assign(new Error('disk I/O error'), { errcode: 10 });
  version = 2;
  expect(() => watched.lastOf(['barns'])).toThrow(
    expect.objectContaining({ slug: 'unavailable', code: 'database_failing' }),
  );
  failure = undefined;
  expect(watched.lastOf(['barns'])).toBeGreaterThan(before);
});

describe('a watched connection', () => {
  test.each([
    [
      'a join',
      sql`select barns.name from flocks join barns on barns.id = barn_id`,
      ['barns', 'flocks'],
    ],
    ['a list of tables', sql`select 1 from barns, flocks`, ['barns', 'flocks']],
    ['a quoted name', sql`select 1 from "flocks"`, ['flocks']],
    [
      'a subquery',
      sql`select (select max(id) from flocks) as last from barns`,
      ['barns', 'flocks'],
    ],
    ['counts that change with their rows', sql`select * from row_counts`, []],
  ])('detects the tables of %s', async (_, query, tables) => {
    const { connection, tables: tableNames } = changes.watch();
    await connection.all(query);
    await connection.first(query);
    expect([...tableNames].sort()).toEqual(tables);
  });
});
