import { bootstrap } from '../../src/server/bootstrap.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/core/open-database.ts';
import { insertRowsOf } from '../../test/support/a-row.ts';
import { FARM_ID, insertKeys } from './insert-keys.ts';
import { taskRows } from './task-table.ts';

/** A database for starting a server. */
export interface Stage {
  /** Keys for reading and writing, each with a limit and restricted to the farm. */
  readonly keys: readonly string[];
  /** The key created with the database; empty if it was created before. */
  readonly admin: string;
}

const CHUNK_ROWS = 2000;
const ANALYSE = 'vacuum (analyze) tasks';

/** Fills an empty database with a farm, its tasks and keys. */
export async function prepareTasks(location: DatabaseLocation): Promise<Stage> {
  const database = await openDatabase(location);
  const { orgId, key: admin = '' } = await bootstrap(database);
  const farm = { id: FARM_ID, farmId: FARM_ID, orgId, name: 'Bench farm', currency: 'ILS' };
  await insertRowsOf(database, 'farms', [farm]);
  const rows = taskRows().map((row) => ({
    ...row,
    orgId,
    farmId: FARM_ID,
    updatedAt: row.createdAt,
  }));
  for (let from = 0; from < rows.length; from += CHUNK_ROWS) {
    await insertRowsOf(database, 'tasks', rows.slice(from, from + CHUNK_ROWS));
  }
  const keys = await insertKeys(database, { orgId, farmIds: [FARM_ID] });
  // As autovacuum does on a server that has run for some minutes.
  if (location.kind === 'postgres') await database.run({ sql: '', text: ANALYSE, values: [] });
  await database.close();
  return { keys, admin };
}
