import { actionsPostgres } from './0005-actions.postgres.ts';
import { actionsSqlite } from './0005-actions.sqlite.ts';
import type { Migration } from './migration.ts';

export const actions: Migration = {
  version: 5,
  name: 'actions',
  sqlite: actionsSqlite,
  postgres: actionsPostgres,
};
