import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ResourceDefinition, searchedFields } from '../../src/model/core/resource.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { columnName, type Database, tableName } from '../../src/storage/core/database.ts';
import { columnsOf, isNullable } from '../../src/storage/core/stored-row.ts';
import { DATABASES, type DatabaseName, openTestDatabase } from '../support/databases.ts';

interface Column {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
}

const COLUMN_TYPES: Readonly<Record<DatabaseName, Readonly<Record<string, string>>>> = {
  sqlite: {
    text: 'TEXT',
    word: 'TEXT',
    reference: 'TEXT',
    date: 'TEXT',
    timestamp: 'TEXT',
    json: 'TEXT',
    list: 'TEXT',
    integer: 'INTEGER',
    boolean: 'INTEGER',
    number: 'REAL',
    money: 'REAL',
  },
  postgres: {
    text: 'text',
    word: 'text',
    reference: 'text',
    date: 'date',
    timestamp: 'timestamp with time zone',
    json: 'json',
    list: 'json',
    integer: 'bigint',
    boolean: 'boolean',
    number: 'double precision',
    money: 'double precision',
  },
};

for (const name of DATABASES) {
  describe(`${name}: the migrated schema`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
    });
    afterAll(() => database.close());

    test.each(Object.values(resources) as readonly ResourceDefinition[])(
      'has exactly the columns that $name declares',
      async (definition) => {
        const columns = await columnsIn(database, tableName(definition.name));
        // Later migrations append their columns.
        expect(columns.toSorted(byName)).toEqual(
          expectedColumns(definition, name).toSorted(byName),
        );
      },
    );
  });
}

function byName(left: Column, right: Column): number {
  return left.name < right.name ? -1 : 1;
}

function expectedColumns(definition: ResourceDefinition, name: DatabaseName): Column[] {
  const types = COLUMN_TYPES[name];
  const declared = columnsOf(definition).map(([field, declaration]) => ({
    name: columnName(field),
    type: types[declaration.type] ?? '',
    isNullable: isNullable(declaration),
  }));
  const deletedAt = { name: 'deleted_at', type: types['timestamp'] ?? '', isNullable: true };
  const searchText = { name: 'search_text', type: types['text'] ?? '', isNullable: false };
  const contentHash = { name: 'content_hash', type: types['text'] ?? '', isNullable: true };
  return [
    ...declared,
    deletedAt,
    ...(searchedFields(definition).length > 0 ? [searchText] : []),
    // Distinguishes a repeated camera event from a new one; added by a later migration.
    ...(definition.name === 'vision-events' ? [contentHash] : []),
  ];
}

async function columnsIn(database: Database, table: string): Promise<Column[]> {
  if (database.dialect.name === 'sqlite') {
    const rows = await database.all<{ name: string; type: string; notnull: number }>(
      sql`select name, type, "notnull" from pragma_table_info(${table})`,
    );
    return rows.map((row) => ({ name: row.name, type: row.type, isNullable: row.notnull === 0 }));
  }
  const rows = await database.all<{ name: string; type: string; nullable: string }>(sql`
    select column_name as name, data_type as type, is_nullable as nullable
    from information_schema.columns where table_name = ${table} order by ordinal_position`);
  return rows.map((row) => ({
    name: row.name,
    type: row.type,
    isNullable: row.nullable === 'YES',
  }));
}

test('there are no undeclared tables', async () => {
  const database = await openTestDatabase('sqlite');
  const rows = await database.all<{ name: string }>(
    sql`select name from sqlite_master where type = ${raw("'table'")} and name not like 'sqlite_%'`,
  );
  const system = [
    'action_secrets',
    'actions',
    'activity_log',
    'api_keys',
    'ask_conversations',
    'audit_anchors',
    'audit_checkpoints',
    'audit_log',
    'automation_editors',
    'automation_states',
    'brain_scans',
    'camera_calibrations',
    'camera_pairs',
    'camera_tokens',
    'case_files',
    'command_deliveries',
    'commit_counter',
    'flock_weights',
    'idempotency',
    'integration_channels',
    'integration_feeds',
    'known_gaps',
    'media_chunks',
    'media_contents',
    'model_questions',
    'notice_alerts',
    'notice_channels',
    'notice_digests',
    'notice_duties',
    'notice_incidents',
    'notices',
    'organisation_access',
    'organisation_settings',
    'organisations',
    'outbox_events',
    'passkey_challenges',
    'passkeys',
    'provider_identities',
    'provider_sign_ins',
    'risk_ledger',
    'row_counts',
    'row_history',
    'rule_alerts',
    'scheduled_jobs',
    'schema_migrations',
    'sign_in_links',
    'sign_in_sessions',
    'webhook_attempts',
    'webhook_deliveries',
    'webhooks',
  ];
  const declared = Object.values(resources).map(({ name }) => tableName(name));
  expect(rows.map(({ name }) => name).sort()).toEqual([...declared, ...system].sort());
  await database.close();
});
