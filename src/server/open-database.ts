import { join } from 'node:path';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrations/migrate.ts';

/** Where the rows are kept. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'memory' };

const DATABASE_FILE = 'farmctl.db';

/** Opens a database and brings its schema up to date. */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  const database = await connect(location);
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The file of an embedded database. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

// Each driver is loaded only when it is used: the other may not even be installed.
async function connect(location: DatabaseLocation): Promise<Database> {
  if (location.kind === 'postgres') {
    const { openPostgres } = await import('../storage/postgres/database.ts');
    return openPostgres(location.url);
  }
  const { openSqlite } = await import('../storage/sqlite/database.ts');
  return openSqlite(location.kind === 'memory' ? ':memory:' : databaseFile(location.dataDir));
}
