import { checksumsPostgres } from './0015-checksums.postgres.ts';
import { checksumsSqlite } from './0015-checksums.sqlite.ts';
import type { Migration } from './migration.ts';

/** Migration 13 was edited after its first use: its indexes are created again, the same everywhere. */
export const checksums: Migration = {
  version: 15,
  name: 'checksums',
  sqlite: checksumsSqlite,
  postgres: checksumsPostgres,
};
