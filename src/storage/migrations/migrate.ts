import { setTimeout } from 'node:timers/promises';
import sql from 'sql-template-tag';
import type { Connection, Database, Transaction } from '../core/database.ts';
import { UnusableDatabase } from '../core/errors.ts';
import { requireOwnMigrations, storeChecksums } from './applied-migrations.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';

/** The schema version this program works with. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.version ?? 0;

/** Tables that every database of the service has. */
const OWN_TABLES = ['schema_migrations', 'organisations', 'api_keys'] as const;

const LOOK_MILLIS = 250;
const MOST_LOOKS = 2400;

/**
 * Brings the schema up to this program's version, in one transaction; waits while another instance
 * does. Throws UnusableDatabase for a newer schema, or tables that are not the service's.
 */
export async function migrate(database: Database): Promise<void> {
  for (let looks = 1; looks <= MOST_LOOKS; looks++) {
    if (await database.transaction(bringUpToDate)) return;
    await setTimeout(LOOK_MILLIS);
  }
  throw new Error(
    'another instance has been changing the schema for ten minutes; see what it does',
  );
}

/** Whether the schema is up to date; false while another instance changes it. */
async function bringUpToDate(transaction: Transaction): Promise<boolean> {
  if ((await requireKnownSchema(transaction)) === SCHEMA_VERSION) return true;
  // Tried again and again rather than waited for: no statement is to last as long as a migration.
  if (!(await transaction.tryLock('schema'))) return false;
  const version = await requireKnownSchema(transaction);
  if (transaction.dialect.name === 'postgres') {
    // An index of a large table takes as long as it takes.
    await transaction.runScript('set local statement_timeout = 0');
  }
  for (const migration of MIGRATIONS) {
    if (migration.version > version) await apply(transaction, migration);
  }
  await storeChecksums(transaction, MIGRATIONS);
  return true;
}

/**
 * The schema version of the database; throws UnusableDatabase for one this program does not know, or
 * that other migrations than this program's have created.
 */
export async function requireKnownSchema(connection: Connection): Promise<number> {
  const version = await findSchemaVersion(connection);
  if (version <= SCHEMA_VERSION) {
    await requireOwnMigrations(connection, MIGRATIONS, version);
    return version;
  }
  throw new UnusableDatabase(
    `the database has schema version ${version}, this program knows up to ${SCHEMA_VERSION}`,
    'use a newer farmctl',
  );
}

/** Runs a migration and records it. */
export async function apply(transaction: Transaction, migration: Migration): Promise<void> {
  await transaction.runScript(migration[transaction.dialect.name]);
  await transaction.run(sql`
    insert into schema_migrations (version, name)
    values (${migration.version}, ${migration.name})`);
}

/** The schema version of the database; 0 when it is empty. */
export async function findSchemaVersion(connection: Connection): Promise<number> {
  const tables = await listTables(connection);
  // Other programs too keep a table of that name.
  if (!OWN_TABLES.every((name) => tables.includes(name))) {
    if (tables.length === 0) return 0;
    throw new UnusableDatabase(
      `the database holds tables of another program (${tables.slice(0, 3).join(', ')})`,
      'give farmctl a database of its own',
    );
  }
  const row = await connection.first<{ version: number | string }>(
    sql`select coalesce(max(version), 0) as version from schema_migrations`,
  );
  return Number(row?.version ?? 0);
}

async function listTables(connection: Connection): Promise<string[]> {
  const query =
    connection.dialect.name === 'sqlite'
      ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
      : sql`select table_name as name from information_schema.tables
          where table_schema = current_schema()`;
  return (await connection.all<{ name: string }>(query)).map((row) => row.name);
}
