import { copyFile, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runSqliteTask } from '../../../src/server/backup/copy-database.ts';
import { migrate } from '../../../src/storage/migrations/migrate.ts';
import { openSqlite } from '../../../src/storage/sqlite/database.ts';
import { acceptLoss, readMark } from '../../../src/storage/sqlite/file-condition.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PARTS = ['', '-wal', '-mark'];
const COMMITS = 20;

async function insert(database: Awaited<ReturnType<typeof openSqlite>>, id: string): Promise<void> {
  await database.run(sql`insert into organisations values (${id}, ${id}, 'UTC', 'en', 'now')`);
}

/** The files of a database left by `kill -9` after acknowledged commits. */
async function killed(commits = COMMITS): Promise<string> {
  const path = join(await temporaryFolder(), 'live.db');
  const first = await openSqlite(path);
  await migrate(first);
  await first.close();
  const database = await openSqlite(path);
  for (let index = 0; index < commits; index++) await insert(database, `org_${index}`);
  const left = join(await temporaryFolder(), 'left.db');
  for (const part of PARTS) await copyFile(path + part, left + part);
  await database.close();
  return left;
}

/** The same, with commits in the file itself besides those of the log. */
async function killedAfterCheckpoint(): Promise<string> {
  const path = await killed();
  const database = await openSqlite(path);
  await database.close();
  const again = await openSqlite(path);
  await insert(again, 'org_in_log');
  const left = join(await temporaryFolder(), 'left.db');
  for (const part of PARTS) await copyFile(path + part, left + part);
  await again.close();
  return left;
}

async function open(path: string) {
  const database = await openSqlite(path);
  onTestFinished(() => database.close().catch(() => {}));
  return database;
}

async function rowsOf(database: Awaited<ReturnType<typeof openSqlite>>): Promise<number> {
  const row = await database.first<{ n: number }>(sql`select count(*) as n from organisations`);
  return row?.n ?? 0;
}

async function flip(path: string, position: number): Promise<void> {
  const bytes = await readFile(path);
  bytes.writeUInt8((bytes[position] ?? 0) ^ 0xff, position);
  await writeFile(path, bytes);
}

async function halve(path: string): Promise<void> {
  await truncate(path, Math.floor((await readFile(path)).length / 2));
}

describe('a log that lost acknowledged commits', () => {
  test.each<[string, (log: string) => Promise<void>]>([
    [
      'with flipped bytes in its middle',
      async (log) => flip(log, Math.floor((await readFile(log)).length / 2)),
    ],
    [
      'with a flipped byte in its last frame',
      async (log) => flip(log, (await readFile(log)).length - 100),
    ],
    ['with a flipped byte in its header', (log) => flip(log, 20)],
    ['cut to half', halve],
    ['emptied', (log) => truncate(log, 0)],
    ['removed', (log) => rm(log)],
  ])('%s is detected, counted exactly, and still known after the next start', async (_, spoil) => {
    const path = await killed();
    const markedCommits = readMark(path)?.commits ?? 0;
    await spoil(`${path}-wal`);
    const database = await open(path);
    const loss = database.condition?.loss();
    const counter = await database.first<{ commits: number }>(
      sql`select commits from commit_counter`,
    );
    expect(loss).toEqual({
      noticedAt: expect.stringMatching(/^20\d\d-/),
      lastAcknowledgedAt: expect.stringMatching(/^20\d\d-/),
      commits: markedCommits - (counter?.commits ?? 0),
    });
    await expect(database.ping()).rejects.toMatchObject({ code: 'commits_lost', status: 503 });
    await migrate(database);
    await insert(database, 'org_later');
    await database.close();
    const again = await open(path);
    expect(again.condition?.loss()).toEqual(loss);
    expect(await rowsOf(again)).toBeGreaterThan(0);
  });

  test('is accepted by an operator while the server runs', async () => {
    const path = await killed();
    await halve(`${path}-wal`);
    const database = await open(path);
    const loss = database.condition?.loss();
    if (!loss) throw new Error('no loss');
    acceptLoss(path, loss, undefined);
    expect(database.condition?.loss()).toBeUndefined();
    await database.ping();
    await database.close();
    expect((await open(path)).condition?.loss()).toBeUndefined();
    const files = (await readdir(join(path, '..'))).filter((name) =>
      name.includes('loss-accepted'),
    );
    expect(files).toHaveLength(1);
  });

  test('adds to an earlier loss', async () => {
    const path = await killed();
    await halve(`${path}-wal`);
    const first = await open(path);
    const commits = first.condition?.loss()?.commits ?? 0;
    await migrate(first);
    const left = join(await temporaryFolder(), 'left.db');
    for (const part of ['', '-wal', '-loss.json']) await copyFile(path + part, left + part);
    await insert(first, 'org_x');
    await copyFile(`${path}-mark`, `${left}-mark`);
    await first.close();
    expect((await open(left)).condition?.loss()?.commits).toBe(commits + 1);
  });
});

