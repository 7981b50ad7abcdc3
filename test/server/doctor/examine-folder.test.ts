import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { backupToFile, recordInJournal } from '../../../src/server/backup/backup-file.ts';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import { databaseFile, openDatabase } from '../../../src/server/core/open-database.ts';
import {
  claimDatabase,
  lockDatabase,
  releaseDatabase,
} from '../../../src/server/core/server-file.ts';
import { examineFolder, examinePostgres } from '../../../src/server/doctor/examine-database.ts';
import type { Finding } from '../../../src/server/doctor/finding.ts';
import { folderBytes, releaseFiles } from '../../support/folder-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Findings as a program prints them. */
const inEnglish = (findings: readonly Finding[]) =>
  findings.map(({ messages: _told, ...finding }) => finding);

const NOW = Date.now();
const QUICK = { isDeep: false, now: NOW };
const DEEP = { isDeep: true, now: NOW };

async function aFolder(): Promise<string> {
  const dataDir = await temporaryFolder();
  await bootstrapDatabase({ dataDir });
  await releaseFiles(dataDir);
  return dataDir;
}

const states = (findings: readonly Finding[]) =>
  Object.fromEntries(findings.map(({ check, state }) => [check, state]));
const of = (findings: readonly Finding[], check: string) =>
  findings.find((finding) => finding.check === check);

const healthy = {
  folder: 'ok',
  permissions: 'ok',
  database: 'ok',
  integrity: 'ok',
  commits: 'ok',
  schema: 'ok',
  auditLog: 'ok',
  outbox: 'ok',
  notices: 'skipped',
  files: 'ok',
  clock: 'ok',
  synchronous: 'ok',
  log: 'ok',
  disk: 'ok',
  backups: 'warning',
};
const deeplyHealthy = { ...healthy, references: 'ok' };

describe('a folder with a database', () => {
  test.each([QUICK, DEEP])('passes except for a backup (%j), and is unchanged', async (options) => {
    const dataDir = await aFolder();
    const before = folderBytes(dataDir);
    const expected = options.isDeep ? deeplyHealthy : healthy;
    expect(states(await examineFolder(dataDir, options))).toEqual(expected);
    expect(folderBytes(dataDir)).toEqual(before);
  });

  test('passes after a backup', async () => {
    const dataDir = await aFolder();
    const file = `${await temporaryFolder()}/farm.db`;
    const { bytes } = await backupToFile({ dataDir, file });
    const at = new Date(NOW).toISOString();
    recordInJournal(dataDir, { lastBackup: { at, file, bytes } });
    expect(of(await examineFolder(dataDir, QUICK), 'backups')).toMatchObject({ state: 'ok' });
    await rm(file);
    expect(of(await examineFolder(dataDir, QUICK), 'backups')).toMatchObject({ state: 'warning' });
  });

  test('is examined while a server uses it', async () => {
    const dataDir = await aFolder();
    const database = await openDatabase({ kind: 'sqlite', dataDir });
    await lockDatabase(dataDir);
    onTestFinished(async () => {
      releaseDatabase(dataDir);
      await database.close();
    });
    claimDatabase(dataDir, 'http://127.0.0.1:4040');
    await database.run(sql`update organisations set name = 'in the log'`);
    const findings = await examineFolder(dataDir, DEEP);
    expect(states(findings)).toEqual(deeplyHealthy);
    expect(of(findings, 'folder')?.finding).toContain('serves it at http://127.0.0.1:4040');
  });

  test('readable by others fails', async () => {
    const dataDir = await aFolder();
    await chmod(databaseFile(dataDir), 0o644);
    expect(of(await examineFolder(dataDir, QUICK), 'permissions')).toMatchObject({
      check: 'permissions',
      state: 'failed',
      finding: `others may read ${databaseFile(dataDir)} (0644)`,
      whatToDo: `chmod 600 ${databaseFile(dataDir)}`,
    });
  });

  test('the check of a folder whose audit log was changed fails', async () => {
    const dataDir = await aFolder();
    const database = await openDatabase({ kind: 'sqlite', dataDir });
    const entry = (id: string, position: number) => sql`
      insert into audit_log (id, at, method, route, status, duration_ms, ip, request_id, calls,
        position, hash)
      values (${id}, '2026-11-01T00:00:00.000Z', 'GET', '/x', 200, 1, '::1', 'r', 1, ${position},
        'not the hash')`;
    await database.run(entry('audit_1', 1));
    await database.close();
    expect(of(await examineFolder(dataDir, QUICK), 'auditLog')).toMatchObject({
      state: 'failed',
      finding: 'the audit log was changed at entry 1 (audit_1)',
    });
  });
});

