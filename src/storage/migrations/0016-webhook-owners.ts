import { webhookOwnersPostgres } from './0016-webhook-owners.postgres.ts';
import { webhookOwnersSqlite } from './0016-webhook-owners.sqlite.ts';
import type { Migration } from './migration.ts';

/** The key that owns a webhook, with whose present rights it delivers. */
export const webhookOwners: Migration = {
  version: 16,
  name: 'webhook-owners',
  sqlite: webhookOwnersSqlite,
  postgres: webhookOwnersPostgres,
};
