import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../storage/database.ts';
import { migrate } from '../storage/migrations/migrate.ts';
import { sharedMemory } from '../storage/sqlite/shared-memory.ts';
import { UnusableDatabase } from '../storage/unusable-database.ts';
import { explainOpening } from './explain-opening.ts';

/** Where the rows are kept. */
export type DatabaseLocation =
  | { readonly kind: 'sqlite'; readonly dataDir: string }
  | { readonly kind: 'postgres'; readonly url: string }
  | { readonly kind: 'memory' };

const DATABASE_FILE = 'farmctl.db';

/**
 * Opens a database and brings its schema up to date. One that is damaged, newer than the program
 * or another program's is refused with UnusableDatabase, and nothing of it is changed.
 */
export async function openDatabase(
  location: DatabaseLocation,
  options: {
    /** Whether a server starts on it, which looks longer for damage. */
    readonly isServed?: boolean;
  } = {},
): Promise<Database> {
  let database: Database | undefined;
  try {
    const isThorough = options.isServed === true;
    if (location.kind === 'sqlite') await requireSound(location.dataDir, isThorough);
    database = await connect(location);
    await migrate(database);
    return database;
  } catch (error) {
    await database?.close();
    throw location.kind === 'postgres' ? explainOpening(error, location.url) : error;
  }
}

/** The file of an embedded database. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, DATABASE_FILE);
}

/** The file that is about to take the database's place; there only while a restore is not done. */
export function incomingFile(dataDir: string): string {
  return `${databaseFile(dataDir)}.restoring`;
}

async function requireSound(dataDir: string, isThorough: boolean): Promise<void> {
  if (existsSync(incomingFile(dataDir))) {
    throw new UnusableDatabase(
      `a restore into ${dataDir} did not come to its end`,
      'run farmctl restore again',
    );
  }
  const { checkFile } = await import('../storage/sqlite/check-file.ts');
  const monotonicMillis = () => performance.now();
  await checkFile(databaseFile(dataDir), { monotonicMillis, isThorough });
}

// Each driver is loaded only when it is used: the other may not even be installed.
async function connect(location: DatabaseLocation): Promise<Database> {
  if (location.kind === 'postgres') return connectPostgres(location.url);
  const { openSqlite } = await import('../storage/sqlite/database.ts');
  if (location.kind === 'sqlite') return openSqlite(databaseFile(location.dataDir));
  return openSqlite(sharedMemory(randomUUID()));
}

async function connectPostgres(url: string): Promise<Database> {
  const { openPostgres } = await import('../storage/postgres/database.ts');
  const { requireSupported } = await import('../storage/postgres/server-version.ts');
  const database = await openPostgres(url);
  try {
    await requireSupported(database);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
