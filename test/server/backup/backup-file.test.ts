import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backupToFile } from '../../../src/server/backup/backup-file.ts';
import { BackupRefused } from '../../../src/server/backup/copy-database.ts';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import { databaseFile, openDatabase } from '../../../src/server/core/open-database.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { openSqliteReader } from '../../../src/storage/sqlite/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Place {
  readonly dataDir: string;
  /** A folder for backups. */
  readonly folder: string;
  readonly file: string;
}

async function aPlace(): Promise<Place> {
  const dataDir = await temporaryFolder();
  await bootstrapDatabase({ dataDir });
  const folder = await temporaryFolder();
  return { dataDir, folder, file: join(folder, 'farm.db') };
}

async function open(dataDir: string): Promise<Database> {
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  onTestFinished(() => database.close());
  return database;
}

const refusalOf = async (request: Parameters<typeof backupToFile>[0]) => {
  const refusal: unknown = await backupToFile(request).catch((error) => error);
  expect(refusal).toBeInstanceOf(BackupRefused);
  const { reason, message } = refusal as BackupRefused;
  return [reason, message];
};

describe('a backup', () => {
  test('is one file, accessible only to its owner, with all committed data', async () => {
    const { dataDir, folder, file } = await aPlace();
    const database = await open(dataDir);
    await database.run(sql`update organisations set name = 'still in the log'`);
    const { bytes, ...made } = await backupToFile({ dataDir, file });
    expect(made).toEqual({ file, organisations: 1, rows: 0, schemaVersion: expect.any(Number) });
    expect(bytes).toBe((await stat(file)).size);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['farm.db']);
    const copy = await openSqliteReader(file, { isStill: true });
    expect(await copy.all(sql`select name from organisations`)).toEqual([
      { name: 'still in the log' },
    ]);
    copy.close();
  });

  test('is independent: no log of the database is used for it', async () => {
    const { dataDir, file } = await aPlace();
    await backupToFile({ dataDir, file });
    const identity = async (path: string) => (await readFile(path)).readInt32BE(60);
    expect(await identity(file)).not.toBe(await identity(databaseFile(dataDir)));
    expect((await readFile(file)).toString('latin1', 68, 72)).toBe('Farm');
  });

  test('replaces a file only if allowed', async () => {
    const { dataDir, file } = await aPlace();
    await writeFile(file, 'dear to somebody');
    expect(await refusalOf({ dataDir, file })).toEqual([
      'unfit',
      `${file} already exists: name another file, or add --force`,
    ]);
    expect(await readFile(file, 'utf8')).toBe('dear to somebody');
    await backupToFile({ dataDir, file, overwrites: true });
    expect((await readFile(file)).toString('latin1', 0, 15)).toBe('SQLite format 3');
  });

  test('never replaces the database itself, by whatever path', async () => {
    const { dataDir, folder } = await aPlace();
    await symlink(dataDir, join(folder, 'link'));
    const before = await readFile(databaseFile(dataDir));
    for (const file of [databaseFile(dataDir), join(folder, 'link', 'farmctl.db')]) {
      expect(await refusalOf({ dataDir, file, overwrites: true })).toEqual([
        'unfit',
        `${file} is the database itself: name another file`,
      ]);
    }
    expect((await readFile(databaseFile(dataDir))).equals(before)).toBe(true);
  });

  test('reports a missing database or folder, or a folder in its place', async () => {
    const { dataDir, folder, file } = await aPlace();
    const missingFolder = join(folder, 'nowhere');
    expect(await refusalOf({ dataDir: missingFolder, file })).toEqual([
      'missing',
      `there is no database in ${missingFolder}: name its folder with --data`,
    ]);
    expect(await refusalOf({ dataDir, file: join(missingFolder, 'farm.db') })).toEqual([
      'missing',
      `there is no folder ${missingFolder}: make it, or name another`,
    ]);
    await mkdir(file);
    expect(await refusalOf({ dataDir, file, overwrites: true })).toEqual([
      'unfit',
      `${file} is a folder: name a file in it`,
    ]);
  });

  test('a backup of a damaged database fails, and leaves nothing behind', async () => {
    const { dataDir, folder, file } = await aPlace();
    const path = databaseFile(dataDir);
    const bytes = await readFile(path);
    bytes.fill(0x5a, 4096, 40_960);
    await writeFile(path, bytes);
    const [reason, message] = await refusalOf({ dataDir, file });
    expect(reason).toBe('failed');
    expect(message).toMatch(/farmctl\.db could not be copied: .*malformed/);
    expect(await readdir(folder)).toEqual([]);
  });

  test('a backup of a database without an organisation fails', async () => {
    const { dataDir, folder, file } = await aPlace();
    const database = await open(dataDir);
    await database.run(sql`delete from organisations`);
    expect((await refusalOf({ dataDir, file }))[1]).toContain('contains no organisation');
    expect(await readdir(folder)).toEqual([]);
  });

  test('can be aborted, and leaves nothing behind', async () => {
    const { dataDir, folder, file } = await aPlace();
    const stopping = new AbortController();
    const backup = backupToFile({ dataDir, file, signal: stopping.signal });
    setTimeout(() => stopping.abort(new Error('enough')), 5);
    await expect(backup).rejects.toThrow('enough');
    expect(await readdir(folder)).toEqual([]);
  });

  test('only reads: a read-only database can be backed up', async () => {
    const { dataDir, file } = await aPlace();
    const before = await readFile(databaseFile(dataDir));
    await chmod(databaseFile(dataDir), 0o400);
    await backupToFile({ dataDir, file });
    expect((await readFile(databaseFile(dataDir))).equals(before)).toBe(true);
  });
});
