import { automationEditorsPostgres } from './0017-automation-editors.postgres.ts';
import { automationEditorsSqlite } from './0017-automation-editors.sqlite.ts';
import type { Migration } from './migration.ts';

/** The last editor of each automation, with whose present rights it runs. */
export const automationEditors: Migration = {
  version: 17,
  name: 'automation-editors',
  sqlite: automationEditorsSqlite,
  postgres: automationEditorsPostgres,
};
