import { createHash } from 'node:crypto';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { recordInJournal } from '../../src/server/backup/backup-file.ts';
import { createBackupService } from '../../src/server/backup/backup-service.ts';
import { readFileContent } from '../../src/server/backup/copy-database.ts';
import { openDatabase } from '../../src/server/core/open-database.ts';
import { createEmptyDatabase, DATABASES } from '../support/databases.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const NOW = '2026-11-21T09:00:00.000Z';

/** A service on a database file, with its backup function. */
async function aFileService(): Promise<TestService & { readonly dataDir: string }> {
  const dataDir = await temporaryFolder();
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  const backups = createBackupService({ kind: 'sqlite', dataDir }, database, {});
  const service = await startTestService(database, { now: NOW, backups });
  onTestFinished(() => service.close());
  return { ...service, dataDir };
}

/** Programs of PostgreSQL that write a dump and list it. */
async function theTools(major: number): Promise<string> {
  const folder = await temporaryFolder();
  const tool = async (name: string, body: string) => {
    const version = `if [ "$1" = --version ]; then echo "${name} (PostgreSQL) ${major}.1"; exit; fi`;
    await writeFile(join(folder, name), `#!/bin/sh\n${version}\n${body}\n`);
    await chmod(join(folder, name), 0o755);
  };
  await tool(
    'pg_dump',
    'for word; do case $word in --file=*) printf PGDMP-rows > "$(echo $word | cut -c8-)";; esac; done',
  );
  await tool('pg_restore', "echo '215; 0 16397 TABLE DATA public organisations farmctl'");
  return `${folder}:/usr/bin:/bin`;
}

const sha256 = (bytes: Uint8Array) =>
  `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

async function post(service: TestService, key = service.admin) {
  return service.service.app.inject({
    method: 'POST',
    url: '/v1/platform/os/backups',
    headers: { authorization: `Bearer ${key}` },
  });
}

describe('POST /os/backups on SQLite', () => {
  test('sends a complete database, and leaves an audit entry but no file', async () => {
    const service = await aFileService();
    await service.send('POST', '/farms', { body: { name: 'North' } });
    const before = await readdir(service.dataDir);
    const { statusCode, headers, rawPayload } = await post(service);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'application/vnd.sqlite3',
      'content-disposition': 'attachment; filename="farmctl-20261121-090000.db"',
      'content-length': String(rawPayload.length),
      'content-digest': sha256(rawPayload),
    });
    const file = join(await temporaryFolder(), 'farm.db');
    await writeFile(file, rawPayload);
    expect(await readFileContent(file)).toMatchObject({ organisations: 1, rows: 1 });
    await expect.poll(() => readdir(service.dataDir)).toEqual(before);
    const audit = await service.send('GET', '/os/audit?path=/v1/platform/os/backups');
    expect(audit.body.data).toMatchObject([{ method: 'POST', status: 200, resource: 'backups' }]);
    const known = await service.send('GET', '/os/backups');
    expect(known.body.lastDownload).toEqual({ at: NOW, keyId: audit.body.data[0].keyId });
  });

  test('runs one backup at a time; a caller who disconnects ends it, and the next one starts', async () => {
    const service = await aFileService();
    await service.service.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = service.service.app.server.address() as { port: number };
    const ask = (signal?: AbortSignal) =>
      fetch(`http://127.0.0.1:${port}/v1/platform/os/backups`, {
        method: 'POST',
        headers: { authorization: `Bearer ${service.admin}` },
        ...(signal ? { signal } : {}),
      });
    const disconnecting = new AbortController();
    const left = ask(disconnecting.signal).catch(() => 'left');
    await expect
      .poll(async () => (await readdir(service.dataDir)).join(' '))
      .toContain('backup-download');
    const second = await ask();
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await second.json()).toMatchObject({ error: 'unavailable', code: 'backup_running' });
    disconnecting.abort();
    expect(await left).toBe('left');
    await expect
      .poll(async () => {
        const response = await ask();
        await response.arrayBuffer();
        return response.status;
      })
      .toBe(200);
    await expect
      .poll(async () => (await readdir(service.dataDir)).join(' '))
      .not.toContain('backup-download');
  });
});

