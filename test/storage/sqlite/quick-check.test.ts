import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { migrate } from '../../../src/storage/migrations/migrate.ts';
import { quickCheck } from '../../../src/storage/sqlite/check-file.ts';
import { openSqlite, openSqliteReader } from '../../../src/storage/sqlite/database.ts';
import { damageOf } from '../../../src/storage/sqlite/dialect.ts';
import { folderBytes, releaseFiles } from '../../support/folder-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PAGE = 4096;
/** So large that not everything is read. */
const LARGE = 10_000_000_000;

async function aFile(): Promise<string> {
  const folder = await temporaryFolder();
  const path = join(folder, 'test.db');
  await migrateFile(path);
  await releaseFiles(folder);
  return path;
}

async function migrateFile(path: string): Promise<void> {
  const database = await openSqlite(path);
  await migrate(database);
  await database.close();
}

async function check(path: string, bytes: number): Promise<string | undefined> {
  const reader = await openSqliteReader(path, { isStill: true });
  try {
    return await quickCheck(reader, { bytes, monotonicMillis: () => performance.now() });
  } finally {
    reader.close();
  }
}

/** Overwrites the first page of a table. */
async function spoil(path: string, table: string): Promise<void> {
  const reader = await openSqliteReader(path, { isStill: true });
  const row = await reader.first<{ rootpage: number }>(
    sql`select rootpage from sqlite_master where name = ${table}`,
  );
  reader.close();
  const bytes = await readFile(path);
  const start = ((row?.rootpage ?? 0) - 1) * PAGE;
  await writeFile(path, bytes.fill(0x5a, start, start + PAGE));
}

describe.each([
  ['a small file', PAGE],
  ['a large file', LARGE],
])('%s', (_, bytes) => {
  test('that is intact has no fault', async () => {
    expect(await check(await aFile(), bytes)).toBeUndefined();
  });

  test.each(['organisations', 'audit_log', 'flock_weights'])(
    'whose table %s is damaged at its root is detected',
    async (table) => {
      const path = await aFile();
      await spoil(path, table);
      const fault = await check(path, bytes).catch(damageOf);
      expect(fault).toMatch(/malformed|btreeInitPage|Tree \d+/);
    },
  );
});

test('checking a large file stops after the time limit, without a fault', async () => {
  const path = await aFile();
  const reader = await openSqliteReader(path, { isStill: true });
  let calls = 0;
  const monotonicMillis = () => calls++ * 1000;
  expect(await quickCheck(reader, { bytes: LARGE, monotonicMillis })).toBeUndefined();
  expect(calls).toBe(2);
  reader.close();
});

test('reading a file without writers creates no files beside it', async () => {
  const file = await aFile();
  const folder = await temporaryFolder();
  const path = join(folder, 'test.db');
  await copyFile(file, path);
  const before = folderBytes(folder);
  expect(await check(path, PAGE)).toBeUndefined();
  expect(folderBytes(folder)).toEqual(before);
  expect(await readdir(folder)).toEqual(['test.db']);
});
