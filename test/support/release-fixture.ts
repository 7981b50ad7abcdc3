import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { pino } from 'pino';
import sql, { raw } from 'sql-template-tag';
import { resourceNames } from '../../src/model/resources/registry.ts';
import { composeService, type Service } from '../../src/server/core/compose-service.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { apply, MIGRATIONS, migrate } from '../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/database.ts';
import { openSqlite } from '../../src/storage/sqlite/database.ts';
import { createMovableClock } from '../../src/tools/clock.ts';
import { createEmptyDatabase, type DatabaseName } from './databases.ts';
import { createOneOfEach, EXAMPLES_NOW } from './one-of-each.ts';
import { startTestService } from './service.ts';

/* Databases written by earlier versions, in `test/data/releases/schema-<version>`: a SQLite
   file, the rows of a PostgreSQL database, and the API responses for each. A fixture of the
   current schema is written by `FARMCTL_WRITE_RELEASE=1 npx vitest run
   test/storage/releases.test.ts`; an existing one never changes. */
const FOLDER = join(import.meta.dirname, '../data/releases');
const FILES = { sqlite: 'sqlite.db.gz', postgres: 'postgres-tables.json.gz' } as const;

/** The API responses for a database when its fixture was written. */
export interface ReleasedContent {
  readonly key: string;
  /** The rows of each resource. */
  readonly rows: Readonly<Record<string, readonly { readonly id: string }[]>>;
  /** Number of sealed entries of the audit log. */
  readonly sealed: number;
}

/** The schema versions with fixtures, the oldest first. */
export function listReleases(): readonly number[] {
  const names = readdirSync(FOLDER);
  return names.map((name) => Number(name.replace('schema-', ''))).sort((a, b) => a - b);
}

/** Starts a service on an unmigrated copy of a released database. */
export async function openRelease(
  version: number,
  name: DatabaseName,
): Promise<{
  readonly database: Database;
  readonly content: ReleasedContent;
  start(): Service;
  close(): Promise<void>;
}> {
  const folder = join(FOLDER, `schema-${version}`);
  const read = (file: string) => gunzipSync(readFileSync(join(folder, file)));
  const content = JSON.parse(read(`${name}.json.gz`).toString());
  const bytes = read(FILES[name]);
  const opened = await (name === 'sqlite' ? openFile(bytes) : openTables(bytes, version));
  const log = pino({ level: 'silent' });
  const clock = createMovableClock(Date.parse(EXAMPLES_NOW));
  return {
    ...opened,
    content,
    start: () => composeService({ database: opened.database, clock, log }),
  };
}

async function openFile(bytes: Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'farmctl-release-'));
  const path = join(folder, 'farmctl.db');
  writeFileSync(path, bytes);
  const database = await openSqlite(path);
  return {
    database,
    async close() {
      await database.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Creates the tables of the version with its frozen migrations, and inserts its rows. */
async function openTables(bytes: Buffer, version: number) {
  const { url, drop } = await createEmptyDatabase();
  const database = await openPostgres(url);
  const tables: Record<string, readonly object[]> = JSON.parse(bytes.toString());
  for (const migration of MIGRATIONS.slice(0, version)) {
    await database.transaction((transaction) => apply(transaction, migration));
  }
  await database.transaction(async (transaction) => {
    // Without triggers: the rows already include their effects.
    await transaction.run(raw('set local session_replication_role = replica'));
    for (const [table, rows] of Object.entries(tables)) {
      const name = raw(`"${table}"`);
      await transaction.run(sql`delete from ${name}`);
      await transaction.run(sql`insert into ${name} overriding system value
        select * from json_populate_recordset(null::${name}, cast(${JSON.stringify(rows)} as json))`);
    }
    await transaction.run(raw(SET_SEQUENCES));
  });
  return {
    database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** Sets each sequence to continue after the highest number of its column. */
const SET_SEQUENCES = `do $$ declare one record; begin
  for one in select sequence.oid::regclass as name, owner.relname as relation, attname as col
    from pg_class sequence
    join pg_depend on objid = sequence.oid and deptype in ('a', 'i')
    join pg_class owner on owner.oid = refobjid
    join pg_attribute on attrelid = owner.oid and attnum = refobjsubid
    where sequence.relkind = 'S'
  loop
    execute format('select setval(%L, coalesce((select max(%I) from %I), 0) + 1, false)',
      one.name, one.col, one.relation);
  end loop;
end $$`;

/** Writes the fixture of the current schema: one row of every resource, with related data. */
export async function writeRelease(name: DatabaseName): Promise<void> {
  const folder = join(FOLDER, `schema-${MIGRATIONS.length}`);
  mkdirSync(folder, { recursive: true });
  const write = (file: string, data: Buffer | string) =>
    writeFileSync(join(folder, file), gzipSync(data, { level: 9 }));
  const place = mkdtempSync(join(tmpdir(), 'farmctl-release-'));
  const path = join(place, 'farmctl.db');
  const database = name === 'sqlite' ? await openMigrated(path) : name;
  const service = await startTestService(database, { now: EXAMPLES_NOW });
  await createOneOfEach(service);
  const content = await contentOf(service.service.app, service.admin);
  write(`${name}.json.gz`, JSON.stringify(content));
  if (name === 'postgres') write(FILES[name], await readTables(service.service.runtime.database));
  await service.close();
  if (name === 'sqlite') write(FILES[name], readFileSync(path));
  rmSync(place, { recursive: true });
}

async function openMigrated(path: string): Promise<Database> {
  const database = await openSqlite(path);
  await migrate(database);
  return database;
}

/** The API responses for a database. */
export async function contentOf(app: Service['app'], key: string): Promise<ReleasedContent> {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, body } = await app.inject({ url: `/v1/platform${path}`, headers });
    if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${body}`);
    return JSON.parse(body);
  };
  const rows: Record<string, readonly { readonly id: string }[]> = {};
  for (const resource of resourceNames) {
    rows[resource] = (await get(`/${resource}?limit=200&order=createdAt&dir=asc`)).data;
  }
  const { checked, ok } = await get('/os/audit/verify');
  if (ok !== true) throw new Error('the audit log is not intact');
  return { key, rows, sealed: checked };
}

async function readTables(database: Database): Promise<string> {
  const tables: Record<string, unknown> = {};
  const named = await database.all<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    order by relname`);
  for (const { name } of named) {
    const found = await database.first<{ rows: unknown }>(
      sql`select coalesce(json_agg(one), '[]') as rows from ${raw(`"${name}"`)} one`,
    );
    tables[name] = found?.rows;
  }
  return JSON.stringify(tables);
}
