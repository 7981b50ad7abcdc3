import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { backupName, listBackups } from '../../../src/server/backup/backup-file.ts';
import { expiredBackups, removeExpired } from '../../../src/server/jobs/maintenance-jobs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOW = Date.parse('2026-11-20T03:00:00Z');

test('the name of a backup is its time, in UTC', () => {
  expect(backupName(NOW)).toBe('farmctl-20261120-030000.db');
});

test.each([
  ['as many as are kept: none is deleted', 2, []],
  ['the oldest are deleted first', 1, ['farmctl-20261118-030000.db']],
  ['fewer exist than are kept', 5, []],
])('%s', (_, count, expired) => {
  const names = ['farmctl-20261119-030000.db', 'farmctl-20261118-030000.db'];
  expect(expiredBackups(names, count)).toEqual(expired);
});

test('only files created by scheduled backups are deleted', async () => {
  const folder = await temporaryFolder();
  const others = [
    'farm.db',
    'farmctl.db',
    'farmctl-20261101-030000.db.gz',
    'farmctl-2026110-030000.db',
    'my-farmctl-20261101-030000.db',
    'farmctl-20261101-030000.db-journal',
  ];
  const backupNames = ['farmctl-20261117-030000.db', 'farmctl-20261118-030000.db', backupName(NOW)];
  for (const name of [...others, ...backupNames]) await writeFile(join(folder, name), '');
  await mkdir(join(folder, 'farmctl-20260101-030000.db'));
  expect(removeExpired(folder, 2, NOW)).toEqual(['farmctl-20261117-030000.db']);
  expect(listBackups(folder)).toEqual(['farmctl-20261118-030000.db', 'farmctl-20261120-030000.db']);
  expect((await readdir(folder)).sort()).toEqual(
    [...others, ...backupNames.slice(1), 'farmctl-20260101-030000.db'].sort(),
  );
});

test('unfinished files of earlier backups are deleted after a day', async () => {
  const folder = await temporaryFolder();
  const old = 'farmctl-20261118-030000.db.partial-77-0a1b2c3d';
  const young = 'farmctl-20261119-030000.db.partial-78-0a1b2c3d';
  for (const [name, at] of [
    [old, '2026-11-18T03:00:00Z'],
    [young, '2026-11-20T02:00:00Z'],
  ] as const) {
    await writeFile(join(folder, name), '');
    await utimes(join(folder, name), new Date(at), new Date(at));
  }
  expect(removeExpired(folder, 14, NOW)).toEqual([old]);
  expect(await readdir(folder)).toEqual([young]);
});
