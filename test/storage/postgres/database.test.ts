import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { limits } from '../../../src/model/core/limits.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { openPostgres } from '../../../src/storage/postgres/database.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database.close());

/** Fails the way a transaction does that lost against another one. */
const LOSE = "do $$ begin raise exception 'lost' using errcode = '40001'; end $$";

test('a transaction that fails with a conflict runs again, and emits once', async () => {
  let runs = 0;
  let reports = 0;
  const result = await database.transaction(async (transaction) => {
    runs++;
    transaction.afterCommit(() => {
      reports++;
    });
    if (runs < 3) await transaction.runScript(LOSE);
    return 'done';
  });
  expect([result, runs, reports]).toEqual(['done', 3, 1]);
});

test('a transaction that always conflicts gives up and is unavailable', async () => {
  let runs = 0;
  const losing = database.transaction(async (transaction) => {
    runs++;
    await transaction.runScript(LOSE);
  });
  await expect(losing).rejects.toMatchObject({ slug: 'unavailable', status: 503 });
  expect(runs).toBe(5);
});

test('a connection that is lost is unavailable, and the next one works', async () => {
  const dying = database.transaction((transaction) =>
    transaction.all(sql`select pg_terminate_backend(pg_backend_pid())`),
  );
  await expect(dying).rejects.toMatchObject({ slug: 'unavailable' });
  await database.ping();
  expect(await database.first(sql`select 1 as one`)).toEqual({ one: 1 });
});

test('a server that does not respond is unavailable within 3 s', async () => {
  const unreachable = await openPostgres('postgres://nobody@127.0.0.1:1/nothing');
  const start = performance.now();
  await expect(unreachable.ping()).rejects.toMatchObject({ slug: 'unavailable' });
  expect(performance.now() - start).toBeLessThan(3000);
  await unreachable.close();
});

test('a name reserved by one transaction is not taken by another', async () => {
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

test('two transactions that lock a name are serialised', async () => {
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

test('a transaction that continues after a failed statement is not reported as committed', async () => {
  const swallowed = database.transaction(async (transaction) => {
    await transaction.runScript('create table swallowed (x integer)');
    await transaction.runScript('select no_such_column').catch(() => undefined);
  });
  await expect(swallowed).rejects.toThrow('undone by the database');
  const table = await database.first(sql`select to_regclass('swallowed') as made`);
  expect(table).toEqual({ made: null });
});

test('more transactions than may wait for a connection are rejected immediately', async () => {
  const select = () => database.transaction((transaction) => transaction.first(sql`select 1`));
  await Promise.all(Array.from({ length: 50 }, select));
  // On a busy machine others wait too long and are rejected later.
  const refused: string[] = [];
  let isAnswered = false;
  const answered = () => {
    isAnswered = true;
  };
  const failed = (error: { readonly code: string }) => {
    if (!isAnswered) refused.push(error.code);
  };
  await Promise.all(
    Array.from({ length: limits.writesWaiting + 100 }, () => select().then(answered, failed)),
  );
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(100);
  expect(new Set(refused)).toEqual(new Set(['overloaded']));
  await database.ping();
});

test('a read-only database is not ready, and reports so', async () => {
  const { name } = (await database.first<{ name: string }>(
    sql`select current_database() as name`,
  )) as { name: string };
  const cutOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`;
  await database.transaction((transaction) =>
    transaction.runScript(`alter database ${name} set default_transaction_read_only = on`),
  );
  await database.transaction((transaction) => transaction.all(cutOthers));
  // A connection that was cut may be given out once more before that is known.
  await vi.waitFor(() => database.all(cutOthers), 20_000);
  const fault = () => database.ping().catch((error) => error.code);
  await expect.poll(fault).toBe('database_read_only');
  await database.transaction(async (transaction) => {
    await transaction.runScript('set transaction read write');
    await transaction.runScript(`alter database ${name} reset default_transaction_read_only`);
  });
});
