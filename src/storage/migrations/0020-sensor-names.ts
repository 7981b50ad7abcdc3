import { sensorNamesPostgres } from './0020-sensor-names.postgres.ts';
import { sensorNamesSqlite } from './0020-sensor-names.sqlite.ts';
import type { Migration } from './migration.ts';

/** The sensor of each reading, by which several in a barn are told apart; what feeds leave out. */
export const sensorNames: Migration = {
  version: 20,
  name: 'sensor-names',
  sqlite: sensorNamesSqlite,
  postgres: sensorNamesPostgres,
};
