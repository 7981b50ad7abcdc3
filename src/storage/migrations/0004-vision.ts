import { visionPostgres } from './0004-vision.postgres.ts';
import { visionSqlite } from './0004-vision.sqlite.ts';
import type { Migration } from './migration.ts';

export const vision: Migration = {
  version: 4,
  name: 'vision',
  sqlite: visionSqlite,
  postgres: visionPostgres,
};
