import { caseFilesPostgres } from './0007-case-files.postgres.ts';
import { caseFilesSqlite } from './0007-case-files.sqlite.ts';
import type { Migration } from './migration.ts';

export const caseFiles: Migration = {
  version: 7,
  name: 'case-files',
  sqlite: caseFilesSqlite,
  postgres: caseFilesPostgres,
};
