import { countedByPostgres } from './0014-counted-by.postgres.ts';
import { countedBySqlite } from './0014-counted-by.sqlite.ts';
import type { Migration } from './migration.ts';

/** The total of the readings of a barn is kept: to count them takes a second for each million. */
export const countedBy: Migration = {
  version: 14,
  name: 'counted-by',
  sqlite: countedBySqlite,
  postgres: countedByPostgres,
};
