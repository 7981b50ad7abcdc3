import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { openPostgres } from '../../../src/storage/postgres/database.ts';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/databases.ts';

let empty: EmptyDatabase;
/** One connection for reads and one for transactions. */
let database: Database;

beforeAll(async () => {
  empty = await createEmptyDatabase();
  database = await open({});
  await script('create table words (id integer primary key, word text)');
});
afterAll(async () => {
  await database.close();
  await empty.drop();
});

function open(parameters: Readonly<Record<string, string>>): Promise<Database> {
  const url = new URL(empty.url);
  url.searchParams.set('pool_max_conns', '2');
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return openPostgres(url.href);
}

const script = (text: string) => database.transaction((transaction) => transaction.runScript(text));

const prepared = (on: Pick<Database, 'all'>) =>
  on.all<{ statement: string }>(raw('select statement from pg_prepared_statements'));

const insert = (id: number, word: string) => sql`insert into words values (${id}, ${word})`;

const words = async () =>
  (await database.all<{ word: string }>(sql`select word from words order by id`)).map(
    ({ word }) => word,
  );

/** The round trips and statements of a piece of work. */
async function sentBy(work: () => Promise<unknown>, on = database) {
  const sent = () => on.figures?.().sent ?? { roundTrips: 0, statements: 0 };
  const before = sent();
  await work();
  const after = sent();
  return {
    roundTrips: after.roundTrips - before.roundTrips,
    statements: after.statements - before.statements,
  };
}

test('a statement is prepared on its second use, with the same result', async () => {
  const query = (number: number) => sql`select ${number}::int4 + 1 as next, null as nothing`;
  const isPrepared = async () =>
    (await prepared(database)).some(({ statement }) => statement.includes('nothing'));
  expect(await database.first(query(1))).toEqual({ next: 2, nothing: null });
  expect(await isPrepared()).toBe(false);
  expect(await database.first(query(2))).toEqual({ next: 3, nothing: null });
  expect(await isPrepared()).toBe(true);
  expect(await database.all(query(3))).toEqual([{ next: 4, nothing: null }]);
});

test('with prepared=false nothing is prepared', async () => {
  const plain = await open({ prepared: 'false' });
  for (const number of [1, 2, 3]) {
    expect(await plain.first(sql`select ${number}::int4 as same`)).toEqual({ same: number });
  }
  expect(await prepared(plain)).toEqual([]);
  await plain.close();
});

test('a connection caches at most 128 prepared statements', async () => {
  for (let round = 0; round < 2; round++) {
    for (let n = 0; n < 150; n++) await database.first(raw(`select ${n} as hostile`));
  }
  expect(await database.first(raw('select 149 as hostile'))).toEqual({ hostile: 149 });
  expect((await prepared(database)).length).toBeLessThanOrEqual(128);
  expect(await database.first(raw('select 0 as hostile'))).toEqual({ hostile: 0 });
});

test('a statement whose columns a migration changed is prepared again', async () => {
  await script('create table changing (a integer); insert into changing values (1)');
  const query = raw('select * from changing');
  for (let n = 0; n < 3; n++) expect(await database.first(query)).toEqual({ a: 1 });
  const queryInTransaction = () => database.transaction((transaction) => transaction.first(query));
  for (let n = 0; n < 3; n++) expect(await queryInTransaction()).toEqual({ a: 1 });
  await script("alter table changing add column b text default 'new'");
  expect(await database.first(query)).toEqual({ a: 1, b: 'new' });
  expect(await queryInTransaction()).toEqual({ a: 1, b: 'new' });
});

test('statements lost to a DISCARD ALL on the connection are prepared again', async () => {
  const query = raw('select 7 as lucky');
  for (let n = 0; n < 3; n++) await database.first(query);
  await database.first(raw('discard all'));
  expect(await database.first(query)).toEqual({ lucky: 7 });
  let runs = 0;
  const queryInTransaction = () =>
    database.transaction((transaction) => {
      runs++;
      return transaction.first(query);
    });
  for (let n = 0; n < 3; n++) await queryInTransaction();
  await database.transaction((transaction) => transaction.runScript('deallocate all'));
  runs = 0;
  expect(await queryInTransaction()).toEqual({ lucky: 7 });
  expect(runs).toBe(2);
});

