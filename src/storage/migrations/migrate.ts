import { setTimeout } from 'node:timers/promises';
import sql, { join } from 'sql-template-tag';
import { sha256Hex } from '../../tools/hash.ts';
import type { Connection, Database, Dialect, Transaction } from '../core/database.ts';
import { UnusableDatabase } from '../core/errors.ts';
import postgres0001 from './postgres/0001-initial-schema.sql';
import postgres0002 from './postgres/0002-intelligence.sql';
import postgres0003 from './postgres/0003-webhooks.sql';
import postgres0004 from './postgres/0004-vision.sql';
import postgres0005 from './postgres/0005-actions.sql';
import postgres0006 from './postgres/0006-brain.sql';
import postgres0007 from './postgres/0007-case-files.sql';
import postgres0008 from './postgres/0008-risk-ledger.sql';
import postgres0009 from './postgres/0009-automations.sql';
import postgres0010 from './postgres/0010-integrations.sql';
import postgres0011 from './postgres/0011-media.sql';
import postgres0012 from './postgres/0012-history.sql';
import postgres0013 from './postgres/0013-access-paths.sql';
import postgres0014 from './postgres/0014-counted-by.sql';
import postgres0015 from './postgres/0015-checksums.sql';
import postgres0016 from './postgres/0016-webhook-owners.sql';
import postgres0017 from './postgres/0017-automation-editors.sql';
import postgres0018 from './postgres/0018-audit-anchors.sql';
import postgres0019 from './postgres/0019-model-questions.sql';
import postgres0020 from './postgres/0020-sensor-names.sql';
import postgres0021 from './postgres/0021-ask-conversations.sql';
import postgres0022 from './postgres/0022-weight-trust.sql';
import postgres0023 from './postgres/0023-sign-in.sql';
import postgres0024 from './postgres/0024-notices.sql';
import postgres0025 from './postgres/0025-passkeys.sql';
import postgres0026 from './postgres/0026-provider-sign-in.sql';
import postgres0027 from './postgres/0027-notice-digests.sql';
import postgres0028 from './postgres/0028-farm-changes.sql';
import schemaFingerprints from './schema-fingerprints.json' with { type: 'json' };
import sqlite0001 from './sqlite/0001-initial-schema.sql';
import sqlite0002 from './sqlite/0002-intelligence.sql';
import sqlite0003 from './sqlite/0003-webhooks.sql';
import sqlite0004 from './sqlite/0004-vision.sql';
import sqlite0005 from './sqlite/0005-actions.sql';
import sqlite0006 from './sqlite/0006-brain.sql';
import sqlite0007 from './sqlite/0007-case-files.sql';
import sqlite0008 from './sqlite/0008-risk-ledger.sql';
import sqlite0009 from './sqlite/0009-automations.sql';
import sqlite0010 from './sqlite/0010-integrations.sql';
import sqlite0011 from './sqlite/0011-media.sql';
import sqlite0012 from './sqlite/0012-history.sql';
import sqlite0013 from './sqlite/0013-access-paths.sql';
import sqlite0014 from './sqlite/0014-counted-by.sql';
import sqlite0015 from './sqlite/0015-checksums.sql';
import sqlite0016 from './sqlite/0016-webhook-owners.sql';
import sqlite0017 from './sqlite/0017-automation-editors.sql';
import sqlite0018 from './sqlite/0018-audit-anchors.sql';
import sqlite0019 from './sqlite/0019-model-questions.sql';
import sqlite0020 from './sqlite/0020-sensor-names.sql';
import sqlite0021 from './sqlite/0021-ask-conversations.sql';
import sqlite0022 from './sqlite/0022-weight-trust.sql';
import sqlite0023 from './sqlite/0023-sign-in.sql';
import sqlite0024 from './sqlite/0024-notices.sql';
import sqlite0025 from './sqlite/0025-passkeys.sql';
import sqlite0026 from './sqlite/0026-provider-sign-in.sql';
import sqlite0027 from './sqlite/0027-notice-digests.sql';
import sqlite0028 from './sqlite/0028-farm-changes.sql';

