import { initialSchemaPostgres } from './0001-initial-schema.postgres.ts';
import { initialSchemaSqlite } from './0001-initial-schema.sqlite.ts';
import type { Migration } from './migration.ts';

export const initialSchema: Migration = {
  version: 1,
  name: 'initial schema',
  sqlite: initialSchemaSqlite,
  postgres: initialSchemaPostgres,
};
