import { historyPostgres } from './0012-history.postgres.ts';
import { historySqlite } from './0012-history.sqlite.ts';
import type { Migration } from './migration.ts';

export const history: Migration = {
  version: 12,
  name: 'history',
  sqlite: historySqlite,
  postgres: historyPostgres,
};
