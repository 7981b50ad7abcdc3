import { randomBytes } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { inject } from 'vitest';
import type { Database } from '../../src/storage/core/database.ts';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/database.ts';
import type { Waits } from '../../src/storage/postgres/line.ts';
import { openSqlite } from '../../src/storage/sqlite/database.ts';
import { runOnServer } from './run-on-server.ts';

/** The databases that every storage test runs on. */
export const DATABASES = ['sqlite', 'postgres'] as const;

export type DatabaseName = (typeof DATABASES)[number];

/** Test results must not depend on the load of the machine. */
const PATIENT: Waits = {
  connection: 60_000,
  longestConnection: 60_000,
  lock: 60_000,
  turn: 60_000,
  locks: 60_000,
  statement: 60_000,
  replica: 300,
};

/** Opens a separate, migrated and empty database, which is closed and deleted at the end. */
export function openTestDatabase(name: DatabaseName, waits: Waits = PATIENT): Promise<Database> {
  return name === 'sqlite' ? openMigratedSqlite() : openPostgresCopy(waits);
}

async function openMigratedSqlite(): Promise<Database> {
  const database = await openSqlite(':memory:');
  if (schema === undefined) {
    await migrate(database);
    schema = await describeSchema(database);
    return database;
  }
  const script = schema;
  await database.transaction((transaction) => transaction.runScript(script));
  return database;
}

/**
 * The schema that turns an empty SQLite database into a migrated one, in a quarter of the time of
 * all migrations.
 */
let schema: string | undefined;

async function describeSchema(database: Database): Promise<string> {
  const objects = await database.all<{ name: string; type: string; sql: string }>(sql`
    select name, type, sql from sqlite_master
    where sql is not null and name not like 'sqlite_%' order by rowid`);
  const rows: string[] = [];
  for (const { name } of objects.filter(({ type }) => type === 'table')) {
    for (const row of await database.all(raw(`select * from "${name}"`))) {
      rows.push(`insert into "${name}" values (${Object.values(row).map(literal).join(', ')})`);
    }
  }
  return [...objects.map((object) => object.sql), ...rows, ''].join(';\n');
}

function literal(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value);
  return `'${String(value).replaceAll("'", "''")}'`;
}

async function openPostgresCopy(waits: Waits): Promise<Database> {
  const { url, drop } = await createDatabase(inject('postgresTemplate'));
  const database = await openPostgres(url, { waits });
  return {
    ...database,
    async close() {
      await database.close();
      await drop();
    },
  };
}

/** A database without tables on the PostgreSQL server. */
export interface EmptyDatabase {
  readonly url: string;
  /** Drops it, regardless of open connections. */
  drop(): Promise<void>;
}

/** Creates a separate empty database on the PostgreSQL server. */
export function createEmptyDatabase(): Promise<EmptyDatabase> {
  return createDatabase('template1');
}

async function createDatabase(template: string): Promise<EmptyDatabase> {
  const serverUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  // Copies the files: a temporary test database does not need the log.
  const copy = `create database ${name} template ${template} strategy file_copy`;
  await runOnServer(serverUrl, copy);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => runOnServer(serverUrl, `drop database ${name} with (force)`),
  };
}
