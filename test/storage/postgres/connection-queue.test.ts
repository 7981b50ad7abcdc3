import sql from 'sql-template-tag';
import { expect, inject, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { openPostgres } from '../../../src/storage/postgres/database.ts';
import { usualWaits } from '../../../src/storage/postgres/line.ts';

/** One connection for transactions: later ones wait for it. */
async function withOneConnection(
  waits: { readonly connection: number; readonly longestConnection: number },
  work: (database: Database) => Promise<void>,
): Promise<void> {
  const url = new URL(inject('postgresUrl'));
  url.searchParams.set('pool_max_conns', '2');
  const database = await openPostgres(url.href, { waits: { ...usualWaits, ...waits } });
  await work(database);
  await database.close();
}

const sleeping = (database: Database, seconds: number) =>
  database.transaction((transaction) => transaction.all(sql`select pg_sleep(${seconds})`));

/** How each ended: `done`, or the code of its refusal. */
function endsOf(work: readonly Promise<unknown>[]): Promise<readonly string[]> {
  return Promise.all(
    work.map((one) =>
      one.then(
        () => 'done',
        (error: { code: string }) => error.code,
      ),
    ),
  );
}

test('a connection queue that advances rejects no request', () =>
  withOneConnection({ connection: 1000, longestConnection: 60_000 }, async (database) => {
    // The last of them waits three times as long as it would where nothing got done.
    const ends = await endsOf(Array.from({ length: 15 }, () => sleeping(database, 0.2)));
    expect(ends).toEqual(ends.map(() => 'done'));
  }));

test('a queue that does not advance rejects all waiting requests', () =>
  withOneConnection({ connection: 300, longestConnection: 60_000 }, async (database) => {
    const sleepingQueries = sleeping(database, 2);
    const ends = await endsOf(Array.from({ length: 3 }, () => sleeping(database, 0)));
    expect(ends).toEqual(['database_busy', 'database_busy', 'database_busy']);
    await sleepingQueries;
  }));

test('a queue that advances for long rejects only those that have waited for long', () =>
  withOneConnection({ connection: 1000, longestConnection: 1200 }, async (database) => {
    const ends = await endsOf(Array.from({ length: 15 }, () => sleeping(database, 0.2)));
    expect(ends[0]).toBe('done');
    expect(ends.at(-1)).toBe('database_busy');
  }));

test('the timeout for a name is longer than that for a row, and does not shorten later ones', async () => {
  const waits = { ...usualWaits, lock: 200, turn: 4000, locks: 300 };
  const database = await openPostgres(inject('postgresUrl'), { waits });
  let onTaken = () => {};
  const isTaken = new Promise<void>((resolve) => {
    onTaken = resolve;
  });
  const holder = database.transaction(async (transaction) => {
    await transaction.lock('a name');
    onTaken();
    await transaction.all(sql`select pg_sleep(1)`);
  });
  await isTaken;
  const patience = await database.transaction(async (transaction) => {
    await transaction.lock('a name');
    return transaction.all(sql`select current_setting('lock_timeout') as patience`);
  });
  expect(patience).toEqual([{ patience: '200ms' }]);
  await holder;
  await database.close();
});
