import { accessPathsPostgres } from './0013-access-paths.postgres.ts';
import { accessPathsSqlite } from './0013-access-paths.sqlite.ts';
import type { Migration } from './migration.ts';

/**
 * With the time first, new camera events are added at the end of their index instead of all over
 * it; and whether the air of a barn was measured is answered by an index alone. The farm's rows of a
 * status carry the organisation, so that rows are counted and passed over without being read.
 */
export const accessPaths: Migration = {
  version: 13,
  name: 'access-paths',
  sqlite: accessPathsSqlite,
  postgres: accessPathsPostgres,
};
