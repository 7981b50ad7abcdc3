import { intelligencePostgres } from './0002-intelligence.postgres.ts';
import { intelligenceSqlite } from './0002-intelligence.sqlite.ts';
import type { Migration } from './migration.ts';

export const intelligence: Migration = {
  version: 2,
  name: 'intelligence',
  sqlite: intelligenceSqlite,
  postgres: intelligencePostgres,
};
