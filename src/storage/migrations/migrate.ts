import { setTimeout } from 'node:timers/promises';
import sql, { join } from 'sql-template-tag';
import { sha256Hex } from '../../tools/hash.ts';
import type { Connection, Database, Dialect, Transaction } from '../core/database.ts';
import { UnusableDatabase } from '../core/errors.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import schemaFingerprints from './schema-fingerprints.json' with { type: 'json' };

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

/**
 * The version of the schema that stores checksums. For the versions before it, from 1 on,
 * `schema-fingerprints.json` has the results of `fingerprintOf`, frozen as their migrations are.
 */
const FIRST_WITH_CHECKSUMS = 15;

const EXPORT =
  'keep the file; export its rows with the farmctl version that created it (farmctl RESOURCE export) and import them into a new database';

/**
 * Throws UnusableDatabase unless the schema was created by the migrations of this program: the
 * stored checksums must be theirs. A database from before checksums is compared by its columns.
 */
async function requireOwnMigrations(
  connection: Connection,
  migrations: readonly Migration[],
  version: number,
): Promise<void> {
  if (version === 0) return;
  if (version < FIRST_WITH_CHECKSUMS) return requireFingerprint(connection, migrations, version);
  const rows = await connection.all<{ version: number | string; checksum: string | null }>(
    sql`select version, checksum from schema_migrations`,
  );
  const stored = new Map(rows.map((row) => [Number(row.version), row.checksum]));
  const strange = migrations.find(
    (migration) =>
      migration.version <= version &&
      stored.get(migration.version) !== checksumOf(migration, connection.dialect),
  );
  if (!strange) return;
  const number = String(strange.version).padStart(4, '0');
  throw new UnusableDatabase(
    `the schema of the database was created by another edition of migration ${number} (${strange.name})`,
    EXPORT,
  );
}

/** Stores the checksums of migrations that have none yet. */
async function storeChecksums(
  transaction: Transaction,
  migrations: readonly Migration[],
): Promise<void> {
  for (const migration of migrations) {
    await transaction.run(sql`
      update schema_migrations set checksum = ${checksumOf(migration, transaction.dialect)}
      where version = ${migration.version} and checksum is null`);
  }
}

/** The SHA-256 of the script that a migration runs on a database. */
export function checksumOf(migration: Migration, { name }: Pick<Dialect, 'name'>): string {
  return sha256Hex(migration[name]);
}

async function requireFingerprint(
  connection: Connection,
  migrations: readonly Migration[],
  version: number,
): Promise<void> {
  const expected = schemaFingerprints[connection.dialect.name][version - 1];
  if ((await fingerprintOf(connection, migrations)) === expected) return;
  throw new UnusableDatabase(
    `the tables of the database are not those of schema version ${version}: an early edition of farmctl created it`,
    EXPORT,
  );
}

/**
 * A hash of the columns and triggers of all tables that migrations create. Indexes and keys are left
 * out: operators may add the former, and widen the latter (docs/scaling.md).
 */
export async function fingerprintOf(
  connection: Connection,
  migrations: readonly Migration[],
): Promise<string> {
  const tables = tablesOf(migrations, connection.dialect);
  const names = join([...tables]);
  const query =
    connection.dialect.name === 'sqlite'
      ? sql`
        select 'column ' || t.name || ' ' || c.name || ' ' || c.type || ' ' || c."notnull" as line
        from pragma_table_list t join pragma_table_xinfo(t.name) c
        where t.schema = 'main' and t.name in (${names})
        union all
        select 'trigger ' || tbl_name || ' ' || name from sqlite_master
        where type = 'trigger' and tbl_name in (${names})`
      : sql`
        select concat_ws(' ', 'column', t.relname, t.relkind, c.attname,
          format_type(c.atttypid, c.atttypmod), c.attnotnull) as line
        from pg_class t
        join pg_attribute c on c.attrelid = t.oid and c.attnum > 0 and not c.attisdropped
        where t.relnamespace = to_regnamespace(quote_ident(current_schema()))
          and t.relkind in ('r', 'p') and not t.relispartition and t.relname in (${names})
        union all
        select concat_ws(' ', 'trigger', t.relname, g.tgname) from pg_trigger g
        join pg_class t on t.oid = g.tgrelid
        where t.relnamespace = to_regnamespace(quote_ident(current_schema()))
          and not g.tgisinternal and not t.relispartition and t.relname in (${names})`;
  const rows = await connection.all<{ line: string }>(query);
  const lines = rows.map(({ line }) => line).sort();
  return sha256Hex(lines.join('\n'));
}

function tablesOf(migrations: readonly Migration[], { name }: Dialect): ReadonlySet<string> {
  const scripts = migrations.map((migration) => migration[name]);
  const created = scripts.flatMap((script) => [
    ...script.matchAll(/^create (?:unlogged )?table (\w+)/gm),
  ]);
  return new Set(created.flatMap(([, table]) => (table === undefined ? [] : [table])));
}