test('a failed statement leaves its connection usable, prepared or not', async () => {
  const divide = (by: number) => sql`select 6 / ${by}::int4 as part`;
  await expect(database.first(divide(0))).rejects.toThrow('division by zero');
  await expect(database.first(divide(0))).rejects.toThrow('division by zero');
  expect(await database.first(divide(2))).toEqual({ part: 3 });
  await expect(database.first(raw('selekt 1'))).rejects.toThrow('syntax error');
  await expect(database.first(raw('selekt 1'))).rejects.toThrow('syntax error');
  expect(await database.first(divide(3))).toEqual({ part: 2 });
});

test('begin, concurrent queries, posted statements and commit take two round trips', async () => {
  const sent = await sentBy(() =>
    database.transaction(async (transaction) => {
      const [one, two] = await Promise.all([
        transaction.first(sql`select 1 as n`),
        transaction.first(sql`select 2 as n`),
      ]);
      expect([one, two]).toEqual([{ n: 1 }, { n: 2 }]);
      await transaction.savepoint(
        async () => {
          await transaction.post?.(insert(1, 'one'));
          await transaction.post?.(insert(2, 'two'));
        },
        { settles: 'later' },
      );
    }),
  );
  expect(sent).toEqual({ roundTrips: 2, statements: 6 });
  expect(await words()).toEqual(['one', 'two']);
});

test('a transaction without statements sends nothing', async () => {
  const emptySavepoint = () =>
    database.transaction((transaction) => transaction.savepoint(async () => 1));
  expect(await sentBy(emptySavepoint)).toEqual({ roundTrips: 0, statements: 0 });
});

test('posted statements are rolled back with their savepoint, sent or not; others remain', async () => {
  await script('delete from words');
  await database.transaction(async (transaction) => {
    await transaction.post?.(insert(1, 'stays'));
    const lostCommit = (sentMeanwhile: boolean, id: number) =>
      transaction.savepoint(async () => {
        await transaction.post?.(insert(id, 'goes'));
        if (sentMeanwhile) await transaction.first(sql`select count(*) from words`);
        await transaction.post?.(insert(id + 1, 'goes'));
        throw new Error('changed my mind');
      });
    await expect(lostCommit(false, 10)).rejects.toThrow('changed my mind');
    await expect(lostCommit(true, 20)).rejects.toThrow('changed my mind');
    await transaction.post?.(insert(2, 'stays too'));
  });
  expect(await words()).toEqual(['stays', 'stays too']);
});

test('a script within a savepoint is rolled back with it', async () => {
  await script('delete from words');
  await database.transaction(async (transaction) => {
    const undone = transaction.savepoint(async () => {
      await transaction.runScript("insert into words values (1, 'goes')");
      throw new Error('changed my mind');
    });
    await expect(undone).rejects.toThrow('changed my mind');
  });
  expect(await words()).toEqual([]);
});

test('a posted statement fails within its savepoint, and earlier statements remain', async () => {
  await script('delete from words');
  await database.transaction(async (transaction) => {
    await transaction.run(insert(1, 'one'));
    const again = transaction.savepoint(async () => transaction.post?.(insert(1, 'again')));
    await expect(again).rejects.toMatchObject({ code: '23505' });
    await transaction.post?.(insert(2, 'two'));
  });
  expect(await words()).toEqual(['one', 'two']);
});

test.each(['now', 'later'] as const)(
  'a transaction is rolled back if its last posted statement fails, settled %s',
  async (settles) => {
    await script('delete from words');
    const failing = database.transaction(async (transaction) => {
      await transaction.savepoint(async () => transaction.post?.(insert(1, 'one')), { settles });
      await transaction.post?.(insert(1, 'again'));
    });
    await expect(failing).rejects.toMatchObject({ code: '23505' });
    expect(await words()).toEqual([]);
  },
);

test('a query not awaited by its transaction does not run after it', async () => {
  await script('delete from words');
  let late: Promise<unknown> | undefined;
  await expect(
    database.transaction(async (transaction) => {
      await transaction.run(insert(1, 'one'));
      late = transaction.run(insert(2, 'late'));
      late.catch(() => {});
      throw new Error('over');
    }),
  ).rejects.toThrow('over');
  await expect(late).rejects.toThrow('the transaction has ended');
  expect(await words()).toEqual([]);
});

test('more rows than one message can hold are posted in batches', async () => {
  await script('delete from words');
  await database.transaction(async (transaction) => {
    for (let id = 0; id < 200; id++) await transaction.post?.(insert(id, `word ${id}`));
  });
  expect((await words()).length).toBe(200);
});