/** A schema migration: literal DDL for each database, frozen after its release. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sqlite: string;
  readonly postgres: string;
}

/** All migrations in order. A script is frozen once it has run on a released database. */
export const MIGRATIONS: readonly Migration[] = [
  migration(1, 'initial schema', sqlite0001, postgres0001),
  migration(2, 'intelligence', sqlite0002, postgres0002),
  migration(3, 'webhooks', sqlite0003, postgres0003),
  migration(4, 'vision', sqlite0004, postgres0004),
  migration(5, 'actions', sqlite0005, postgres0005),
  migration(6, 'brain', sqlite0006, postgres0006),
  migration(7, 'case-files', sqlite0007, postgres0007),
  migration(8, 'risk-ledger', sqlite0008, postgres0008),
  migration(9, 'automations', sqlite0009, postgres0009),
  migration(10, 'integrations', sqlite0010, postgres0010),
  migration(11, 'media', sqlite0011, postgres0011),
  migration(12, 'history', sqlite0012, postgres0012),
  migration(13, 'access-paths', sqlite0013, postgres0013),
  migration(14, 'counted-by', sqlite0014, postgres0014),
  migration(15, 'checksums', sqlite0015, postgres0015),
  migration(16, 'webhook-owners', sqlite0016, postgres0016),
  migration(17, 'automation-editors', sqlite0017, postgres0017),
  migration(18, 'audit-anchors', sqlite0018, postgres0018),
  migration(19, 'model-questions', sqlite0019, postgres0019),
  migration(20, 'sensor-names', sqlite0020, postgres0020),
  migration(21, 'ask-conversations', sqlite0021, postgres0021),
  migration(22, 'weight-trust', sqlite0022, postgres0022),
  migration(23, 'sign-in', sqlite0023, postgres0023),
  migration(24, 'notices', sqlite0024, postgres0024),
  migration(25, 'passkeys', sqlite0025, postgres0025),
  migration(26, 'provider-sign-in', sqlite0026, postgres0026),
  migration(27, 'notice-digests', sqlite0027, postgres0027),
  migration(28, 'farm-changes', sqlite0028, postgres0028),
];

/**
 * Loads a migration from its two files. The first line of a file is a description and not part of
 * the script.
 */
function migration(version: number, name: string, sqlite: string, postgres: string): Migration {
  return { version, name, sqlite: withoutTitle(sqlite), postgres: withoutTitle(postgres) };
}

/**
 * Checksums include the line break before the script, and exclude carriage returns of a checkout.
 */
function withoutTitle(file: string): string {
  const text = file.replaceAll('\r\n', '\n');
  return text.slice(text.indexOf('\n'));
}

/** The schema version of this program. */
export const SCHEMA_VERSION = MIGRATIONS.at(-1)?.version ?? 0;

/** Tables that every database of the service contains. */
const OWN_TABLES = ['schema_migrations', 'organisations', 'api_keys'] as const;

const LOOK_MILLIS = 250;
const MOST_LOOKS = 2400;

/**
 * Migrates the schema to the version of this program, in one transaction; waits while another
 * instance does so. Throws UnusableDatabase for a newer schema, or foreign tables.
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

/** Returns whether the schema is up to date; false while another instance migrates it. */
async function bringUpToDate(transaction: Transaction): Promise<boolean> {
  if ((await requireKnownSchema(transaction)) === SCHEMA_VERSION) return true;
  // Polls instead of waiting: no statement may last as long as a migration.
  if (!(await transaction.tryLock('schema'))) return false;
  const version = await requireKnownSchema(transaction);
  if (transaction.dialect.name === 'postgres') {
    // Building an index of a large table has no time limit.
    await transaction.runScript('set local statement_timeout = 0');
  }
  for (const migration of MIGRATIONS) {
    if (migration.version > version) await apply(transaction, migration);
  }
  await storeChecksums(transaction, MIGRATIONS);
  return true;
}

/**
 * The schema version of the database; throws UnusableDatabase for an unknown version, or if it was
 * created by migrations other than those of this program.
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
  // Other programs may also have a table of that name.
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
 * The schema version that introduced checksums. For the versions before it, from 1 on,
 * `schema-fingerprints.json` contains the results of `fingerprintOf`, frozen like their migrations.
 */
const FIRST_WITH_CHECKSUMS = 15;

const EXPORT =
  'keep the file; export its rows with the farmctl version that created it (farmctl RESOURCE export) and import them into a new database';

/**
 * Throws UnusableDatabase unless the schema was created by the migrations of this program,
 * according to the stored checksums. A database without checksums is compared by its columns.
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
  const unknownMigration = migrations.find(
    (migration) =>
      migration.version <= version &&
      stored.get(migration.version) !== checksumOf(migration, connection.dialect),
  );
  if (!unknownMigration) return;
  const number = String(unknownMigration.version).padStart(4, '0');
  throw new UnusableDatabase(
    `the schema of the database was created by another edition of migration ${number} (${unknownMigration.name})`,
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

/** The SHA-256 of the script of a migration for a database. */
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
 * A hash of the columns and triggers of all tables created by migrations. Indexes and keys are
 * excluded: operators may add indexes and widen keys (docs/scaling.md).
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
