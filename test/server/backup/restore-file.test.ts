import {
  chown,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { afterAll, describe, expect, test } from 'vitest';
import { backupToFile, recordInJournal } from '../../../src/server/backup/backup-file.ts';
import { restoreFile } from '../../../src/server/backup/restore-file.ts';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import { databaseFile, openDatabase } from '../../../src/server/core/open-database.ts';
import { lockDatabase, releaseDatabase } from '../../../src/server/core/server-file.ts';
import { examineFolder } from '../../../src/server/doctor/examine-database.ts';
import { openSqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import { folderBytes, releaseFiles } from '../../support/folder-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const NOW = Date.parse('2026-11-20T05:30:00Z');

// Made once and copied: every backup starts a process.
const folder = await mkdtemp(join(tmpdir(), 'farmctl-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const backup = join(folder, 'farm.db');
await bootstrapDatabase({ dataDir: join(folder, 'data'), organisation: { name: 'Granja' } });
await backupToFile({ dataDir: join(folder, 'data'), file: backup });

/** A backup of the organisation `Granja`. */
async function aBackup(): Promise<string> {
  const file = join(await temporaryFolder(), 'farm.db');
  await copyFile(backup, file);
  return file;
}

/** A folder with the database of another organisation. */
async function aFolder(name: string): Promise<string> {
  const dataDir = await temporaryFolder();
  await bootstrapDatabase({ dataDir, organisation: { name } });
  await releaseFiles(dataDir);
  return dataDir;
}

async function nameIn(dataDir: string): Promise<unknown> {
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  const row = await database.first<{ name: string }>(sql`select name from organisations`);
  await database.close();
  return row?.name;
}

const yes = async () => true;

describe('a restore', () => {
  test('into an empty folder needs no confirmation', async () => {
    const file = await aBackup();
    const dataDir = join(await temporaryFolder(), 'new');
    const mayReplace = () => Promise.reject(new Error('nobody is to be asked'));
    const restored = await restoreFile({ file, dataDir, now: NOW, mayReplace });
    expect(restored).toMatchObject({ kept: null, organisations: 1, rows: 0 });
    expect(await nameIn(dataDir)).toBe('Granja');
  });

  test('moves the file of the anchors with the previous database', async () => {
    const file = await aBackup();
    const dataDir = await aFolder('Other');
    const anchors = join(dataDir, 'audit-anchors.jsonl');
    await writeFile(anchors, 'signed for the other database\n');
    const restored = await restoreFile({ file, dataDir, now: NOW, mayReplace: yes });
    expect(await readFile(`${restored?.kept}.audit-anchors.jsonl`, 'utf8')).toBe(
      'signed for the other database\n',
    );
    await expect(readFile(anchors)).rejects.toMatchObject({ code: 'ENOENT' });
    const findings = await examineFolder(dataDir, { isDeep: true, now: NOW });
    const states = findings.map(({ check, state }) => [check, state]);
    expect(states).toContainEqual(['auditLog', 'ok']);
    expect(states).toContainEqual(['commits', 'ok']);
  });

  test('keeps the previous database, with its log', async () => {
    const file = await aBackup();
    const dataDir = await temporaryFolder();
    const path = databaseFile(dataDir);
    const before = { '': 'rows', '-wal': 'changes', '-shm': 'index' };
    for (const [part, text] of Object.entries(before)) await writeFile(path + part, text);
    const restored = await restoreFile({ file, dataDir, now: NOW, mayReplace: yes });
    const stored = `${databaseFile(dataDir)}.before-restore-20261120T053000Z`;
    expect(restored?.kept).toBe(stored);
    for (const [part, text] of Object.entries(before)) {
      expect(await readFile(stored + part, 'utf8')).toBe(text);
    }
    expect(await nameIn(dataDir)).toBe('Granja');
    expect((await readdir(dataDir)).filter((name) => /restoring|lock/.test(name))).toEqual([]);
  });

  test('twice in the same second keeps both', async () => {
    const file = await aBackup();
    const dataDir = await aFolder('Before');
    await restoreFile({ file, dataDir, now: NOW, mayReplace: yes });
    const again = await restoreFile({ file, dataDir, now: NOW, mayReplace: yes });
    expect(again?.kept).toBe(`${databaseFile(dataDir)}.before-restore-20261120T053000Z-2`);
  });

  test('a restore without confirmation changes nothing', async () => {
    const file = await aBackup();
    const dataDir = await aFolder('Before');
    const before = folderBytes(dataDir);
    const mayReplace = async () => false;
    expect(await restoreFile({ file, dataDir, now: NOW, mayReplace })).toBeUndefined();
    expect(folderBytes(dataDir)).toEqual(before);
  });

  test('replaces a damaged database', async () => {
    const file = await aBackup();
    const dataDir = await temporaryFolder();
    await writeFile(databaseFile(dataDir), 'damaged');
    const restored = await restoreFile({ file, dataDir, now: NOW, mayReplace: yes });
    expect(await readFile(restored?.kept ?? '', 'utf8')).toBe('damaged');
    expect(await nameIn(dataDir)).toBe('Granja');
  });

  test('completes an interrupted one', async () => {
    const file = await aBackup();
    const dataDir = await temporaryFolder();
    await writeFile(`${databaseFile(dataDir)}.restoring`, 'half');
    await expect(openDatabase({ kind: 'sqlite', dataDir })).rejects.toThrow(
      'did not come to its end',
    );
    await restoreFile({ file, dataDir, now: NOW, mayReplace: yes });
    expect(await nameIn(dataDir)).toBe('Granja');
  });

  test('is rejected while a server uses the folder', async () => {
    const file = await aBackup();
    const dataDir = await aFolder('Served');
    await lockDatabase(dataDir);
    const restored = restoreFile({ file, dataDir, now: NOW, mayReplace: yes });
    await expect(restored).rejects.toThrow('is already served by');
    releaseDatabase(dataDir);
    expect(await nameIn(dataDir)).toBe('Served');
  });
});

describe('an unusable file is rejected, and nothing is overwritten:', () => {
  const change = async (file: string, script: string) => {
    const handle = await openSqliteHandle(file);
    handle.exec(script);
    handle.close();
  };
  test.each<[string, RegExp, (file: string) => Promise<unknown>]>([
    ['a missing file', /^there is no file /, (file) => rm(file)],
    [
      'an empty file',
      / is empty \(0 bytes\), but a database was expected$/,
      (file) => writeFile(file, ''),
    ],
    [
      'a text file',
      /cannot be restored: .* is not a database$/,
      (file) => writeFile(file, 'notes'),
    ],
    [
      'a damaged file',
      / is damaged \(.+\): use an earlier backup$/,
      async (file) => {
        const bytes = await readFile(file);
        bytes.fill(0x5a, bytes.length - 8192);
        await writeFile(file, bytes);
      },
    ],
    [
      'a truncated file',
      /is damaged \(cut off at/,
      async (file) => writeFile(file, (await readFile(file)).subarray(0, 40_960)),
    ],
    [
      'a file of a newer program',
      /cannot be restored: the database has schema version 999, this program knows up to \d+$/,
      (file) => change(file, "insert into schema_migrations (version, name) values (999, 'later')"),
    ],
    [
      'a file of another program',
      /cannot be restored: the database holds tables of another program \(recipes\)$/,
      async (file) => {
        await rm(file);
        await change(file, 'create table recipes (name text)');
      },
    ],
    [
      'a file with the marker of another program',
      /is the database of another program \(application id 00000007\)$/,
      (file) => change(file, 'pragma application_id = 7'),
    ],
    [
      'a folder',
      /is not a file but a folder or device$/,
      async (file) => {
        await rm(file);
        await mkdir(file);
      },
    ],
  ])('%s', async (_, message, spoil) => {
    const file = await aBackup();
    await spoil(file);
    const dataDir = await aFolder('Before');
    const before = folderBytes(dataDir);
    const restored = restoreFile({ file, dataDir, now: NOW, mayReplace: yes });
    await expect(restored).rejects.toThrow(message);
    expect(folderBytes(dataDir)).toEqual(before);
  });
});

// The service of a systemd unit has a separate user; its operator runs commands as root.
test.skipIf(process.getuid?.() !== 0)(
  'files restored by root belong to the owner of the folder',
  async () => {
    const NOBODY = 65_534;
    const dataDir = await temporaryFolder();
    await chown(dataDir, NOBODY, NOBODY);
    await writeFile(join(dataDir, 'notes.txt'), 'of root');
    await restoreFile({
      file: await aBackup(),
      dataDir,
      now: NOW,
      mayReplace: async () => true,
    });
    const owners = async () => {
      const names = (await readdir(dataDir)).filter((name) => name !== 'notes.txt');
      const stats = await Promise.all(names.map((name) => stat(join(dataDir, name))));
      return [...new Set(stats.map(({ uid }) => uid))];
    };
    expect(await owners()).toEqual([NOBODY]);
    recordInJournal(dataDir, {
      lastBackup: { at: '2026-11-20T05:30:00.000Z', file: '/b.db', bytes: 1 },
    });
    const database = await openDatabase({ kind: 'sqlite', dataDir });
    await database.run(sql`update organisations set name = 'by root'`);
    await database.close();
    expect(await owners()).toEqual([NOBODY]);
    expect((await stat(join(dataDir, 'notes.txt'))).uid).toBe(0);
  },
);