test('a file without any content, not even tables, is rejected', async () => {
  const path = join(await temporaryFolder(), 'live.db');
  const database = await openSqlite(path);
  await migrate(database);
  const left = join(await temporaryFolder(), 'left.db');
  for (const part of ['', '-mark']) await copyFile(path + part, left + part);
  await database.close();
  await expect(openSqlite(left)).rejects.toThrow(
    /left\.db is empty, but 1 commits in it were acknowledged: bring its log .*-wal back/,
  );
});

describe('a missing marker of earlier commits', () => {
  test.each<[string, (path: string) => Promise<unknown>]>([
    ['removed', (path) => rm(`${path}-mark`)],
    ['removed with the log', (path) => Promise.all([rm(`${path}-wal`), rm(`${path}-mark`)])],
    ['emptied', (path) => truncate(`${path}-mark`, 0)],
    [
      'the marker of another database',
      async (path) => {
        const other = join(await temporaryFolder(), 'other.db');
        await (await openSqlite(other)).close();
        await copyFile(`${other}-mark`, `${path}-mark`);
      },
    ],
  ])('%s: that a loss would be undetectable is reported until it is accepted', async (_, spoil) => {
    const path = await killedAfterCheckpoint();
    await spoil(path);
    const database = await open(path);
    expect(database.condition?.loss()).toBeUndefined();
    const since = database.condition?.unmarkedSince();
    expect(since).toMatch(/^20\d\d-/);
    await database.ping();
    await insert(database, 'org_later');
    await database.close();
    const again = await open(path);
    expect(again.condition?.unmarkedSince()).toBe(since);
    acceptLoss(path, undefined, undefined);
    expect(again.condition?.unmarkedSince()).toBeUndefined();
    await again.close();
    expect((await open(path)).condition?.unmarkedSince()).toBeUndefined();
  });

  test('a loss after the last scheduled check is reported by the commits that it counted', async () => {
    const path = await killedAfterCheckpoint();
    const database = await open(path);
    for (const id of ['org_1', 'org_2', 'org_3']) await insert(database, `later_${id}`);
    database.condition?.checked({ checkedAt: '2026-11-28T09:00:00.000Z', millis: 1, fault: null });
    await insert(database, 'org_unchecked');
    const left = join(await temporaryFolder(), 'left.db');
    for (const part of ['', '-check.json']) await copyFile(path + part, left + part);
    const again = await open(left);
    // The commit in the log before the kill, and three of the four after it, were counted.
    expect(again.condition?.loss()).toMatchObject({
      commits: 4,
      lastAcknowledgedAt: '2026-11-28T09:00:00.000Z',
    });
    await expect(again.ping()).rejects.toMatchObject({ code: 'commits_lost' });
    await again.close();
    const third = await open(left);
    expect(third.condition?.loss()?.commits).toBe(4);
    acceptLoss(left, third.condition?.loss(), undefined);
    await third.close();
    expect((await open(left)).condition?.loss()).toBeUndefined();
  });

  test('is accepted for a database that nobody has opened since', async () => {
    const path = await killedAfterCheckpoint();
    const { identity = 0, commits = 0 } = readMark(path) ?? {};
    await rm(`${path}-mark`);
    acceptLoss(path, undefined, { identity, commits });
    expect((await open(path)).condition?.unmarkedSince()).toBeUndefined();
  });

  test('is not reported for a new database, an intact one, or a backup', async () => {
    const path = await killedAfterCheckpoint();
    const copy = join(await temporaryFolder(), 'copy.db');
    await writeFile(copy, '', { mode: 0o600 });
    await runSqliteTask({ kind: 'copy', source: path, target: copy }, undefined);
    for (const file of [path, copy, join(await temporaryFolder(), 'new.db')]) {
      const database = await open(file);
      await migrate(database);
      expect(database.condition?.unmarkedSince()).toBeUndefined();
      await insert(database, 'org_x');
      await database.close();
      expect((await open(file)).condition?.unmarkedSince()).toBeUndefined();
    }
  });
});

