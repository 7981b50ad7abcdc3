import { randomBytes } from 'node:crypto';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import {
  backUpPostgres,
  planPostgresBackup,
  restorePostgres,
} from '../../../src/server/backup/postgres-backup.ts';
import { bootstrap } from '../../../src/server/bootstrap.ts';
import { openDatabase } from '../../../src/server/core/open-database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A separate empty database on the test server; returns its address. */
async function aDatabase(): Promise<string> {
  const server = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`create database ${name}`);
  onTestFinished(() => run(`drop database ${name} with (force)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function aFarm(): Promise<string> {
  const url = await aDatabase();
  const database = await openDatabase({ kind: 'postgres', url });
  await bootstrap(database);
  await database.close();
  return url;
}

const DUMP_LISTING = '215; 0 16397 TABLE DATA public organisations farmctl';
const versions = (version: number) =>
  `COPY public.schema_migrations (version, name) FROM stdin;\\n${version}\\tx\\n\\\\.\\n`;

/**
 * Fake PostgreSQL programs that behave as a test needs, and record their calls: those of the
 * machine may be missing or of any version.
 */
async function theTools(options: { readonly major?: number; readonly version?: number } = {}) {
  const folder = await temporaryFolder();
  const log = join(folder, 'calls');
  const { major = 99, version = 1 } = options;
  const script = (body: string) => `#!/bin/sh
if [ "$1" = --version ]; then echo "pg_dump (PostgreSQL) ${major}.1"; exit; fi
echo "$(basename "$0") $* password=$PGPASSWORD" >> "${log}"
${body}
`;
  const dump =
    'for word; do case $word in --file=*) printf PGDMP-rows > "$(echo $word | cut -c8-)";; esac; done';
  const restore = `case "$*" in
  *--list*) echo '${DUMP_LISTING}';;
  *--file=-*) printf '${versions(version)}';;
esac`;
  for (const [name, body] of Object.entries({ pg_dump: dump, pg_restore: restore })) {
    await writeFile(join(folder, name), script(body));
    await chmod(join(folder, name), 0o755);
  }
  return {
    environment: { PATH: `${folder}:/usr/bin:/bin` },
    calls: async () => (await readFile(log, 'utf8').catch(() => '')).trim().split('\n'),
  };
}

const { password } = new URL(inject('postgresUrl'));

describe('the command to run', () => {
  test('is reported with the observed server properties, without the password', async () => {
    const url = await aFarm();
    const { environment } = await theTools({ major: 99 });
    const plan = await planPostgresBackup({ url, file: '/b/farm.dump', environment });
    expect(plan).toMatchObject({ organisations: 1, rows: 0, toolMajor: 99, obstacle: null });
    expect(plan.archive.isOn).toBe(false);
    expect(plan.command).toMatch(/^pg_dump --format=custom .* --file=\/b\/farm\.dump$/);
    expect(new URL(/dbname=([^ ']+)/.exec(plan.command)?.[1] ?? '').password).toBe('');
  });

  test('is unavailable here if pg_dump is missing or older than the server', async () => {
    const url = await aFarm();
    const file = '/b/farm.dump';
    const { environment } = await theTools({ major: 9 });
    const { obstacle } = await planPostgresBackup({ url, file, environment });
    expect(obstacle).toMatch(
      /^pg_dump is of version 9, the server of \d+: install that of the server/,
    );
    const missing = await planPostgresBackup({ url, file, environment: { PATH: '/nowhere' } });
    expect(missing.obstacle).toMatch(/^pg_dump is not on PATH/);
  });

  test('is not given for a foreign database', async () => {
    const url = await aDatabase();
    const request = { url, file: '/b/farm.dump', environment: {} };
    await expect(planPostgresBackup(request)).rejects.toThrow('contains no organisation');
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query('create table recipes (name text)');
    await client.end();
    await expect(planPostgresBackup(request)).rejects.toThrow(
      'the database holds tables of another program (recipes)',
    );
  });
});

describe('pg_dump', () => {
  test('is run without the password in its arguments, and its file checked', async () => {
    const url = await aFarm();
    const tools = await theTools();
    const folder = await temporaryFolder();
    const file = join(folder, 'farm.dump');
    const backup = await backUpPostgres({ url, file, environment: tools.environment });
    expect(backup).toMatchObject({ bytes: 10, organisations: 1 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['farm.dump']);
    const [dump = '', list = ''] = await tools.calls();
    expect(dump).toMatch(
      /^pg_dump --format=custom --no-password --dbname=\S+ --file=\S+ password=/,
    );
    expect(dump.endsWith(` password=${password}`)).toBe(true);
    expect(dump.split(' password=')[0]).not.toContain(`:${password}@`);
    expect(list).toMatch(/^pg_restore --list /);
    await expect(backUpPostgres({ url, file, environment: tools.environment })).rejects.toThrow(
      'already exists: name another file, or add --force',
    );
  });

  test('pg_dump that fails leaves nothing behind', async () => {
    const url = await aFarm();
    const tools = await theTools();
    const folder = await temporaryFolder();
    const bin = tools.environment.PATH.split(':')[0] ?? '';
    await writeFile(
      join(bin, 'pg_dump'),
      '#!/bin/sh\n[ "$1" = --version ] && echo "pg_dump (PostgreSQL) 99" && exit\necho "pg_dump: error: no space" >&2; exit 1\n',
    );
    const request = { url, file: join(folder, 'farm.dump'), environment: tools.environment };
    await expect(backUpPostgres(request)).rejects.toThrow(
      'pg_dump failed: pg_dump: error: no space',
    );
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('pg_restore', () => {
  const aDump = async () => {
    const file = join(await temporaryFolder(), 'farm.dump');
    await writeFile(file, 'PGDMP-rows');
    return file;
  };

  test('is run only for an empty database', async () => {
    const tools = await theTools();
    const { environment } = tools;
    const file = await aDump();
    await restorePostgres({ url: await aDatabase(), file, environment });
    expect((await tools.calls()).at(-1)).toMatch(
      /^pg_restore --no-owner --no-privileges --single-transaction --no-password --dbname=\S+ \S+farm\.dump password=/,
    );
    await expect(restorePostgres({ url: await aFarm(), file, environment })).rejects.toThrow(
      'the database holds 0 rows already: make an empty one with createdb',
    );
  });

  test('is not run for a file of a newer program, or one that is not a dump', async () => {
    const tools = await theTools({ version: 999 });
    const { environment } = tools;
    const url = await aDatabase();
    const newer = restorePostgres({ url, file: await aDump(), environment });
    await expect(newer).rejects.toThrow(/has schema version 999, this program knows up to \d+/);
    expect((await tools.calls()).length).toBe(1);
    const file = join(await temporaryFolder(), 'farm.db');
    await expect(restorePostgres({ url, file, environment })).rejects.toThrow('there is no file');
    await writeFile(file, 'SQLite format 3\0 and more');
    await expect(restorePostgres({ url, file, environment })).rejects.toThrow(
      'is a backup of an embedded database: restore it with --data',
    );
    await writeFile(file, 'create table recipes');
    await expect(restorePostgres({ url, file, environment })).rejects.toThrow(
      'was not created by pg_dump --format=custom',
    );
  });
});
