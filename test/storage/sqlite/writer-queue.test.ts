import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { expect, onTestFinished, test } from 'vitest';
import { limits } from '../../../src/model/core/limits.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { openSqlite } from '../../../src/storage/sqlite/database.ts';
import { openSqliteHandle, type SqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import {
  createWriterQueue,
  type OpenTransaction,
} from '../../../src/storage/sqlite/writer-queue.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A database with a table of texts, and a second program that has it open. */
async function open(): Promise<{ database: Database; other: SqliteHandle; path: string }> {
  const path = join(await temporaryFolder(), 'test.db');
  const database = await openSqlite(path);
  const other = await openSqliteHandle(path);
  onTestFinished(async () => {
    other.close();
    await database.close();
  });
  await database.transaction((transaction) =>
    transaction.runScript('create table t (x text) strict'),
  );
  return { database, other, path };
}

const write = (database: Database, text = 'x') =>
  database.transaction((transaction) => transaction.run(sql`insert into t (x) values (${text})`));

test('corruption found only on commit is reported, and the write is rejected', async () => {
  const { other } = await open();
  const reported: string[] = [];
  const handle: SqliteHandle = {
    prepare: (text) => other.prepare(text),
    close: () => other.close(),
    exec(script) {
      if (script !== 'commit') return other.exec(script);
      throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 });
    },
  };
  const transaction = { savepoint: (work: () => Promise<unknown>) => work(), committed: () => {} };
  const counter = { count: () => {}, committed: () => {} };
  const queue = createWriterQueue(handle, () => transaction as unknown as OpenTransaction, {
    counter,
    damaged: (fault) => reported.push(fault),
  });
  await expect(queue.enqueue(async () => 'done')).rejects.toMatchObject({
    code: 'database_damaged',
  });
  expect(reported).toEqual(['database disk image is malformed']);
  await queue.close();
});

test('the event loop is not blocked while another program locks the database; reads continue, and this is reported', async () => {
  const { database, other } = await open();
  other.exec('begin exclusive');
  let isWaiting = true;
  const writing = write(database).catch((error) => {
    isWaiting = false;
    return error;
  });
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await database.all(sql`select * from t`)).toEqual([]);
  // A blocked event loop would have run the timer only after the write had given up.
  expect(isWaiting).toBe(true);
  expect(await writing).toMatchObject({ slug: 'unavailable', code: 'database_busy' });
  await expect(database.ping()).rejects.toMatchObject({ code: 'database_busy' });
  other.exec('rollback');
  await database.ping();
});

test('a write waits for another program that releases its lock soon', async () => {
  const { database, other } = await open();
  other.exec('begin exclusive');
  const writing = write(database);
  await new Promise((resolve) => setTimeout(resolve, 200));
  other.exec('commit');
  expect(await writing).toBe(1);
});

test('more writes than may wait are rejected immediately, and the others complete', async () => {
  const { database } = await open();
  const outcomes = await Promise.allSettled(
    Array.from({ length: limits.writesWaiting + 7 }, () => write(database)),
  );
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []));
  expect(refused).toEqual(Array(7).fill('overloaded'));
  expect(await database.first(sql`select count(*) as n from t`)).toEqual({
    n: limits.writesWaiting,
  });
});

test('a program that reads for long does not block writers, and its log is reused afterwards', async () => {
  const { database, other, path } = await open();
  const writeMegabytes = async (count: number) => {
    for (let index = 0; index < count; index++) await write(database, 'y'.repeat(1_000_000));
  };
  const logBytes = async () => (await stat(`${path}-wal`)).size;
  other.exec('begin');
  other.prepare('select count(*) from t').get();
  await writeMegabytes(15);
  const logSize = await logBytes();
  expect(logSize).toBeGreaterThan(15_000_000);
  other.exec('rollback');
  await writeMegabytes(15);
  expect(await logBytes()).toBeLessThan(logSize + 2_000_000);
});
