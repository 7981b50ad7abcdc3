import { brainPostgres } from './0006-brain.postgres.ts';
import { brainSqlite } from './0006-brain.sqlite.ts';
import type { Migration } from './migration.ts';

export const brain: Migration = {
  version: 6,
  name: 'brain',
  sqlite: brainSqlite,
  postgres: brainPostgres,
};
