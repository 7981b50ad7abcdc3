import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { fullScopes } from '../../src/model/core/vocabulary.ts';
import { parseCredential } from '../../src/platform/access/credentials.ts';
import { bootstrap, bootstrapDatabase } from '../../src/server/bootstrap.ts';
import { databaseFile, openDatabase } from '../../src/server/core/open-database.ts';
import { openSqlite } from '../../src/storage/sqlite/database.ts';
import { findKey } from '../../src/storage/system/api-keys.ts';
import { listOrganisations } from '../../src/storage/system/organisations.ts';
import { DATABASES, openTestDatabase } from '../support/databases.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

for (const name of DATABASES) {
  describe(`${name}: an empty database`, () => {
    test('gets its organisation and an admin key of all scopes', async () => {
      const database = await openTestDatabase(name);
      const { orgId, key = '' } = await bootstrap(database);
      expect(await listOrganisations(database)).toEqual([
        { id: orgId, name: 'My farms', timezone: 'Asia/Jerusalem', language: 'en' },
      ]);
      const { id = '' } = parseCredential('apiKey', key) ?? {};
      expect(await findKey(database, id)).toMatchObject({
        orgId,
        name: 'admin',
        scopes: fullScopes,
        farmIds: null,
        rateLimitPerMinute: null,
        expiresAt: null,
        revokedAt: null,
        last4: key.slice(-4),
      });
      await database.close();
    });

    test('stores no key in plain text', async () => {
      const database = await openTestDatabase(name);
      const { key = '' } = await bootstrap(database);
      const rows = await database.all(sql`select * from api_keys`);
      const { secret = '' } = parseCredential('apiKey', key) ?? {};
      expect(JSON.stringify(rows)).not.toContain(secret);
      await database.close();
    });

    test('is set up once, even by two processes concurrently', async () => {
      const database = await openTestDatabase(name);
      const results = await Promise.all([bootstrap(database), bootstrap(database)]);
      expect(new Set(results.map(({ orgId }) => orgId)).size).toBe(1);
      expect(results.filter(({ key }) => key !== undefined)).toHaveLength(1);
      expect(await listOrganisations(database)).toHaveLength(1);
      expect(await bootstrap(database)).toEqual({ orgId: results[0]?.orgId });
      await database.close();
    });
  });
}

test('an organisation may have a given name', async () => {
  const dataDir = await temporaryFolder();
  await bootstrapDatabase({
    dataDir,
    organisation: { name: 'Granja', timezone: 'Europe/Madrid', language: 'es' },
  });
  const database = await openDatabase({ kind: 'sqlite', dataDir });
  expect(await listOrganisations(database)).toEqual([
    { id: expect.any(String), name: 'Granja', timezone: 'Europe/Madrid', language: 'es' },
  ]);
  await database.close();
});

describe('the folder of a database', () => {
  test('is created if it does not exist, and not readable by others', async () => {
    const dataDir = join(await temporaryFolder(), 'deep', 'data');
    const { key } = await bootstrapDatabase({ dataDir });
    expect(key).toMatch(/^fk_live_/);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    for (const file of await readdir(dataDir)) {
      expect([file, (await stat(join(dataDir, file))).mode & 0o777]).toEqual([file, 0o600]);
    }
  });

  test('keeps its rows when it is opened again', async () => {
    const dataDir = await temporaryFolder();
    const first = await bootstrapDatabase({ dataDir });
    const second = await bootstrapDatabase({ dataDir });
    expect(second).toEqual({ orgId: first.orgId });
  });
});

test('a closed database is a single file', async () => {
  const dataDir = await temporaryFolder();
  await bootstrapDatabase({ dataDir });
  const walStats = await stat(`${databaseFile(dataDir)}-wal`).catch(() => undefined);
  expect(walStats?.size ?? 0).toBe(0);
});

describe('a database is rejected, and unchanged,', () => {
  test('a database is rejected, and unchanged, if it is newer than the program', async () => {
    const dataDir = await temporaryFolder();
    await bootstrapDatabase({ dataDir });
    const database = await openDatabase({ kind: 'sqlite', dataDir });
    await database.transaction((transaction) =>
      transaction.run(sql`insert into schema_migrations (version, name) values (999, 'later')`),
    );
    await database.close();
    await expect(openDatabase({ kind: 'sqlite', dataDir })).rejects.toThrow(
      /^the database has schema version 999, this program knows up to \d+: use a newer farmctl$/,
    );
  });

  test('a database is rejected, and unchanged, if its tables belong to another program', async () => {
    const dataDir = await temporaryFolder();
    const otherDatabase = await openSqlite(databaseFile(dataDir));
    await otherDatabase.transaction((transaction) =>
      transaction.runScript('create table recipes (name text)'),
    );
    await otherDatabase.close();
    await expect(openDatabase({ kind: 'sqlite', dataDir })).rejects.toThrow(
      'the database holds tables of another program (recipes): give farmctl a database of its own',
    );
  });

  test('a database is rejected, and unchanged, if it is not a database', async () => {
    const dataDir = await temporaryFolder();
    const content = 'these are my notes, not a database. '.repeat(100);
    await writeFile(databaseFile(dataDir), content);
    await expect(openDatabase({ kind: 'sqlite', dataDir })).rejects.toThrow(/not a database/);
    expect(await readFile(databaseFile(dataDir), 'utf8')).toBe(content);
  });
});
