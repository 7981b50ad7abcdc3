import type { Connection } from '../storage/database.ts';
import { explainOpening } from './explain-opening.ts';
import { type DatabaseLocation, databaseFile } from './open-database.ts';

/**
 * Lets `work` read a database as it is: nothing is migrated and nothing written.
 * Throws UnusableDatabase where it cannot be reached.
 */
export async function readDatabase<T>(
  location: Exclude<DatabaseLocation, { readonly kind: 'memory' }>,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  if (location.kind === 'sqlite') return readFile(databaseFile(location.dataDir), work);
  const { openPostgres } = await import('../storage/postgres/database.ts');
  const database = await openPostgres(location.url);
  try {
    return await work(database);
  } catch (error) {
    throw explainOpening(error, location.url);
  } finally {
    await database.close();
  }
}

async function readFile<T>(path: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const { openSqliteReader } = await import('../storage/sqlite/database.ts');
  const reader = await openSqliteReader(path);
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}
