import { mediaPostgres } from './0011-media.postgres.ts';
import { mediaSqlite } from './0011-media.sqlite.ts';
import type { Migration } from './migration.ts';

export const mediaFiles: Migration = {
  version: 11,
  name: 'media',
  sqlite: mediaSqlite,
  postgres: mediaPostgres,
};
