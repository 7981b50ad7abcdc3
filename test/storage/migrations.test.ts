import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { findSchemaVersion, migrate } from '../../src/storage/migrations/migrate.ts';
import { UnusableDatabase } from '../../src/storage/unusable-database.ts';
import { DATABASES, openTestDatabase } from '../support/databases.ts';

for (const name of DATABASES) {
  describe(`${name}: migrations`, () => {
    test('run once; a second time they find nothing to do', async () => {
      const database = await openTestDatabase(name);
      await migrate(database);
      expect(await findSchemaVersion(database)).toBe(13);
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
      ]);
      await database.close();
    });

    test('refuse a database of a newer program and leave it as it is', async () => {
      const database = await openTestDatabase(name);
      await database.run(sql`insert into schema_migrations (version, name) values (99, 'later')`);
      await expect(migrate(database)).rejects.toThrow(UnusableDatabase);
      await expect(migrate(database)).rejects.toThrow('use a newer farmctl');
      expect(await findSchemaVersion(database)).toBe(99);
      await database.close();
    });

    test('refuse a database that holds the tables of another program', async () => {
      const database = await openTestDatabase(name);
      await database.run(sql`drop table schema_migrations`);
      await expect(migrate(database)).rejects.toThrow('tables of another program');
      await database.close();
    });
  });
}