describe('entries without a place in the chain', () => {
  const HOUR = 3_600_000;
  test.each([
    [0.9 * HOUR, []],
    [1.1 * HOUR, ['warning']],
  ])('%i ms ago: %j', async (age, expected) => {
    const dataDir = await aFolder();
    const database = await openDatabase({ kind: 'sqlite', dataDir });
    const at = new Date(NOW - age).toISOString();
    await database.run(sql`
      insert into audit_log (id, at, method, route, status, duration_ms, ip, request_id, calls)
      values ('audit_1', ${at}, 'GET', '/x', 200, 1, '::1', 'r', 1)`);
    await database.close();
    const findings = (await examineFolder(dataDir, QUICK)).filter(
      ({ check, finding }) => check === 'auditLog' && finding.includes('not part of the chain'),
    );
    expect(findings.map(({ state }) => state)).toEqual(expected);
    for (const { finding, whatToDo } of findings) {
      expect(finding).toBe(`1 entry is not part of the chain yet, since ${at}`);
      expect(whatToDo).toContain('start the server, which seals them');
    }
  });
});

describe('an invalid database', () => {
  test.each<[string, string, RegExp, (dataDir: string) => Promise<unknown>]>([
    [
      'a missing file',
      'database',
      /^there is no /,
      (dataDir) => Promise.all([rm(databaseFile(dataDir)), rm(`${databaseFile(dataDir)}-mark`)]),
    ],
    [
      'a missing file that existed before',
      'database',
      /is missing, but \d+ commits in it were acknowledged$/,
      (dataDir) => rm(databaseFile(dataDir)),
    ],
    [
      'a text file',
      'database',
      / is not a database$/,
      (dir) => writeFile(databaseFile(dir), 'notes'),
    ],
    [
      'a damaged file',
      'integrity',
      /malformed|damaged/,
      async (dataDir) => {
        const bytes = await readFile(databaseFile(dataDir));
        bytes.fill(0x5a, 4096, 40_960);
        await writeFile(databaseFile(dataDir), bytes);
      },
    ],
    [
      'an incomplete restore',
      'database',
      /^a restore was not completed$/,
      (dir) => writeFile(`${databaseFile(dir)}.restoring`, '', { mode: 0o600 }),
    ],
  ])('%s fails, with instructions', async (_, check, finding, spoil) => {
    const dataDir = await aFolder();
    await spoil(dataDir);
    const failed = (await examineFolder(dataDir, QUICK)).filter(({ state }) => state === 'failed');
    expect(failed).toHaveLength(1);
    expect(failed[0]).toMatchObject({ check, finding: expect.stringMatching(finding) });
    expect(failed[0]?.whatToDo).not.toBe('');
  });

  test('a missing folder fails', async () => {
    const dataDir = `${await temporaryFolder()}/nowhere`;
    expect(inEnglish(await examineFolder(dataDir, QUICK))).toEqual([
      {
        check: 'folder',
        state: 'failed',
        finding: `there is no folder ${dataDir}`,
        whatToDo: 'set it up: farmctl init',
      },
    ]);
  });

  test('an empty folder has no database', async () => {
    const dataDir = `${await temporaryFolder()}/empty`;
    await mkdir(dataDir, { mode: 0o700 });
    expect(states(await examineFolder(dataDir, QUICK))).toMatchObject({ database: 'failed' });
  });
});

describe('PostgreSQL', () => {
  test('is reachable, and reports its content', async () => {
    const findings = await examinePostgres(inject('postgresUrl'), QUICK);
    expect(of(findings, 'database')?.finding).toMatch(
      /^"postgres" on PostgreSQL \d+ at 127\.0\.0\.1:/,
    );
    // The test server runs without fsync, on purpose.
    expect(states(findings)).toMatchObject({ schema: 'failed', synchronous: 'failed' });
  });

  test('PostgreSQL that does not respond is one failed check, without the password', async () => {
    const findings = await examinePostgres('postgres://farm:word@127.0.0.1:1/farm', QUICK);
    expect(inEnglish(findings)).toEqual([
      {
        check: 'database',
        state: 'failed',
        finding: 'PostgreSQL at 127.0.0.1:1 does not answer (connect ECONNREFUSED 127.0.0.1:1)',
        whatToDo: 'start it, or correct the address',
      },
    ]);
  });
});
