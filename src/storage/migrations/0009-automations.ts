import { automationsPostgres } from './0009-automations.postgres.ts';
import { automationsSqlite } from './0009-automations.sqlite.ts';
import type { Migration } from './migration.ts';

export const automations: Migration = {
  version: 9,
  name: 'automations',
  sqlite: automationsSqlite,
  postgres: automationsPostgres,
};
