import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { FarmError } from '../../../src/model/core/errors.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { migrate } from '../../../src/storage/migrations/migrate.ts';
import { openSqlite } from '../../../src/storage/sqlite/database.ts';
import { openSqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A migrated database in a separate file, closed when the test ends. */
async function openFile(): Promise<{ readonly database: Database; readonly path: string }> {
  const path = join(await temporaryFolder(), 'test.db');
  const database = await openSqlite(path);
  onTestFinished(() => database.close());
  await migrate(database);
  return { database, path };
}

const insert = (id: string) =>
  sql`insert into organisations (id, name, timezone, language, created_at)
    values (${id}, 'x', 'UTC', 'en', '2026-11-01T00:00:00.000Z')`;
const write = (database: Database, id: string) =>
  database.transaction((transaction) => transaction.run(insert(id)));
const count = async (database: Database) =>
  (await database.first<{ total: number }>(sql`select count(*) as total from organisations`))
    ?.total;

describe('a database file', () => {
  test('syncs every commit to disk, including the first write', async () => {
    const { database } = await openFile();
    await write(database, 'a');
    const pragmas = await database.transaction(async (transaction) => ({
      ...(await transaction.first(sql`pragma synchronous`)),
      ...(await transaction.first(sql`pragma journal_mode`)),
      ...(await transaction.first(sql`pragma foreign_keys`)),
    }));
    expect(pragmas).toEqual({ synchronous: 2, journal_mode: 'wal', foreign_keys: 1 });
  });

  test('a database file and its companion files are accessible only to the owner', async () => {
    const { database, path } = await openFile();
    await write(database, 'a');
    const folder = join(path, '..');
    for (const file of await readdir(folder)) {
      expect([file, (await stat(join(folder, file))).mode & 0o777]).toEqual([file, 0o600]);
    }
  });

  test('shows its previous state while a transaction is open', async () => {
    const { database } = await openFile();
    await database.transaction(async (transaction) => {
      await transaction.run(insert('a'));
      expect(await count(database)).toBe(0);
    });
    expect(await count(database)).toBe(1);
  });
});

test('a database in memory is read only between transactions', async () => {
  const database = await openSqlite(':memory:');
  onTestFinished(() => database.close());
  await migrate(database);
  const writing = database.transaction(async (transaction) => {
    await transaction.run(insert('a'));
    await new Promise((resolve) => setTimeout(resolve, 20));
    throw new Error('undone');
  });
  writing.catch(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await count(database)).toBe(0);
  await expect(writing).rejects.toThrow('undone');
});

test('a database locked by another program is temporarily unavailable, within 3 s', async () => {
  const { database, path } = await openFile();
  const other = await openSqliteHandle(path);
  other.exec('begin exclusive');
  const start = performance.now();
  const refusal: FarmError = await write(database, 'a').then(
    () => expect.unreachable(),
    (error) => error,
  );
  expect(performance.now() - start).toBeLessThan(3000);
  expect([refusal.slug, refusal.status, refusal.headers]).toEqual([
    'unavailable',
    503,
    { 'retry-after': '1' },
  ]);
  expect(await count(database)).toBe(0);
  other.exec('rollback');
  other.close();
  await write(database, 'a');
  expect(await count(database)).toBe(1);
});

test('a full disk rejects writes, still allows reads, and recovers automatically', async () => {
  const { database } = await openFile();
  await write(database, 'before');
  const limitPages = (pages: string) =>
    database.transaction((transaction) =>
      transaction.runScript(`pragma max_page_count = ${pages}`),
    );
  await limitPages('1');
  const large = sql`insert into organisations (id, name, timezone, language, created_at)
    values ('large', ${'x'.repeat(1_000_000)}, 'UTC', 'en', '2026-11-01T00:00:00.000Z')`;
  const refused = database.transaction((transaction) => transaction.run(large));
  await expect(refused).rejects.toMatchObject({ slug: 'unavailable', status: 503 });
  expect(await count(database)).toBe(1);
  await limitPages('4294967294');
  await database.transaction((transaction) => transaction.run(large));
  expect(await count(database)).toBe(2);
});

test('a job that fills the disk does not affect other queued jobs', async () => {
  const { database } = await openFile();
  await database.transaction((transaction) => transaction.runScript('pragma max_page_count = 1'));
  const large = sql`insert into organisations (id, name, timezone, language, created_at)
    values ('large', ${'x'.repeat(1_000_000)}, 'UTC', 'en', '2026-11-01T00:00:00.000Z')`;
  const outcomes = await Promise.allSettled([
    write(database, 'a'),
    database.transaction((transaction) => transaction.run(large)),
    write(database, 'b'),
  ]);
  const stored = outcomes.filter(({ status }) => status === 'fulfilled').length;
  // Every acknowledged write must exist.
  expect(await count(database)).toBe(stored);
  expect(outcomes[1]?.status).toBe('rejected');
});

test('closing a database completes queued work and rejects later calls', async () => {
  const path = join(await temporaryFolder(), 'test.db');
  const database = await openSqlite(path);
  await migrate(database);
  const waiting = [write(database, 'a'), write(database, 'b')];
  const closing = database.close();
  const late = write(database, 'late');
  await expect(late).rejects.toMatchObject({ slug: 'unavailable' });
  await Promise.all([...waiting, closing]);
  const again = await openSqlite(path);
  expect(await count(again)).toBe(2);
  await again.close();
});

test('more different statements than the cache holds can run', async () => {
  const { database } = await openFile();
  for (let index = 0; index < 600; index++) {
    const query = { sql: `select ${index} as n`, text: '', values: [] };
    expect(await database.first(query)).toEqual({ n: index });
  }
  expect(await database.first({ sql: 'select 0 as n', text: '', values: [] })).toEqual({ n: 0 });
});
