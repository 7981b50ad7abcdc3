import { integrationsPostgres } from './0010-integrations.postgres.ts';
import { integrationsSqlite } from './0010-integrations.sqlite.ts';
import type { Migration } from './migration.ts';

export const integrations: Migration = {
  version: 10,
  name: 'integrations',
  sqlite: integrationsSqlite,
  postgres: integrationsPostgres,
};
