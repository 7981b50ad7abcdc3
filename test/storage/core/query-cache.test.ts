import sql from 'sql-template-tag';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection, Database } from '../../../src/storage/core/database.ts';
import {
  createQueryCache,
  type QueryCache,
  rememberReads,
} from '../../../src/storage/core/query-cache.ts';
import { openSqlite } from '../../../src/storage/sqlite/database.ts';

interface Names {
  readonly names: readonly string[];
}

let database: Database;
let caches: QueryCache<Names>;
let readings: number;

beforeEach(async () => {
  database = await openSqlite(':memory:');
  await database.transaction(async (transaction) => {
    await transaction.runScript('create table barns (name text); create table tasks (name text);');
  });
  caches = createQueryCache(database, { maxBytes: 1000, bytesOf: () => 100 });
  readings = 0;
});

afterEach(() => database.close());

async function readBarns(connection: Connection): Promise<Names> {
  readings += 1;
  const rows = await connection.all<{ name: string }>(sql`select name from barns order by name`);
  return { names: rows.map(({ name }) => name) };
}

test('unchanged data is read once', async () => {
  await caches.find('barns', readBarns);
  await database.run(sql`insert into tasks values ('clean')`);
  expect(await caches.find('barns', readBarns)).toEqual({ names: [] });
  expect(readings).toBe(1);
});

test('changed data is read again', async () => {
  await caches.find('barns', readBarns);
  await database.run(sql`insert into barns values ('North')`);
  expect(await caches.find('barns', readBarns)).toEqual({ names: ['North'] });
});

test('data that changed during the read is read again', async () => {
  await caches.find('barns', async (connection) => {
    const names = await readBarns(connection);
    await database.run(sql`insert into barns values ('North')`);
    return names;
  });
  expect(await caches.find('barns', readBarns)).toEqual({ names: ['North'] });
});

test('data of which a part changed is read again', async () => {
  const parts = createQueryCache<Names>(database, { maxBytes: 1000, bytesOf: () => 100 });
  const readWhole = (connection: Connection) => parts.find('barns', readBarns, connection);
  await parts.find('barns', readBarns);
  await caches.find('whole', readWhole);
  await database.run(sql`insert into barns values ('North')`);
  expect(await caches.find('whole', readWhole)).toEqual({ names: ['North'] });
  await database.run(sql`insert into barns values ('South')`);
  expect(await caches.find('whole', readWhole)).toEqual({ names: ['North', 'South'] });
});

test('failed reads are not cached', async () => {
  const refusal = caches.find('barns', () => Promise.reject(new Error('busy')));
  await expect(refusal).rejects.toThrow('busy');
  expect(await caches.find('barns', readBarns)).toEqual({ names: [] });
});

test('the least recently used entry is evicted', async () => {
  for (let index = 0; index < 20; index++) await caches.find(`barns ${index}`, readBarns);
  await caches.find('barns 19', readBarns);
  expect(readings).toBe(20);
  await caches.find('barns 0', readBarns);
  expect(readings).toBe(21);
});

test('nothing is cached where changes cannot be detected', async () => {
  const { changes: _, ...unseen } = database;
  const uncached = createQueryCache<Names>(unseen, { maxBytes: 1000, bytesOf: () => 100 });
  await uncached.find('barns', readBarns);
  await uncached.find('barns', readBarns);
  expect(readings).toBe(2);
});

test('a transaction reads shared rows once, until it writes to their table', async () => {
  const cachedNames = await database.transaction(async (outer) => {
    let queries = 0;
    const transaction = rememberReads({
      ...outer,
      all: (query) => {
        queries += 1;
        return outer.all(query);
      },
    });
    const names = async () => (await readBarns(transaction)).names;
    const uncachedResults = [await names(), await names(), queries];
    await transaction.run(sql`insert into tasks values ('clean')`);
    const stillNone = [await names(), queries];
    await transaction.run(sql`insert into barns values ('North')`);
    const one = [await names(), await names(), queries];
    const tasks = sql`select name from tasks`;
    await transaction.all(tasks);
    await transaction.run(sql`delete from tasks`);
    return [uncachedResults, stillNone, one, await transaction.all(tasks)];
  });
  expect(cachedNames).toEqual([[[], [], 1], [[], 1], [['North'], ['North'], 3], []]);
});

test('locks are taken once, and again after a rollback to a savepoint', async () => {
  const requests = await database.transaction(async (outer) => {
    const requests: string[] = [];
    const transaction = rememberReads({
      ...outer,
      dialect: { ...outer.dialect, lockRowsShared: ' for key share' },
      all: async ({ text }) => {
        requests.push(text.trim());
        return [];
      },
      lock: async (...names) => {
        requests.push(...names);
      },
    });
    const holdAndLock = async () => {
      await transaction.all(sql`select id from flocks for key share`);
      await transaction.all(sql`select id from flocks for update`);
      await transaction.lock('one', 'two');
    };
    for (let count = 0; count < 2; count++) await transaction.savepoint(holdAndLock);
    const undone = transaction.savepoint(() => Promise.reject(new Error('undone')));
    await expect(undone).rejects.toThrow('undone');
    await holdAndLock();
    return requests;
  });
  const [unchanged, changed] = [
    'select id from flocks for key share',
    'select id from flocks for update',
  ];
  expect(requests).toEqual([
    unchanged,
    changed,
    'one',
    'two',
    changed,
    unchanged,
    changed,
    'one',
    'two',
  ]);
});