describe('no loss is reported', () => {
  test('no loss is reported after a kill without loss', async () => {
    const path = await killed();
    const database = await open(path);
    expect(database.condition?.loss()).toBeUndefined();
    expect(await rowsOf(database)).toBe(COMMITS);
    await database.ping();
  });

  test('no loss is reported after the log was written back and restarted', async () => {
    const path = join(await temporaryFolder(), 'live.db');
    const database = await open(path);
    await migrate(database);
    for (let round = 0; round < 3; round++) {
      await insert(database, `org_${round}`);
      await database.transaction((transaction) =>
        transaction.runScript('create table if not exists filler (bytes blob)'),
      );
      await database.run(sql`insert into filler values (zeroblob(6000000))`);
    }
    const left = join(await temporaryFolder(), 'left.db');
    for (const part of PARTS) await copyFile(path + part, left + part);
    expect((await open(left)).condition?.loss()).toBeUndefined();
  });

  test('no loss is reported for a file moved or copied without its marker', async () => {
    const path = await killed();
    const movedPath = join(await temporaryFolder(), 'moved.db');
    for (const part of ['', '-wal']) await rename(path + part, movedPath + part);
    expect((await open(movedPath)).condition?.loss()).toBeUndefined();
  });

  test('no loss is reported for another database in place of the one the marker belongs to', async () => {
    const path = await killed();
    const other = join(await temporaryFolder(), 'other.db');
    await (await openSqlite(other)).close();
    await rm(`${path}-wal`);
    await copyFile(other, path);
    expect((await open(path)).condition?.loss()).toBeUndefined();
  });

  test.each<[string, (mark: string) => Promise<void>]>([
    ['torn in one half', (mark) => flip(mark, 10)],
    ['garbage', (mark) => writeFile(mark, 'garbage')],
    ['empty', (mark) => truncate(mark, 0)],
  ])('no loss is reported by a marker that is %s', async (_, spoil) => {
    const path = await killed();
    await spoil(`${path}-mark`);
    const database = await open(path);
    expect(database.condition?.loss()).toBeUndefined();
    await insert(database, 'org_later');
    expect(readMark(path)?.commits).toBe(COMMITS + 2);
  });
});

test('a marker with one torn half still shows a loss of more than one commit', async () => {
  const path = await killed();
  await flip(`${path}-mark`, 10);
  await truncate(`${path}-wal`, 0);
  expect((await open(path)).condition?.loss()?.commits).toBeGreaterThanOrEqual(COMMITS);
});

test('transactions that only read, or are rolled back, are not counted', async () => {
  const path = join(await temporaryFolder(), 'live.db');
  const database = await open(path);
  await migrate(database);
  const before = readMark(path)?.commits;
  await database.transaction((transaction) => transaction.all(sql`select 1`));
  await database
    .transaction(async (transaction) => {
      await transaction.run(sql`insert into organisations values ('x', 'x', 'UTC', 'en', 'now')`);
      throw new Error('undone');
    })
    .catch(() => {});
  await database.transaction((transaction) => transaction.all(sql`select 1`));
  const between = readMark(path)?.commits ?? 0;
  expect(between - (before ?? 0)).toBeLessThanOrEqual(1);
  await insert(database, 'org_1');
  expect(readMark(path)?.commits).toBe(between + 1);
});

describe('corruption', () => {
  test('corruption that SQLite reports in a query is answered with 503, and all writes stop', async () => {
    const path = join(await temporaryFolder(), 'live.db');
    const first = await openSqlite(path);
    await migrate(first);
    await insert(first, 'org_1');
    const root = await first.first<{ rootpage: number }>(
      sql`select rootpage from sqlite_master where name = 'organisations'`,
    );
    await first.close();
    const bytes = await readFile(path);
    const start = ((root?.rootpage ?? 0) - 1) * 4096;
    await writeFile(path, bytes.fill(0x5a, start, start + 4096));
    const database = await open(path);
    await database.ping();
    const damaged = { code: 'database_damaged', status: 503 };
    await expect(database.all(sql`select * from organisations`)).rejects.toMatchObject(damaged);
    await expect(database.ping()).rejects.toMatchObject(damaged);
    await expect(insert(database, 'org_2')).rejects.toMatchObject(damaged);
    await expect(database.transaction(async () => 1)).rejects.toMatchObject(damaged);
    expect(await database.all(sql`select * from tasks`)).toEqual([]);
  });

  test('found by a check is known after a restart, until a check finds none', async () => {
    const path = join(await temporaryFolder(), 'live.db');
    const database = await open(path);
    await migrate(database);
    const check = { checkedAt: '2026-11-23T09:00:00.000Z', millis: 12 };
    database.condition?.checked({ ...check, fault: 'Tree 3 page 7' });
    await database.close();
    const again = await open(path);
    expect(again.condition?.damage()).toBe('Tree 3 page 7');
    await expect(insert(again, 'org_1')).rejects.toMatchObject({ code: 'database_damaged' });
    again.condition?.checked({ ...check, fault: null });
    await insert(again, 'org_1');
    await again.ping();
  });
});
