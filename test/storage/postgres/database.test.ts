import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/database.ts';
import { openPostgres } from '../../../src/storage/postgres/database.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database.close());

/** Fails the way a transaction does that lost against another one. */
const LOSE = "do $$ begin raise exception 'lost' using errcode = '40001'; end $$";

test('a transaction that lost against another one runs again, and tells once', async () => {
  let runs = 0;
  let told = 0;
  const result = await database.transaction(async (transaction) => {
    runs++;
    transaction.afterCommit(() => {
      told++;
    });
    if (runs < 3) await transaction.runScript(LOSE);
    return 'done';
  });
  expect([result, runs, told]).toEqual(['done', 3, 1]);
});

test('a transaction that always loses gives up and is unavailable', async () => {
  let runs = 0;
  const losing = database.transaction(async (transaction) => {
    runs++;
    await transaction.runScript(LOSE);
  });
  await expect(losing).rejects.toMatchObject({ slug: 'unavailable', status: 503 });
  expect(runs).toBe(5);
});

test('a connection that dies is unavailable, and the next one works', async () => {
  const dying = database.transaction((transaction) =>
    transaction.all(sql`select pg_terminate_backend(pg_backend_pid())`),
  );
  await expect(dying).rejects.toMatchObject({ slug: 'unavailable' });
  await database.ping();
  expect(await database.first(sql`select 1 as one`)).toEqual({ one: 1 });
});

test('a server that is not there is unavailable within 3 s', async () => {
  const nowhere = await openPostgres('postgres://nobody@127.0.0.1:1/nothing');
  const start = performance.now();
  await expect(nowhere.ping()).rejects.toMatchObject({ slug: 'unavailable' });
  expect(performance.now() - start).toBeLessThan(3000);
  await nowhere.close();
});

test('a name that one transaction holds is not taken by another', async () => {
  await database.transaction(async (first) => {
    expect(await first.tryLock('job')).toBe(true);
    await database.transaction(async (second) => {
      expect(await second.tryLock('job')).toBe(false);
      expect(await second.tryLock('other job')).toBe(true);
    });
  });
  await database.transaction(async (third) => {
    expect(await third.tryLock('job')).toBe(true);
  });
});

test('two transactions that lock a name come one after the other', async () => {
  const steps: string[] = [];
  const work = (name: string) =>
    database.transaction(async (transaction) => {
      await transaction.lock('queue');
      steps.push(`${name} begins`);
      await new Promise((resolve) => setTimeout(resolve, 30));
      steps.push(`${name} ends`);
    });
  await Promise.all([work('one'), work('other')]);
  expect(steps.map((step) => step.split(' ')[1])).toEqual(['begins', 'ends', 'begins', 'ends']);
});
