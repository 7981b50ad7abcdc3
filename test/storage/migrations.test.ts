import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { getResource, type ResourceName } from '../../src/model/resources/registry.ts';
import { UnusableDatabase } from '../../src/storage/core/errors.ts';
import { findSchemaVersion, migrate } from '../../src/storage/migrations/migrate.ts';
import { findRowCount } from '../../src/storage/records/row-counts.ts';
import { insertRowsOf } from '../support/a-row.ts';
import { DATABASES, type DatabaseName, openTestDatabase } from '../support/databases.ts';

/** Back to a schema before version 14. */
const countedByFarm = (name: DatabaseName) => `
  create table counts_before as
    select org_id, resource, farm_id, sum(total) as total from row_counts group by 1, 2, 3;
  drop table row_counts;
  create table row_counts (
    org_id text not null,
    resource text not null,
    farm_id text not null,
    total ${name === 'sqlite' ? 'integer' : 'bigint'} not null,
    primary key (org_id, resource, farm_id)
  );
  insert into row_counts select org_id, resource, farm_id, total from counts_before;
  drop table counts_before;
  drop table if exists commit_counter;
  ${name === 'sqlite' ? '' : 'drop function note_farm_changes cascade; drop table farm_changes, farm_change_marks;'}
  alter table schema_migrations drop column checksum;
  drop table automation_editors;
  drop table model_questions;
  drop table ask_conversations;
  drop table notice_alerts;
  drop table notice_channels;
  drop table notice_digests;
  drop table notice_duties;
  drop table notice_incidents;
  drop table notices;
  drop table sign_in_sessions;
  drop table sign_in_links;
  drop table organisation_access;
  drop table passkeys;
  drop table passkey_challenges;
  drop table provider_sign_ins;
  drop table provider_identities;
  drop index users_by_email;
  drop index webhooks_by_owner;
  alter table webhooks drop column owner_key_id;
  drop index env_readings_measured;
  alter table env_readings drop column sensor;
  create index env_readings_measured on env_readings ${name === 'sqlite' ? '(barn_id, ts, id, temp, humidity, co2, nh3, source, deleted_at)' : '(barn_id, ts, id) include (temp, humidity, co2, nh3)'}
    where deleted_at is null and source <> 'weather';
  alter table integration_feeds drop column dropped;
  alter table integration_feeds drop column last_dropped_at;
  alter table integration_feeds drop column last_problems;
  alter table flock_weights drop column uncalibrated;
  alter table daily_logs drop column cameras_weight_gr;
  drop table audit_anchors;
  delete from schema_migrations where version >= 14;
`;

for (const name of DATABASES) {
  describe(`${name}: migrations`, () => {
    test('run once; a second run finds nothing to do', async () => {
      const database = await openTestDatabase(name);
      await migrate(database);
      expect(await findSchemaVersion(database)).toBe(28);
      const applied = await database.all<{ name: string }>(sql`
        select name from schema_migrations order by version`);
      expect(applied).toEqual([
        { name: 'initial schema' },
        { name: 'intelligence' },
        { name: 'webhooks' },
        { name: 'vision' },
        { name: 'actions' },
        { name: 'brain' },
        { name: 'case-files' },
        { name: 'risk-ledger' },
        { name: 'automations' },
        { name: 'integrations' },
        { name: 'media' },
        { name: 'history' },
        { name: 'access-paths' },
        { name: 'counted-by' },
        { name: 'checksums' },
        { name: 'webhook-owners' },
        { name: 'automation-editors' },
        { name: 'audit-anchors' },
        { name: 'model-questions' },
        { name: 'sensor-names' },
        { name: 'ask-conversations' },
        { name: 'weight-trust' },
        { name: 'sign-in' },
        { name: 'notices' },
        { name: 'passkeys' },
        { name: 'provider-sign-in' },
        { name: 'notice-digests' },
        { name: 'farm-changes' },
      ]);
      await database.close();
    });

    test('count existing measurements by the values they are filtered by', async () => {
      const database = await openTestDatabase(name);
      const scope = { orgId: 'org_1', farmIds: 'all' } as const;
      const ownFields = { ts: '2026-11-02T00:00:00.000Z', farmId: 'farm_1' };
      await insertRowsOf(database, 'env-readings', [
        { ...ownFields, id: 'reading_1', barnId: 'barn_1', source: 'sensor' },
        { ...ownFields, id: 'reading_2', barnId: 'barn_1', source: 'manual' },
        { ...ownFields, id: 'reading_3', barnId: 'barn_2', source: 'sensor' },
      ]);
      await insertRowsOf(database, 'vision-events', [
        { ...ownFields, id: 'vision_1', barnId: null, kind: 'count', source: 'cam-1' },
        { ...ownFields, id: 'vision_2', barnId: 'barn_1', kind: 'weight', source: null },
      ]);
      await insertRowsOf(database, 'tasks', [{ ...ownFields, id: 'task_1', title: 'x' }]);
      await database.transaction((transaction) => transaction.runScript(countedByFarm(name)));
      await migrate(database);
      const total = (resource: ResourceName, conditions: Readonly<Record<string, string>>) =>
        findRowCount(database, getResource(resource), {
          scope,
          conditions: Object.entries(conditions).map(([field, value]) => ({
            field,
            operator: '=',
            value,
          })),
        });
      expect(await total('env-readings', {})).toBe(3);
      expect(await total('env-readings', { barnId: 'barn_1' })).toBe(2);
      expect(await total('env-readings', { barnId: 'barn_1', source: 'manual' })).toBe(1);
      expect(await total('vision-events', {})).toBe(2);
      expect(await total('vision-events', { kind: 'weight' })).toBe(1);
      expect(await total('vision-events', { source: 'cam-1' })).toBe(1);
      expect(await total('tasks', {})).toBe(1);
      await database.close();
    });

    test('reject a database of a newer program and leave it unchanged', async () => {
      const database = await openTestDatabase(name);
      await database.run(sql`insert into schema_migrations (version, name) values (99, 'later')`);
      await expect(migrate(database)).rejects.toThrow(UnusableDatabase);
      await expect(migrate(database)).rejects.toThrow('use a newer farmctl');
      expect(await findSchemaVersion(database)).toBe(99);
      await database.close();
    });

    test('reject a database that contains the tables of another program', async () => {
      const database = await openTestDatabase(name);
      await database.run(sql`drop table schema_migrations`);
      await expect(migrate(database)).rejects.toThrow('tables of another program');
      await database.close();
    });
  });
}
