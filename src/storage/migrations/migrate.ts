import sql from 'sql-template-tag';
import type { Connection, Database, Transaction } from '../database.ts';
import { initialSchema } from './0001-initial-schema.ts';
import type { Migration } from './migration.ts';

const MIGRATIONS: readonly Migration[] = [initialSchema];

/** The schema version this program works with. */
const SCHEMA_VERSION = MIGRATIONS.length;

/** Why a database is not touched. */
export class UnusableDatabase extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UnusableDatabase';
  }
}

/**
 * Brings the schema up to this program's version, in one transaction.
 * Throws UnusableDatabase for a newer schema, or tables that are not the service's.
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.lock('schema');
    const version = await findSchemaVersion(transaction);
    if (version > SCHEMA_VERSION) {
      throw new UnusableDatabase(
        `the database has schema version ${version}, this program knows up to ${SCHEMA_VERSION}: use a newer farmctl`,
      );
    }
    for (const migration of MIGRATIONS.slice(version)) await apply(transaction, migration);
  });
}

async function apply(transaction: Transaction, migration: Migration): Promise<void> {
  await transaction.runScript(migration[transaction.dialect.name]);
  await transaction.run(sql`
    insert into schema_migrations (version, name)
    values (${migration.version}, ${migration.name})`);
}

/** The schema version of the database; 0 when it is empty. */
export async function findSchemaVersion(connection: Connection): Promise<number> {
  const tables = await listTables(connection);
  if (!tables.includes('schema_migrations')) {
    if (tables.length === 0) return 0;
    throw new UnusableDatabase(
      `the database holds tables of another program (${tables.slice(0, 3).join(', ')}): give farmctl a database of its own`,
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