for (const database of DATABASES) {
  describe(database, () => {
    test.each([
      ['without admin:*', { scopes: ['read:*', 'write:*'] }, ['GET', 'POST'], 'insufficient_scope'],
      ['without read:*', { scopes: ['admin:*'] }, ['POST'], 'insufficient_scope'],
      ['that is pinned to a farm', { farmIds: ['farm_1'] }, ['GET', 'POST'], 'farm_forbidden'],
    ])('rejects a key %s', async (_, key, methods, error) => {
      const service = await startTestService(database);
      onTestFinished(() => service.close());
      const limited = await service.createKey(key);
      for (const method of methods) {
        const { status, body } = await service.send(method, '/os/backups', { key: limited });
        expect([method, status, body.error]).toEqual([method, 403, error]);
      }
    });

    test('a process that cannot back up reports so', async () => {
      const service = await startTestService(database);
      onTestFinished(() => service.close());
      const response = await service.send('POST', '/os/backups');
      expect([response.status, response.body.code]).toEqual([422, 'no_backup_here']);
      const known = await service.send('GET', '/os/backups');
      expect(known.body).toEqual({
        database: database === 'sqlite' ? 'sqlite' : 'postgresql',
        obstacle: { code: 'no_backup_here', message: response.body.message },
        schedule: null,
        lastBackup: null,
        lastFailure: null,
        lastDownload: null,
        archive: null,
        total: 0,
        backups: [],
      });
    });
  });
}

test('a database of several organisations is not sent to any of them', async () => {
  const service = await aFileService();
  await service.createOrganisation('Second');
  const response = await service.send('POST', '/os/backups');
  expect([response.status, response.body.code]).toEqual([422, 'several_organisations']);
});

test('scheduled backups are listed with their known details', async () => {
  const service = await aFileService();
  const folder = await temporaryFolder();
  const file = (day: number) => join(folder, `farmctl-202611${day}-030000.db`);
  await writeFile(file(20), 'as it was');
  await writeFile(file(21), 'changed since');
  await writeFile(join(folder, 'other.db'), 'no backup');
  const at = (day: number) => `2026-11-${day}T03:00:00.000Z`;
  recordInJournal(service.dataDir, {
    schedule: { folder, at: '0 3 * * *', keep: 14 },
    lastBackup: { at: at(21), file: file(21), bytes: 9 },
    made: [20, 21].map((day) => ({ at: at(day), file: file(day), bytes: 9 })),
  });
  const { body } = await service.send('GET', '/os/backups');
  expect(body).toMatchObject({
    database: 'sqlite',
    obstacle: null,
    schedule: { folder, at: '0 3 * * *', keep: 14 },
    lastBackup: { at: at(21), ageHours: 6, isThere: true, bytes: 9 },
    total: 2,
    backups: [
      { name: 'farmctl-20261121-030000.db', at: at(21), ageHours: 6, bytes: 13, verified: false },
      { name: 'farmctl-20261120-030000.db', at: at(20), ageHours: 30, bytes: 9, verified: true },
    ],
  });
});

describe('on PostgreSQL', () => {
  const aService = async (path: string): Promise<TestService> => {
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const database = await openDatabase({ kind: 'postgres', url });
    const backups = createBackupService({ kind: 'postgres', url }, database, { PATH: path });
    const service = await startTestService(database, { now: NOW, backups });
    onTestFinished(() => service.close());
    return service;
  };

  test.each([
    [
      'is missing',
      async (): Promise<string> => '/nowhere',
      'pg_dump_missing',
      'pg_dump is not on the PATH',
    ],
    ['is too old', () => theTools(9), 'pg_dump_too_old', 'pg_dump on the server has version 9'],
  ] as const)('pg_dump %s: the answer explains how to fix it', async (_, path, code, message) => {
    const service = await aService(await path());
    const { status, body } = await service.send('POST', '/os/backups');
    expect([status, body.code]).toEqual([422, code]);
    expect(body.message).toContain(message);
    const known = await service.send('GET', '/os/backups');
    expect(known.body).toMatchObject({
      database: 'postgresql',
      obstacle: { code },
      lastBackup: null,
      archive: { isOn: false, lastArchivedAt: null },
    });
  });

  test('pg_dump of the same or a later version makes the backup', async () => {
    const service = await aService(await theTools(99));
    const { statusCode, headers, rawPayload } = await post(service);
    expect([statusCode, rawPayload.toString()]).toEqual([200, 'PGDMP-rows']);
    expect(headers).toMatchObject({
      'content-disposition': 'attachment; filename="farmctl-20261121-090000.dump"',
      'content-digest': sha256(rawPayload),
    });
  });
});
