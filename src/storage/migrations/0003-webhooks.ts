import { webhooksPostgres } from './0003-webhooks.postgres.ts';
import { webhooksSqlite } from './0003-webhooks.sqlite.ts';
import type { Migration } from './migration.ts';

export const webhooks: Migration = {
  version: 3,
  name: 'webhooks',
  sqlite: webhooksSqlite,
  postgres: webhooksPostgres,
};
